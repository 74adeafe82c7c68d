extension ObservableType {
    /// The values collected into arrays, by time or by number.
    ///
    /// See [ReactiveX: Buffer](https://reactivex.io/documentation/operators/buffer.html). An array may be empty. On
    /// completion the remaining values are sent; an error is passed on without them.
    ///
    /// - Parameters:
    ///   - timeSpan: How long values are collected for one array.
    ///   - count: How many values complete an array before the time is up. At least one.
    ///   - scheduler: Measures the time.
    public func buffer(
        _ timeSpan: Duration, count: Int = .max, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<[Element]> {
        let source = asObservable()
        return Observable<[Element]>(servesMainActor: true) { down, subscription in
            let run = TimedRun<_, Element, [Element], _>(
                BufferState<Element>(count: max(1, count)), down, subscription, scheduler)
            run.waitForWindow(0, timeSpan)
            Observable<Element>.attach(
                source, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var next: Int?
                    run.output.send {
                        guard let elements = run.state.value.next(element) else { return .nothing }
                        next = run.state.value.window
                        return .next(elements)
                    }
                    if let next { run.waitForWindow(next, timeSpan) }
                },
                stop: { termination in
                    run.stopWaiting()
                    if case .completed = termination { run.output.send { .next(run.state.value.rest()) } }
                    run.output.stop(termination)
                })
        }
    }
}

/// The state of one subscription to `buffer`.
struct BufferState<Element>: TimedWindows {
    private let count: Int
    private var elements: [Element] = []
    private(set) var window = 0

    init(count: Int) {
        self.count = count
    }

    /// Takes in a value.
    ///
    /// - Returns: All values, once there are enough.
    mutating func next(_ element: Element) -> [Element]? {
        elements.append(element)
        return elements.count >= count ? rest() : nil
    }

    /// All values, if the window whose time is up is still the current one.
    mutating func due(_ window: Int) -> [Element]? {
        window == self.window ? rest() : nil
    }

    /// Returns all values and begins another window.
    mutating func rest() -> [Element] {
        defer {
            elements = []
            window += 1
        }
        return elements
    }
}

/// The state of an operator that cuts a sequence into parts by time.
protocol TimedWindows: SendableMetatype {
    /// What is sent at the end of a part.
    associatedtype Output

    /// The number of the part under way.
    var window: Int { get }

    /// Ends a part whose time is up.
    ///
    /// - Returns: `nil` if that part has ended already.
    mutating func due(_ window: Int) -> Output?
}

extension TimedRun where State: TimedWindows, State.Output == Output {
    func waitForWindow(_ first: Int, _ timeSpan: Duration) {
        var window = first
        var latest = first
        repeat {
            window = latest
            // Never at once: a scheduler that runs things in place would not come back.
            wait(max(timeSpan, .nanoseconds(1))) { [self, window] in
                var next: Int?
                output.send {
                    guard let last = state.value.due(window) else { return .nothing }
                    next = state.value.window
                    return .next(last)
                }
                if let next { waitForWindow(next, timeSpan) }
            }
            // A window that began meanwhile, by time or by number, may have set its timer before this one did.
            output.send {
                latest = state.value.window
                return .nothing
            }
        } while latest > window
    }
}

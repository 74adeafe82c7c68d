extension ObservableType {
    /// The values in arrays, each of those that came within a time, or of a number of them.
    ///
    /// See [ReactiveX: Buffer](https://reactivex.io/documentation/operators/buffer.html). An array may be empty. At the
    /// end the values that are left are sent; an error is passed on without them.
    ///
    /// - Parameters:
    ///   - timeSpan: How long an array is waited for.
    ///   - count: How many values make an array before that. At least one.
    ///   - scheduler: What counts the time.
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

/// What `buffer` remembers.
struct BufferState<Element>: TimedWindows {
    private let count: Int
    private var elements: [Element] = []
    private(set) var window = 0

    init(count: Int) {
        self.count = count
    }

    /// Takes a value in.
    ///
    /// - Returns: All values, where they are as many as are wanted.
    mutating func next(_ element: Element) -> [Element]? {
        elements.append(element)
        return elements.count >= count ? rest() : nil
    }

    /// All values, where the window is still the one that the time was up for.
    mutating func due(_ window: Int) -> [Element]? {
        window == self.window ? rest() : nil
    }

    /// All values, and another window begins.
    mutating func rest() -> [Element] {
        defer {
            elements = []
            window += 1
        }
        return elements
    }
}

/// What an operator remembers that cuts a sequence into parts by time.
protocol TimedWindows: SendableMetatype {
    /// What is sent at the end of a part.
    associatedtype Output

    /// The number of the part under way.
    var window: Int { get }

    /// Ends a part whose time is up.
    ///
    /// - Returns: `nil` where that part has ended before.
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
            // A window that began meanwhile, by the time or by the number, may have been waited for before this one was.
            output.send {
                latest = state.value.window
                return .nothing
            }
        } while latest > window
    }
}

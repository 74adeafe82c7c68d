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
            let run = TimedRun(BufferState<Element>(count: max(1, count)), down, subscription, scheduler)
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

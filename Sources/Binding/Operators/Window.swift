extension ObservableType {
    /// The values split into sequences, by time or by number.
    ///
    /// See [ReactiveX: Window](https://reactivex.io/documentation/operators/window.html). The first sequence is sent at
    /// the subscription, and the next one when one has completed. A sequence passes on the values that come while it is
    /// observed, and replays nothing. The last one ends as this sequence does, before the result. A sequence continues
    /// when the result is disposed of: the upstream subscription ends when neither the result nor any of its sequences
    /// is observed any more. The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - timeSpan: How long a sequence lasts at most.
    ///   - count: How many values it has at most. At least one.
    ///   - scheduler: Measures the time.
    public func window(
        _ timeSpan: Duration, count: Int = .max, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable<Observable<Element>> {
        let steps = asObservable().windowSteps(timeSpan, count: max(1, count), scheduler: scheduler)
        return Observable<Observable<Element>> { down, subscription in
            let input = Subscription()
            let inputLifetime = input.lifetime
            let lifetime = subscription.lifetime
            let upstream = DetachedUpstream(input)
            upstream.join(subscription)
            let current = SubscriptionLocal(PublishSubject<Element>())
            NestedSubscriptions.handingOut { down.next(current.value.window(upstream)) }
            let sink = Sink<WindowStep<Element>>(
                isMainActor: down.isMainActor,
                next: { step in
                    let window = current.value
                    if let element = step.element { window.broadcaster.send(element) }
                    guard step.isLast else { return }
                    window.onCompleted()
                    if lifetime.isEnded { return }
                    current.value = PublishSubject()
                    NestedSubscriptions.handingOut { down.next(current.value.window(upstream)) }
                },
                stop: { termination in
                    current.value.on(termination.event())
                    if !lifetime.isEnded { down.stop(termination) }
                    inputLifetime.end()
                })
            if !inputLifetime.isEnded { steps.attach(sink, input) }
        }
    }
}

extension PublishSubject {
    fileprivate func window(_ upstream: DetachedUpstream) -> Observable<Element> {
        Observable(servesMainActor: true) { [self] down, subscription in
            upstream.join(subscription)
            asObservable().attach(down, subscription)
        }
    }
}

extension Observable {
    /// The values, and where one window ends and the next one begins.
    fileprivate func windowSteps(
        _ timeSpan: Duration, count: Int, scheduler: some Scheduler
    ) -> Observable<WindowStep<Element>> {
        Observable<WindowStep<Element>>(servesMainActor: true) { [self] down, subscription in
            let run = TimedRun(WindowState<Element>(count: count), down, subscription, scheduler)
            run.waitForWindow(0, timeSpan)
            Observable.attach(
                self, isMainActor: down.isMainActor, subscription.lifetime,
                next: { element in
                    var next: Int?
                    run.output.send {
                        let step = run.state.value.next(element)
                        if step.isLast { next = run.state.value.window }
                        return .next(step)
                    }
                    if let next { run.waitForWindow(next, timeSpan) }
                },
                stop: { termination in
                    run.stopWaiting()
                    run.output.stop(termination)
                })
        }
    }
}

/// What happens to a window.
private struct WindowStep<Element: Sendable>: Sendable {
    /// The value that is sent to it, if any.
    var element: Element?
    /// Whether another window takes its place then.
    var isLast: Bool
}

/// The state of one subscription to `window`.
private struct WindowState<Element: Sendable>: TimedWindows {
    private let count: Int
    private var filled = 0
    private(set) var window = 0

    init(count: Int) {
        self.count = count
    }

    /// Takes in a value.
    mutating func next(_ element: Element) -> WindowStep<Element> {
        filled += 1
        let isLast = filled >= count
        if isLast { begin() }
        return WindowStep(element: element, isLast: isLast)
    }

    mutating func due(_ window: Int) -> WindowStep<Element>? {
        guard window == self.window else { return nil }
        begin()
        return WindowStep(element: nil, isLast: true)
    }

    private mutating func begin() {
        filled = 0
        window += 1
    }
}

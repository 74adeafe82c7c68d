extension ObservableType {
    /// The values in sequences, each of those that come within a time, or of a number of them.
    ///
    /// See [ReactiveX: Window](https://reactivex.io/documentation/operators/window.html). The first sequence is sent at the
    /// subscription, and the next one when one has completed. A sequence hands on what comes while it is observed, and
    /// remembers nothing. The last one ends as this sequence does, before the result. It goes on where the result is
    /// disposed of, and the subscription upstream ends with the last that is observed. The same as RxSwift's operator.
    ///
    /// - Parameters:
    ///   - timeSpan: How long a sequence lasts at most.
    ///   - count: How many values it has at most. At least one.
    ///   - scheduler: What counts the time.
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
            down.next(current.value.window(upstream))
            let sink = Sink<WindowStep<Element>>(
                isMainActor: down.isMainActor,
                next: { step in
                    let window = current.value
                    if let element = step.element { window.broadcaster.send(element) }
                    guard step.isLast else { return }
                    window.onCompleted()
                    if lifetime.isEnded { return }
                    current.value = PublishSubject()
                    down.next(current.value.window(upstream))
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
        typealias Step = WindowStep<Element>
        return Observable<Step>(servesMainActor: true) { [self] down, subscription in
            let run = TimedRun<_, Element, Step, _>(
                WindowState<Element>(count: count), down, subscription, scheduler)
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
    /// What is sent to it, if anything is.
    var element: Element?
    /// Whether another one takes its place then.
    var isLast: Bool
}

/// What `window` remembers.
private struct WindowState<Element: Sendable>: TimedWindows {
    private let count: Int
    private var filled = 0
    private(set) var window = 0

    init(count: Int) {
        self.count = count
    }

    /// Takes a value in.
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

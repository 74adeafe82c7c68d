extension Observable where Element: FixedWidthInteger {
    /// One value, zero, some time after the subscription, and the end; or one after the other, where there is a period.
    ///
    /// See [ReactiveX: Timer](https://reactivex.io/documentation/operators/timer.html). The times are counted from the
    /// subscription: what one value's observers take does not put off those that follow.
    ///
    /// - Parameters:
    ///   - dueTime: How long until the first value. Zero or less means as soon as may be.
    ///   - period: How long from one value to the next; `nil` for one value only.
    ///   - scheduler: What counts the time, and where the values are sent.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let output = serializedOutput(to: down, subscription)
            let run = TimerRun(output: output, period: period?.bounded, scheduler: scheduler)
            subscription.lifetime.whenEnded(run)
            run.schedule(0, at: scheduler.now + dueTime.bounded)
        }
    }

    /// Numbers from zero, one each period.
    ///
    /// See [ReactiveX: Interval](https://reactivex.io/documentation/operators/interval.html).
    ///
    /// - Parameters:
    ///   - period: How long until the first value, and from one to the next.
    ///   - scheduler: What counts the time, and where the values are sent.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable {
        timer(period, period: period, scheduler: scheduler)
    }
}

/// A timer that is running for one subscription.
private final class TimerRun<Element: FixedWidthInteger & Sendable, Clock: Scheduler>: Disposable {
    private let output: Broadcaster<Element>
    private let period: Duration?
    private let scheduler: Clock
    private let next = SerialDisposable()

    init(output: Broadcaster<Element>, period: Duration?, scheduler: Clock) {
        self.output = output
        self.period = period
        self.scheduler = scheduler
    }

    func schedule(_ number: Element, at time: Duration) {
        let delay = time - scheduler.now
        // In its place beforehand: a scheduler that runs the action in place has the one after it put there meanwhile.
        let step = SerialDisposable()
        next.disposable = step
        // Never at once after the first: a scheduler that runs things in place would not come back.
        step.disposable = scheduler.schedule(after: number == 0 ? delay : max(delay, .nanoseconds(1))) { [self] in
            output.send(number)
            guard let period else { return output.stop(.completed) }
            if !next.isDisposed { schedule(number &+ 1, at: time + period) }
        }
    }

    func dispose() { next.dispose() }
}

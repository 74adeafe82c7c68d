extension Observable where Element: FixedWidthInteger {
    /// Zero, some time after the subscription, and then the end or, with a period, the numbers that follow.
    ///
    /// See [ReactiveX: Timer](https://reactivex.io/documentation/operators/timer.html). The times are counted from the
    /// subscription: the time that observers take for one value does not delay those that follow.
    ///
    /// - Parameters:
    ///   - dueTime: How long until the first value. Zero or less means as soon as possible.
    ///   - period: How long from one value to the next; `nil` for one value only.
    ///   - scheduler: Measures the time and sends the values.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let output = serializedOutput(to: down, subscription)
            let run = PeriodicRun<Element, _>(period: period ?? .zero, scheduler: scheduler) { number in
                output.send(number)
                if period != nil { return number &+ 1 }
                output.stop(.completed)
                return nil
            }
            subscription.lifetime.whenEnded(run)
            run.begin(with: 0, after: max(.zero, dueTime))
        }
    }

    /// Numbers from zero, one per period.
    ///
    /// See [ReactiveX: Interval](https://reactivex.io/documentation/operators/interval.html).
    ///
    /// - Parameters:
    ///   - period: How long until the first value, and from one to the next.
    ///   - scheduler: Measures the time and sends the values.
    public static func interval(
        _ period: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> Observable {
        timer(period, period: period, scheduler: scheduler)
    }
}

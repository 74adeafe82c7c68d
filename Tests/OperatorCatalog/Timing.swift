import Binding

extension Operators {
    mutating func addTiming() {
        entry("debounce")
        sendsInTime(
            "3 |", { $0.debounce(.seconds(1), scheduler: $1) }, shared: { $0.debounce(.seconds(1), scheduler: $1) })
        timedUse(
            traits: [.waits], { $0.debounce($1.span, scheduler: $1.scheduler) },
            shared: { $0.debounce($1.span, scheduler: $1.scheduler) })

        entry("throttle(_:latest:)")
        sendsInTime(
            "1 3 |", { $0.throttle(.seconds(1), scheduler: $1) }, shared: { $0.throttle(.seconds(1), scheduler: $1) })
        sendsInTime(
            "1 |", { $0.throttle(.seconds(1), latest: false, scheduler: $1) },
            shared: { $0.throttle(.seconds(1), latest: false, scheduler: $1) })
        timedUse(
            traits: [.waits], { $0.throttle($1.span, scheduler: $1.scheduler) },
            shared: { $0.throttle($1.span, scheduler: $1.scheduler) })

        entry("delay")
        sendsInTime(
            "1 2 3 |", { $0.delay(.seconds(1), scheduler: $1) }, shared: { $0.delay(.seconds(1), scheduler: $1) })
        timedUse(
            traits: [.waits], { $0.delay($1.span, scheduler: $1.scheduler) },
            shared: { $0.delay($1.span, scheduler: $1.scheduler) })

        entry("delaySubscription")
        sendsInTime(
            "1 2 3 |", { $0.delaySubscription(.seconds(1), scheduler: $1) },
            shared: { $0.delaySubscription(.seconds(1), scheduler: $1) })
        timedUse(
            { $0.delaySubscription(.zero, scheduler: $1.scheduler) },
            shared: { $0.delaySubscription(.zero, scheduler: $1.scheduler) })

        entry("timeout")
        sendsInTime("1 2 3 #") { $0.thenNothing.timeout(.seconds(1), scheduler: $1) }
        sendsInTime(
            "1 2 3 4 |", { $0.thenNothing.timeout(.seconds(1), other: Observable.just(4), scheduler: $1) },
            shared: { $0.concat(.never()).timeout(.seconds(1), other: .just(4), scheduler: $1) })
        timedUse(
            traits: [.endsByDisposalOnly],
            { $0.timeout(.seconds(100_000), other: Observable.never(), scheduler: $1.scheduler) },
            shared: { $0.timeout(.seconds(100_000), other: .never(), scheduler: $1.scheduler) })
        timedUse(of: "timeout, an error", passing: .some) { $0.timeout($1.span, scheduler: $1.scheduler) }

        entry("buffer")
        sendsInTime(
            "[1, 2] [3] |", { $0.buffer(.seconds(1), count: 2, scheduler: $1) },
            shared: { $0.buffer(.seconds(1), count: 2, scheduler: $1) })
        timedUse(
            traits: [.endsByDisposalOnly],
            { $0.buffer(.seconds(100_000), count: 1, scheduler: $1.scheduler).compactMap(\.first) },
            shared: { $0.buffer(.seconds(100_000), count: 1, scheduler: $1.scheduler).compactMap(\.first) })
        timedUse(of: "buffer, by time", passing: .some, traits: [.endsByDisposalOnly]) {
            $0.buffer($1.span, count: 2, scheduler: $1.scheduler).map(\.count)
        }

        entry("window")
        sendsInTime("[1, 2] [3] |") { $0.window(.seconds(1), count: 2, scheduler: $1).flatMap { $0.toArray() } }
        timedUse(traits: [.endsByDisposalOnly, .isSeveralOperators]) {
            $0.window(.seconds(100_000), scheduler: $1.scheduler).merge()
        }

        entry("conflate")
        givesShared("1 2 3 |") { text($0.conflate()) }
        use(
            traits: [.sendsOnMainActor], { $0.asDriver(onErrorJustReturn: 0).conflate().asObservable() },
            shared: { $0.conflate() })
    }
}

import Binding

extension Operators {
    mutating func addTaking() {
        entry("take, take(while:), take(until:), take(for:)")
        sends("1 2 |", { $0.take(2) }, shared: { $0.take(2) })
        sends("1 2 |", { $0.take { $0 < 3 } }, shared: { $0.take { onMain($0) < 3 } })
        sends("1 |", { $0.take(while: { $0 < 2 }) }, shared: { $0.take(while: { onMain($0) < 2 }) })
        sends(
            "1 2 |", { $0.take(while: { $0 < 2 }, inclusive: true) },
            shared: { $0.take(while: { onMain($0) < 2 }, inclusive: true) })
        sends(
            "1 2 |", { $0.take(while: { $0 < 2 }, behavior: .inclusive) },
            shared: { $0.take(while: { onMain($0) < 2 }, behavior: .inclusive) })
        sends("|", { $0.take(until: Observable.just(())) }, shared: { $0.take(until: Shared.just(())) })
        sends("1 |", { $0.take(until: { $0 == 2 }) }, shared: { $0.take(until: { onMain($0) == 2 }) })
        sends(
            "1 2 |", { $0.take(until: { $0 == 2 }, behavior: .inclusive) },
            shared: { $0.take(until: { onMain($0) == 2 }, behavior: .inclusive) })
        sendsInTime(
            "0 1 |",
            { Observable<Int>.interval(.seconds(1), scheduler: $1).take(for: .milliseconds(2_500), scheduler: $1) },
            shared: { Shared<Int>.interval(.seconds(1), scheduler: $1).take(for: .milliseconds(2_500), scheduler: $1) })
        use(of: "take", { $0.take(1_000_000) }, shared: { $0.take(1_000_000) })
        use(of: "take(while:)", { $0.take(while: { _ in true }) }, shared: { $0.take(while: { _ in onMain(true) }) })
        use(
            of: "take(until:)", { $0.take(until: Observable<Int>.never()) },
            shared: { $0.take(until: Shared<Int>.never()) })
        use(
            of: "take(until:), a test", { $0.take(until: { $0 == .min }) },
            shared: { $0.take(until: { onMain($0) == .min }) })
        timedUse(
            of: "take(for:)", traits: [.endsByDisposalOnly],
            { $0.take(for: .seconds(100_000), scheduler: $1.scheduler) },
            shared: { $0.take(for: .seconds(100_000), scheduler: $1.scheduler) })
        use(of: "take, two", passing: .some) { $0.take(2) }
        use(of: "take(while:), one", passing: .some) { $0.take(while: { $0 < 2 }) }
        use(of: "take(until:), the same", passing: .some) { source in source.take(until: source.filter { $0 == 2 }) }

        entry("takeLast")
        sends("2 3 |", { $0.takeLast(2) }, shared: { $0.takeLast(2) })
        use(passing: .last, { $0.takeLast(1) }, shared: { $0.takeLast(1) })

        entry("skip, skip(while:), skip(until:), skip(for:)")
        sends("3 |", { $0.skip(2) }, shared: { $0.skip(2) })
        sends("3 |", { $0.skip { $0 < 3 } }, shared: { $0.skip { onMain($0) < 3 } })
        sends("2 3 |", { $0.skip(while: { $0 < 2 }) }, shared: { $0.skip(while: { onMain($0) < 2 }) })
        sends("1 2 3 |", { $0.skip(until: Observable.just(())) }, shared: { $0.skip(until: Shared.just(())) })
        sendsInTime(
            "2 3 |",
            {
                Observable<Int>.interval(.seconds(1), scheduler: $1).skip(for: .milliseconds(2_500), scheduler: $1)
                    .take(2)
            },
            shared: {
                Shared<Int>.interval(.seconds(1), scheduler: $1).skip(for: .milliseconds(2_500), scheduler: $1).take(2)
            })
        use(of: "skip", { $0.skip(0) }, shared: { $0.skip(0) })
        use(of: "skip(while:)", { $0.skip(while: { _ in false }) }, shared: { $0.skip(while: { _ in onMain(false) }) })
        use(of: "skip(until:)", { $0.skip(until: Observable.just(0)) }, shared: { $0.skip(until: Shared.just(0)) })
        timedUse(
            of: "skip(for:)", { $0.skip(for: .zero, scheduler: $1.scheduler) },
            shared: { $0.skip(for: .zero, scheduler: $1.scheduler) })
        use(of: "skip, one", passing: .some) { $0.skip(1) }
        use(of: "skip(while:), one", passing: .some) { $0.skip(while: { $0 < 2 }) }
        use(of: "skip(until:), the same", passing: .some) { source in source.skip(until: source.filter { $0 == 2 }) }
    }
}

import Binding

extension Operators {
    mutating func addCombining() {
        entry("merge")
        sends("1 2 3 4 |", { .merge($0, .of(4)) }, shared: { .merge($0, .of(4)) })
        sends("1 2 3 |", { .merge([$0]) }, shared: { .merge([$0]) })
        use({ .merge($0, .empty()) }, shared: { .merge($0, .empty()) })
        use(
            of: "merge, without an end", traits: [.outlivesSource], { .merge($0, .never()) },
            shared: { .merge($0, .never()) })
        use(of: "merge, the same twice", passing: .some) { .merge($0, .never(), $0) }

        entry("amb")
        sends("1 2 3 |", { $0.amb(.of(4)) }, shared: { $0.amb(.of(4)) })
        sends("1 2 3 |", { .amb([.never(), $0]) }, shared: { .amb([.never(), $0]) })
        use({ $0.amb(.never()) }, shared: { $0.amb(.never()) })

        entry("concat")
        sends("1 2 3 4 |", { $0.concat(.of(4)) }, shared: { $0.concat(.of(4)) })
        sends("1 2 3 |", { .concat([$0]) }, shared: { .concat([$0]) })
        sends("1 2 3 4 |", { .concat($0, .empty(), .just(4)) }, shared: { .concat($0, .empty(), .just(4)) })
        use({ $0.concat(.empty()) }, shared: { $0.concat(.empty()) })
        use(
            of: "concat, without an end", traits: [.outlivesSource], { $0.concat(.never()) },
            shared: { $0.concat(.never()) })
        use(of: "concat, the same twice", passing: .some, traits: [.endsByDisposalOnly]) { $0.concat($0) }

        entry("combineLatest")
        sends(
            "3a 3b |", { Observable.combineLatest($0, Observable.of("a", "b")).map { "\($0.0)\($0.1)" } },
            shared: { Shared.combineLatest($0, .of("a", "b")).map { "\($0.0)\($0.1)" } })
        sends(
            "3b1 3b2 3b3 |", { .combineLatest($0, Observable.of("a", "b"), $0) { "\($0)\($1)\($2)" } },
            shared: { .combineLatest($0, Shared.of("a", "b"), $0) { "\(onMain($0))\($1)\($2)" } })
        sends("[3, 1] [3, 2] [3, 3] |", { .combineLatest([$0, $0]) }, shared: { .combineLatest([$0, $0]) })
        sends(
            "4 5 6 |", { Observable.combineLatest([$0, $0]) { (both: [Int]) -> Int in both[0] + both[1] } },
            shared: { Shared.combineLatest([$0, $0]) { (both: [Int]) -> Int in onMain(both[0]) + both[1] } })
        use(
            { .combineLatest($0, Observable.just(0)) { number, _ in number } },
            shared: { .combineLatest($0, Shared.just(0)) { number, _ in onMain(number) } })
        use(of: "combineLatest, the same twice", passing: .some) { .combineLatest($0, $0) { $0 + $1 } }

        entry("zip")
        sends(
            "1a 2b |", { Observable.zip($0, Observable.of("a", "b")).map { "\($0.0)\($0.1)" } },
            shared: { Shared.zip($0, .of("a", "b")).map { "\($0.0)\($0.1)" } })
        sends(
            "1a 2b |", { .zip($0, Observable.of("a", "b")) { "\($0)\($1)" } },
            shared: { .zip($0, Shared.of("a", "b")) { "\(onMain($0))\($1)" } })
        sends("[1, 1] [2, 2] [3, 3] |", { .zip([$0, $0]) }, shared: { .zip([$0, $0]) })
        sends(
            "2 4 6 |", { Observable.zip([$0, $0]) { (both: [Int]) -> Int in both[0] + both[1] } },
            shared: { Shared.zip([$0, $0]) { (both: [Int]) -> Int in onMain(both[0]) + both[1] } })
        use(
            { .zip($0, Observable.from(0..<30)) { number, _ in number } },
            shared: { .zip($0, Shared.from(0..<30)) { number, _ in onMain(number) } })
        use(of: "zip, the same twice", passing: .some) { .zip($0, $0.skip(1)) { $0 + $1 } }

        entry("withLatestFrom")
        sends(
            "b b b |", { $0.withLatestFrom(Observable.of("a", "b")) },
            shared: { $0.withLatestFrom(Shared.of("a", "b")) })
        sends(
            "1b 2b 3b |", { $0.withLatestFrom(Observable.of("a", "b")) { "\($0)\($1)" } },
            shared: { $0.withLatestFrom(Shared.of("a", "b")) { "\(onMain($0))\($1)" } })
        use(
            { $0.withLatestFrom(Observable.just(0)) { number, _ in number } },
            shared: { $0.withLatestFrom(Shared.just(0)) { number, _ in onMain(number) } })
        use(of: "withLatestFrom, the same", passing: .some) { $0.withLatestFrom($0.startWith(0)) }

        entry("sample(_:defaultValue:)")
        sends("3 |", { $0.sample(Observable.of("a", "b")) }, shared: { $0.sample(Shared.of("a", "b")) })
        sends(
            "3 |", { $0.sample(Observable.of("a", "b"), defaultValue: 0) },
            shared: { $0.sample(Shared.of("a", "b"), defaultValue: 0) })
        use {
            let shared = $0.share(replay: 1)
            return shared.sample(shared)
        } shared: {
            $0.sample($0)
        }
        use(of: "sample, the same twice", passing: .some) { $0.sample($0) }
    }
}

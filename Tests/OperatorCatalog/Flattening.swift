import Binding

extension Operators {
    mutating func addFlattening() {
        entry("flatMap")
        sends(
            "1 10 2 20 3 30 |", { $0.flatMap { .of($0, $0 * 10) } }, shared: { $0.flatMap { .of(onMain($0), $0 * 10) } }
        )
        use(
            { $0.flatMap { Observable.just($0) } },
            shared: { $0.flatMap { Shared.just(onMain($0)) } })
        use(of: "flatMap, to the same", passing: .some, traits: [.endsByDisposalOnly]) { source in
            source.flatMap { number in source.map { $0 + number } }
        }

        entry("flatMapLatest")
        sends(
            "1 2 3", { $0.flatMapLatest { Observable.just($0).thenNothing } },
            shared: { $0.flatMapLatest { Shared.just(onMain($0)).concat(.never()) } })
        use(
            { $0.flatMapLatest { Observable.just($0) } },
            shared: { $0.flatMapLatest { Shared.just(onMain($0)) } })
        use(of: "flatMapLatest, to the same", passing: .some, traits: [.endsByDisposalOnly]) { source in
            source.flatMapLatest { _ in source }
        }

        entry("flatMapFirst")
        sends(
            "1", { $0.flatMapFirst { Observable.just($0).thenNothing } },
            shared: { $0.flatMapFirst { Shared.just(onMain($0)).concat(.never()) } })
        use(
            { $0.flatMapFirst { Observable.just($0) } },
            shared: { $0.flatMapFirst { Shared.just(onMain($0)) } })
        use(of: "flatMapFirst, to the same", passing: .some, traits: [.endsByDisposalOnly]) { source in
            source.flatMapFirst { _ in source }
        }

        entry("concatMap")
        sends(
            "1", { $0.concatMap { Observable.just($0).thenNothing } },
            shared: { $0.concatMap { Shared.just(onMain($0)).concat(.never()) } })
        use(
            { $0.concatMap { Observable.just($0) } },
            shared: { $0.concatMap { Shared.just(onMain($0)) } })
        use(of: "concatMap, to the same", passing: .some, traits: [.endsByDisposalOnly]) { source in
            source.concatMap { _ in source }
        }

        entry("merge(), merge(maxConcurrent:), concat(), switchLatest()")
        let three: @Sendable (Observable<Int>) -> Observable<Observable<Int>> = {
            .of($0, Observable.just(4).thenNothing, .just(5))
        }
        let sharedThree: @MainActor @Sendable (Shared<Int>) -> Shared<Shared<Int>> = {
            .of($0, Shared.just(4).concat(.never()), .just(5))
        }
        sends("1 2 3 4 5", { three($0).merge() }, shared: { sharedThree($0).merge() })
        sends("1 2 3 4", { three($0).merge(maxConcurrent: 1) }, shared: { sharedThree($0).merge(maxConcurrent: 1) })
        sends("1 2 3 4", { three($0).concat() }, shared: { sharedThree($0).concat() })
        sends("1 2 3 4 5 |", { three($0).switchLatest() }, shared: { sharedThree($0).switchLatest() })
        let each: @Sendable (Observable<Int>) -> Observable<Observable<Int>> = { $0.map { .just($0) } }
        let sharedEach: @MainActor @Sendable (Shared<Int>) -> Shared<Shared<Int>> = { $0.map { .just(onMain($0)) } }
        let twoOperators: Set<Trait> = [.isSeveralOperators]
        use(of: "merge()", traits: twoOperators, { each($0).merge() }, shared: { sharedEach($0).merge() })
        use(
            of: "merge(maxConcurrent:)", traits: twoOperators, { each($0).merge(maxConcurrent: 1) },
            shared: { sharedEach($0).merge(maxConcurrent: 1) })
        use(of: "concat()", traits: twoOperators, { each($0).concat() }, shared: { sharedEach($0).concat() })
        use(
            of: "switchLatest()", traits: twoOperators, { each($0).switchLatest() },
            shared: { sharedEach($0).switchLatest() })
    }
}

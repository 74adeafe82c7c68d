import Binding

extension Operators {
    mutating func addErrors() {
        entry("catch, catch(sequence:), catchAndReturn")
        sends("1 2 3 4 |") { $0.thenError.catch { _ in .just(4) } }
        sends("1 2 3 1 2 3 |") { .catch(sequence: [$0.thenError, $0]) }
        sends("1 2 3 5 |") { $0.thenError.catchAndReturn(5) }
        use(of: "catch") { $0.catch { _ in Observable.never() } }
        use(of: "catch(sequence:)", traits: [.endsByDisposalOnly]) { .catch(sequence: [$0]) }
        use(of: "catchAndReturn") { $0.catchAndReturn(0) }

        entry("retry, retry(_ n), retry(when:)")
        sends("1 2 3 1 |") { $0.thenError.retry().take(4) }
        sends("1 2 3 1 2 3 #") { $0.thenError.retry(2) }
        sends("1 2 3 1 2 3 |") { $0.thenError.retry(when: { errors in errors.take(1) }) }
        use(of: "retry", traits: [.endsByDisposalOnly, .retriesForever]) { $0.retry() }
        use(of: "retry(_ n)", traits: [.endsByDisposalOnly]) { $0.retry(2) }
        use(of: "retry(when:)", traits: [.endsByDisposalOnly, .retriesForever]) { $0.retry(when: { $0 }) }

        entry("materialize, dematerialize")
        sends("e e e e |") { $0.thenError.materialize().map { _ in "e" } }
        sends("1 2 3 #") { $0.thenError.materialize().dematerialize() }
        use { $0.materialize().dematerialize() }
    }
}

import Binding
import BindingRx
import TestSupport

extension Operators {
    /// The ways to make sequences that the document names below its table; what needs no source ignores the numbers.
    mutating func addMaking() {
        entry("just", makesSequences: true)
        sends("1 |", { _ in Observable.just(1) }, shared: { _ in Shared.just(1) })
        sendsInTime("1 |") { Observable.just(1, scheduler: $1) }
        entry("of", makesSequences: true)
        sends("1 2 |", { _ in Observable.of(1, 2) }, shared: { _ in Shared.of(1, 2) })
        sendsInTime("1 2 |") { Observable.of(1, 2, scheduler: $1) }
        entry("from", makesSequences: true)
        sends("1 2 |", { _ in Observable.from([1, 2]) }, shared: { _ in Shared.from([1, 2]) })
        sendsInTime("1 2 |") { Observable.from([1, 2], scheduler: $1) }
        entry("from(optional:)", makesSequences: true)
        sends("1 |", { _ in Observable.from(optional: 1) }, shared: { _ in Shared.from(optional: 1) })
        sendsInTime("1 |") { Observable.from(optional: 1, scheduler: $1) }
        entry("empty", makesSequences: true)
        sends("|", { _ in Observable<Int>.empty() }, shared: { _ in Shared<Int>.empty() })
        entry("never", makesSequences: true)
        sends("", { _ in Observable<Int>.never() }, shared: { _ in Shared<Int>.never() })
        entry("tracking { … }", makesSequences: true)
        sends("1", { _ in Observable.tracking { 1 } }, shared: { _ in Shared.tracking { onMain(1) } })
        entry("interval", makesSequences: true)
        sendsInTime(
            "0 1", { Observable<Int>.interval(.seconds(4), scheduler: $1) },
            shared: { Shared<Int>.interval(.seconds(4), scheduler: $1) })
        entry("timer", makesSequences: true)
        sendsInTime(
            "0 |", { Observable<Int>.timer(.seconds(1), scheduler: $1) },
            shared: { Shared<Int>.timer(.seconds(1), scheduler: $1) })
        timedUse(passing: .some, traits: [.endsByDisposalOnly]) {
            .timer(.milliseconds(1), period: .milliseconds(1), scheduler: $1.scheduler)
        }
        entry("deferred", makesSequences: true)
        sends("1 2 3 |", { source in .deferred { source } }, shared: { source in .deferred { onMain(source) } })
        use({ source in .deferred { source } }, shared: { source in .deferred { onMain(source) } })
        use(of: "deferred, of an observable") { source in .deferred { source } }
        entry("create", makesSequences: true)
        sends("1 2 3 |") { source in .create { source.subscribe($0) } }
        use(traits: [.endsByDisposalOnly]) { source in .create { source.subscribe($0) } }
        entry("using", makesSequences: true)
        sends("1 2 3 |") { source in .using({ CompositeDisposable() }, observableFactory: { _ in source }) }
        use { source in .using({ CompositeDisposable() }, observableFactory: { _ in source }) }
        entry("error", makesSequences: true)
        sends("#") { _ in Observable<Int>.error(TestError()) }
        entry("range", makesSequences: true)
        sends("1 2 |") { _ in Observable.range(start: 1, count: 2) }
        sendsInTime("1 2 |") { Observable.range(start: 1, count: 2, scheduler: $1) }
        entry("generate", makesSequences: true)
        sends("1 3 |") { _ in Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 3 }) }
        sendsInTime("1 3 |") {
            Observable.generate(initialState: 1, condition: { $0 < 9 }, scheduler: $1, iterate: { $0 * 3 })
        }
        entry("repeatElement", makesSequences: true)
        sends("1 1 |") { _ in Observable.repeatElement(1).take(2) }
        sendsInTime("1 1 |") { Observable.repeatElement(1, scheduler: $1).take(2) }
        // Its values come later; AsyncTests have them.
        entry("async { try await … }", makesSequences: true)
    }
}

import Binding
import BindingTesting
import TestSupport

/// The events of a sequence that has ended, or is disposed of then.
@MainActor
func text<Source: ObservableConvertibleType>(_ sequence: Source, _ then: () -> Void = {}) -> String {
    let recorder = Recorder<Source.Element>()
    let subscription = sequence.asObservable().subscribe(recorder)
    then()
    subscription.dispose()
    return recorder.events.map { event in
        switch event {
        case .next(let element): "\(element)"
        case .error: "#"
        case .completed: "|"
        }
    }.joined(separator: " ")
}

/// The events of a timed sequence within ten seconds.
@MainActor
func text(in make: (TestScheduler) -> some ObservableConvertibleType) -> String {
    let scheduler = TestScheduler()
    return text(make(scheduler)) { scheduler.advance(to: 10_000) }
}

/// How often closures of drivers and signals have been called.
@MainActor package var callsOnMainActor = 0

/// The value itself, from a closure that belongs to the main actor.
@MainActor
func onMain<Value>(_ value: Value) -> Value {
    MainActor.preconditionIsolated()
    callsOnMainActor += 1
    return value
}

extension Observable where Element == Int {
    /// The numbers, and then an error.
    var thenError: Observable { concat(.error(TestError())) }

    /// The numbers, and no end.
    var thenNothing: Observable { concat(.never()) }
}

import Binding
import BindingRx
import BindingTesting
import TestSupport

/// What is reported to `BindingDiagnostics` while a closure runs, also by other tests.
@MainActor
func reports(during body: () -> Void) -> [String] {
    let reports = Recorder<String>()
    let former = BindingDiagnostics.handler
    BindingDiagnostics.handler = { reports("\($0)") }
    defer { BindingDiagnostics.handler = former }
    body()
    return reports.elements
}

/// What a sequence sends when it is subscribed to.
func events<Element>(of sequence: some ObservableConvertibleType<Element>) -> [String] {
    let recorder = Recorder<Element>()
    _ = sequence.asObservable().subscribe(recorder)
    return recorder.log
}

extension TestScheduler {
    /// Runs all scheduled actions, and returns whether there were none, in which case time has not moved.
    func hasNothingLeft() -> Bool {
        advance(by: 0)
        let before = clock
        start()
        return clock == before
    }
}

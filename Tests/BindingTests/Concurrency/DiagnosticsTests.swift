import Binding
import Testing

@Suite("BindingDiagnostics")
struct DiagnosticsTests {
    // Each time it was put back, a handler was wrapped in another function: releasing it exhausted the stack. In a process of
    // its own, because other tests have handlers of their own.
    @Test("a handler and a sink that are put back again and again remain what they are")
    func putBack() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<300_000 {
                BindingDiagnostics.handler = BindingDiagnostics.handler
                BindingDiagnostics.debugSink = BindingDiagnostics.debugSink
            }
            BindingDiagnostics.handler = { _ in }
            BindingDiagnostics.debugSink = { _ in }
        }
    }
}

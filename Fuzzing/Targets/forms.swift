import Binding
import Model

/// Runs bytes as edits of fields, resets, submissions and late answers, and compares the result with the model of a
/// form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        let run = FormInterpreter.run(Program(bytes))
        if let failure = run.failure { fatalError(failure) }
    }
    return 0
}

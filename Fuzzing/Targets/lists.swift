import Binding
import Model

/// Runs bytes as edits of trees, of observed lists, of selections in them and of lists derived from lists, and compares
/// the results with plain arrays.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        let run = ListInterpreter.run(Program(bytes))
        if let failure = run.failure { fatalError(failure) }
    }
    return 0
}

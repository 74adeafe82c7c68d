import Binding
import Model

/// Bytes as edits of trees, of lists that are observed, of what is selected in them and of lists made of lists, beside plain
/// arrays.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        let run = ListInterpreter.run(Program(bytes))
        if let failure = run.failure { fatalError(failure) }
    }
    return 0
}

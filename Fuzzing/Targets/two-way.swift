import Model

/// Runs bytes as edits on either side of a two-way binding, and compares the result with the model of where both sides
/// end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = TwoWayInterpreter.run(Program(bytes)).failure { fatalError(failure) }
    }
    return 0
}

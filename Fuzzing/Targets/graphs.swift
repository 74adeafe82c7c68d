import Model

/// Runs bytes as edits of relays and controls bound in arbitrary ways, and compares the results with the model.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = runGraph(Program(bytes)).failure { fatalError(failure) }
    }
    return 0
}

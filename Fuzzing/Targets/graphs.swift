import Model

/// Bytes as relays and controls that are bound in any way, and as edits, beside the model of where all end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = runGraph(Program(bytes)).failure { fatalError(failure) }
    }
    return 0
}

import Model

/// Runs bytes as actions and effects of a store with children, and compares the result with the model of which actions
/// may still be handled.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = StoreInterpreter.run(StoreProgram(Program(bytes))).failure { fatalError(failure) }
    }
    return 0
}

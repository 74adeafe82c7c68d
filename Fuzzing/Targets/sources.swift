import Model

/// Runs bytes as sends, subscriptions and disposals, and compares the result with the model of what observers must see.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = SourceInterpreter.run(Program(bytes)).failure { fatalError(failure) }
    }
    return 0
}

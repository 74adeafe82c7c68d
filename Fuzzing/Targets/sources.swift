import Model

/// Bytes as a program of sends, subscriptions and disposals, beside the model of what observers must see.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        if let failure = Interpreter.run(Program(bytes)).failure { fatalError(failure) }
    }
    return 0
}

/// Parses arbitrary bytes as a script of the console example, line by line: a line is accepted, or refused with a
/// message. Compiled together with the example's own files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for line in UnsafeBufferPointer(start: data, count: count).split(separator: UInt8(ascii: "\n")) {
        do {
            _ = try ScriptParser.command(in: Array(line))
        } catch {
            precondition(!"\(error)".isEmpty, "a problem without words")
        }
    }
    return 0
}

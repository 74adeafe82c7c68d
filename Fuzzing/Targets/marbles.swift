import Binding
import BindingTesting

/// Any text as a marble diagram: read, or refused with the place of what is wrong.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    do {
        let events: [Recorded<Event<String>>] = try Recorded.events(text)
        precondition(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "times go down")
        precondition(events.dropLast().allSatisfy { !$0.value.isStopEvent }, "something after the end")
    } catch let error as MarbleSyntaxError {
        precondition((0...text.count).contains(error.offset), "an offset outside of the diagram")
    } catch {
        fatalError("another error: \(error)")
    }
    return 0
}

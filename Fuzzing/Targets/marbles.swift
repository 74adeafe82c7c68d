import Binding
import BindingTesting

/// Parses arbitrary text as a marble diagram, with several start times: it is accepted, or refused with the place of
/// the error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    for (start, frame) in [(0, 1), (.max - 3, 1), (.max, 0), (-3, .max / 2)] { check(text, start, frame) }
    return 0
}

private func check(_ text: String, _ start: Int, _ frame: Int) {
    do {
        let events: [Recorded<Event<String>>] = try Recorded.events(text, start: start, frame: frame)
        precondition(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "times go down")
        precondition(events.dropLast().allSatisfy { !$0.value.isStopEvent }, "something after the end")
        precondition(events.allSatisfy { $0.value.element?.first?.isWhitespace != true }, "white space as a value")
        let scheduler = TestScheduler(initialClock: 1)
        let observer = scheduler.createObserver(String.self)
        let subscription = scheduler.createColdObservable(events).subscribe(observer)
        scheduler.start()
        precondition(observer.events.map(\.value) == events.map(\.value), "a source that sends something else")
        subscription.dispose()
    } catch let error as MarbleSyntaxError {
        precondition((0...text.count).contains(error.offset), "an offset outside of the diagram")
    } catch {
        fatalError("another error: \(error)")
    }
}

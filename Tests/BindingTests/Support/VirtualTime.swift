import Binding
import BindingTesting
import TestSupport
import Testing

/// Values at random, non-decreasing times, and an end, for comparing an operator with a model of it.
struct RandomSequence {
    let values: [(time: Int, value: Int)]
    let end: Recorded<Event<Int>>

    init(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var time = 0
        values = (0..<Int.random(in: 0...25, using: &generator)).map { value in
            time += Int.random(in: 0...12, using: &generator)
            return (time, value)
        }
        time += Int.random(in: 0...25, using: &generator)
        end = Bool.random(using: &generator) ? .completed(time) : .error(time, TestError())
    }

    var events: [Recorded<Event<Int>>] { values.map { .next($0.time, $0.value) } + [end] }

    /// The result in virtual time. Each value is scheduled before any timer.
    func run(_ operate: (Observable<Int>, TestScheduler) -> Observable<Int>) -> [Recorded<Event<Int>>] {
        let scheduler = TestScheduler()
        let observer = scheduler.createObserver(Int.self)
        _ = operate(scheduler.createHotObservable(events).asObservable(), scheduler).subscribe(observer)
        scheduler.start()
        return observer.events
    }
}

/// Checks the result of a mutating call, which `#expect` cannot call itself.
func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    expectEqual(value, expected, sourceLocation: sourceLocation)
}

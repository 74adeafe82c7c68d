import Binding
import Dispatch
import OpenCombine
import Synchronization

/// Sending that requires ordering: from inside an observer, and from several threads.
enum Sending {
    static let all = [nested, threads]

    /// An observer answers each positive number with a negative one.
    private static let nested = Case(
        "a value sent from inside an observer", parts: 2, expected: { 2 * sumBelow($0 + 1) - $0 },
        [
            .floor { tally in
                let source = Floor(0)
                source.observe { if $0 > 0 { source.value = -1 } }
                source.observe { tally.add(max($0 * 2, $0)) }
                return { times in
                    for number in 1...times { source.value = number }
                }
            },
            .binding { tally in
                let property = Bindable(wrappedValue: 0)
                let driver = property.projectedValue
                _ = driver.drive(onNext: { if $0 > 0 { property.wrappedValue = -1 } })
                _ = driver.drive(onNext: { tally.add(max($0 * 2, $0)) })
                return { times in for number in 1...times { property.wrappedValue = number } }
            },
            .openCombine { tally in
                let source = CurrentValueSubject<Int, Never>(0)
                let observers = [
                    source.sink { if $0 > 0 { source.send(-1) } }, source.sink { tally.add(max($0 * 2, $0)) },
                ]
                return { times in
                    for number in 1...times { source.send(number) }
                    withExtendedLifetime(observers) {}
                }
            },
        ])

    /// 4 threads send to one source at the same time. The floor holds a lock during each call.
    static let threads = Case(
        "4 threads sending to one relay", parts: 4, expected: { $0 * 4 },
        [
            .floor { tally in
                let sum = Sum()
                let source = LockedFloor()
                source.observe { sum.total.wrappingAdd($0, ordering: .relaxed) }
                return { times in sum.onFourThreads(times, tally) { source.send(1) } }
            },
            .binding { tally in
                let sum = Sum()
                let relay = PublishRelay<Int>()
                _ = relay.subscribe(onNext: { sum.total.wrappingAdd($0, ordering: .relaxed) })
                return { times in sum.onFourThreads(times, tally) { relay.accept(1) } }
            },
            .openCombine { tally in
                let sum = Sum()
                let source = Unchecked(PassthroughSubject<Int, Never>())
                let add: @Sendable (Int) -> Void = { sum.total.wrappingAdd($0, ordering: .relaxed) }
                let observer = source.value.sink(receiveValue: add)
                return { times in
                    sum.onFourThreads(times, tally) { source.value.send(1) }
                    withExtendedLifetime(observer) {}
                }
            },
        ])
}

/// A sum that observers on several threads add to.
private final class Sum: Sendable {
    let total = Atomic<Int>(0)

    func onFourThreads(_ times: Int, _ tally: Tally, _ send: @escaping @Sendable () -> Void) {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<times { send() }
        }
        tally.add(total.exchange(0, ordering: .relaxed))
    }
}

/// A list of closures that several threads may send to.
private final class LockedFloor: @unchecked Sendable {
    // Safe: the list is used under the lock.
    private let source = FloorEvent<Int>()
    private let lock = DispatchSemaphore(value: 1)

    func observe(_ observer: @escaping @Sendable (Int) -> Void) { source.observe(observer) }

    func send(_ number: Int) {
        lock.wait()
        source.send(number)
        lock.signal()
    }
}

/// An OpenCombine subject, which any thread may send to although its type is not `Sendable`.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

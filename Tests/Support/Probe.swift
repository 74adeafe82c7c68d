import Binding
import Testing

/// A source that counts its subscriptions and disposals.
package final class Probe<Element: Sendable>: ObservableConvertibleType {
    package let subject = PublishSubject<Element>()
    private let subscriptions = Counter()
    private let departures = Counter()

    /// The number of subscriptions so far.
    package var subscribed: Int { subscriptions.value }

    /// The number of current subscriptions.
    package var observers: Int { subscriptions.value - departures.value }

    package init() {}

    package func asObservable() -> Observable<Element> {
        .create { [subject, subscriptions, departures] observer in
            subscriptions.add()
            let subscription = subject.subscribe(observer)
            return Disposables.create {
                departures.add()
                subscription.dispose()
            }
        }
    }

    package func send(_ elements: Element...) {
        for element in elements { subject.onNext(element) }
    }
}

extension Recorder {
    /// The events as text: `next(1)`, `error(TestError(test))`, `completed`.
    package var log: [String] { events.map(\.debugDescription) }
}

/// Subscribes a recorder, and disposes of the subscription inside the observer once it has a number of values.
package func recording<Element>(
    _ source: Observable<Element>, disposingAfter count: Int
) -> Recorder<Element> {
    let recorder = Recorder<Element>()
    let subscription = SerialDisposable()
    let inner = source.subscribe { (event: Event<Element>) in
        recorder.on(event)
        if recorder.elements.count == count { subscription.dispose() }
    }
    subscription.disposable = inner
    return recorder
}

/// Checks the ends of an operator that passes on the end of its source immediately: the end comes once and last, the
/// source and everything that the closure holds are released, and nothing comes after disposal.
///
/// - Parameter operate: Applies the operator. A value greater than zero must reach the observer.
package func expectOrdinaryEnds<Output: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ operate: (Observable<Int>, Witness) -> Observable<Output>
) {
    func check(_ event: Event<Int>, _ expected: String, after values: [Int]) {
        let probe = Probe<Int>()
        let living = Counter()
        let recorder = Recorder<Output>()
        let subscription = operate(probe.asObservable(), Witness(living)).subscribe(recorder)
        expectEqual(probe.observers, 1, sourceLocation: sourceLocation)
        for value in values { probe.send(value) }
        #expect(!recorder.events.contains { $0.isStopEvent }, sourceLocation: sourceLocation)
        probe.subject.on(event)
        probe.subject.onCompleted()
        expectEqual(recorder.log.last, expected, sourceLocation: sourceLocation)
        expectEqual(recorder.events.count { $0.isStopEvent }, 1, sourceLocation: sourceLocation)
        #expect(recorder.elements.isEmpty || !values.isEmpty, sourceLocation: sourceLocation)
        expectEqual(probe.observers, 0, "the source is released", sourceLocation: sourceLocation)
        expectEqual(living.value, 0, "what the closure holds is released", sourceLocation: sourceLocation)
        subscription.dispose()
    }
    check(.completed, "completed", after: [])
    check(.completed, "completed", after: [1, 2, 3])
    check(.error(TestError()), "error(TestError(test))", after: [])
    check(.error(TestError()), "error(TestError(test))", after: [1, 2, 3])

    let probe = Probe<Int>()
    let living = Counter()
    let recorder = Recorder<Output>()
    let subscription = operate(probe.asObservable(), Witness(living)).subscribe(recorder)
    probe.send(1, 2)
    let before = recorder.count
    #expect(before > 0, "the operator lets values through", sourceLocation: sourceLocation)
    subscription.dispose()
    expectEqual(probe.observers, 0, "the source is released", sourceLocation: sourceLocation)
    expectEqual(living.value, 0, "what the closure holds is released", sourceLocation: sourceLocation)
    probe.send(3, 4)
    probe.subject.onCompleted()
    expectEqual(recorder.count, before, "nothing comes after the disposal", sourceLocation: sourceLocation)

    let second = Probe<Int>()
    let witness = Witness(Counter())
    let cut = recording(operate(second.asObservable(), witness), disposingAfter: 1)
    second.send(1, 2, 3)
    second.subject.onCompleted()
    expectEqual(cut.elements.count, 1, "nothing comes after the disposal inside", sourceLocation: sourceLocation)
    expectEqual(cut.count, 1, sourceLocation: sourceLocation)
    expectEqual(second.observers, 0, sourceLocation: sourceLocation)
}

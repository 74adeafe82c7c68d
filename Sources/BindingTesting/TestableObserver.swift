import Binding

/// An observer that records each event with its time.
public final class TestableObserver<Element: Sendable>: ObserverType {
    private let scheduler: TestScheduler
    private let recorded = Guarded<[Recorded<Event<Element>>]>([])

    fileprivate init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    public func on(_ event: Event<Element>) {
        let time = scheduler.clock
        recorded.withLock { $0.append(Recorded(time: time, value: event)) }
    }

    /// All recorded events, in order.
    public var events: [Recorded<Event<Element>>] { recorded.withLock { $0 } }

    /// The recorded values.
    public var elements: [Element] { events.compactMap(\.value.element) }
}

extension TestScheduler {
    /// An observer that records each event with this scheduler's time.
    public func createObserver<Element: Sendable>(_ type: Element.Type) -> TestableObserver<Element> {
        TestableObserver(self)
    }
}

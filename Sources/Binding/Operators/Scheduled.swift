// Sequences whose values are sent by a scheduler, one action for each, so that other actions get their turn in between.

extension Observable {
    /// One value, and the end, sent by a scheduler.
    public static func just(_ element: Element, scheduler: some Scheduler) -> Observable {
        from(CollectionOfOne(element), scheduler: scheduler)
    }

    /// Some values, one after the other, and the end, sent by a scheduler.
    public static func of(_ elements: Element..., scheduler: some Scheduler) -> Observable {
        from(elements, scheduler: scheduler)
    }

    /// The elements of a sequence, one after the other, and the end, sent by a scheduler.
    ///
    /// Each observer is sent all of them.
    public static func from(
        _ elements: some Sequence<Element> & Sendable, scheduler: some Scheduler
    ) -> Observable {
        scheduled(scheduler) {
            let iterator = SubscriptionLocal(elements.makeIterator())
            return { iterator.value.next() }
        }
    }

    /// The value, if there is one, and the end, sent by a scheduler.
    public static func from(optional element: Element?, scheduler: some Scheduler) -> Observable {
        from(element.map { [$0] } ?? [], scheduler: scheduler)
    }

    /// One value over and over, during `subscribe`, until the subscription ends.
    ///
    /// See [ReactiveX: Repeat](https://reactivex.io/documentation/operators/repeat.html). It keeps the thread that
    /// subscribes until an observer or a later operator, such as `take`, ends the subscription.
    public static func repeatElement(_ element: Element) -> Observable {
        Observable { down, subscription in
            let lifetime = subscription.lifetime
            while !lifetime.isEnded { down.next(element) }
        }
    }

    /// One value over and over, sent by a scheduler, until the subscription ends.
    ///
    /// See [ReactiveX: Repeat](https://reactivex.io/documentation/operators/repeat.html). It occupies a scheduler that
    /// runs actions in place, such as ``MainScheduler/instance`` on the main actor.
    public static func repeatElement(_ element: Element, scheduler: some Scheduler) -> Observable {
        scheduled(scheduler) { { element } }
    }

    /// The values that a closure returns until it returns `nil` or throws, sent by a scheduler.
    ///
    /// - Parameter steps: Makes that closure for each observer. It is called by one thread at a time.
    package static func scheduled(
        _ scheduler: some Scheduler, _ steps: @escaping @Sendable () -> @Sendable () throws -> Element?
    ) -> Observable {
        Observable(servesMainActor: true) { down, subscription in
            let run = ScheduledRun(steps(), serializedOutput(to: down, subscription), scheduler)
            subscription.lifetime.whenEnded(run)
            run.begin()
        }
    }
}

extension Observable where Element: FixedWidthInteger {
    /// Numbers one after the other, and the end, sent by a scheduler.
    ///
    /// See [ReactiveX: Range](https://reactivex.io/documentation/operators/range.html).
    ///
    /// - Parameters:
    ///   - start: The first.
    ///   - count: How many. They end before they overflow.
    ///   - scheduler: Sends them.
    public static func range(start: Element, count: Int, scheduler: some Scheduler) -> Observable {
        scheduled(scheduler) {
            let next = SubscriptionLocal<(number: Element, remaining: Int)?>((start, count))
            return {
                guard let (number, remaining) = next.value, remaining > 0 else { return nil }
                let (following, overflows) = number.addingReportingOverflow(1)
                next.value = overflows ? nil : (following, remaining - 1)
                return number
            }
        }
    }
}

/// One subscription to values that a scheduler sends.
private final class ScheduledRun<Element: Sendable, Clock: Scheduler>: Disposable {
    private struct State {
        var isScheduling = false
        var isDue = false
    }

    private let step: @Sendable () throws -> Element?
    private let output: Broadcaster<Element>
    private let scheduler: Clock
    private let scheduled = SerialDisposable()
    private let state = Guarded(State())

    init(_ step: @escaping @Sendable () throws -> Element?, _ output: Broadcaster<Element>, _ scheduler: Clock) {
        self.step = step
        self.output = output
        self.scheduler = scheduler
    }

    func begin() {
        schedule { [self] in sendAll() }
    }

    private func schedule(_ action: @escaping @Sendable () -> Void) {
        // Stored beforehand: an action that runs in place stores its successor meanwhile.
        let next = SerialDisposable()
        scheduled.disposable = next
        next.disposable = scheduler.schedule(action)
    }

    /// Sends a value and schedules the next one: in a loop, if the scheduler runs that in place.
    private func sendAll() {
        var isGoingOn = true
        while isGoingOn, !scheduled.isDisposed {
            do {
                guard let element = try step() else { return output.stop(.completed) }
                output.send(element)
            } catch {
                return output.stop(.error(error))
            }
            state.withLock { $0 = State(isScheduling: true) }
            schedule { [self] in
                let isLater = state.withLock { state in
                    state.isDue = true
                    return !state.isScheduling
                }
                if isLater { sendAll() }
            }
            isGoingOn = state.withLock { state in
                state.isScheduling = false
                return state.isDue
            }
        }
    }

    func dispose() { scheduled.dispose() }
}

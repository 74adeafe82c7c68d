extension ControlPropertyType {
    /// The same property, whose user's edits are told after a pause: of edits that follow one another, the last one
    /// alone, once none has come for some time. What Avalonia and WPF write as `Delay=`.
    ///
    /// ```swift
    /// viewModel.$query <=> field.rx.text.delayed(.milliseconds(300))
    /// ```
    ///
    /// A value that is set is shown at once, and an edit that was held back is dropped then. So is one that is held
    /// back when the subscription is disposed of. What the control makes of a value that it is given is told at once.
    /// What is told after the pause is what the control shows by then, where it can be asked.
    ///
    /// - Parameters:
    ///   - pause: How long. Zero or less means as soon as may be.
    ///   - scheduler: What counts the time.
    public func delayed(
        _ pause: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> ControlProperty<Element> {
        let pause = pause.bounded
        return asControlProperty().holdingEdits(wait: { scheduler.schedule(after: pause, $0) })
    }

    /// The same property, whose user's edits are told when another sequence sends anything: when the user leaves the
    /// field, or says so. What Avalonia and WPF write as `UpdateSourceTrigger=LostFocus`, and as `Explicit`.
    ///
    /// ```swift
    /// viewModel.$name <=> field.rx.text.committed(on: field.rx.editingDidEnd)
    /// ```
    ///
    /// A value that is set is shown at once, and an edit that was held back is dropped then. So is one that is held
    /// back when the subscription is disposed of. What the control makes of a value that it is given is told at once.
    /// What is told is what the control shows by then, where it can be asked.
    ///
    /// - Parameter trigger: What has edits told. Where it completes, they are held back from then on; an error ends the
    ///   property, and is a programming error in a binding.
    public func committed(on trigger: some ObservableConvertibleType) -> ControlProperty<Element> {
        let trigger = trigger.asObservable().onMainActor
        return asControlProperty().holdingEdits(trigger: { commit, subscription in
            let stop: @Sendable (Termination) -> Void = { termination in
                if case .error = termination { commit.stop(termination) }
            }
            trigger.attach(Sink(isMainActor: true, next: { _ in commit.next(()) }, stop: stop), subscription)
        })
    }
}

extension ControlProperty {
    /// - Parameters:
    ///   - wait: Runs an action when an edit has waited long enough.
    ///   - trigger: Has a sink called when edits are to be told.
    fileprivate func holdingEdits(
        wait: HeldEdit<Value>.Wait? = nil, trigger: (@Sendable (Sink<Void>, Subscription) -> Void)? = nil
    ) -> ControlProperty {
        let edits = HeldEdits(content: content, sink: valueSink, commit: commit)
        let readings = readings
        let held: Readings = { start in
            Observable<ControlReading<Value>>(servesMainActor: true) { down, subscription in
                let lifetime = subscription.lifetime
                let edit = HeldEdit(of: edits, wait, to: down, subscription)
                let next = MainActorDispatcher.unchecked { (reading: ControlReading<Value>) in edit.take(reading) }
                let stop = MainActorDispatcher.unchecked { (termination: Termination) in edit.stop(termination) }
                readings(start).attach(Sink(isMainActor: true, next: next, stop: stop), lifetime.child())
                // After the edits, so that one that is the trigger itself is told.
                guard let trigger, !lifetime.isEnded else { return }
                let commit: @Sendable () -> Void = MainActorDispatcher.unchecked { edit.commit() }
                trigger(Sink(isMainActor: true, next: { commit() }, stop: stop), lifetime.child())
            }
        }
        let sink = Sink<Value>(
            isMainActor: true, next: MainActorDispatcher.unchecked { edits.write($0) }, stop: valueSink.stop)
        return ControlProperty(
            readings: held, valueSink: sink, content: { edits.content }, commit: { edits.commit() })
    }
}

/// The edits of one property that are held back, for all who observe or set it.
///
/// It holds nothing that leads to those who observe, who hold it.
@MainActor
private final class HeldEdits<Value: Sendable> {
    private let contentOfControl: @MainActor () -> ControlContent<Value>
    private let sink: Sink<Value>
    private let commitInner: (@MainActor () -> Void)?

    /// The subscriptions that have been told something.
    private var edits: [WeakReference<HeldEdit<Value>>] = []
    /// What the control has told or been given last, in case that it cannot be asked.
    private var lastKnown = ControlContent<Value>.unknown
    private var writes = 0

    /// - Parameter commit: Has edits told that the property holds back which this one is made of.
    nonisolated init(
        content: @escaping @MainActor () -> ControlContent<Value>, sink: Sink<Value>,
        commit: (@MainActor () -> Void)?
    ) {
        contentOfControl = content
        self.sink = sink
        commitInner = commit
    }

    /// What the control shows, edits that are held back included.
    var content: ControlContent<Value> {
        let content = contentOfControl()
        if case .unknown = content { return lastKnown }
        return content
    }

    /// Whether what the control tells follows from a value that it is given.
    var isWriting: Bool { writes > 0 }

    /// Has the control show a value, in place of edits that are held back.
    func write(_ value: Value) {
        lastKnown = .value(value)
        for edit in edits { edit.object?.drop() }
        writes += 1
        sink.next(value)
        writes -= 1
    }

    /// Has edits told that are held back.
    func commit() {
        commitInner?()
        for edit in edits { edit.object?.commit() }
    }

    func add(_ edit: HeldEdit<Value>) {
        edits.removeAll { $0.object == nil }
        edits.append(WeakReference(edit))
    }

    func note(_ content: ControlReading<Value>.Content) {
        if case .value(let value) = content { lastKnown = .value(value) } else { lastKnown = .nothing }
    }

    /// What there is to tell in place of an edit that has waited: what the control shows by now, which may have been
    /// written to by others.
    ///
    /// Not where that may be an edit that is held back further down, or a step of one that is under way.
    func latest(_ reading: ControlReading<Value>) -> ControlReading<Value> {
        guard !reading.origin.isFirst, commitInner == nil, !ControlHolds.isHolding,
            case .value(let value) = contentOfControl()
        else { return reading }
        return ControlReading(content: .value(value), origin: reading.origin)
    }
}

/// A subscription to a property whose edits are held back: it holds the last one.
@MainActor
private final class HeldEdit<Value: Sendable> {
    typealias Reading = ControlReading<Value>
    /// Runs an action later.
    typealias Wait = @Sendable (@escaping @Sendable () -> Void) -> any Disposable

    /// What is to be told next. It is read when it is its turn: while the observer is busy with a value, the control
    /// may be written to.
    @MainActor
    private final class Due {
        var reading: Reading?

        nonisolated init() {}
    }

    private let edits: HeldEdits<Value>
    private let wait: Wait?
    private let due = Due()
    private let output: Broadcaster<Void>
    private let timer = SerialDisposable()
    private var held: Reading?
    /// The number of the last edit that was held back.
    private var number: UInt64 = 0
    private var isAdded = false

    nonisolated init(of edits: HeldEdits<Value>, _ wait: Wait?, to down: Sink<Reading>, _ subscription: Subscription) {
        self.edits = edits
        self.wait = wait
        let lifetime = subscription.lifetime
        let read: @Sendable () -> Reading? = MainActorDispatcher.unchecked { [due] in
            due.reading.take().map { edits.latest($0) }
        }
        let tell: @Sendable (()) -> Void = { _ in
            if let reading = read(), !lifetime.isEnded { down.next(reading) }
        }
        output = PropertyObservation.output(
            calling: Sink(isMainActor: true, next: tell, stop: down.stop), subscription)
        lifetime.whenEnded(timer)
    }

    /// The control tells something.
    func take(_ reading: Reading) {
        if !isAdded {
            isAdded = true
            edits.add(self)
        }
        if reading.origin.isFirst { return tell(reading) }
        edits.note(reading.content)
        if edits.isWriting { return tell(Reading(content: reading.content, origin: .answer)) }
        guard reading.origin == .edit else { return tell(reading) }
        held = reading
        startWaiting()
    }

    /// Tells the edit that is held back.
    func commit() {
        if let held { tell(held) }
    }

    /// Forgets what has not been told.
    func drop() {
        due.reading = nil
        stopHolding()
    }

    func stop(_ termination: Termination) {
        if case .completed = termination { commit() } else { drop() }
        output.stop(termination)
    }

    private func tell(_ reading: Reading) {
        stopHolding()
        due.reading = reading
        output.send(())
    }

    private func stopHolding() {
        guard held != nil else { return }
        held = nil
        timer.disposable = Disposables.create()
    }

    private func startWaiting() {
        guard let wait else { return }
        number += 1
        // Taken away first: what is scheduled may run before this returns.
        timer.disposable = Disposables.create()
        let scheduled = SerialDisposable()
        timer.disposable = scheduled
        // Weakly: what has been called off may still be held by the scheduler, which the timer holds.
        scheduled.disposable = wait { [weak self, number] in
            MainActorDispatcher.run {
                if let self, number == self.number { self.commit() }
            }
        }
    }
}

extension ControlPropertyType {
    /// The same property, whose user's edits are sent after a pause: only the last edit, once no other has followed for
    /// some time. Avalonia and WPF call this `Delay=`.
    ///
    /// ```swift
    /// viewModel.$query <=> field.rx.text.delayed(.milliseconds(300))
    /// ```
    ///
    /// A value that is set is shown at once, and drops an edit that is held back. Disposing of the subscription drops
    /// it, too. What the control makes of a value that it is given is sent at once. After the pause, the value that the
    /// control shows by then is sent, if it can be read.
    ///
    /// - Parameters:
    ///   - pause: The length of the pause. Zero or less means as soon as possible.
    ///   - scheduler: The scheduler that measures the pause.
    public func delayed(
        _ pause: Duration, scheduler: some Scheduler = MainScheduler.instance
    ) -> ControlProperty<Element> {
        let pause = pause.bounded
        return asControlProperty().holdingEdits(wait: { scheduler.schedule(after: pause, $0) })
    }

    /// The same property, whose user's edits are sent when another sequence sends anything: when the user leaves the
    /// field, or asks for it. Avalonia and WPF call this `UpdateSourceTrigger=LostFocus`, or `Explicit`.
    ///
    /// ```swift
    /// viewModel.$name <=> field.rx.text.committed(on: field.rx.editingDidEnd)
    /// ```
    ///
    /// A value that is set is shown at once, and drops an edit that is held back. Disposing of the subscription drops
    /// it, too. What the control makes of a value that it is given is sent at once. The value sent is the one that the
    /// control shows by then, if it can be read.
    ///
    /// - Parameter trigger: Each of its values sends the edit that is held back. If it completes, edits are held back
    ///   from then on; an error ends the property, and is a programming error in a binding.
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
    ///   - wait: Runs an action once an edit has waited long enough.
    ///   - trigger: Calls a sink when edits are to be sent.
    fileprivate func holdingEdits(
        wait: HeldEdit<Value>.Wait? = nil, trigger: (@Sendable (Sink<Void>, Subscription) -> Void)? = nil
    ) -> ControlProperty {
        let edits = HeldEdits(content: content, sink: valueSink, inner: heldBack)
        let readings = readings
        let held: Readings = { start in
            Observable<ControlReading<Value>>(servesMainActor: true) { down, subscription in
                let lifetime = subscription.lifetime
                let edit = HeldEdit(of: edits, wait, to: down, subscription)
                let next = MainActorDispatcher.unchecked { (reading: ControlReading<Value>) in edit.take(reading) }
                let stop = MainActorDispatcher.unchecked { (termination: Termination) in edit.stop(termination) }
                readings(start).attach(Sink(isMainActor: true, next: next, stop: stop), lifetime.child())
                // After the edits, so that an edit that is itself the trigger is sent.
                guard let trigger, !lifetime.isEnded else { return }
                let commit: @Sendable () -> Void = MainActorDispatcher.unchecked { edit.commit() }
                trigger(Sink(isMainActor: true, next: { commit() }, stop: stop), lifetime.child())
            }
        }
        let sink = Sink<Value>(
            isMainActor: true, next: MainActorDispatcher.unchecked { edits.write($0) }, stop: valueSink.stop)
        return ControlProperty(
            readings: held, valueSink: sink, content: { edits.content },
            heldBack: HeldBack(latest: { edits.latestNumber }, send: { edits.commit() }),
            identity: identity)
    }
}

/// The edits of one property that are held back, shared by all its observers and writers.
///
/// The observers hold it; it holds no strong reference to them.
@MainActor
private final class HeldEdits<Value: Sendable> {
    private let contentOfControl: @MainActor () -> ControlContent<Value>
    private let sink: Sink<Value>
    private let inner: HeldBack?

    /// The subscriptions that have received a reading.
    private var edits: [WeakReference<HeldEdit<Value>>] = []
    /// The last content that the control reported or was given, for a control whose content cannot be read.
    private var lastKnown = ControlContent<Value>.unknown
    private var writes = 0

    /// - Parameter inner: The edits that are held back by the property that this one is derived from.
    nonisolated init(
        content: @escaping @MainActor () -> ControlContent<Value>, sink: Sink<Value>,
        inner: HeldBack?
    ) {
        contentOfControl = content
        self.sink = sink
        self.inner = inner
    }

    /// The control's content, including edits that are held back.
    var content: ControlContent<Value> {
        let content = contentOfControl()
        if case .unknown = content { return lastKnown }
        return content
    }

    /// Whether what the control reports follows from a value written to it.
    var isWriting: Bool { writes > 0 }

    /// Shows a value in the control, in place of edits that are held back.
    func write(_ value: Value) {
        lastKnown = .value(value)
        for edit in edits { edit.object?.drop() }
        writes += 1
        sink.next(value)
        writes -= 1
    }

    /// Sends the edits that are held back.
    func commit() {
        inner?.send()
        for edit in edits { edit.object?.commit() }
    }

    /// The number of the last edit that is held back; 0 if none is.
    var latestNumber: UInt64 {
        edits.reduce(inner?.latest() ?? 0) { max($0, $1.object?.latestNumber ?? 0) }
    }

    func add(_ edit: HeldEdit<Value>) {
        edits.removeAll { $0.object == nil }
        edits.append(WeakReference(edit))
    }

    func note(_ content: ControlReading<Value>.Content) {
        if case .value(let value) = content { lastKnown = .value(value) } else { lastKnown = .nothing }
    }

    /// The reading to send in place of an edit that has waited: the control's current content, as other code may have
    /// written to it.
    ///
    /// The edit itself is sent if the current content may be an edit that is held back further down, or cannot be read:
    /// the control is being edited.
    func latest(_ reading: ControlReading<Value>) -> ControlReading<Value> {
        guard !reading.origin.isFirst, inner == nil, case .value(let value) = contentOfControl()
        else { return reading }
        return ControlReading(content: .value(value), origin: reading.origin)
    }
}

/// A subscription to a property whose edits are held back, which holds the last one.
@MainActor
private final class HeldEdit<Value: Sendable> {
    typealias Reading = ControlReading<Value>
    /// Runs an action later.
    typealias Wait = @Sendable (@escaping @Sendable () -> Void) -> any Disposable

    /// The next reading to send. It is taken when its turn comes: while the observer handles a value, the control may
    /// be written to.
    @MainActor
    private final class Due {
        var reading: Reading?

        nonisolated init() {}
    }

    private final class Output: ConflatedCalls {
        override var kind: Any.Type { ControlProperty<Value>.self }
    }

    private let edits: HeldEdits<Value>
    private let wait: Wait?
    private let due = Due()
    private let output: Output
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
        output = Output(
            { _ in if let reading = read(), !lifetime.isEnded { down.next(reading) } }, down.stop, lifetime)
        lifetime.whenEnded(timer)
    }

    /// Handles a reading of the control.
    func take(_ reading: Reading) {
        if !isAdded {
            isAdded = true
            edits.add(self)
        }
        if reading.origin.isFirst { return report(reading) }
        edits.note(reading.content)
        if edits.isWriting { return report(Reading(content: reading.content, origin: .answer)) }
        guard reading.origin == .edit else { return report(reading) }
        held = reading
        number = MainActorDispatcher.newNumber()
        startWaiting()
    }

    /// The number of the edit that is held back; 0 if none is.
    var latestNumber: UInt64 { held == nil ? 0 : number }

    /// Sends the edit that is held back.
    func commit() {
        if let held { report(held) }
    }

    /// Drops what has not been sent.
    func drop() {
        due.reading = nil
        stopHolding()
    }

    func stop(_ termination: Termination) {
        if case .completed = termination { commit() } else { drop() }
        output.stop(termination)
    }

    private func report(_ reading: Reading) {
        stopHolding()
        due.reading = reading
        output.call()
    }

    private func stopHolding() {
        guard held != nil else { return }
        held = nil
        timer.disposable = Disposables.create()
    }

    private func startWaiting() {
        guard let wait else { return }
        // Removed first: the scheduled action may run before this returns.
        timer.disposable = Disposables.create()
        let scheduled = SerialDisposable()
        timer.disposable = scheduled
        // Weakly: the scheduler, which the timer holds, may still hold a cancelled action.
        scheduled.disposable = wait { [weak self, number] in
            MainActorDispatcher.run {
                if let self, number == self.number { self.commit() }
            }
        }
    }
}

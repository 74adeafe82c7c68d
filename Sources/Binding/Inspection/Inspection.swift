public import CBindingPlatform

/// What connects the core with the inspector, if a program has one.
///
/// Nothing of this runs unless one is inspecting: where the core subscribes, where it looks at
/// ``binding_holds_or_sends()`` anyway, and at what is sent at the end of a change, it looks at one word.
@usableFromInline
package enum Inspection {
    /// Written before the word is, and not changed while there is an inspector.
    nonisolated(unsafe) private static var current: (any InspectionRecorder)?

    /// Whether there is an inspector that is to be told.
    @inlinable
    package static var isOn: Bool { binding_inspects() }

    /// The inspector, if there is one.
    package static var recorder: (any InspectionRecorder)? { binding_inspects_now() ? current : nil }

    /// Begins to tell an inspector of subscriptions and of values. What is subscribed already stays unknown to it. Called on
    /// the main actor, or before the program begins.
    package static func begin(_ recorder: any InspectionRecorder) {
        // There is one in a program; it is never replaced, so that threads that are about to call it may do so.
        if current == nil { current = recorder }
        // What was due when it was stopped may be gone.
        due = [:]
        binding_set_inspects(true)
    }

    /// Ends that. Called on the main actor.
    package static func end() { binding_set_inspects(false) }

    private static var thread: UnsafeMutablePointer<binding_inspection> { binding_inspection_of_thread() }

    /// Whether a subscription is under way on this thread, so that a value is the first one.
    private static var isSubscribing: Bool { thread.pointee.subscribing != 0 }

    /// The event that what runs on this thread follows from, or 0.
    static var eventUnderWay: UInt64 { thread.pointee.event }

    /// The number of this thread; 0 for the main actor.
    private static var threadNumber: UInt { MainActorDispatcher.isCurrent ? 0 : currentThread() }

    // MARK: Events

    /// An event whose consequences are under way.
    @usableFromInline
    struct Frame: Sendable {
        /// Told of the end, too, if the inspector has been stopped meanwhile.
        let recorder: any InspectionRecorder
        let event: UInt64
        /// Whether the value has been recorded with it.
        let hasValue: Bool
        fileprivate let outer: UInt64
        fileprivate let subscribing: UInt32
    }

    /// Notes an event: what happens on this thread until ``end(_:)`` follows from it.
    static func begin(
        _ kind: InspectedEvent.Kind, at node: UInt32, _ value: InspectedValue, number: UInt64 = 0,
        _ recorder: any InspectionRecorder
    ) -> Frame {
        let (outer, subscribing) = (thread.pointee.event, thread.pointee.subscribing)
        let event = recorder.begin(
            InspectedEvent(kind: kind, node: node, value: value, cause: outer, thread: threadNumber, number: number))
        thread.pointee.event = event
        thread.pointee.subscribing = 0
        return Frame(
            recorder: recorder, event: event, hasValue: value.isKnown && recorder.keepsKnownValues, outer: outer,
            subscribing: subscribing)
    }

    static func end(_ frame: Frame) {
        thread.pointee.event = frame.outer
        thread.pointee.subscribing = frame.subscribing
        frame.recorder.end(frame.event)
    }

    /// Notes something that happens to an object that is no source, such as an action of a store, and what follows.
    package static func event(
        _ kind: InspectedEvent.Kind, _ property: String, of object: AnyObject, _ value: Any, _ body: () -> Void
    ) {
        guard let recorder else { return body() }
        let node = node(of: property, of: object, recorder)
        let frame = begin(kind, at: node, .description(recorder.describe(value)), recorder)
        body()
        end(frame)
    }

    // MARK: What is due at the end of a change

    /// The events that made something due. Accessed on the main actor.
    nonisolated(unsafe) private static var due: [ObjectIdentifier: UInt64] = [:]

    /// Notes that something is due because of what runs on this thread, the main actor.
    static func noteDue(_ output: DueAtEnd) {
        let event = thread.pointee.event
        if event != 0 { due[ObjectIdentifier(output)] = event }
    }

    /// Has something sent that was due, as what follows from what made it so.
    static func sending(_ output: DueAtEnd) {
        let outer = thread.pointee.event
        thread.pointee.event = due.removeValue(forKey: ObjectIdentifier(output)) ?? outer
        output.send()
        thread.pointee.event = outer
    }

    // MARK: What is left out

    /// The event from which follows what is left out.
    package static let ignored = UInt64.max

    /// Whether what happens on this thread now is left out.
    package static var isIgnoring: Bool { thread.pointee.event == ignored }

    /// Leaves out what a closure does, and what follows from it at once.
    package static func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
        try following(from: ignored, body)
    }

    /// Runs a closure as if nothing had led to it.
    package static func anew<Result>(_ body: () throws -> Result) rethrows -> Result {
        try following(from: 0, body)
    }

    private static func following<Result>(from event: UInt64, _ body: () throws -> Result) rethrows -> Result {
        let outer = thread.pointee.event
        thread.pointee.event = event
        defer { thread.pointee.event = outer }
        return try body()
    }

    // MARK: Steps

    /// Makes a step, and runs a closure that subscribes for it, whose argument is the step's node.
    static func subscribe<Element, Result>(
        _ down: Sink<Element>, to source: AnyBroadcaster?, _ function: StaticString, isBinding: Bool,
        _ recorder: any InspectionRecorder, _ subscribe: (Sink<Element>, UInt32) -> Result
    ) -> Result {
        let outer = thread.pointee.subscribing
        let connecting = thread.pointee.connecting
        thread.pointee.connecting = 0
        let target = isBinding ? thread.pointee.target : 0
        if isBinding { thread.pointee.target = 0 }
        let step = InspectedStep(
            .init(
                function: function, source: source.map { node(of: $0, recorder) } ?? 0,
                outer: connecting != 0 ? connecting : outer,
                isBinding: isBinding, target: target, thread: threadNumber,
                counter: LiveObjects.current.map { ObjectIdentifier($0) }),
            at: source, recorder)
        thread.pointee.subscribing = step.node
        defer { thread.pointee.subscribing = outer }
        return subscribe(wrap(down, step), step.node)
    }

    private static func wrap<Element>(_ down: Sink<Element>, _ step: InspectedStep) -> Sink<Element> {
        let (node, recorder) = (step.node, step.recorder)
        return Sink(
            isMainActor: down.isMainActor,
            next: { value in
                let kind: InspectedEvent.Kind = isSubscribing ? .initial : .received
                let number = step.source?._withUnsafeGuaranteedRef { $0.current?.position.number } ?? 0
                let frame = begin(kind, at: node, InspectedValue(value, recorder), number: number, recorder)
                down.next(value)
                end(frame)
            },
            stop: { termination in
                let frame: Frame
                if case .error(let error) = termination {
                    frame = begin(.failed, at: node, .description(recorder.describe(error)), recorder)
                } else {
                    frame = begin(.completed, at: node, .unknown, recorder)
                }
                down.stop(termination)
                end(frame)
            })
    }

    /// The step that is subscribing on this thread does so to a source.
    @usableFromInline
    static func subscribes(to source: AnyBroadcaster) {
        if let recorder { subscribes(to: node(of: source, recorder), recorder) }
    }

    fileprivate static func subscribes(to node: UInt32, _ recorder: any InspectionRecorder) {
        if thread.pointee.subscribing != 0 { recorder.connect(node, to: thread.pointee.subscribing) }
    }

    /// The next subscription on this thread is for a stage.
    @usableFromInline
    static func willConnect(_ stage: AnyBroadcaster) {
        if let recorder { thread.pointee.connecting = node(of: stage, recorder) }
    }

    static func node(of source: AnyBroadcaster, _ recorder: any InspectionRecorder) -> UInt32 {
        recorder.node(of: source, source.kind) { source.place.place }
    }

    /// Notes that an object stands for a source in the graph of derived values.
    static func note(_ dependency: SourceDependency, of source: AnyBroadcaster) {
        if let recorder { recorder.note(dependency, as: node(of: source, recorder)) }
    }

    // MARK: Controls

    /// The next subscription on this thread is for the control that an object stands for.
    @usableFromInline
    static func noteTarget(_ object: AnyObject) {
        if let recorder { noteTarget(recorder.node(noted: object)) }
    }

    static func noteTarget(_ node: UInt32) { thread.pointee.target = node }

    /// The name of a property, as written in Swift. Computed properties and those with observers have the addresses of their
    /// getters in place of names.
    static func name(of keyPath: AnyKeyPath) -> String {
        let text = "\(keyPath)"
        return text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? text
    }

    /// The same, if anybody wants to know.
    @usableFromInline
    static func nameIfInspecting(of keyPath: AnyKeyPath) -> String { binding_inspects() ? name(of: keyPath) : "" }

    /// Notes that an object stands for a property that is set. Called on the main actor.
    static func note(_ serializer: AnyObject, as property: String, of target: AnyObject) {
        if let recorder { recorder.note(serializer, as: node(of: property, of: target, recorder)) }
    }

    // MARK: Places of bindings

    /// Notes that what a disposable ends is ended by another one, too, which is what the program has.
    @usableFromInline
    static func note(_ part: Subscription, isPartOf whole: Subscription) {
        recorder?.note(part, isPartOf: whole)
    }

    /// Notes where the bindings stand that a disposable ends, unless that is known.
    ///
    /// - Parameter isLine: Whether it is a line of a block: if it is not known what it ends, it stands for the bindings that
    ///   have been made on this thread since the last line.
    static func place(_ disposable: any Disposable, _ place: StaticSourcePlace, isLine: Bool = false) {
        guard let recorder, let place = place.place else { return }
        let isKnown = recorder.place(place, of: disposable, depth: 0)
        if isLine { recorder.endLine(on: threadNumber, at: isKnown ? nil : place) }
    }

    /// Notes that a block of bindings begins.
    static func beginBlock() { recorder?.endLine(on: threadNumber, at: nil) }

    /// Notes an object that has bound something, for the names of its properties.
    static func note(context: AnyObject) {
        if !isIgnoring { recorder?.note(context) }
    }
}

// Neither inlined nor specialized: a program is not larger for it.
extension Observable {
    /// Attaches a sink, of which the inspector is told.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func attachInspected(_ down: Sink<Element>, _ subscription: Subscription, _ function: StaticString) {
        guard let recorder = Inspection.recorder else { return attach(down, subscription, isInspected: true) }
        Inspection.subscribe(down, to: sourceIfAny, function, isBinding: false, recorder) { sink, _ in
            attach(sink, subscription, isInspected: true)
        }
    }

    /// Subscribes a sink, of which the inspector is told.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func subscribeInspected(
        _ sink: Sink<Element>, onDisposed: (@Sendable () -> Void)?, _ function: StaticString
    ) -> any Disposable {
        guard let recorder = Inspection.recorder else {
            return subscribe(sink, onDisposed: onDisposed, isInspected: true)
        }
        return Inspection.subscribe(sink, to: sourceIfAny, function, isBinding: true, recorder) { sink, step in
            let disposable = subscribe(sink, onDisposed: onDisposed, isInspected: true)
            recorder.note(disposable as AnyObject, endsBinding: step)
            return disposable
        }
    }

    /// What attaches a sink for an operator, of which the inspector is told.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func inspectedAttach(for function: StaticString) -> Attach {
        { down, subscription in attachInspected(down, subscription, function) }
    }

    var sourceIfAny: AnyBroadcaster? {
        if case .source(let broadcaster, _) = origin { broadcaster.takeUnretainedValue() } else { nil }
    }
}

extension Broadcaster {
    /// A sink for an observer of this source that the inspector is told of.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func inspected(_ sink: Sink<Element>, _ subscription: Subscription, isTwoWay: Bool) -> Sink<Element> {
        guard let recorder = Inspection.recorder else { return sink }
        let function: StaticString = isTwoWay ? "<=>" : "lens"
        return Inspection.subscribe(sink, to: self, function, isBinding: isTwoWay, recorder) { sink, step in
            if isTwoWay { recorder.note(subscription, endsBinding: step) }
            return sink
        }
    }

    /// Notes that a value is accepted. Called under the lock.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func beginInspected(_ element: Element, number: UInt64) -> Inspection.Frame? {
        guard let recorder = Inspection.recorder else { return nil }
        return Inspection.begin(
            .sent, at: Inspection.node(of: self, recorder), InspectedValue(known: element), number: number, recorder)
    }

    /// Notes that the value has been delivered, or waits.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func endInspected(_ frame: Inspection.Frame, _ element: Element) {
        if !frame.hasValue { frame.recorder.complete(frame.event, InspectedValue(element, frame.recorder)) }
        Inspection.end(frame)
    }
}

extension Sink {
    /// The sink of a binder, of whose values the inspector is told.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func inspected(by serializer: MainActorSerializer<Element>) -> Sink {
        guard let recorder = Inspection.recorder else { return self }
        let node = recorder.node(noted: serializer)
        if node == 0 { return self }
        Inspection.noteTarget(node)
        return Sink(isMainActor: true, next: Inspection.showing(next, at: node, recorder), stop: stop)
    }
}

extension Inspection {
    /// A closure that sets a control's property, of whose calls the inspector is told.
    fileprivate static func showing<Value>(
        _ next: @escaping @Sendable (Value) -> Void, at node: UInt32, _ recorder: any InspectionRecorder
    ) -> @Sendable (Value) -> Void {
        { value in
            let frame = begin(.shown, at: node, InspectedValue(value, recorder), recorder)
            next(value)
            end(frame)
        }
    }
}

extension ControlProperty {
    /// The same property, of whose edits and values the inspector is told.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func inspected(_ base: AnyObject, _ property: String) -> ControlProperty {
        guard let recorder = Inspection.recorder else { return self }
        let node = Inspection.node(of: property, of: base, recorder)
        let edits = Observable<Value>(servesMainActor: true) { [values] down, subscription in
            // The first value is what the control has when it is bound.
            let hasBegun = SubscriptionLocal(false)
            let next: @Sendable (Value) -> Void = { value in
                guard hasBegun.value else {
                    hasBegun.value = true
                    return down.next(value)
                }
                let frame = Inspection.begin(.edited, at: node, InspectedValue(value, recorder), recorder)
                down.next(value)
                Inspection.end(frame)
            }
            Inspection.subscribes(to: node, recorder)
            values.attach(
                Sink(isMainActor: true, next: next, stop: down.stop), subscription, isInspected: true)
        }
        let sink = Sink<Value>(
            isMainActor: true, next: Inspection.showing(valueSink.next, at: node, recorder), stop: valueSink.stop)
        let new = ControlProperty(
            values: edits, sendsInitialValueLater: sendsInitialValueLater, valueSink: sink, content: content,
            identity: identity)
        recorder.note(new.serializer, as: node)
        return new
    }
}

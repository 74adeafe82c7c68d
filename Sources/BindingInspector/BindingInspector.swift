import Binding
import Synchronization

/// Says why a control shows what it shows, or why it does not show something.
///
/// ```swift
/// BindingInspector.shared.start()
/// // … bindings are made, a user types …
/// print(BindingInspector.shared.why(label.rx.text))
/// ```
///
/// It records what happens from ``start(values:)`` on, in bindings that are made after that. A program that depends on this module
/// can also be started with the environment variable `BINDING_INSPECT`, and then records from its start, and writes a
/// report at its end; see ``write(to:)``.
///
/// What is recorded are the last 65,536 events, one for each value at each source, operator and control, in at most some
/// 10 MB. Objects are not
/// kept alive by it. While it is not recording, it costs nothing that could be measured.
public final class BindingInspector: Sendable {
    /// The inspector of the program.
    public static let shared = BindingInspector(capacity: 65_536)

    private let recording: Guarded<Recording>
    private let shownValues = Guarded(Values.shown)
    /// Whether these are not ``Values/shown``: looked at for each event.
    private let describesAll = Atomic(false)

    /// - Parameter capacity: The number of events that are kept.
    init(capacity: Int) {
        recording = Guarded(Recording(capacity: capacity))
    }

    /// Runs a closure with what has been recorded, under the lock.
    func withRecording<Result>(_ body: (inout Recording) throws -> sending Result) rethrows -> sending Result {
        // Released outside of the lock: they may be the last references to objects of the program's by now.
        var borrowed: [AnyObject] = []
        defer { withExtendedLifetime(borrowed) {} }
        return try recording.withLock { recording in
            defer { borrowed = recording.takeBorrowed() }
            return try body(&recording)
        }
    }

    /// Which values are recorded.
    public enum Values: Sendable {
        /// All, as texts of at most about 100 characters, but for those of a `SecretControl`.
        case shown
        /// None.
        case hidden
        /// What a closure makes of them. It is called on the thread of the value, for each, and sends nothing itself.
        case described(@Sendable (Any) -> String)
    }

    /// Begins to record, or goes on.
    ///
    /// - Parameter values: Which values are recorded.
    @MainActor
    public func start(values: Values = .shown) {
        shownValues.replace(with: values)
        let isShown = if case .shown = values { true } else { false }
        describesAll.store(!isShown, ordering: .relaxed)
        Inspection.begin(self)
    }

    /// Ends that. What has been recorded stays.
    @MainActor
    public func stop() { Inspection.end() }

    /// Whether it is recording.
    public var isRecording: Bool { Inspection.isOn }

    /// Gives an object's properties its names in what the inspector says: `SignUpViewModel.userName`.
    ///
    /// An object that binds with `BindingContext.binding` is known by itself, and so are the objects in its
    /// properties, such as its view model.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - name: A name in place of that of its type.
    @MainActor
    public func name(_ object: AnyObject, as name: String? = nil) {
        PropertyNames.note(object, as: name, in: self)
    }
}

extension BindingInspector: InspectionRecorder {
    package func node(of source: AnyObject, _ kind: Any.Type, at place: () -> SourcePlace?) -> UInt32 {
        withRecording { $0.source(source, kind, at: place) }
    }

    package func node(of property: String, of object: AnyObject, isSecret: Bool) -> UInt32 {
        let property = KeyPathNames.resolved(property)
        return withRecording { recording in
            let number = recording.control(object, property, isSecret: isSecret)
            if object === self { recording.node(number)?.isUnlisted = true }
            return number
        }
    }

    package func note(_ object: AnyObject, as node: UInt32) {
        withRecording { $0.note(object, as: node) }
    }

    package func node(noted object: AnyObject) -> UInt32 {
        withRecording { $0.node(noted: object) }
    }

    package func note(reads: [AnyObject], of node: UInt32) {
        withRecording { $0.note(reads: reads, of: node) }
    }

    package func connect(_ source: UInt32, to step: UInt32) {
        withRecording { $0.connect(source, to: step) }
    }

    package func makeStep(_ step: InspectedStep.Description) -> UInt32 {
        withRecording { $0.step(step) }
    }

    package func forget(_ step: UInt32, because event: UInt64) {
        withRecording { $0.leave(step, because: event) }
    }

    package func begin(_ event: InspectedEvent) -> UInt64 {
        var event = event
        if !keepsKnownValues {
            // A value that is sent is described once the source is unlocked.
            event.value = event.kind == .sent ? .unknown : described(event.value)
        }
        return withRecording { [event] in $0.begin(event) }
    }

    package var keepsKnownValues: Bool { !describesAll.load(ordering: .relaxed) }

    package func end(_ event: UInt64) {
        withRecording { $0.end(event) }
    }

    package func complete(_ event: UInt64, _ value: @autoclosure () -> InspectedValue) {
        guard withRecording({ $0.ring[event]?.value == .unknown }) else { return }
        let value = described(value())
        withRecording { $0.ring.change(event) { $0.value = value } }
    }

    package func note(_ disposable: AnyObject, endsBinding step: UInt32) {
        withRecording { $0.note(disposable, endsBinding: step) }
    }

    package func note(_ part: AnyObject, isPartOf whole: AnyObject) {
        withRecording { $0.note(part, isPartOf: whole) }
    }

    package func place(_ place: SourcePlace, ofBindingsEndedBy disposable: AnyObject) -> Bool {
        withRecording { $0.place(place, ofBindingsEndedBy: disposable) }
    }

    package func endLine(on thread: UInt, at place: SourcePlace?) {
        withRecording { $0.endLine(on: thread, at: place) }
    }

    package func note(_ context: AnyObject) {
        PropertyNames.note(context, as: nil, in: self)
    }

    package func bindings(madeFor counter: ObjectIdentifier) -> [String] {
        withRecording { $0.bindings(madeFor: counter) }
    }

    package func describe(_ value: Any) -> String {
        switch shownValues.withLock({ $0 }) {
        case .shown: ValueDescription.text(of: value)
        case .hidden: "…"
        case .described(let describe): describe(value)
        }
    }

    /// Whether values are recorded as they are.
    var showsValues: Bool { !describesAll.load(ordering: .relaxed) }

    private func described(_ value: InspectedValue) -> InspectedValue {
        if keepsKnownValues { return value }
        return switch value {
        case .unknown, .description: value
        case .text(let text): .description(describe(text))
        case .integer(let number): .description(describe(number))
        case .bool(let isOn): .description(describe(isOn))
        case .real(let number): .description(describe(number))
        }
    }
}

import CBindingPlatform

/// What a `BindingInspector` is: the core tells it of subscriptions and of values, while it is inspecting.
///
/// It numbers *nodes*, which are sources, steps (operators and observers) and controls, and *events*, each of which
/// happens at a node. Called on any thread, sometimes under the lock of a source: it calls nobody.
package protocol InspectionRecorder: AnyObject, Sendable {
    /// The node of a source: a property, a relay, a subject.
    func node(of source: AnyObject, _ kind: Any.Type, at place: () -> SourcePlace?) -> UInt32

    /// The node of a property of an object.
    ///
    /// - Parameter isSecret: Whether its texts are not to be shown.
    func node(of property: String, of object: AnyObject, isSecret: Bool) -> UInt32

    /// Notes that an object stands for a node: for a source in the graph of derived values, or for a control where it is
    /// bound. It is not kept alive.
    func note(_ object: AnyObject, as node: UInt32)

    /// The node that an object stands for, or 0.
    func node(noted object: AnyObject) -> UInt32

    /// Notes what a derived value, the source with a node, has been computed from: sources, and objects that stand for
    /// sources.
    func note(reads: [AnyObject], of node: UInt32)

    /// Notes that a step subscribes to a source.
    func connect(_ source: UInt32, to step: UInt32)

    /// Makes the node of a step.
    func makeStep(_ step: InspectedStep.Description) -> UInt32

    /// Notes that a step is gone, because of what runs on the thread: what follows from an event, or 0.
    func forget(_ step: UInt32, because event: UInt64)

    /// Notes that a value has been sent, or a step called.
    func begin(_ event: InspectedEvent) -> UInt64

    /// Notes that what followed from an event at once has happened.
    func end(_ event: UInt64)

    /// Whether values of frequent types are kept as they are.
    var keepsKnownValues: Bool { get }

    /// Completes the value of an event for which that was not known, if it is still of interest.
    func complete(_ event: UInt64, _ value: @autoclosure () -> InspectedValue)

    /// Notes the disposable of a step that is a binding. It is not kept alive.
    func note(_ disposable: AnyObject, endsBinding step: UInt32)

    /// Notes that bindings that a disposable ends are those of another one.
    func note(_ part: AnyObject, isPartOf whole: AnyObject)

    /// Notes where the bindings stand that a disposable ends, unless that is known.
    ///
    /// - Returns: Whether there are any.
    func place(_ place: SourcePlace, ofBindingsEndedBy disposable: AnyObject) -> Bool

    /// Notes that a line of a block ends on this thread, or that a block begins: what is made from now on is another one's.
    ///
    /// - Parameter place: Where the bindings stand that have been made since the last time, unless they have a place;
    ///   `nil` if they are not those of the line.
    func endLine(on thread: UInt, at place: SourcePlace?)

    /// Notes an object whose properties, and whose view model's properties, are of interest by name.
    func note(_ context: AnyObject)

    /// Describes the bindings that exist and were made while a counter of objects was the current one.
    func bindings(madeFor counter: ObjectIdentifier) -> [String]

    /// Describes a value, which is of none of the most frequent types.
    func describe(_ value: Any) -> String
}

extension InspectionRecorder {
    /// Notes where the bindings stand that a disposable ends, or parts of one.
    ///
    /// - Returns: Whether there are any.
    func place(_ place: SourcePlace, of disposable: any Disposable, depth: Int) -> Bool {
        guard let compound = disposable as? any CompoundDisposable else {
            return type(of: disposable) is AnyClass && self.place(place, ofBindingsEndedBy: disposable as AnyObject)
        }
        // Some may contain each other.
        if depth > 16 { return false }
        return compound.parts.reduce(false) { self.place(place, of: $1, depth: depth + 1) || $0 }
    }
}

/// Something that happens at a node.
package struct InspectedEvent {
    package enum Kind: UInt8, Sendable {
        /// A source has accepted a value.
        case sent
        /// A step has been called.
        case received
        /// The same while it subscribes.
        case initial
        /// The user has edited a control, or it has made something else of a value.
        case edited
        /// A binding has set a control.
        case shown
        /// A derived value has been computed anew.
        case derived
        /// An action has been sent to a store.
        case action
        /// A sequence has completed, or failed.
        case completed, failed
    }

    package let kind: Kind
    package let node: UInt32
    package var value: InspectedValue
    /// The event that the thread's code follows from, or 0.
    package let cause: UInt64
    /// The thread; 0 for the main actor.
    package let thread: UInt
    /// The number of the value among those of the source, by which its delivery is recognized; or 0.
    package let number: UInt64
}

/// A value as an inspector keeps it.
package enum InspectedValue: Sendable, Equatable {
    case unknown
    case text(String)
    case integer(Int)
    case bool(Bool)
    case real(Double)
    case description(String)

    package var isKnown: Bool { if case .unknown = self { false } else { true } }

    /// A value of a frequent type, for which no user code is called.
    init<Value>(known value: Value) {
        if Value.self == String.self {
            self = .text(unsafeBitCast(value, to: String.self))
        } else if Value.self == Int.self {
            self = .integer(unsafeBitCast(value, to: Int.self))
        } else if Value.self == Bool.self {
            self = .bool(unsafeBitCast(value, to: Bool.self))
        } else if Value.self == Double.self {
            self = .real(unsafeBitCast(value, to: Double.self))
        } else if Value.self == Void.self {
            self = .description("")
        } else {
            self = .unknown
        }
    }

    /// Any value.
    init<Value>(_ value: Value, _ recorder: any InspectionRecorder) {
        let known = InspectedValue(known: value)
        self = known == .unknown ? .description(recorder.describe(value)) : known
    }
}

/// A step on the way of values: an operator's subscription, or an observer. It is held by what is called there, and gone
/// with that.
@usableFromInline
package final class InspectedStep: Sendable {
    package struct Description {
        /// The function that subscribes: that of an operator, usually.
        package let function: StaticString
        /// The node of the source that it subscribes to, or 0 if that is another step.
        package let source: UInt32
        /// The step whose subscription led to this one, or 0.
        package let outer: UInt32
        /// Whether it is the end of a chain.
        package let isBinding: Bool
        /// The control that is set there, if that is known, or 0.
        package let target: UInt32
        package let thread: UInt
        /// What counts the objects that are made there, if anything does.
        package let counter: ObjectIdentifier?
    }

    let node: UInt32
    let recorder: any InspectionRecorder
    /// The source that the step is an observer of, if it is. It exists while it calls.
    let source: Unmanaged<AnyBroadcaster>?

    init(_ description: Description, at source: AnyBroadcaster?, _ recorder: any InspectionRecorder) {
        self.recorder = recorder
        self.source = source.map { .passUnretained($0) }
        node = recorder.makeStep(description)
    }

    deinit { recorder.forget(node, because: Inspection.eventUnderWay) }
}

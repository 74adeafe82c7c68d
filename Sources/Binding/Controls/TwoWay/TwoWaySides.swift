public import CBindingPlatform

/// A left side of `<=>`: a ``BehaviorRelay``, or a ``Lens`` of an `Equatable` part.
///
/// The protocol keeps the number of overloads of the operator small: the compiler tries each of them for every binding.
public protocol TwoWayLeftSide<Element>: Sendable {
    /// The type of the value.
    associatedtype Element: Sendable

    /// Keeps this side and the right side in sync, whichever changes. This side wins at the start.
    ///
    /// - Returns: A disposable that ends the binding.
    func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable
}

/// A right side of `<=>`: a ``ControlProperty``, a ``BehaviorRelay``, or a ``Lens`` of an `Equatable` part.
public protocol TwoWayRightSide<Element>: Sendable {
    /// The type of the value.
    associatedtype Element: Sendable

    /// The right side of a two-way binding.
    var twoWaySide: TwoWaySide<Element> { get }
}

/// The right side of a two-way binding, as the binding sees it. A type of your own returns that of the property or the
/// relay that it wraps.
public struct TwoWaySide<Value: Sendable>: Sendable {
    @usableFromInline
    enum Kind: Sendable {
        case control(ControlProperty<Value>)
        /// A relay, or a part of one: where it is, and what makes an end of it.
        case relay(BoundPlace?, @MainActor () -> RightRelayEnd<Value>)
    }

    @usableFromInline let kind: Kind

    @inlinable
    init(at place: BoundPlace?, _ relayEnd: @escaping @MainActor () -> some TwoWayRelayEnd<Value>) {
        kind = .relay(place) { RightRelayEnd(relayEnd()) }
    }

    @inlinable
    init(_ control: ControlProperty<Value>) {
        kind = .control(control)
        if binding_inspects() { Inspection.noteTarget(control.serializer) }
    }

    /// The user's edits that it holds back; `nil` if it never does.
    @usableFromInline
    package var heldBack: HeldBack? { if case .control(let property) = kind { property.heldBack } else { nil } }

    /// Shows a value in a control, in place of edits that it holds back, unless it shows that value.
    @usableFromInline
    package var show: @MainActor (Value) -> Void {
        guard case .control(let property) = kind else { return { _ in } }
        // Without its source, which may hold what shows a value.
        let (content, set) = (property.content, property.valueSink.next)
        let equality = property.heldBack == nil ? nil : PartEquality(Value.self)
        return { value in
            if let equality, case .value(let shown) = content(), equality.areEqual(shown, value) { return }
            set(value)
        }
    }
}

/// The end at a relay, or at a part of one, of any type. These are closures, because the compiler specializes them where
/// they are made, in the program that names the type of the values.
@MainActor @usableFromInline
final class RightRelayEnd<Value: Sendable> {
    @usableFromInline typealias Told = @MainActor (Value, ValueVersion) -> Void

    @usableFromInline let take: @MainActor (Value, ValueVersion, Bool, Lifetime, PartEquality<Value>?) -> Taken<Value>
    @usableFromInline let current: @MainActor () -> (value: Value?, version: ValueVersion)
    /// Begins to tell a binding of the end's values, as long as the subscription lasts.
    @usableFromInline let observe: @MainActor (@escaping Told, Subscription) -> Void
    /// The end itself, if it is at a part that can be asked.
    @usableFromInline let part: (any PartEnd<Value>)?

    @inlinable
    init(_ end: some TwoWayRelayEnd<Value>, part: (any PartEnd<Value>)? = nil) {
        self.part = part
        take = { end.take($0, $1, isNotice: $2, from: $3, by: $4) }
        current = { end.current }
        observe = { told, subscription in
            let next = MainActorDispatcher.unchecked { delivered in
                if let (value, version, _) = end.news(in: delivered) { told(value, version) }
            }
            end.observe(next, subscription)
        }
    }
}

/// The current content of the right side of a two-way binding.
@usableFromInline
enum ControlContent<Value: Sendable>: Sendable {
    /// The content cannot be read: at no time, or not while the control is being written to or edited.
    case unknown
    /// No value for the relay: the control is empty, and a default stands for that.
    case nothing
    case value(Value)
}

extension BehaviorRelay: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps this relay in sync with a control, another relay, or a part of one, whichever changes.
    ///
    /// The relay wins at the start. From then on an edit of the control is one value on the relay; what the view model
    /// makes of it is shown in the control; and what the control makes of a value that it is given ends up in the
    /// relay. Of two changes the later one wins. If each keeps changing what the other wrote, the binding stops after a
    /// change and three answers, with one warning to ``BindingDiagnostics``. If values are `Equatable`, one that is
    /// equal to what the other side holds is not written.
    ///
    /// All of this happens on the main actor, at once if the change is made there.
    ///
    /// - Parameter right: The control's property, whose object is not kept alive, or the other relay.
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable {
        let subscription = Subscription()
        RelayEnd(self).bind(
            subscription, of: self, at: place, to: right.twoWaySide, equality: PartEquality(Element.self))
        return subscription
    }

    @inlinable
    var place: BoundPlace { BoundPlace(broadcaster) }

    @inlinable
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(at: place) { RelayEnd(self) } }
}

extension ControlPropertyType {
    /// The control's property as the right side of a two-way binding.
    @inlinable
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(asControlProperty()) }
}

/// What can stand on the left of `<=>`: a ``BehaviorRelay``, or a ``Lens`` of an `Equatable` part.
///
/// The protocol is what keeps the forms of the operator few: the compiler tries each for every binding.
public protocol TwoWayLeftSide<Element>: Sendable {
    /// What it holds.
    associatedtype Element: Sendable

    /// Keeps this and what is on the right alike, whoever changes. This wins at the start.
    ///
    /// - Returns: A disposable that ends the binding.
    func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable
}

/// What can stand on the right of `<=>`: a ``ControlProperty``, a ``BehaviorRelay``, or a ``Lens`` of an `Equatable`
/// part.
public protocol TwoWayRightSide<Element>: Sendable {
    /// What it holds.
    associatedtype Element: Sendable

    /// This as the right side of a binding that goes two ways.
    var twoWaySide: TwoWaySide<Element> { get }
}

/// The right side of a binding that goes two ways, as the binding sees it. What is on the right in a type of your own
/// is that of what it is made of.
public struct TwoWaySide<Value: Sendable>: Sendable {
    @usableFromInline let content: @MainActor () -> ControlContent<Value>
    /// Sets its value because of an event, if that is news and is not refused. The binding is not called, whose
    /// lifetime is that of the subscription that `attach` was given.
    @usableFromInline let write: @MainActor (Value, Lifetime, BroadcastStamp, _ isAccepted: () -> Bool) -> Void
    /// The event that it is telling of; `nil` where that is overtaken.
    @usableFromInline let underWay: @MainActor () -> BroadcastStamp?
    @usableFromInline let isControl: Bool
    /// The version of what it holds; 0 where there is none.
    @usableFromInline let version: @MainActor () -> UInt64
    /// Notes that it holds the value of an event already.
    @usableFromInline let adopt: @MainActor (BroadcastStamp) -> Void
    /// Whether what it holds is the first that it tells.
    @usableFromInline let tellsStart: Bool
    /// Has edits of the user told at once that it holds back.
    @usableFromInline package let commit: @MainActor () -> Void
    /// Has a sink called with what it holds, where it tells that, and then with what it comes to hold except by
    /// `write`.
    @usableFromInline var attach: @MainActor (Sink<Value>, Subscription) -> Void

    @inlinable
    init(
        content: @escaping @MainActor () -> ControlContent<Value>,
        write: @escaping @MainActor (Value, Lifetime, BroadcastStamp, () -> Bool) -> Void,
        underWay: @escaping @MainActor () -> BroadcastStamp?, isControl: Bool,
        version: @escaping @MainActor () -> UInt64, adopt: @escaping @MainActor (BroadcastStamp) -> Void,
        tellsStart: Bool, commit: @escaping @MainActor () -> Void,
        attach: @escaping @MainActor (Sink<Value>, Subscription) -> Void
    ) {
        self.content = content
        self.write = write
        self.underWay = underWay
        self.isControl = isControl
        self.version = version
        self.adopt = adopt
        self.tellsStart = tellsStart
        self.commit = commit
        self.attach = attach
    }
}

/// What the right side of a two-way binding holds at a moment.
@usableFromInline
enum ControlContent<Value: Sendable>: Sendable {
    /// That cannot be said.
    case unknown
    /// Nothing that is a value of the relay: a control that is empty, where a default stands for that.
    case nothing
    case value(Value)
}

extension BroadcastStamp {
    /// What a control tells at this moment.
    @usableFromInline
    static var ofControl: BroadcastStamp {
        let change = MainActorDispatcher.change
        return BroadcastStamp(
            number: 0, origin: 0, change: MainActorDispatcher.begun(change), version: MainActorDispatcher.newVersion(),
            isBrought: change != 0)
    }
}

extension TwoWaySide {
    /// The same side for whoever is attached to it, whom the source holds: it leads to no source.
    @inlinable
    var withoutSource: TwoWaySide {
        var side = self
        side.attach = { _, _ in }
        return side
    }

    @inlinable
    init(_ control: ControlProperty<Value>) {
        let set = control.valueSink.next
        let changes = control.ownChanges(after: .displaced)
        self.init(
            content: control.content,
            write: { value, _, stamp, isAccepted in
                guard isAccepted() else { return }
                MainActorDispatcher.during(stamp.change, on: currentThread()) { set(value) }
            },
            underWay: { .ofControl },
            isControl: true,
            version: { 0 },
            adopt: { _ in },
            tellsStart: changes == nil,
            commit: control.commit ?? {},
            attach: { (changes ?? control.asObservable()).attach($0, $1) })
    }

    @inlinable
    init<End: TwoWayEnd<Value>>(_ end: End) {
        self.init(
            content: { if let relay = end.relay { .value(end.value(in: relay)) } else { .unknown } },
            write: { value, lifetime, stamp, isAccepted in
                guard let relay = end.relay else { return }
                end.send(value, unless: nil, to: relay, except: lifetime, from: stamp, if: isAccepted)
            },
            underWay: { end.relay.flatMap { end.source(of: $0).underWay } },
            isControl: false,
            version: { end.relay.map { end.source(of: $0).lastVersion } ?? 0 },
            adopt: { stamp in if let relay = end.relay { end.source(of: relay).adopt(stamp) } },
            tellsStart: true,
            commit: {},
            attach: { end.attach($0, $1) })
    }
}

extension BehaviorRelay: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps this relay and a control alike, whoever changes; or this relay and another one, or a part of one.
    ///
    /// The relay wins at the start. From then on an edit of the control is one value on the relay; what the view model
    /// makes of it is shown in the control; and what the control makes of a value that it is given ends up in the
    /// relay. Where each keeps changing what the other wrote, each gets one say for each original change, and then the
    /// binding stops for that change, with one warning to ``BindingDiagnostics``. Where values are `Equatable`, one
    /// that is equal to what the other side holds is not written.
    ///
    /// All of this happens on the main actor, at once where the change is made there.
    ///
    /// - Parameter right: The control's property, whose object is not kept alive, or the other relay.
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable {
        TwoWayBinding.begin(RelayEnd(self), right.twoWaySide, areEqual: PartEquality(Element.self)?.areEqual)
    }

    @inlinable
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(RelayEnd(self)) }
}

extension ControlPropertyType {
    /// The control's property as the right side of a binding that goes two ways.
    @inlinable
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(asControlProperty()) }
}

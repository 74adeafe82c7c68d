/// What can stand on the left of `<=>`: a ``BehaviorRelay``, or a ``Lens`` of an `Equatable` part.
///
/// The protocol is what keeps the forms of the operator few: the compiler tries each for every binding.
public protocol TwoWayLeftSide<Element>: Sendable {
    /// What it holds.
    associatedtype Element: Sendable

    /// Keeps this and what is on the right alike, whoever changes. This wins at the start.
    ///
    /// - Returns: What ends the binding.
    func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable
}

/// What can stand on the right of `<=>`: a ``ControlProperty``, a ``BehaviorRelay``, or a ``Lens`` of an `Equatable` part.
public protocol TwoWayRightSide<Element>: Sendable {
    /// What it holds.
    associatedtype Element: Sendable

    /// This as the right side of a binding that goes two ways.
    var twoWaySide: TwoWaySide<Element> { get }
}

/// The right side of a binding that goes two ways, as the binding sees it. What is on the right in a type of your own is
/// that of what it is made of.
public struct TwoWaySide<Value: Sendable>: Sendable {
    let content: @MainActor () -> ControlContent<Value>
    /// Sets its value because of an event, if that is news and is not refused.
    let write: @MainActor (Value, BroadcastStamp, _ isAccepted: () -> Bool) -> Void
    /// The event that it is telling of; `nil` where that is overtaken.
    let underWay: @MainActor () -> BroadcastStamp?
    let isControl: Bool
    /// The version of what it holds; 0 where there is none.
    let version: @MainActor () -> UInt64
    /// Notes that it holds the value of an event already.
    let adopt: @MainActor (BroadcastStamp) -> Void
    /// Whether what it holds is the first that it tells.
    let tellsStart: Bool
    /// Has edits of the user told at once that it holds back.
    package let commit: @MainActor () -> Void
    /// Has a sink called with what it holds, where it tells that, and then with what it comes to hold except by `write`.
    private(set) var attach: @MainActor (Sink<Value>, Subscription) -> Void
}

/// What the right side of a two-way binding holds at a moment.
enum ControlContent<Value: Sendable>: Sendable {
    /// That cannot be said.
    case unknown
    /// Nothing that is a value of the relay: a control that is empty, where a default stands for that.
    case nothing
    case value(Value)
}

extension TwoWaySide {
    /// The same side for whoever is attached to it, whom the source holds: it leads to no source.
    var withoutSource: TwoWaySide {
        var side = self
        side.attach = { _, _ in }
        return side
    }

    init(_ control: ControlProperty<Value>) {
        let valueSink = control.valueSink
        let changes = control.ownChanges(after: .displaced)
        self.init(
            content: control.content,
            write: { value, stamp, isAccepted in
                guard isAccepted() else { return }
                MainActorDispatcher.during(stamp.change, on: currentThread()) { valueSink.next(value) }
            },
            underWay: {
                let change = MainActorDispatcher.change
                return BroadcastStamp(
                    number: 0, origin: 0, change: MainActorDispatcher.begun(change),
                    version: MainActorDispatcher.newVersion(), isBrought: change != 0)
            },
            isControl: true,
            version: { 0 },
            adopt: { _ in },
            tellsStart: changes == nil,
            commit: control.commit ?? {},
            attach: { (changes ?? control.asObservable()).attach($0, $1) })
    }

    init(_ end: TwoWayEnd<Value>) {
        self.init(
            content: { end.value.map { .value($0) } ?? .unknown },
            write: { end.send($0, from: $1, if: $2) },
            underWay: { end.source?.underWay },
            isControl: false,
            version: { end.source?.lastVersion ?? 0 },
            adopt: { end.source?.adopt($0) },
            tellsStart: true,
            commit: {},
            attach: { end.attach($0, $1) })
    }
}

extension BehaviorRelay: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps this relay and a control alike, whoever changes; or this relay and another one, or a part of one.
    ///
    /// The relay wins at the start. From then on an edit of the control is one value on the relay; what the view model
    /// makes of it is shown in the control; and what the control makes of a value that it is given ends up in the relay.
    /// Where each keeps changing what the other wrote, each gets one say for each original change, and then the binding
    /// stops for that change, with one warning to ``BindingDiagnostics``. Where values are `Equatable`, one that is equal to
    /// what the other side holds is not written.
    ///
    /// All of this happens on the main actor, at once where the change is made there.
    ///
    /// - Parameter right: The control's property, whose object is not kept alive, or the other relay.
    /// - Returns: What ends the binding.
    public func bindTwoWay(to right: some TwoWayRightSide<Element>) -> any Disposable {
        TwoWayBinding.begin(RelayEnd(self), right.twoWaySide, areEqual: PartEquality(Element.self)?.areEqual)
    }

    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(RelayEnd(self)) }
}

extension ControlPropertyType {
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(asControlProperty()) }
}

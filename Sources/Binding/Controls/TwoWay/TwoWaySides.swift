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
    @usableFromInline let content: @MainActor () -> ControlContent<Value>
    /// Sets its value because of an event, if the event is newer and is not refused. The binding itself, known by the
    /// lifetime of the subscription that was passed to `attach`, is not called.
    @usableFromInline let write: @MainActor (Value, Lifetime, BroadcastStamp, _ isAccepted: () -> Bool) -> Void
    /// The event that it is reporting; `nil` if a later one has overtaken it.
    @usableFromInline let underWay: @MainActor () -> BroadcastStamp?
    @usableFromInline let isControl: Bool
    /// The version of its value; 0 if there is none.
    @usableFromInline let version: @MainActor () -> UInt64
    /// Notes that its value is already that of an event.
    @usableFromInline let adopt: @MainActor (BroadcastStamp) -> Void
    /// Whether the first value that it reports is its current one.
    @usableFromInline let reportsInitialValue: Bool
    /// Reports at once the user's edits that it holds back; `nil` if it holds none back.
    @usableFromInline package let commit: (@MainActor () -> Void)?
    /// Calls a sink with its current value, if it reports that, then with each new one except those set by `write`.
    @usableFromInline var attach: @MainActor (Sink<Value>, Subscription) -> Void

    @inlinable
    init(
        content: @escaping @MainActor () -> ControlContent<Value>,
        write: @escaping @MainActor (Value, Lifetime, BroadcastStamp, () -> Bool) -> Void,
        underWay: @escaping @MainActor () -> BroadcastStamp?, isControl: Bool,
        version: @escaping @MainActor () -> UInt64, adopt: @escaping @MainActor (BroadcastStamp) -> Void,
        reportsInitialValue: Bool, commit: (@MainActor () -> Void)?,
        attach: @escaping @MainActor (Sink<Value>, Subscription) -> Void
    ) {
        self.content = content
        self.write = write
        self.underWay = underWay
        self.isControl = isControl
        self.version = version
        self.adopt = adopt
        self.reportsInitialValue = reportsInitialValue
        self.commit = commit
        self.attach = attach
    }
}

extension TwoWaySide where Value: Equatable {
    /// Shows a value in a control, in place of edits that it holds back, unless it shows that value.
    @usableFromInline
    package var show: @MainActor (Value) -> Void {
        // Without its source.
        let (content, write) = (content, write)
        return { value in
            if case .value(let shown) = content(), shown == value { return }
            write(value, Lifetime(), .ofControl) { true }
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

extension BroadcastStamp {
    /// The stamp of what a control reports now.
    @usableFromInline
    static var ofControl: BroadcastStamp {
        let change = MainActorDispatcher.change
        return BroadcastStamp(
            number: 0, origin: 0, change: MainActorDispatcher.begun(change), version: MainActorDispatcher.newVersion(),
            isBrought: change != 0)
    }
}

extension TwoWaySide {
    /// The same side without a reference to its source, for its observers, which the source holds.
    @inlinable
    var withoutSource: TwoWaySide {
        var side = self
        side.attach = { _, _ in }
        return side
    }

    @inlinable
    init(_ control: ControlProperty<Value>) {
        let set = control.valueSink.next
        let changes = control.changes(after: .displaced)
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
            reportsInitialValue: changes == nil,
            commit: control.commit,
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
            reportsInitialValue: true,
            commit: nil,
            attach: { end.attach($0, $1) })
    }
}

extension BehaviorRelay: TwoWayLeftSide, TwoWayRightSide {
    /// Keeps this relay in sync with a control, another relay, or a part of one, whichever changes.
    ///
    /// The relay wins at the start. From then on an edit of the control is one value on the relay; what the view model
    /// makes of it is shown in the control; and what the control makes of a value that it is given ends up in the
    /// relay. If each keeps changing what the other wrote, each may answer once after an original change, and then the
    /// binding stops for that change, with one warning to ``BindingDiagnostics``. If values are `Equatable`, one that
    /// is equal to what the other side holds is not written.
    ///
    /// All of this happens on the main actor, at once if the change is made there.
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
    /// The control's property as the right side of a two-way binding.
    @inlinable
    public var twoWaySide: TwoWaySide<Element> { TwoWaySide(asControlProperty()) }
}

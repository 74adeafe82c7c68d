internal import CBindingPlatform

/// A part of a relay's value, which can be read, set and bound as if it were a relay of its own.
///
/// ```swift
/// @Mutable var account = Account()                             // a struct
/// viewModel.$account.name.bindTwoWay(to: nameField.rx.text)    // or, with BindingOperators: <=>
/// viewModel.$account.address.city.value = "Turin"
/// ```
///
/// A writable property of a ``BehaviorRelay``'s value gives a lens, and so does one of a lens's value. A write is one
/// step of the relay, as ``BehaviorRelay/modify(_:)`` is: threads that write to different parts at the same time lose
/// nothing. A part that is `Equatable` is sent only when it has changed.
///
/// Members of this type take precedence over parts of the same name; the subscript by key path, as in
/// `$query[\.filter]`, always means the part. A lens keeps its relay alive, and so does a two-way binding of one while it is held.
@dynamicMemberLookup
public struct Lens<Value: Sendable>: ObservableType, DriverConvertibleType, Sendable {
    public typealias Element = Value

    @usableFromInline let relay: LensAccess.Relay
    @usableFromInline let access: LensAccess
    @usableFromInline let way: LensWay<Value>
    /// Called when a two-way binding of this part begins; returns what is called when it ends.
    @usableFromInline let whenBound: (@MainActor @Sendable () -> @MainActor () -> Void)?

    @inlinable
    init<Root>(
        _ relay: BehaviorRelay<Root>, _ path: LensPath<Root, Value>,
        whenBound: (@MainActor @Sendable () -> @MainActor () -> Void)? = nil
    ) {
        self.relay = relay
        access = LensAccess(to: BehaviorRelay<Root>.self)
        way = path.way
        self.whenBound = whenBound
    }

    init(_ relay: LensAccess.Relay, _ access: LensAccess, _ way: LensWay<Value>) {
        self.relay = relay
        self.access = access
        self.way = way
        whenBound = nil
    }

    /// A part of this part.
    @usableFromInline
    func then<Part: Sendable>(_ path: LensPath<Value, Part>) -> Lens<Part> {
        Lens<Part>(relay, access, way.then(path.way))
    }

    /// Changes the part by a closure, as one step of the relay, unless the closure returns `false`.
    private func update(_ change: (inout Value) -> Bool) {
        access.update(relay) { root, _ in way.update(root, change) ? .changed : .unchanged }
    }

    /// A part that is not a stored property of the relay's value.
    ///
    /// - Parameters:
    ///   - relay: The relay.
    ///   - get: Returns the part.
    ///   - update: Calls a closure that changes the part and returns whether to store the change, and stores it. If
    ///     nothing is stored, `update` leaves the value as it is and returns `false`.
    ///   - whenBound: Called when a two-way binding of the part begins; returns what is called when it ends.
    @inlinable
    package init<Root>(
        _ relay: BehaviorRelay<Root>, get: @escaping @Sendable (Root) -> Value,
        update: @escaping @Sendable (inout Root, _ change: (inout Value) -> Bool) -> Bool,
        whenBound: (@MainActor @Sendable () -> @MainActor () -> Void)? = nil
    ) {
        self.init(relay, LensPath(get: get, update: update), whenBound: whenBound)
    }

    /// The current value of the part. Setting it changes nothing else in the relay.
    public var value: Value {
        get {
            if binding_reading_thread() != 0, let part = PartComputation.read(self) { return part }
            return access.get(way, relay)
        }
        nonmutating set {
            // The former value is released after the relay has its value back.
            var former: Value?
            update { part in
                former = part
                part = newValue
                return true
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Sets the part, like a relay's `accept`.
    public func accept(_ element: Value) { value = element }

    /// Reads, changes and stores the part in one step, then sends the relay's value to all observers.
    ///
    /// The part is changed in place. If the closure throws, the changes that it has made are kept.
    ///
    /// - Parameter change: Changes the part. It must not read or set the same relay, as in
    ///   ``BehaviorRelay/modify(_:)``.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func modify<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        update { part in
            do throws(Failure) {
                outcome = .success(try change(&part))
            } catch {
                outcome = .failure(error)
            }
            return true
        }
        // Present: the closure is called even if the part is gone.
        return try outcome!.get()
    }

    public func subscribe(_ observer: some ObserverType<Value>) -> any Disposable {
        asObservable().subscribe(observer)
    }

    /// The current value of the part and all later ones, on the threads that set them.
    public func asObservable() -> Observable<Value> {
        let parts = Observable<Value> { [relay, access, way] down, subscription in
            // The relay holds the closure, which may not hold the relay in turn.
            access.attach(relay, down.isMainActor, false, { down.next(way.get($0)) }, down.stop, subscription)
        }
        return parts.part { $0 }
    }

    /// The part for a view to show.
    public func asDriver() -> Driver<Value> { .init(sharing: asObservable()) }

    public func asSharedSequence() -> SharedSequence<DriverSharing, Value> { asDriver() }

    /// The part, or a default if it is `nil`. A write stores the value.
    ///
    /// - Parameter defaultValue: The value in place of `nil`. It is not stored.
    public func or<Wrapped: Sendable>(_ defaultValue: Wrapped) -> Lens<Wrapped> where Value == Wrapped? {
        then(LensPath(or: defaultValue))
    }
}

extension Lens: BindingTarget {
    public func take(from source: some ObservableType<Value>) -> any Disposable {
        source.bind { value in DueAtEnd.binding { accept(value) } }
    }

    public func takeOnMainActor(from source: consuming some SharedSequenceConvertibleType<Value>) -> any Disposable {
        source.bindOnMainActor { value in DueAtEnd.binding { self.value = value } }
    }

    /// An observer that sets the part to each value. A completion does not reach it; an error is a programming error,
    /// as in ``ObservableType/bind(onNext:)``.
    public func asObserver() -> AnyObserver<Value> { .init(taking: accept, for: Lens.self) }
}

extension Lens: TwoWayLeftSide, TwoWayRightSide where Value: Equatable {
    /// Keeps this part in sync with a control, a relay or another part, as ``BehaviorRelay/bindTwoWay(to:)`` does; an
    /// edit of another part of the relay does not concern this binding. The relay is kept alive for as long as the
    /// result is held.
    ///
    /// - Parameter right: The other side, which is not kept alive.
    /// - Returns: A disposable that ends the binding.
    @inlinable
    public func bindTwoWay(to right: some TwoWayRightSide<Value>) -> any Disposable {
        let subscription = Subscription()
        LensEnd(self).bind(subscription, of: relay, at: place, to: right.twoWaySide, equality: PartEquality())
        return subscription
    }

    @inlinable
    var place: BoundPlace? { way.offset.map { BoundPlace(access.source(relay), partAt: $0, Value.self) } }

    @inlinable
    public var twoWaySide: TwoWaySide<Value> { TwoWaySide(at: place) { LensEnd(self) } }
}

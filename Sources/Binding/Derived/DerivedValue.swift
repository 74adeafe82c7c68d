/// A value that a closure computes from whatever it reads.
///
/// ```swift
/// let total = DerivedValue { cart.price * cart.quantity }
/// print(total.value)
/// total.asDriver().drive(label.rx.number)
/// ```
///
/// The closure runs when the value is read for the first time, and again when it is read after something has changed that
/// it has read: a ``Mutable`` or ``Bindable`` property, a relay, a ``Lens``, a subject, another derived value. While nothing
/// has changed, the value is kept. An equal result is no change, and what depends on it is not computed again.
///
/// A read right after a set gives the new value, wherever it is made. The observers of ``asDriver()`` are told at the end of
/// the change, once, after those of the source; while there are none, nothing runs.
///
/// A computation may set properties; observers are told of that afterwards, as with ``batch(_:)``, and it is not repeated
/// because of it. One that reads its own value stops the program.
///
/// What is read keeps no derived value alive: hold it, or a subscription to its driver. Use ``Derived`` for a property of a
/// class, and `Driver.derived` for a value that is only shown.
public final class DerivedValue<Value: Sendable>: Sendable {
    /// The computation, which this holds. It is given up on the main actor: if this were released elsewhere, its own
    /// reference could be the last one there.
    @usableFromInline let held: Unmanaged<Computation<Value>>

    @inlinable
    var computation: Computation<Value> { held._withUnsafeGuaranteedRef { $0 } }

    /// A value that is computed when it is read. A result that equals the one before, or is the same bit for bit, is no
    /// change.
    ///
    /// - Parameters:
    ///   - fileID: The file with the value, for messages.
    ///   - line: The line with the value, for messages.
    ///   - compute: Computes the value, on the main actor.
    @inlinable
    public convenience init(
        fileID: StaticString = #fileID, line: UInt = #line, _ compute: @escaping @MainActor () -> Value
    ) where Value: Equatable {
        let compute = MainActorDispatcher.unchecked(compute)
        self.init(
            Computation(StaticSourcePlace(fileID, line)) { computation, task in
                Computation<Value>.perform(task, of: computation, { compute() }, areSame: { Binding.areSame($0, $1) })
            })
    }

    /// A value that is computed when it is read.
    ///
    /// - Parameters:
    ///   - areEqual: Whether the second result is no change from the first. What it reads counts as read by the
    ///     computation.
    ///   - fileID: The file with the value, for messages.
    ///   - line: The line with the value, for messages.
    ///   - compute: Computes the value, on the main actor.
    @inlinable
    public convenience init(
        areEqual: @escaping @MainActor (Value, Value) -> Bool, fileID: StaticString = #fileID, line: UInt = #line,
        _ compute: @escaping @MainActor () -> Value
    ) {
        let (compute, areEqual) = (MainActorDispatcher.unchecked(compute), MainActorDispatcher.unchecked(areEqual))
        self.init(
            Computation(StaticSourcePlace(fileID, line)) { computation, task in
                Computation<Value>.perform(task, of: computation, { compute() }, areSame: areEqual)
            })
    }

    /// A value of a type that is not `Equatable`: each result is a change.
    ///
    /// - Parameters:
    ///   - fileID: The file with the value, for messages.
    ///   - line: The line with the value, for messages.
    ///   - compute: Computes the value, on the main actor.
    @inlinable @_disfavoredOverload
    public convenience init(
        fileID: StaticString = #fileID, line: UInt = #line, _ compute: @escaping @MainActor () -> Value
    ) {
        let compute = MainActorDispatcher.unchecked(compute)
        self.init(
            Computation(StaticSourcePlace(fileID, line)) { computation, task in
                Computation<Value>.perform(task, of: computation, { compute() }, areSame: { _, _ in false })
            })
    }

    /// The latest value of a driver, which can be read.
    ///
    /// The driver is subscribed to when the value is first used, until this object is released.
    ///
    /// - Parameters:
    ///   - driver: The driver.
    ///   - initially: The value until the driver has sent one.
    ///   - fileID: The file with the value, for messages.
    ///   - line: The line with the value, for messages.
    public convenience init(
        following driver: Driver<Value>, initially: Value, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let followed = FollowedDriver(driver, initially)
        let equality = PartEquality(Value.self)
        let compute = MainActorDispatcher.unchecked { followed.value }
        self.init(
            Computation(StaticSourcePlace(fileID, line)) { computation, task in
                Computation<Value>.perform(
                    task, of: computation, { compute() }, areSame: { equality?.areSame($0, $1) ?? false })
            })
    }

    @usableFromInline
    init(_ computation: Computation<Value>) {
        held = .passRetained(computation)
    }

    deinit {
        let address = held.toOpaque()
        guard MainActorDispatcher.isCurrent else { return DerivedNews.add(dropped: .fromOpaque(address)) }
        DerivedGraph.release(.fromOpaque(address))
    }

    /// The current value.
    ///
    /// - Complexity: O(1) if nothing has changed that it depends on. Otherwise what has changed is computed, and the rest is
    ///   looked at.
    @MainActor @inlinable
    public var value: Value { read() }

    /// The same, on no actor, where the closure would check where it runs. Called on the main actor.
    @inlinable @inline(__always)
    func read() -> Value { held._withUnsafeGuaranteedRef { $0.read() } }

    /// The value for a view to show: the current one, then, at the end of each change on the main actor, the one that
    /// differs from the one before.
    ///
    /// A change of another thread counts as one of the main actor's as soon as that is free.
    public func asDriver() -> Driver<Value> { computation.driver(of: self) }
}

extension DerivedValue: DriverConvertibleType {
    /// ``asDriver()``, so that the value may stand wherever a driver may: `total => label.rx.text`.
    public func asSharedSequence() -> Driver<Value> { asDriver() }

    /// ``asDriver()`` as an observable.
    public func asObservable() -> Observable<Value> { asDriver().asObservable() }
}

extension SharedSequence where Sharing == DriverSharing {
    /// The value of an expression of whatever it reads, now and at the end of each change that has changed it; see
    /// ``DerivedValue``.
    ///
    /// ```swift
    /// Driver.derived { "\(cart.total) €" }.drive(label.rx.text)
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file with the expression, for messages.
    ///   - line: The line with the expression, for messages.
    ///   - compute: Computes the value, on the main actor.
    @inlinable
    public static func derived(
        fileID: StaticString = #fileID, line: UInt = #line, _ compute: @escaping @MainActor () -> Element
    ) -> SharedSequence where Element: Equatable {
        DerivedValue(fileID: fileID, line: line, compute).asDriver()
    }

    /// The value of an expression of a type that is not `Equatable`: each result is a change.
    ///
    /// - Parameters:
    ///   - fileID: The file with the expression, for messages.
    ///   - line: The line with the expression, for messages.
    ///   - compute: Computes the value, on the main actor.
    @inlinable @_disfavoredOverload
    public static func derived(
        fileID: StaticString = #fileID, line: UInt = #line, _ compute: @escaping @MainActor () -> Element
    ) -> SharedSequence {
        DerivedValue(fileID: fileID, line: line, compute).asDriver()
    }
}

/// The latest value of a driver, from the first read on.
@MainActor
private final class FollowedDriver<Value: Sendable> {
    private var latest: Value
    private var state = ReadableState()
    private var driver: Driver<Value>?
    private var subscription: (any Disposable)?

    nonisolated init(_ driver: Driver<Value>, _ initially: Value) {
        latest = initially
        self.driver = driver
    }

    deinit { subscription?.dispose() }

    var value: Value {
        if let driver = driver.take() {
            untracked {
                subscription = driver.drive(onNext: { [weak self] in
                    self?.latest = $0
                    self?.state.change()
                })
            }
        }
        state.noteRead()
        return latest
    }
}

/// A property of a class that is computed from other properties, and kept.
///
/// ```swift
/// @MainActor final class Cart {
///     @Mutable var price = 10
///     @Mutable var quantity = 2
///     @Derived({ (cart: Cart) in cart.price * cart.quantity }) var total: Int
/// }
/// cart.$total.drive(label.rx.number)
/// ```
///
/// The closure receives the object, whose type has to be written, and does not keep it alive. The projection is a
/// ``Driver``, whose observers keep the object alive. Otherwise it behaves like ``DerivedValue``.
///
/// A plain computed property is enough for most values: a closure that reads it follows what that reads. This is for one
/// that takes long to compute, or whose driver is wanted.
@propertyWrapper
public struct Derived<Owner: AnyObject & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let storage: DerivedStorage<Owner, Value>

    /// A property that a closure computes. A result that equals the one before, or is the same bit for bit, is no change.
    ///
    /// - Parameters:
    ///   - compute: Computes the value of an object, on the main actor.
    ///   - fileID: The file that declares the property, for messages.
    ///   - line: The line that declares the property, for messages.
    @inlinable
    public init(
        _ compute: @escaping @MainActor (Owner) -> Value, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Equatable {
        self.init(StaticSourcePlace(fileID, line), compute) { Binding.areSame($0, $1) }
    }

    /// A property of a type that is not `Equatable`: each result is a change.
    ///
    /// - Parameters:
    ///   - compute: Computes the value of an object, on the main actor.
    ///   - fileID: The file that declares the property, for messages.
    ///   - line: The line that declares the property, for messages.
    @inlinable @_disfavoredOverload
    public init(
        _ compute: @escaping @MainActor (Owner) -> Value, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(StaticSourcePlace(fileID, line), compute) { _, _ in false }
    }

    /// A kept copy of a property that is computed, such as one of a structure in the object. An equal result is no change.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - fileID: The file that declares the property, for messages.
    ///   - line: The line that declares the property, for messages.
    @inlinable
    public init(
        _ keyPath: KeyPath<Owner, Value>, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value: Equatable {
        self.init(StaticSourcePlace(fileID, line), Self.read(keyPath)) { Binding.areSame($0, $1) }
    }

    /// A kept copy of a computed property of a type that is not `Equatable`: each result is a change.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - fileID: The file that declares the property, for messages.
    ///   - line: The line that declares the property, for messages.
    @inlinable @_disfavoredOverload
    public init(_ keyPath: KeyPath<Owner, Value>, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(StaticSourcePlace(fileID, line), Self.read(keyPath)) { _, _ in false }
    }

    /// A closure that reads a property. Sound: it is called on the main actor only, where the property wrapper is made.
    @inlinable
    static func read(_ keyPath: KeyPath<Owner, Value>) -> @MainActor (Owner) -> Value {
        let read: (Owner) -> Value = { $0[keyPath: keyPath] }
        return MainActorDispatcher.reinterpret(read, as: (@MainActor (Owner) -> Value).self)
    }

    @inlinable
    init(
        _ place: StaticSourcePlace, _ compute: @escaping @MainActor (Owner) -> Value,
        areSame: @escaping @Sendable (Value, Value) -> Bool
    ) {
        let compute = MainActorDispatcher.unchecked(compute)
        storage = DerivedStorage { owner in
            // The object holds the computation.
            let owner = WeakReference(owner)
            return Computation(place) { computation, task in
                Computation<Value>.perform(task, of: computation, { owner.object.map(compute) }, areSame: areSame)
            }
        }
    }

    @available(*, unavailable, message: "@Derived is for properties of classes; elsewhere use DerivedValue")
    public var wrappedValue: Value { fatalError() }

    @available(*, unavailable, message: "@Derived is for properties of classes; elsewhere use DerivedValue")
    public var projectedValue: Driver<Value> { fatalError() }

    /// The value. Read on the main actor.
    @MainActor @inlinable
    public static subscript(
        _enclosingInstance owner: Owner, wrapped wrapped: KeyPath<Owner, Value>,
        storage storage: KeyPath<Owner, Derived<Owner, Value>>
    ) -> Value {
        owner[keyPath: storage].storage.derived(of: owner).computation.read()
    }

    /// The value for a view to show; see ``DerivedValue/asDriver()``.
    @MainActor @inlinable
    public static subscript(
        _enclosingInstance owner: Owner, projected projected: KeyPath<Owner, Driver<Value>>,
        storage storage: KeyPath<Owner, Derived<Owner, Value>>
    ) -> Driver<Value> {
        owner[keyPath: storage].storage.derived(of: owner).computation.driver(of: owner)
    }
}

/// The computation of a property, once it is known which object's.
@usableFromInline
final class DerivedStorage<Owner: AnyObject & Sendable, Value: Sendable>: @unchecked Sendable {
    // Sound: accessed on the main actor only.
    @exclusivity(unchecked) @usableFromInline var derived: DerivedValue<Value>?
    @usableFromInline let make: @Sendable (Owner) -> Computation<Value>

    @inlinable
    init(_ make: @escaping @Sendable (Owner) -> Computation<Value>) {
        self.make = make
    }

    @inlinable
    func derived(of owner: Owner) -> DerivedValue<Value> {
        // The compiler lets methods read the property that are on no actor.
        precondition(
            MainActorDispatcher.isCurrent,
            "Binding: a derived property was read off the main actor. Mark the class or the method @MainActor.")
        if let derived { return derived }
        let new = DerivedValue(make(owner))
        derived = new
        return new
    }
}

/// A weak reference to an object, for closures that are called on the main actor, or whose object is `Sendable`.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
    // Sound: the reference is set once, reading a weak reference is safe on any thread, and an object that is not
    // `Sendable` is used on the main actor only.
    @usableFromInline package weak let object: Object?

    @usableFromInline
    package init(_ object: Object) {
        self.object = object
    }
}

extension WeakReference {
    /// A closure that calls another one with the object, for as long as the object lives.
    package func whileAlive(_ body: @escaping @Sendable (Object) -> Void) -> @Sendable () -> Void {
        { if let object = self.object { body(object) } }
    }

    /// A closure that calls another one with the object and an argument, for as long as the object lives.
    package func whileAlive<Argument>(
        _ body: @escaping @Sendable (Object, Argument) -> Void
    ) -> @Sendable (Argument) -> Void {
        { argument in if let object = self.object { body(object, argument) } }
    }
}

public import CBindingPlatform

/// A weak reference to an object. Objects that are not `Sendable` are used on the main actor only.
///
/// It does what `weak` does, by what the runtime has for `unowned`: as long as the reference exists, the object's memory
/// stays, though not what the object held, and the runtime tells whether the object lives. `weak` makes a table for the
/// object instead, to which every later retain and release of the object has to go, at three times the cost.
@usableFromInline
package struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    // Sound: the reference is never used as `unowned` would be, but as an address whose memory it keeps, and the runtime
    // may be asked on any thread whether the object there can be retained.
    @usableFromInline unowned let memory: Object

    @inlinable
    package init(_ object: Object) { memory = object }

    /// The object, as long as it lives.
    @inlinable
    package var object: Object? {
        withExtendedLifetime(self) {
            let address = unsafeBitCast(self, to: UnsafeMutableRawPointer.self)
            return binding_retain_if_alive(address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
        }
    }
}

extension WeakReference: CustomReflectable {
    /// Shows nothing: a mirror would use the reference as `unowned`.
    @usableFromInline package var customMirror: Mirror { Mirror(self, children: []) }
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

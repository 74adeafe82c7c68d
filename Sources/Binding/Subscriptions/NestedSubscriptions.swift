internal import CBindingPlatform

/// Subscriptions to inner sequences that are made from within one another on a thread, as by a `flatMap` whose closure
/// returns the next one.
///
/// Each is made at once as long as there is stack. When three quarters of it are used, those that follow are made when a call
/// further up the stack is done, before the first of them returns. Values are never held back for that, so what follows
/// learns of them in time to end a recursion.
///
/// Those of `flatMapLatest` and `flatMapFirst` cannot wait: the outer sequence goes on meanwhile, and whether a value of it
/// counts depends on how far the inner sequence is. They hold values back instead, as shared stages do; see
/// ``Broadcaster/holdingBack(_:)``.
@usableFromInline
package enum NestedSubscriptions {
    /// Those that wait on a thread, in order.
    private final class Waiting {
        var subscriptions: [() -> Void] = []

        static var current: Unmanaged<Waiting>? {
            get { UnsafeRawPointer(bitPattern: binding_waiting()).map { .fromOpaque($0) } }
            set { binding_set_waiting(UInt(bitPattern: newValue?.toOpaque())) }
        }

        /// Those that wait, the last one first; then none do.
        static func take() -> [() -> Void] {
            guard let waiting = current else { return [] }
            current = nil
            return waiting.takeRetainedValue().subscriptions.reversed()
        }
    }

    /// Whether a quarter of the thread's stack is used.
    static var isStackLow: Bool { binding_is_stack_low() }

    /// Whether three quarters of it are used.
    private static var isStackScarce: Bool { binding_is_stack_scarce() }

    /// Whether a subscription is to be made now; if so, call ``leave()`` afterwards, otherwise ``wait(_:)``.
    @usableFromInline
    static func enter() -> Bool {
        if binding_enter_nesting() == 1 || !isStackScarce { return true }
        binding_leave_nesting()
        return false
    }

    /// Makes the subscriptions that wait, unless a call further up is to do so.
    @usableFromInline
    static func leave() {
        if Waiting.current != nil, binding_nesting() == 1 || !isStackScarce { makeWaiting() }
        binding_leave_nesting()
    }

    /// Has a subscription wait.
    @usableFromInline
    static func wait(_ subscribe: @escaping () -> Void) {
        if Waiting.current == nil { Waiting.current = .passRetained(Waiting()) }
        Waiting.current?._withUnsafeGuaranteedRef { $0.subscriptions.append(subscribe) }
    }

    /// Hands out a sequence that remembers nothing. Subscriptions that are made to it because of that do not wait for longer:
    /// its first value follows.
    package static func handingOut(_ handOut: () -> Void) {
        let outer = Waiting.current
        Waiting.current = nil
        handOut()
        makeWaiting()
        Waiting.current = outer
    }

    /// In the order in which they would have been made one within the other.
    private static func makeWaiting() {
        var waiting = Waiting.take()
        while let subscribe = waiting.popLast() {
            subscribe()
            waiting += Waiting.take()
        }
    }
}

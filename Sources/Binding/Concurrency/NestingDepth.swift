internal import CBindingPlatform

/// How deeply subscriptions are nested on a thread: one operator subscribes to the one before it, and so on.
enum NestingDepth {
    /// Up to here nothing is done to save stack.
    static let usual = 32

    /// Goes one level deeper, until ``leave()``. Two functions and no closure, which would take stack itself.
    ///
    /// - Returns: The depth.
    static func enter() -> Int { binding_enter_nesting() }

    static func leave() { binding_leave_nesting() }
}

internal import CBindingPlatform

/// The depth to which subscriptions are nested on a thread: one operator subscribes to the one before it, and so on.
enum NestingDepth {
    /// The depth up to which nothing is done to save stack.
    static let usual = 32

    /// Goes one level deeper, until ``leave()``: two functions, because a closure would itself take stack.
    ///
    /// - Returns: The depth.
    static func enter() -> Int { binding_enter_nesting() }

    static func leave() { binding_leave_nesting() }
}

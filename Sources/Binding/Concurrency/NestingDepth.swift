import Glibc

/// The depth to which subscriptions are nested on a thread: one operator subscribes to the one before it, and so on.
enum NestingDepth {
    /// The depth up to which nothing is done to save stack.
    static let usual = 32

    /// The depth, as a number in place of the pointer that a thread can keep.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Goes one level deeper, until ``leave(_:)``: two functions, because a closure would itself take stack.
    ///
    /// - Returns: The depth.
    static func enter() -> Int {
        let depth = Int(bitPattern: pthread_getspecific(key)) + 1
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth))
        return depth
    }

    static func leave(_ depth: Int) { pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth - 1)) }
}

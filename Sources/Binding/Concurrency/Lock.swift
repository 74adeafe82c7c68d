public import CBindingPlatform
import Glibc
import Synchronization

/// A mutual exclusion lock of one word that is visible to the thread sanitizer.
///
/// Locking a free lock is one atomic operation, and so is unlocking it, both inlined into the caller. A thread that
/// finds it taken checks again a few times, then sleeps in the kernel until it is woken (futex), so that a waiting
/// thread costs the others nothing, and continues as soon as the lock is free.
///
/// `Synchronization.Mutex` would be as fast, but the sanitizer does not see inside it and reports accesses under it as
/// races; it sees a `pthread_mutex`, but that costs an allocation and two calls.
///
/// The lock is not recursive, and no user code runs under it.
@usableFromInline
struct Lock: ~Copyable, Sendable {
    @usableFromInline let state = Atomic<UInt32>(Lock.free)

    @inlinable
    init() {}

    @inlinable static var free: UInt32 { 0 }
    @inlinable static var taken: UInt32 { 1 }
    /// Taken, and a thread may sleep until it is free.
    @inlinable static var awaited: UInt32 { 2 }

    @inlinable @inline(__always)
    borrowing func lock() {
        if !tryLock() { lockContended() }
    }

    /// Locks, if the lock is free.
    @inlinable @inline(__always)
    borrowing func tryLock() -> Bool {
        state.compareExchange(
            expected: Self.free, desired: Self.taken, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        if state.exchange(Self.free, ordering: .releasing) == Self.awaited { wake() }
    }

    /// Locks; if the lock is contended, leaves it to other threads for a while first.
    @inlinable @inline(__always)
    borrowing func lockAfterOthers() {
        if !tryLock() { stepBack() }
    }

    @usableFromInline @inline(never)
    borrowing func stepBack() {
        for _ in 0..<Lock.looks { binding_pause() }
        lock()
    }

    @usableFromInline @inline(never)
    borrowing func lockContended() {
        for _ in 0..<Lock.looks {
            if state.load(ordering: .relaxed) == Self.free, tryLock() { return }
            binding_pause()
        }
        // From here on this thread may be one of several that sleep, so the thread that unlocks has to wake one.
        while state.exchange(Self.awaited, ordering: .acquiring) != Self.free { sleep() }
    }

    @usableFromInline @inline(never)
    borrowing func wake() {
        withWord { binding_wake_one($0) }
    }

    private borrowing func sleep() {
        withWord { binding_sleep_while($0, Self.awaited) }
    }

    /// Calls a closure with the address of the word: that of the atomic variable, which never moves.
    private borrowing func withWord(_ body: (UnsafePointer<UInt32>) -> Void) {
        withUnsafePointer(to: state) { body(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)) }
    }

    private static let looks = 100
}

/// The thread that runs this code, as a number that no other living thread has and that is never 0.
@inlinable @inline(__always)
func currentThread() -> UInt {
    binding_thread()
}

/// Lets other threads run first.
@usableFromInline
func yieldThread() {
    sched_yield()
}

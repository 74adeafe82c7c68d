internal import CBindingPlatform
import Glibc
import Synchronization

/// A mutual exclusion lock of one word that the thread sanitizer can see.
///
/// Taking a free lock is one atomic step, and so is leaving it, both compiled into the caller. Who finds it taken looks
/// again a few times, then sleeps in the kernel until it is woken (futex), so that a thread that waits costs the others
/// nothing, and is there as soon as the lock is free.
///
/// `Synchronization.Mutex` would be as fast, but the sanitizer does not see inside it and reports what it guards as a
/// race; a `pthread_mutex` is seen, but costs an allocation and two calls.
///
/// The lock is not recursive, and no code of the user runs under it.
@usableFromInline
struct Lock: ~Copyable, Sendable {
    @usableFromInline let state = Atomic<UInt32>(Lock.free)

    @inlinable
    init() {}

    @inlinable static var free: UInt32 { 0 }
    @inlinable static var taken: UInt32 { 1 }
    /// Taken, and somebody may sleep until it is free.
    @inlinable static var awaited: UInt32 { 2 }

    @inlinable @inline(__always)
    borrowing func lock() {
        if !tryLock() { lockContended() }
    }

    /// Takes the lock if it is free.
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

    /// Takes the lock, and where others are at it, leaves it to them for a while.
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
        // From here on this thread may be one of several that sleep, so that whoever leaves the lock has to wake one.
        while state.exchange(Self.awaited, ordering: .acquiring) != Self.free { sleep() }
    }

    @usableFromInline @inline(never)
    borrowing func wake() {
        withWord { binding_wake_one($0) }
    }

    private borrowing func sleep() {
        withWord { binding_sleep_while($0, Self.awaited) }
    }

    /// The address of the word: that of the atomic variable, which never moves.
    private borrowing func withWord(_ body: (UnsafePointer<UInt32>) -> Void) {
        withUnsafePointer(to: state) { body(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)) }
    }

    private static let looks = 100
}

/// The thread that runs this code, as a number that no other living thread has and that is never 0.
@inlinable @inline(__always)
func currentThread() -> UInt {
    UInt(pthread_self())
}

/// Lets other threads run first.
@usableFromInline
func yieldThread() {
    sched_yield()
}

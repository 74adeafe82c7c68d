import Glibc
import Synchronization

/// A mutual exclusion lock of one byte that the thread sanitizer can see.
///
/// Taking a free lock is one atomic step and leaving it a plain store, both compiled into the caller.
/// `Synchronization.Mutex` would be as fast, but the sanitizer does not see inside it and reports what it guards as a
/// race; a `pthread_mutex` is seen, but costs an allocation and two calls.
///
/// Who finds it taken looks again a few times, then lets other threads run, then sleeps for growing times of up to a
/// millisecond. Locks are held for a few instructions only, so that it seldom comes to that, unless the thread that
/// holds one has been put aside.
///
/// The lock is not recursive, and no code of the user runs under it.
@usableFromInline
struct Lock: ~Copyable, Sendable {
    @usableFromInline let isTaken = Atomic<Bool>(false)

    @inlinable
    init() {}

    @inlinable @inline(__always)
    borrowing func lock() {
        if !tryLock() { lockContended() }
    }

    /// Takes the lock if it is free.
    @inlinable @inline(__always)
    borrowing func tryLock() -> Bool {
        !isTaken.exchange(true, ordering: .acquiring)
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        isTaken.store(false, ordering: .releasing)
    }

    @usableFromInline @inline(never)
    borrowing func lockContended() {
        var attempt = 0
        repeat {
            attempt += 1
            switch attempt {
            case ..<Lock.looks: break
            case ..<Lock.yields: sched_yield()
            default: usleep(UInt32(min(1 << min(attempt - Lock.yields, 10), 1_000)))
            }
        } while isTaken.load(ordering: .relaxed) || !tryLock()
    }

    private static let looks = 32
    private static let yields = 128
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

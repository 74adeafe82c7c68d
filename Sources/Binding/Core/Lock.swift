import Glibc
import Synchronization

/// A mutual exclusion lock of four bytes that the thread sanitizer can see.
///
/// Taking and leaving a free lock is one atomic step each, compiled into the caller. `Synchronization.Mutex` would be
/// as fast, but the sanitizer does not see inside it and reports what it guards as a race; a `pthread_mutex` is seen,
/// but costs a separate allocation and two calls.
///
/// The lock is not recursive, and no code of the user runs under it.
@usableFromInline
struct Lock: ~Copyable, Sendable {
    @usableFromInline static let free: UInt32 = 0
    @usableFromInline static let taken: UInt32 = 1
    @usableFromInline static let takenAndAwaited: UInt32 = 2

    @usableFromInline let word = Atomic<UInt32>(0)

    @inlinable
    init() {}

    @inlinable @inline(__always)
    borrowing func lock() {
        if !tryLock() { lockContended() }
    }

    /// Takes the lock if it is free.
    @inlinable @inline(__always)
    borrowing func tryLock() -> Bool {
        word.compareExchange(
            expected: Lock.free, desired: Lock.taken, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        if word.exchange(Lock.free, ordering: .releasing) == Lock.takenAndAwaited { ParkingPlace.shared.wakeAll() }
    }

    @usableFromInline @inline(never)
    borrowing func lockContended() {
        for _ in 0..<Lock.spins {
            if word.load(ordering: .relaxed) == Lock.free, tryLock() { return }
            yieldThread()
        }
        ParkingPlace.shared.wait { word.exchange(Lock.takenAndAwaited, ordering: .acquiring) == Lock.free }
    }

    private static let spins = 8
}

/// Where threads sleep that wait for a ``Lock``.
///
/// One place serves all locks: a wake-up too many costs a look at an atomic word, and locks are held for a few
/// instructions only, so that threads seldom come here.
@usableFromInline
final class ParkingPlace: @unchecked Sendable {
    // Sound: both pointers are set once and point to objects made for use by several threads.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    @usableFromInline static let shared = ParkingPlace()

    private init() {
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    /// Sleeps until `isOver` holds, asking again after each wake-up.
    fileprivate func wait(until isOver: () -> Bool) {
        pthread_mutex_lock(mutex)
        while !isOver() { pthread_cond_wait(changed, mutex) }
        pthread_mutex_unlock(mutex)
    }

    @usableFromInline
    func wakeAll() {
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }
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

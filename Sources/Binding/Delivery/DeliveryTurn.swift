import Glibc
import Synchronization

/// How long a thread delivers values of other threads before it yields: on the main actor, to other work that waits for
/// it; elsewhere, to other threads that send.
///
/// The turn is over when its time is up, but not before one value has been delivered. The clock is read rarely if
/// values are delivered fast, and after each one if they are slow.
@usableFromInline
struct DeliveryTurn {
    /// Why this thread delivers values.
    @usableFromInline
    enum Reason {
        /// The program's own executor runs the delivery. The turn has no end.
        case elsewhere
        /// This thread sends to observers that may be called on any thread. It may leave the values of other threads to
        /// those threads.
        case sender
        /// The main actor sets a value itself, or subscribes: it need not stay for values that have arrived from
        /// elsewhere since.
        case own
        /// Values have arrived from elsewhere.
        case arrival
    }

    @usableFromInline let reason: Reason
    /// The number of turns that share the time of one.
    @usableFromInline let share: Int64
    @usableFromInline var isOver = false
    /// The time when it ends; 0 before the first value.
    @usableFromInline var end: Int64 = 0
    @usableFromInline var lastLook: Int64 = 0
    /// The number of values delivered between two readings of the clock, and the number left until the next reading.
    @usableFromInline var stride = 1
    @usableFromInline var left = 1

    @inlinable
    init(_ reason: Reason, sharedBy share: Int = 1) {
        self.reason = reason
        self.share = Int64(max(1, share))
        // Most senders have little to deliver: not worth reading the clock.
        if reason == .sender { left = 8 }
    }

    private static var least: Int64 { 100_000 }
    /// The intended time between two readings of the clock.
    private static var distance: Int64 { 50_000 }

    /// Counts a value that was delivered, or the first one before it is.
    ///
    /// - Parameter isLast: Whether the next value of another thread is for another turn of the main actor, because it may
    ///   still give way to a later one. A source that is set all the time would otherwise have something to deliver at any
    ///   moment, and occupy the main actor and its lock, for which other threads compete, with what nobody sees.
    @inlinable @inline(__always)
    mutating func count(isLast: Bool = false) {
        if isLast, reason == .arrival {
            isOver = true
            return
        }
        if reason == .elsewhere { return }
        left -= 1
        if left <= 0 { look() }
    }

    @usableFromInline @inline(never)
    mutating func look() {
        let now = Self.now
        if end == 0 {
            let length = TurnLength.nanoseconds.load(ordering: .relaxed)
            end = now + max(length / share, min(length, Self.least))
        } else if now - lastLook < Self.distance / 2 {
            stride = min(stride * 2, 256)
        } else if now - lastLook > Self.distance {
            stride = max(stride / 4, 1)
        }
        lastLook = now
        left = stride
        isOver = now >= end
    }

    /// The time, by a monotonic clock.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

package enum TurnLength {
    /// The total length of all turns of the main actor that are due at the same time: short enough for the program to
    /// respond to a key press, long enough for the overhead of a turn to be negligible. Tests change it; whatever the
    /// length, no value is lost and the order is kept.
    package static let nanoseconds = Atomic<Int64>(2_000_000)
}

import Glibc
import Synchronization

/// How long a thread hands out values of other threads before it lets others in: on the main actor, all that waits for
/// that; elsewhere, those who go on sending.
///
/// The turn is over when its time is, but not before one value has been handed out. The clock is read seldom where the
/// values are many and quick, and after each one where they are slow.
@usableFromInline
struct DeliveryTurn {
    /// Why this thread hands out.
    @usableFromInline
    enum Reason {
        /// An executor of the program's own has come to do so. The turn has no end.
        case elsewhere
        /// This thread sends to observers that may be called on any thread. It may leave what others have sent to them.
        case sender
        /// The main actor sets a value itself, or subscribes: it need not stay for what has come from elsewhere since.
        case own
        /// Something has come from elsewhere.
        case arrival
    }

    @usableFromInline let reason: Reason
    /// How many turns share the time of one.
    @usableFromInline let share: Int64
    @usableFromInline var isOver = false
    /// When it ends; 0 before the first value.
    @usableFromInline var end: Int64 = 0
    @usableFromInline var lastLook: Int64 = 0
    /// How many values are handed out between two looks at the clock, and how many are left until the next.
    @usableFromInline var stride = 1
    @usableFromInline var left = 1

    @inlinable
    init(_ reason: Reason, sharedBy share: Int = 1) {
        self.reason = reason
        self.share = Int64(max(1, share))
        // Most of those who send have little to hand out: not worth a look.
        if reason == .sender { left = 8 }
    }

    private static var least: Int64 { 100_000 }
    /// How far apart two looks at the clock are to be.
    private static var distance: Int64 { 50_000 }

    /// Notes that a value was handed out, or is about to be for the first time.
    @inlinable @inline(__always)
    mutating func count() {
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

    /// The time, by a clock that nobody sets.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

package enum TurnLength {
    /// What all turns of the main actor take together that are due at the same time: short enough for a key that is
    /// pressed meanwhile, long enough for the turn itself to cost next to nothing. Tests change it; whatever it is,
    /// nothing is lost and all is in order.
    package static let nanoseconds = Atomic<Int64>(4_000_000)
}

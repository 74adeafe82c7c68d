/// The version of a value that two-way bindings keep alike at several ends: of two versions the later one wins.
///
/// An *original change*, a value that the program sets or a control's user enters, has a new number. What an end makes of
/// a value that it was given is later than that value, and earlier than any original change that comes after it.
@usableFromInline
struct ValueVersion: Comparable, Sendable {
    /// The number of the original change.
    @usableFromInline let change: UInt64
    /// The number of the value, times two; and one more unless it is a value that was changed through one of its parts:
    /// the part, which has the same number, is later.
    @usableFromInline let rank: UInt64

    @inlinable @inline(__always)
    init(change: UInt64, rank: UInt64) {
        self.change = change
        self.rank = rank
    }

    /// The version of a value that no two-way binding has had to do with.
    @inlinable @inline(__always)
    static var none: ValueVersion { ValueVersion(change: 0, rank: 0) }

    /// The version of an original change that is made now.
    @inlinable
    static func original() -> ValueVersion {
        let number = MainActorDispatcher.newNumber()
        return ValueVersion(change: number, rank: number * 2 + 1)
    }

    /// Whether it is that of an original change.
    @inlinable
    var isOriginal: Bool { rank == change * 2 + 1 }

    /// The version of what an end makes of the value with this version.
    @inlinable
    func answer() -> ValueVersion { ValueVersion(change: change, rank: MainActorDispatcher.newNumber() * 2 + 1) }

    /// The same of a whole that was changed through the part with this version.
    @inlinable
    var ofWhole: ValueVersion { ValueVersion(change: change, rank: rank & ~1) }

    /// The same of a part that changed with the whole with this version.
    @inlinable
    var ofPart: ValueVersion { ValueVersion(change: change, rank: rank | 1) }

    /// The version of a whole that is changed through a part, which is later than the one before.
    ///
    /// - Parameters:
    ///   - part: The version of the part.
    ///   - former: The version of the whole before the change.
    @inlinable
    static func ofWhole(changedBy part: ValueVersion, after former: ValueVersion) -> ValueVersion {
        if former < part.ofWhole { return part.ofWhole }
        return ValueVersion(change: max(former.change, part.change), rank: 0).answer().ofWhole
    }

    @inlinable @inline(__always)
    static func < (left: ValueVersion, right: ValueVersion) -> Bool {
        left.change != right.change ? left.change < right.change : left.rank < right.rank
    }
}

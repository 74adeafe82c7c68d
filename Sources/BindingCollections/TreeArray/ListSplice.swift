/// A range that took the place of another: the difference between two lists is a number of these, in ascending order,
/// with the same elements in between.
@usableFromInline
package struct ListSplice: Hashable, Sendable {
    /// Where it was. May be empty.
    @usableFromInline package var old: Range<Int>
    /// Where it is. May be empty.
    @usableFromInline package var new: Range<Int>

    /// Where the old range is once all earlier splices have been applied.
    @inlinable
    package var place: Range<Int> { new.lowerBound..<(new.lowerBound + old.count) }

    @inlinable
    package init(old: Range<Int>, new: Range<Int>) {
        self.old = old
        self.new = new
    }
}

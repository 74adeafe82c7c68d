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

extension TreeArray {
    /// Replaces the old ranges of splices: the elements fill their new ranges, one after the other.
    @inlinable
    mutating func replace(_ splices: [ListSplice], with elements: [Element]) {
        var next = 0
        for splice in splices {
            let end = next + splice.new.count
            replaceSubrange(splice.place, with: elements[next..<end])
            next = end
        }
    }
}

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
    ///
    /// - Complexity: O(log *n*) for each splice and O(*m*) for *m* elements; O(*n* + *m*) if there are many.
    @inlinable
    mutating func replace(_ splices: [ListSplice], with elements: [Element]) {
        if isRebuildingCheaper(edits: splices.count, rows: count) {
            self = TreeArray(replacing(splices, with: elements), shape)
            return
        }
        var next = 0
        for splice in splices {
            let end = next + splice.new.count
            replaceSubrange(splice.place, with: elements[next..<end])
            next = end
        }
    }
    /// The tree with the old ranges of splices replaced, made anew. It shares the leaves in which nothing is replaced.
    @inlinable
    func replacing(_ splices: [ListSplice], with elements: [Element]) -> Subtree<Element> {
        var builder = TreeBuilder<Element>(shape)
        var (index, next, splice) = (0, 0, 0)
        while index < count {
            let (leaf, start) = tree.root.leaf(at: index)
            let end = start + leaf.count
            if index == start, splice == splices.count || splices[splice].old.lowerBound >= end {
                builder.append(leaf: TreeNode(leaf: leaf))
                index = end
                continue
            }
            while splice < splices.count, splices[splice].old.lowerBound < end {
                let (old, added) = (splices[splice].old, splices[splice].new.count)
                while index < old.lowerBound {
                    builder.append(leaf[index - start])
                    index += 1
                }
                builder.append(contentsOf: elements[next..<(next + added)])
                next += added
                index = old.upperBound
                splice += 1
            }
            while index < end {
                builder.append(leaf[index - start])
                index += 1
            }
        }
        builder.append(contentsOf: elements[next...])
        return builder.finish()
    }
}

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

extension [ListSplice] {
    /// How many rows have come, gone, or taken the place of others.
    @inlinable var rows: Int { reduce(0) { $0 + Swift.max($1.old.count, $1.new.count) } }
}

extension TreeArray {
    /// The elements of the new ranges of splices.
    @inlinable
    func elements(_ splices: [ListSplice]) -> [Element] {
        elements(in: splices.lazy.map(\.new), count: splices.reduce(0) { $0 + $1.new.count })
    }

    /// Replaces the old ranges of splices: the elements fill their new ranges, one after the other.
    ///
    /// - Complexity: O(log *n*) for each splice and O(*m*) for *m* elements; O(*n* + *m*) if there are many that make the list
    ///   longer or shorter.
    @inlinable
    mutating func replace(_ splices: [ListSplice], with elements: [Element]) {
        if splices.allSatisfy({ $0.old == $0.new }) {
            var (next, start) = (0, 0)
            var leaf = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
            for splice in splices {
                for index in splice.new {
                    if index >= start + leaf.count { (leaf, start) = ownLeaf(at: index) }
                    leaf[index - start] = elements[next]
                    next += 1
                }
            }
            return
        }
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

    /// The tree with the old ranges of splices replaced, made anew. It shares the leaves in which nothing is replaced, but
    /// for those beside others that would be too small.
    @inlinable
    func replacing(_ splices: [ListSplice], with elements: [Element]) -> Subtree<Element> {
        var builder = TreeBuilder<Element>(shape)
        var (leaf, start): ([Element], Int) = ([], 0)
        var (index, next, splice) = (0, 0, 0)
        while index < count {
            let place = splice < splices.count ? splices[splice].old.lowerBound : count
            if place == index {
                let end = next + splices[splice].new.count
                builder.append(contentsOf: elements[next..<end])
                next = end
                index = splices[splice].old.upperBound
                splice += 1
                continue
            }
            if index >= start + leaf.count { (leaf, start) = root.leaf(at: index) }
            let end = Swift.min(start + leaf.count, place)
            if end - index == leaf.count {
                builder.append(leaf: TreeNode(leaf: leaf))
            } else {
                builder.append(contentsOf: leaf[(index - start)..<(end - start)])
            }
            index = end
        }
        builder.append(contentsOf: elements[next...])
        return builder.finish()
    }
}

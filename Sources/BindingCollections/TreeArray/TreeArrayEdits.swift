extension TreeArray: RangeReplaceableCollection {
    /// Replaces the elements of a range with those of a collection.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* new elements; O(log *n*) if they are those of a tree array, with which
    ///   this one then shares them.
    @inlinable
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        checkRange(range)
        let count = elements.count
        // By single edits, if that is less work than taking the tree apart.
        if Swift.max(range.count, count) <= 4 {
            var index = range.lowerBound
            for element in elements {
                if index < range.upperBound {
                    self[index] = element
                } else {
                    insert(element, at: index)
                }
                index += 1
            }
            while index < range.lowerBound + range.count {
                _ = remove(at: range.lowerBound + count)
                index += 1
            }
            return
        }
        let rest = tree.splitOff(at: range.upperBound, shape)
        _ = tree.splitOff(at: range.lowerBound, shape)
        tree.append(subtree(of: elements), shape)
        tree.append(rest, shape)
    }

    /// The elements of a sequence as a tree, which may be shared.
    @inlinable
    func subtree(of elements: some Sequence<Element>) -> Subtree<Element> {
        if let other = elements as? TreeArray, other.shape == shape { return other.tree }
        if let slice = elements as? TreeSlice<Element>, slice.list.shape == shape {
            return slice.list.subtree(slice.bounds).tree
        }
        return Subtree(elements, shape)
    }

    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func append(_ element: Element) { tree.append(element, shape) }

    /// Appends the elements of a sequence.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* new elements; O(log *n*) if they are those of a tree array, with which
    ///   this one then shares them.
    @inlinable
    public mutating func append(contentsOf elements: some Sequence<Element>) {
        let other = subtree(of: elements)
        if other.root.count > 0 { tree.append(other, shape) }
    }

    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func insert(_ element: Element, at index: Int) {
        precondition(index >= 0 && index <= count, "TreeArray: index out of range")
        tree.insert(element, at: index, shape)
    }

    /// - Complexity: O(log *n*).
    @inlinable @discardableResult
    public mutating func remove(at index: Int) -> Element {
        checkIndex(index)
        return tree.remove(at: index, shape)
    }

    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func removeSubrange(_ range: Range<Int>) {
        replaceSubrange(range, with: EmptyCollection())
    }

    @inlinable
    public mutating func removeAll(keepingCapacity: Bool = false) {
        box = nil
    }

    /// Removes the elements that a closure picks. Leaves that lose nothing are shared with the previous value.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
        self = try filter { try !shouldBeRemoved($0) }
    }

    /// The elements that a closure picks. Leaves that lose nothing are shared with this value.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> TreeArray {
        var builder = TreeBuilder<Element>(shape)
        var index = 0
        while index < count {
            let leaf = root.leaf(at: index).elements
            index += leaf.count
            guard let first = try leaf.firstIndex(where: { try !isIncluded($0) }) else {
                builder.append(leaf: TreeNode(leaf: leaf))
                continue
            }
            builder.append(contentsOf: leaf[..<first])
            for element in leaf[(first + 1)...] where try isIncluded(element) { builder.append(element) }
        }
        return TreeArray(builder.finish(), shape)
    }

    @inlinable
    package mutating func append(tree other: TreeArray) { append(contentsOf: other) }

    /// The elements of a range, which share their nodes with this value.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    package func subtree(_ range: Range<Int>) -> TreeArray {
        checkRange(range)
        if range.count == count { return self }
        var part = tree
        _ = part.splitOff(at: range.upperBound, shape)
        return TreeArray(part.splitOff(at: range.lowerBound, shape), shape)
    }
}

// What the standard library does with many single writes.

extension TreeArray {
    /// Sorts the elements; equal ones stay in order.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        self = try TreeArray(sorted(by: areInIncreasingOrder), shape: shape)
    }

    /// Reverses the order of the elements.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func reverse() { self = TreeArray(reversed() as [Element], shape: shape) }

    /// Puts the elements into a random order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        self = TreeArray(shuffled(using: &generator), shape: shape)
    }

    /// Puts the elements into a random order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func shuffle() {
        var generator = SystemRandomNumberGenerator()
        shuffle(using: &generator)
    }

    /// Exchanges two elements.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func swapAt(_ first: Int, _ second: Int) {
        guard first != second else { return checkIndex(first) }
        let element = self[first]
        self[first] = self[second]
        self[second] = element
    }

    /// Moves the elements of some ranges, in their order, to a place before another element.
    ///
    /// - Parameters:
    ///   - subranges: The ranges of the elements that move.
    ///   - index: The index before which they go, counted before the move.
    /// - Returns: Where they are now.
    /// - Complexity: O(*k* log *n*) for *k* ranges.
    @inlinable @discardableResult
    public mutating func moveSubranges(_ subranges: RangeSet<Int>, to index: Int) -> Range<Int> {
        precondition(index >= 0 && index <= count, "TreeArray: index out of range")
        var (moved, start) = (Subtree<Element>(), index)
        for range in subranges.ranges {
            checkRange(range)
            moved.append(subtree(range).tree, shape)
            start -= Swift.max(0, Swift.min(index, range.upperBound) - range.lowerBound)
        }
        for range in subranges.ranges.reversed() { removeSubrange(range) }
        let rest = tree.splitOff(at: start, shape)
        let end = start + moved.root.count
        tree.append(moved, shape)
        tree.append(rest, shape)
        return start..<end
    }

    /// Removes the elements of some ranges.
    ///
    /// - Complexity: O(*k* log *n*) for *k* ranges.
    @inlinable
    public mutating func removeSubranges(_ subranges: RangeSet<Int>) {
        for range in subranges.ranges.reversed() { removeSubrange(range) }
    }
}

extension TreeArray where Element: Comparable {
    /// Sorts the elements; equal ones stay in order.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    public mutating func sort() { sort(by: <) }
}

extension TreeArray {
    /// The first index for whose element a predicate holds, provided that it holds for all later ones, too; the end if
    /// it holds for none.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public func partitioningIndex(where isAtOrBehind: (Element) throws -> Bool) rethrows -> Int {
        try withUnsafePointer(to: root) { try TreeNode.partitioningIndex(below: $0, where: isAtOrBehind) }
    }

    /// The same within a range.
    ///
    /// - Complexity: O(log *m* · log *n*) for a range of *m*.
    @inlinable
    package func partitioningIndex(in range: Range<Int>, where isAtOrBehind: (Element) throws -> Bool) rethrows -> Int {
        checkRange(range)
        return try range.lowerBound
            + TreeNode<Element>.firstSlot(range.count) {
                try isAtOrBehind(self[range.lowerBound + $0])
            }
    }
}

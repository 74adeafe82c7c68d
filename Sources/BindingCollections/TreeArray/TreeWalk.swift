// Walking through the elements: leaf by leaf, and not by index.

extension TreeNode {
    /// The leaves of the lowest branch that has an element, and the index of the first of its elements.
    ///
    /// The pointers are valid as long as the root is held. A root that is a leaf itself has no such branch: its pointer
    /// is as valid as the one that is given.
    @inlinable
    static func leaves(
        at index: Int, below root: UnsafePointer<TreeNode>
    ) -> (leaves: UnsafeBufferPointer<TreeNode>, start: Int) {
        var (leaves, rest) = (UnsafeBufferPointer(start: root, count: 1), index)
        while let first = leaves.baseAddress {
            let (child, place) = find(rest, in: leaves)
            if first[child].isLeaf { break }
            leaves = first[child].children.withUnsafeBufferPointer { $0 }
            rest = place
        }
        return (leaves, index - rest)
    }

    /// Calls a closure with the elements of a range, leaf by leaf.
    @inlinable
    func forEachPiece(_ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Void) {
        var walk = LeafWalk(self, range)
        while let leaf = walk.next() { body(leaf) }
    }
}

extension TreeArray {
    /// The result of a closure that is called with pointers to the elements of a range, which are not copied.
    @inlinable
    func withPointers<Result>(_ range: Range<Int>, _ body: ([UnsafePointer<Element>]) -> Result) -> Result {
        var pointers: [UnsafePointer<Element>] = []
        pointers.reserveCapacity(range.count)
        root.forEachPiece(range) { pointers.append(addressesOf: $0) }
        return withExtendedLifetime(root) { body(pointers) }
    }

    /// All elements in another order.
    ///
    /// They are copied in the order in which they lie in memory, and moved from there: what elements refer to is retained many
    /// times as fast that way as if it were looked up all over memory.
    ///
    /// - Parameter places: All indices, each once.
    @inlinable
    func permuted(_ places: [Int]) -> TreeArray {
        precondition(places.count == count, "Each element has one place")
        let copies = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
        defer { copies.deallocate() }
        _ = root.copyContents(0..<count, initializing: copies)
        return TreeArray(places.lazy.map { copies.moveElement(from: $0) })
    }

    /// The elements of several ranges, in ascending order.
    ///
    /// - Complexity: O(*m*), and O(log *n*) for each leaf that has some of them.
    @inlinable
    func elements(in ranges: some Sequence<Range<Int>>, count: Int) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        var reader = TreeReader(self)
        for range in ranges {
            reader.forEach(in: range) { elements.append($0.pointee) }
        }
        return elements
    }
}

extension Array {
    @inlinable
    mutating func append<Pointee>(addressesOf piece: UnsafeBufferPointer<Pointee>)
    where Element == UnsafePointer<Pointee> {
        guard let first = piece.baseAddress else { return }
        for offset in 0..<piece.count { append(first + offset) }
    }
}

/// Reads elements here and there: fast if the next one is in the leaf of the last one, or in one that follows in its branch.
@usableFromInline
struct TreeReader<Element> {
    @usableFromInline let root: TreeNode<Element>
    /// The leaf of the last one, and the index of its first element.
    @usableFromInline var leaf = UnsafeBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var start = 0
    /// The leaves that follow in the same branch.
    @usableFromInline var laterLeaves = UnsafeBufferPointer<TreeNode<Element>>(start: nil, count: 0)

    @inlinable
    init(_ list: TreeArray<Element>) {
        root = list.root
    }

    /// Where an element is, as long as the list is held by somebody else: the last use of the reader may be its end.
    ///
    /// - Complexity: O(1) in the leaf of the last one, otherwise O(log *n*).
    @inlinable
    mutating func address(of index: Int) -> UnsafePointer<Element> {
        if index < start || index >= start + leaf.count { find(index) }
        return leaf.baseAddress.unsafelyUnwrapped + (index - start)
    }

    /// Finds the leaf of an element: behind the last one, or from the root.
    @inlinable
    mutating func find(_ index: Int) {
        if index >= start + leaf.count {
            var (next, place) = (0, index - start - leaf.count)
            while next < laterLeaves.count, place >= laterLeaves[next].count {
                place -= laterLeaves[next].count
                next += 1
            }
            if next < laterLeaves.count { return enter(next, of: laterLeaves, first: index - place) }
        }
        if root.isLeaf {
            (leaf, start) = (root.elements.withUnsafeBufferPointer { $0 }, 0)
            return
        }
        let (leaves, first) = withUnsafePointer(to: root) { TreeNode<Element>.leaves(at: index, below: $0) }
        let (child, place) = TreeNode<Element>.find(index - first, in: leaves)
        enter(child, of: leaves, first: index - place)
    }

    /// Goes to a leaf of a branch.
    ///
    /// - Parameter first: The index of its first element.
    @inlinable
    mutating func enter(_ child: Int, of leaves: UnsafeBufferPointer<TreeNode<Element>>, first: Int) {
        (leaf, start) = (leaves[child].elements.withUnsafeBufferPointer { $0 }, first)
        laterLeaves = UnsafeBufferPointer(rebasing: leaves[(child + 1)...])
    }
}

extension TreeReader {
    /// Calls a closure with the addresses of the elements of a range, while the list is held by somebody else.
    @inlinable
    mutating func forEach(in range: Range<Int>, _ body: (UnsafePointer<Element>) -> Void) {
        for place in range { body(address(of: place)) }
    }
}

/// Goes through the leaves of a range, from either end.
@usableFromInline
struct LeafWalk<Element> {
    @usableFromInline typealias Node = TreeNode<Element>

    /// Keeps the leaves alive that the pointers point to.
    @usableFromInline let root: Node
    /// The leaves that follow the last one in the same branch.
    @usableFromInline var leaves = UnsafeBufferPointer<Node>(start: nil, count: 0)
    /// The leaves that precede the one that was removed last in the same branch.
    @usableFromInline var earlierLeaves = UnsafeBufferPointer<Node>(start: nil, count: 0)
    /// Where the last leaf ends.
    @usableFromInline var index: Int
    @usableFromInline var end: Int

    @inlinable
    init(_ root: Node, _ range: Range<Int>) {
        self.root = root
        (index, end) = (range.lowerBound, range.upperBound)
    }

    /// The elements of the next leaf that are in the range.
    @inlinable
    mutating func next() -> UnsafeBufferPointer<Element>? {
        guard index < end else { return nil }
        var skipped = 0
        if leaves.isEmpty {
            if root.isLeaf {
                let elements = root.elements.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[index..<end]) }
                index = end
                return elements
            }
            let (all, start) = withUnsafePointer(to: root) { Node.leaves(at: index, below: $0) }
            let (child, place) = Node.find(index - start, in: all)
            leaves = UnsafeBufferPointer(rebasing: all[child...])
            skipped = place
        }
        let next = leaves.baseAddress.unsafelyUnwrapped
        let elements = next.pointee.elements.withUnsafeBufferPointer { $0 }
        leaves = UnsafeBufferPointer(start: next + 1, count: leaves.count - 1)
        let taken = Swift.min(elements.count - skipped, end - index)
        index += taken
        return UnsafeBufferPointer(start: elements.baseAddress.unsafelyUnwrapped + skipped, count: taken)
    }

    /// The elements of the last leaf that are in the range, which then ends before them.
    @inlinable
    mutating func removeLast() -> UnsafeBufferPointer<Element>? {
        guard index < end else { return nil }
        var kept = Int.max
        if earlierLeaves.isEmpty {
            if root.isLeaf {
                let elements = root.elements.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[index..<end]) }
                end = index
                return elements
            }
            let (all, start) = withUnsafePointer(to: root) { Node.leaves(at: end - 1, below: $0) }
            let (child, place) = Node.find(end - 1 - start, in: all)
            earlierLeaves = UnsafeBufferPointer(rebasing: all[...child])
            kept = place + 1
        }
        let count = earlierLeaves.count - 1
        let elements = earlierLeaves[count].elements.withUnsafeBufferPointer { $0 }
        earlierLeaves = UnsafeBufferPointer(rebasing: earlierLeaves[..<count])
        kept = Swift.min(kept, elements.count)
        let taken = Swift.min(kept, end - index)
        end -= taken
        return UnsafeBufferPointer(start: elements.baseAddress.unsafelyUnwrapped + (kept - taken), count: taken)
    }

    // Out of line, once for each leaf, so that the code of a loop over the elements remains small.

    @inlinable @inline(never)
    mutating func takeFirst() -> UnsafeBufferPointer<Element>? { next() }

    @inlinable @inline(never)
    mutating func takeLast() -> UnsafeBufferPointer<Element>? { removeLast() }
}

extension TreeArray {
    /// Goes through the elements, leaf by leaf.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var walk: LeafWalk<Element>
        @usableFromInline var place: UnsafePointer<Element>?
        @usableFromInline var endOfLeaf: UnsafePointer<Element>?

        @inlinable
        init(_ root: TreeNode<Element>, _ range: Range<Int>) {
            walk = LeafWalk(root, range)
        }

        @inlinable
        public mutating func next() -> Element? {
            if place == endOfLeaf {
                guard let leaf = walk.takeFirst(), let first = leaf.baseAddress else { return nil }
                place = first
                endOfLeaf = first + leaf.count
            }
            defer { place = place.unsafelyUnwrapped + 1 }
            // It might be the last use of the iterator.
            return withExtendedLifetime(walk.root) { place.unsafelyUnwrapped.pointee }
        }
    }

    @inlinable
    public func makeIterator() -> Iterator { Iterator(root, 0..<count) }
}

// What the standard library does by index.

extension TreeArray {
    /// An array with the results of a closure for each element.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func map<Result, Failure: Error>(
        _ transform: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        try root.map(0..<count, transform)
    }

    /// The first index for whose element a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
        try root.firstIndex(0..<count, predicate)
    }

    /// The last index for whose element a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
        try root.lastIndex(0..<count, predicate)
    }

    /// The last element for which a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func last(where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try lastIndex(where: predicate).map { self[$0] }
    }

    @inlinable
    public func _copyContents(
        initializing buffer: UnsafeMutableBufferPointer<Element>
    ) -> (Iterator, UnsafeMutableBufferPointer<Element>.Index) {
        root.copyContents(0..<count, initializing: buffer)
    }
}

extension TreeArray where Element: Equatable {
    /// The first index of an element that equals the given one, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func firstIndex(of element: Element) -> Int? { firstIndex { $0 == element } }

    /// The last index of an element that equals the given one, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func lastIndex(of element: Element) -> Int? { lastIndex { $0 == element } }
}

// For a range of the elements.

extension TreeNode {
    @inlinable @inline(__always)
    func map<Result, Failure: Error>(
        _ range: Range<Int>, _ transform: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(range.count)
        var walk = LeafWalk(self, range)
        while let leaf = walk.next() {
            // By index, so that elements are lent to the closure: one that is taken out of the leaf is retained.
            for index in leaf.indices { results.append(try transform(leaf[index])) }
        }
        return results
    }

    @inlinable
    func firstIndex(_ range: Range<Int>, _ predicate: (Element) throws -> Bool) rethrows -> Int? {
        var walk = LeafWalk(self, range)
        while let leaf = walk.next() {
            if let place = try leaf.firstIndex(where: predicate) { return walk.index - leaf.count + place }
        }
        return nil
    }

    @inlinable
    func lastIndex(_ range: Range<Int>, _ predicate: (Element) throws -> Bool) rethrows -> Int? {
        var walk = LeafWalk(self, range)
        while let leaf = walk.removeLast() {
            if let place = try leaf.lastIndex(where: predicate) { return walk.end + place }
        }
        return nil
    }

    /// Fills a buffer, and returns what is left for it, if it has no room for all, and where it is filled to.
    @inlinable
    func copyContents(
        _ range: Range<Int>, initializing buffer: UnsafeMutableBufferPointer<Element>
    ) -> (TreeArray<Element>.Iterator, UnsafeMutableBufferPointer<Element>.Index) {
        let copied = Swift.min(range.count, buffer.count)
        if var place = buffer.baseAddress {
            forEachPiece(range.prefix(copied)) { leaf in
                guard let first = leaf.baseAddress else { return }
                place.initialize(from: first, count: leaf.count)
                place += leaf.count
            }
        }
        return (TreeArray.Iterator(self, range.dropFirst(copied)), copied)
    }
}

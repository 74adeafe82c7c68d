/// The elements of a ``TreeArray``, or of a slice of one, the last one first: what `ReversedCollection` is for an array.
public struct ReversedTree<Element> {
    /// The elements in their own order.
    @usableFromInline let slice: TreeSlice<Element>

    @inlinable
    init(_ slice: TreeSlice<Element>) {
        self.slice = slice
    }
}

extension ReversedTree: Sendable where Element: Sendable {}

extension ReversedTree: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }

    @inlinable public var endIndex: Int { slice.count }

    /// The element at an index: the last one at 0.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(index: Int) -> Element { slice[slice.endIndex - 1 - index] }

    /// Goes through the elements, leaf by leaf, from the last one to the first.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var walk: LeafWalk<Element>
        @usableFromInline var place: UnsafePointer<Element>?
        @usableFromInline var startOfLeaf: UnsafePointer<Element>?

        @inlinable
        init(_ root: TreeNode<Element>, _ range: Range<Int>) {
            walk = LeafWalk(root, range)
        }

        @inlinable
        public mutating func next() -> Element? {
            if place == startOfLeaf {
                guard let leaf = walk.takeLast(), let first = leaf.baseAddress else { return nil }
                startOfLeaf = first
                place = first + leaf.count
            }
            place = place.unsafelyUnwrapped - 1
            // It might be the last use of the iterator.
            return withExtendedLifetime(walk.root) { place.unsafelyUnwrapped.pointee }
        }
    }

    @inlinable
    public func makeIterator() -> Iterator { Iterator(slice.list.root, slice.bounds) }

    /// An array with the results of a closure for each element, the last one first.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func map<Result, Failure: Error>(
        _ transform: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        var walk = LeafWalk(slice.list.root, slice.bounds)
        while let leaf = walk.removeLast() {
            for index in leaf.indices.reversed() { results.append(try transform(leaf[index])) }
        }
        return results
    }

    /// The elements in their own order.
    @inlinable
    public func reversed() -> TreeSlice<Element> { slice }
}

extension TreeArray {
    /// The elements, the last one first.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func reversed() -> ReversedTree<Element> { self[...].reversed() }
}

extension TreeSlice {
    /// The elements, the last one first.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func reversed() -> ReversedTree<Element> { ReversedTree(self) }
}

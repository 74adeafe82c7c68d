/// A range of the elements of a ``TreeArray``, with the indices that they have there: what `ArraySlice` is for an array.
///
/// It holds the whole list. Put into another list, it shares its elements with that.
public struct TreeSlice<Element> {
    @usableFromInline var list: TreeArray<Element>
    @usableFromInline var bounds: Range<Int>

    @inlinable
    init(_ list: TreeArray<Element>, _ bounds: Range<Int>) {
        self.list = list
        self.bounds = bounds
    }

    /// No elements.
    @inlinable
    public init() {
        self.init(TreeArray(), 0..<0)
    }

    /// The list that this is a slice of.
    @inlinable public var base: TreeArray<Element> { list }
}

extension TreeSlice: Sendable where Element: Sendable {}

extension TreeSlice: RandomAccessCollection, MutableCollection {
    @inlinable public var startIndex: Int { bounds.lowerBound }

    @inlinable public var endIndex: Int { bounds.upperBound }

    @inlinable
    public subscript(index: Int) -> Element {
        get {
            checkIndex(index)
            return list[index]
        }
        set {
            checkIndex(index)
            list[index] = newValue
        }
        _modify {
            checkIndex(index)
            yield &list[index]
        }
    }

    @inlinable
    public subscript(range: Range<Int>) -> TreeSlice {
        get {
            checkRange(range)
            return TreeSlice(list, range)
        }
        set { replaceSubrange(range, with: newValue) }
    }

    @inlinable
    func checkIndex(_ index: Int) {
        precondition(bounds.contains(index), "TreeSlice: index out of range")
    }

    @inlinable
    func checkRange(_ range: Range<Int>) {
        precondition(
            range.lowerBound >= bounds.lowerBound && range.upperBound <= bounds.upperBound,
            "TreeSlice: range out of range")
    }

    @inlinable
    public func makeIterator() -> TreeArray<Element>.Iterator { TreeArray.Iterator(list.root, bounds) }

    /// An array with the results of a closure for each element.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func map<Result, Failure: Error>(
        _ transform: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        try list.root.map(bounds, transform)
    }

    /// The first index for whose element a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
        try list.root.firstIndex(bounds, predicate)
    }

    /// The last index for whose element a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {
        try list.root.lastIndex(bounds, predicate)
    }

    /// The last element for which a predicate holds, or `nil`.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func last(where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try lastIndex(where: predicate).map { list[$0] }
    }

    @inlinable
    public func _copyContents(
        initializing buffer: UnsafeMutableBufferPointer<Element>
    ) -> (TreeArray<Element>.Iterator, UnsafeMutableBufferPointer<Element>.Index) {
        list.root.copyContents(bounds, initializing: buffer)
    }
}

extension TreeSlice: RangeReplaceableCollection {
    /// Replaces the elements of a range with those of a collection.
    ///
    /// - Complexity: That of ``TreeArray/replaceSubrange(_:with:)``.
    @inlinable
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        checkRange(range)
        let count = list.count
        list.replaceSubrange(range, with: elements)
        bounds = bounds.lowerBound..<(bounds.upperBound + list.count - count)
    }
}

extension TreeSlice: ExpressibleByArrayLiteral {
    @inlinable
    public init(arrayLiteral elements: Element...) {
        let list = TreeArray(elements)
        self.init(list, 0..<list.count)
    }
}

extension TreeSlice: Equatable where Element: Equatable {
    /// Whether the elements are equal, in the same order.
    @inlinable
    public static func == (left: TreeSlice, right: TreeSlice) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension TreeSlice: Hashable where Element: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension TreeSlice: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { Array(self).description }

    public var debugDescription: String { Array(self).debugDescription }
}

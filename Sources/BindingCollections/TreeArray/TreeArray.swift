import Binding

/// Skeleton: replaced by the tree.
public struct TreeArray<Element> {
    @usableFromInline var storage: [Element]
    @inlinable public init() { storage = [] }
    @inlinable public init(_ elements: some Sequence<Element>) { storage = Array(elements) }
}
extension TreeArray: Sendable where Element: Sendable {}
extension TreeArray: Equatable where Element: Equatable {}
extension TreeArray: Hashable where Element: Hashable {}
extension TreeArray: ExpressibleByArrayLiteral {
    @inlinable public init(arrayLiteral elements: Element...) { storage = elements }
}
extension TreeArray: RandomAccessCollection, MutableCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { storage.count }
    @inlinable public subscript(index: Int) -> Element {
        get { storage[index] }
        set { storage[index] = newValue }
    }
}
extension TreeArray: RangeReplaceableCollection {
    @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        storage.replaceSubrange(range, with: elements)
    }
}
extension TreeArray {
    /// The rows of a range, in O(log n): what is whole is shared.
    @inlinable package func subtree(_ range: Range<Int>) -> TreeArray { TreeArray(storage[range]) }

    /// Puts all of another one behind, in O(log n): both share what they have in common with the result.
    @inlinable package mutating func append(tree other: TreeArray) { storage += other.storage }

    /// The first index whose element is not before what is looked for: elements for which the predicate is false stand
    /// before those for which it is true. O(log n).
    @inlinable package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// What differs from another one: ranges in ascending order, between which the elements are the same to the bit. In time
    /// of what differs, where both stem from one.
    @inlinable package func splices(from old: TreeArray) -> [ListSplice] {
        let shared = Swift.min(old.count, count)
        var prefix = 0
        while prefix < shared, areIdentical(storage[prefix], old.storage[prefix]) { prefix += 1 }
        var suffix = 0
        while suffix < shared - prefix,
            areIdentical(storage[count - 1 - suffix], old.storage[old.count - 1 - suffix])
        { suffix += 1 }
        if prefix == count, prefix == old.count { return [] }
        return [ListSplice(old: prefix..<(old.count - suffix), new: prefix..<(count - suffix))]
    }
}

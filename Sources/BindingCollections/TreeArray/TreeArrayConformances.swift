import Binding

extension TreeArray: Equatable where Element: Equatable {
    /// Whether the elements are equal, in the same order. What two values share is not compared.
    @inlinable
    public static func == (left: TreeArray, right: TreeArray) -> Bool {
        left.root.isEqual(to: right.root) { $0.pointee == $1.pointee }
    }
}

extension TreeArray {
    /// Whether the elements are the same to the bit, in the same order. What two values share is not compared.
    @inlinable
    func isIdentical(to other: TreeArray) -> Bool {
        root.isEqual(to: other.root) { areIdentical(at: $0, $1) }
    }
}

extension TreeNode {
    @usableFromInline typealias Equality = (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool

    /// Whether the elements are equal, in the same order.
    @inlinable
    func isEqual(to other: TreeNode, by areEqual: Equality) -> Bool {
        guard count == other.count else { return false }
        if isIdentical(to: other) { return true }
        guard var index = equalStart(with: other, by: areEqual) else { return false }
        while index < count {
            let (leaf, start) = leaf(at: index)
            let (match, matchStart) = other.leaf(at: index)
            let end = Swift.min(start + leaf.count, matchStart + match.count)
            let isShared = start == matchStart && TreeNode(leaf: leaf).isIdentical(to: TreeNode(leaf: match))
            guard isShared || Self.areEqual(leaf[(index - start)...], match[(index - matchStart)...], by: areEqual)
            else { return false }
            index = end
        }
        return true
    }

    /// How many elements are equal at the start, at least; `nil` if an element is found that is not. Children that end at
    /// the same places are compared as a whole, so that nothing below shared nodes is compared.
    @inlinable
    func equalStart(with other: TreeNode, by areEqual: Equality) -> Int? {
        if isLeaf || other.isLeaf {
            guard isLeaf, other.isLeaf else { return 0 }
            return Self.areEqual(elements[...], other.elements[...], by: areEqual) ? Swift.min(count, other.count) : nil
        }
        var index = 0
        for (child, match) in zip(children, other.children) {
            guard child.count == match.count else {
                return child.equalStart(with: match, by: areEqual).map { index + $0 }
            }
            guard child.isEqual(to: match, by: areEqual) else { return nil }
            index += child.count
        }
        return index
    }

    /// Whether the elements of two leaves are equal, as far as both have some.
    @inlinable
    static func areEqual(_ left: ArraySlice<Element>, _ right: ArraySlice<Element>, by areEqual: Equality) -> Bool {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                guard let first = left.baseAddress, let other = right.baseAddress else { return true }
                return (0..<Swift.min(left.count, right.count)).allSatisfy { areEqual(first + $0, other + $0) }
            }
        }
    }
}

extension TreeArray: Hashable where Element: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension TreeArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension TreeArray: Decodable where Element: Decodable {
    /// Decodes what an array has encoded.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var builder = TreeBuilder<Element>(.usual(for: Element.self))
        while !container.isAtEnd { builder.append(try container.decode(Element.self)) }
        self.init(builder.finish(), .usual(for: Element.self))
    }
}

extension TreeArray: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Array(self).description }

    public var debugDescription: String { Array(self).debugDescription }

    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}

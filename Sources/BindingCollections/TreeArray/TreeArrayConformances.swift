extension TreeArray: Equatable where Element: Equatable {
    /// Whether the elements are equal, in the same order. What two values share is not compared.
    @inlinable
    public static func == (left: TreeArray, right: TreeArray) -> Bool {
        left.tree.root.isEqual(to: right.tree.root) { $0.pointee == $1.pointee }
    }
}

extension TreeNode {
    /// Whether the elements are the same, in the same order, as a closure says.
    @inlinable
    func isEqual(
        to other: TreeNode, by areEqual: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool
    ) -> Bool {
        guard count == other.count else { return false }
        if isIdentical(to: other) { return true }
        var index = 0
        // Children that end at the same places are compared as a whole, so that nothing below shared nodes is compared.
        for (child, match) in zip(children, other.children) {
            guard child.count == match.count else { break }
            guard child.isEqual(to: match, by: areEqual) else { return false }
            index += child.count
        }
        while index < count {
            let (leaf, start) = leaf(at: index)
            let (match, matchStart) = other.leaf(at: index)
            let end = Swift.min(start + leaf.count, matchStart + match.count)
            if start != matchStart || !TreeNode(leaf: leaf).isIdentical(to: TreeNode(leaf: match)) {
                let isEqual = leaf.withUnsafeBufferPointer { leaf in
                    match.withUnsafeBufferPointer { match in
                        guard let first = leaf.baseAddress, let other = match.baseAddress else { return true }
                        return (index..<end).allSatisfy { areEqual(first + ($0 - start), other + ($0 - matchStart)) }
                    }
                }
                guard isEqual else { return false }
            }
            index = end
        }
        return true
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

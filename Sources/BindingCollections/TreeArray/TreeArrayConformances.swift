extension TreeArray: Equatable where Element: Equatable {
    /// Whether the elements are equal, in the same order. What two values share is not looked at.
    @inlinable
    public static func == (left: TreeArray, right: TreeArray) -> Bool {
        guard left.count == right.count else { return false }
        if left.tree.root.isIdentical(to: right.tree.root) { return true }
        var index = 0
        while index < left.count {
            let (leaf, start) = left.tree.root.leaf(at: index)
            let (other, otherStart) = right.tree.root.leaf(at: index)
            let end = Swift.min(start + leaf.count, otherStart + other.count)
            if start != otherStart || !TreeNode(leaf: leaf).isIdentical(to: TreeNode(leaf: other)) {
                let length = end - index
                guard
                    leaf[(index - start)...].prefix(length).elementsEqual(other[(index - otherStart)...].prefix(length))
                else { return false }
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
        var builder = TreeBuilder<Element>(.usual)
        while !container.isAtEnd { builder.append(try container.decode(Element.self)) }
        self.init(builder.finish(), .usual)
    }
}

extension TreeArray: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Array(self).description }

    public var debugDescription: String { Array(self).debugDescription }

    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}

/// A tree, or a piece of one: its root, and how far above the leaves that is.
@usableFromInline
struct Subtree<Element> {
    @usableFromInline var root: TreeNode<Element>
    @usableFromInline var height: Int

    @inlinable
    init() {
        root = TreeNode(leaf: [])
        height = 0
    }

    @inlinable
    init(_ root: TreeNode<Element>, height: Int) {
        self.root = root
        self.height = height
        settle()
    }

    /// Removes roots that have one child.
    @inlinable
    mutating func settle() {
        while height > 0, root.children.count < 2 {
            root = root.children.first ?? TreeNode(leaf: [])
            height = root.count == 0 ? 0 : height - 1
        }
    }

    /// Takes in what has to follow the root.
    @inlinable
    mutating func grow(_ sibling: TreeNode<Element>?) {
        guard let sibling else { return }
        root = TreeNode(branch: [root, sibling])
        height += 1
    }

    /// - Complexity: O(log *n*).
    @inlinable
    mutating func append(_ element: Element, _ shape: TreeShape) {
        if withUnsafeMutablePointer(to: &root, { TreeNode.appendToLeaf(element, below: $0, shape) }) { return }
        grow(root.appendLeaf(element, shape))
    }

    /// - Complexity: O(log *n*).
    @inlinable
    mutating func insert(_ element: Element, at index: Int, _ shape: TreeShape) {
        grow(root.insert(element, at: index, shape))
    }

    /// - Complexity: O(log *n*).
    @inlinable
    mutating func remove(at index: Int, _ shape: TreeShape) -> Element {
        defer { settle() }
        return root.remove(at: index, shape)
    }

    /// Appends another tree.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    mutating func append(_ other: Subtree, _ shape: TreeShape) {
        if other.root.count == 0 { return }
        if root.count == 0 {
            self = other
        } else if height >= other.height {
            grow(root.attach(other.root, levels: height - other.height, isBehind: true, shape))
        } else {
            var whole = other
            whole.grow(whole.root.attach(root, levels: other.height - height, isBehind: false, shape))
            self = whole
        }
    }

    /// Keeps what is before an index.
    ///
    /// - Returns: What is from there on.
    /// - Complexity: O(log *n*).
    @inlinable
    mutating func splitOff(at index: Int, _ shape: TreeShape) -> Subtree {
        if index == 0 {
            defer { self = Subtree() }
            return self
        }
        if index == root.count { return Subtree() }
        if height == 0 { return Subtree(root.splitOff(at: index), height: 0) }
        let (child, place) = root.find(index)
        let level = height
        var middle = Subtree(root.children[child], height: level - 1)
        let behind = Subtree(TreeNode(branch: Array(root.children[(child + 1)...])), height: level)
        root.children.removeSubrange(child...)
        root.count = root.children.reduce(0) { $0 + $1.count }
        settle()
        var rest = middle.splitOff(at: place, shape)
        append(middle, shape)
        rest.append(behind, shape)
        return rest
    }
}

extension Subtree: Sendable where Element: Sendable {}

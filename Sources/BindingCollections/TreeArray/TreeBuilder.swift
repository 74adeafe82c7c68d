extension Subtree {
    /// The elements of a sequence.
    @inlinable
    init(_ elements: some Sequence<Element>, _ shape: TreeShape) {
        // A small array is a leaf as it is, unless it has room for many more.
        if let elements = elements as? [Element], elements.count <= shape.leaf, elements.capacity <= 2 * shape.leaf {
            self = elements.isEmpty ? Subtree() : Subtree(TreeNode(leaf: elements), height: 0)
            return
        }
        var builder = TreeBuilder<Element>(shape)
        builder.append(contentsOf: elements)
        self = builder.finish()
    }
}

/// Makes a tree from elements and leaves that are appended one after the other.
@usableFromInline
struct TreeBuilder<Element> {
    @usableFromInline let shape: TreeShape
    @usableFromInline var leaves: [TreeNode<Element>] = []
    /// The elements that are not in a leaf yet.
    @usableFromInline var pending: [Element] = []

    @inlinable
    init(_ shape: TreeShape) {
        self.shape = shape
    }

    // Consumed: a copy would be retained here and released there, wherever in memory it is.
    @inlinable
    mutating func append(_ element: consuming Element) {
        // The first leaf may be all that there is, and small.
        if pending.isEmpty, !leaves.isEmpty { pending.reserveCapacity(Int(shape.leaf)) }
        pending.append(element)
        if pending.count == shape.leaf { flush() }
    }

    @inlinable
    mutating func append(contentsOf elements: some Sequence<Element>) {
        if pending.isEmpty, leaves.isEmpty {
            pending.reserveCapacity(Swift.min(elements.underestimatedCount, Int(shape.leaf)))
        }
        for element in elements { append(element) }
    }

    /// Appends what a closure writes into the memory of a leaf, and counts, until it writes nothing: faster than one by one.
    @inlinable
    mutating func appendLeaves(_ write: (UnsafeMutableBufferPointer<Element>, inout Int) -> Void) {
        while true {
            let elements = [Element](unsafeUninitializedCapacity: Int(shape.leaf)) { write($0, &$1) }
            if elements.isEmpty { return }
            append(leaf: TreeNode(leaf: elements))
        }
    }

    /// Appends a leaf, as it is if it has enough elements, and what precedes it has, or can be joined with a leaf.
    @inlinable
    mutating func append(leaf: TreeNode<Element>) {
        let minimum = shape.minimum(isLeaf: true)
        guard leaf.count >= minimum, pending.isEmpty || pending.count >= minimum || !leaves.isEmpty else {
            return append(contentsOf: leaf.elements)
        }
        flush()
        joinLast()
        leaves.append(leaf)
    }

    /// Joins the last leaf with the one before it if it has too few elements.
    @inlinable
    mutating func joinLast() {
        guard leaves.count > 1, leaves[leaves.count - 1].count < shape.minimum(isLeaf: true) else { return }
        let last = leaves.removeLast()
        if let rest = leaves[leaves.count - 1].join(last, shape) { leaves.append(rest) }
    }

    @inlinable
    mutating func flush() {
        guard !pending.isEmpty else { return }
        leaves.append(TreeNode(leaf: pending))
        pending = []
    }

    /// The tree.
    @inlinable
    consuming func finish() -> Subtree<Element> {
        flush()
        joinLast()
        guard var root = leaves.first else { return Subtree() }
        var (level, height) = (leaves, 0)
        while level.count > 1 {
            level = Self.branches(of: level, shape)
            height += 1
            root = level[0]
        }
        return Subtree(root, height: height)
    }

    /// As few branches as have room for some nodes, with about the same number of children each.
    @inlinable
    static func branches(of nodes: [TreeNode<Element>], _ shape: TreeShape) -> [TreeNode<Element>] {
        let count = (nodes.count + Int(shape.branch) - 1) / Int(shape.branch)
        return (0..<count).map { number in
            TreeNode(branch: Array(nodes[(number * nodes.count / count)..<((number + 1) * nodes.count / count)]))
        }
    }
}

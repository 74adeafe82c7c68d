/// A function of a tree that is made of one of its leaves and one of its branches: what it made of each node is kept.
///
/// An edit makes a leaf anew, and the branches above it. The functions are called for these, and what was made of all other
/// nodes stays.
@usableFromInline
struct TreeFold<Element, Result> {
    /// What is known about a node of the tree.
    @usableFromInline
    struct Node {
        /// The address of the node's array, which identifies it as long as the tree is held.
        @usableFromInline let address: UnsafeRawPointer?
        @usableFromInline let count: Int
        @usableFromInline let result: Result
        @usableFromInline let children: [Node]

        @inlinable
        init(address: UnsafeRawPointer? = nil, count: Int, result: Result, children: [Node]) {
            self.address = address
            self.count = count
            self.result = result
            self.children = children
        }
    }

    /// Called with the elements of a leaf, one or more.
    @usableFromInline let leaf: @Sendable (UnsafeBufferPointer<Element>) -> Result
    /// Called with what is known about the children of a branch.
    @usableFromInline let branch: @Sendable ([Node]) -> Result
    /// The latest list. It is held, so that none of its nodes is changed in place, or gives its address to another one.
    @usableFromInline var list = TreeArray<Element>()
    /// `nil` if the list is empty.
    @usableFromInline var root: Node?

    @inlinable
    init(
        leaf: @escaping @Sendable (UnsafeBufferPointer<Element>) -> Result, branch: @escaping @Sendable ([Node]) -> Result
    ) {
        self.leaf = leaf
        self.branch = branch
    }

    /// The result for a list, `nil` if that is empty.
    ///
    /// - Complexity: That of the functions for each node that the list does not share with the one before.
    @inlinable
    mutating func result(of list: TreeArray<Element>) -> Result? {
        let (old, new) = (self.list.tree, list.tree)
        // Of the same height as the new root.
        for _ in 0..<Swift.max(0, old.height - new.height) {
            root = root.map { Node(count: $0.count, result: $0.result, children: $0.children.flatMap(\.children)) }
        }
        for _ in 0..<Swift.max(0, new.height - old.height) {
            root = root.map { Node(count: $0.count, result: $0.result, children: [$0]) }
        }
        root = list.isEmpty ? nil : withUnsafePointer(to: new.root) { node(for: $0, former: root) }
        self.list = list
        return root?.result
    }

    /// What is known about a node, from what was known about a former one of the same height in about the same place.
    @inlinable
    func node(for new: UnsafePointer<TreeNode<Element>>, former: Node?) -> Node {
        let address = new.pointee.address
        if let former, former.address == address { return former }
        let count = new.pointee.count
        if new.pointee.isLeaf {
            let result = new.pointee.elements.withUnsafeBufferPointer(leaf)
            return Node(address: address, count: count, result: result, children: [])
        }
        let children = new.pointee.children.withUnsafeBufferPointer { children in
            (former?.children ?? []).withUnsafeBufferPointer { nodes(for: children, former: $0) }
        }
        return Node(address: address, count: count, result: branch(children), children: children)
    }

    /// What is known about some siblings. Those that are not new are looked for in the order in which they were before.
    @inlinable
    func nodes(for new: UnsafeBufferPointer<TreeNode<Element>>, former: UnsafeBufferPointer<Node>) -> [Node] {
        var nodes: [Node] = []
        nodes.reserveCapacity(new.count)
        // The first former one that may stay, and how many elements there are since the last one that does.
        var (next, passed) = (0, 0)
        for place in new.indices {
            let address = new[place].address
            if let same = former[next...].firstIndex(where: { $0.address == address }) {
                nodes.append(former[same])
                (next, passed) = (same + 1, 0)
                continue
            }
            // The one in whose place it is, or from which it has been split.
            var (candidate, rest) = (next, passed + new[place].count / 2)
            while candidate < former.count - 1, rest >= former[candidate].count {
                rest -= former[candidate].count
                candidate += 1
            }
            passed += new[place].count
            let like = candidate < former.count ? former[candidate] : nil
            nodes.append(node(for: new.baseAddress.unsafelyUnwrapped + place, former: like))
        }
        return nodes
    }
}

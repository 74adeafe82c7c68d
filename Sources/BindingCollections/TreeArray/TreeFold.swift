/// A function of a tree that is made of one of its leaves and one of its branches: what it made of each node is kept.
///
/// An edit makes a leaf anew, and the branches above it. The functions are called for these, and what was made of all other
/// nodes stays.
@usableFromInline
struct TreeFold<Element, Result> {
    /// What is known about a node of the tree.
    @usableFromInline
    struct Node {
        /// The address of the node's array, which identifies it as long as the tree is held. `nil` for what stands in for a node.
        @usableFromInline var address: UnsafeRawPointer?
        @usableFromInline var result: Result
        @usableFromInline var children: [Node]

        @inlinable
        init(address: UnsafeRawPointer?, result: Result, children: [Node]) {
            self.address = address
            self.result = result
            self.children = children
        }
    }

    /// Called with the elements of a leaf, one or more.
    @usableFromInline let leaf: @Sendable (UnsafeBufferPointer<Element>) -> Result
    /// Called with what is known about the children of a branch.
    @usableFromInline let branch: @Sendable ([Node]) -> Result
    /// Whether the last leaf comes first: for what is made of them and will be read in that order, which is faster if it lies in
    /// memory so.
    @usableFromInline let isLastFirst: Bool
    /// The latest list. It is held, so that none of its nodes is changed in place, or gives its address to another one.
    @usableFromInline var list = TreeArray<Element>()
    /// `nil` if the list is empty.
    @usableFromInline var root: Node?

    @inlinable
    init(
        isLastFirst: Bool = false, leaf: @escaping @Sendable (UnsafeBufferPointer<Element>) -> Result,
        branch: @escaping @Sendable ([Node]) -> Result
    ) {
        self.isLastFirst = isLastFirst
        self.leaf = leaf
        self.branch = branch
    }

    /// The result for a list, `nil` if that is empty.
    ///
    /// - Complexity: That of the functions for each node that the list does not share with the one before.
    @inlinable
    mutating func result(of list: TreeArray<Element>) -> Result? {
        let (old, new) = (self.list.tree, list.tree)
        // What is known is brought to the height of the new tree, below or without the former root.
        for _ in 0..<Swift.max(0, new.height - old.height) {
            root = root.map { Node(address: nil, result: $0.result, children: [$0]) }
        }
        for _ in 0..<Swift.max(0, old.height - new.height) {
            root = root.map { Node(address: nil, result: $0.result, children: $0.children.flatMap(\.children)) }
        }
        withUnsafePointer(to: new.root) { newRoot in
            if list.isEmpty {
                root = nil
            } else if root == nil {
                root = nodes(for: [newRoot], former: [])[0]
            } else {
                update(&root!, to: newRoot)
            }
        }
        self.list = list
        return root?.result
    }

    /// Updates what is known about a node to another one of the same height.
    @inlinable
    func update(_ node: inout Node, to new: UnsafePointer<TreeNode<Element>>) {
        let address = new.pointee.address
        if node.address == address { return }
        node.address = address
        if new.pointee.isLeaf {
            node.result = new.pointee.elements.withUnsafeBufferPointer(leaf)
            return
        }
        new.pointee.children.withUnsafeBufferPointer { children in
            // Most edits leave all children but one where they are.
            if let place = Self.onlyChange(in: node.children, to: children) {
                update(&node.children[place], to: children.baseAddress.unsafelyUnwrapped + place)
            } else {
                node.children = node.children.withUnsafeBufferPointer {
                    nodes(for: Self.addresses(children), former: Self.addresses($0))
                }
            }
        }
        node.result = branch(node.children)
    }

    /// Which child has changed, if all others are the same.
    @inlinable
    static func onlyChange(in former: [Node], to new: UnsafeBufferPointer<TreeNode<Element>>) -> Int? {
        guard former.count == new.count else { return nil }
        var found: Int?
        for place in new.indices where former[place].address != new[place].address {
            if found != nil { return nil }
            found = place
        }
        return found
    }

    /// What is known about nodes of one height.
    ///
    /// - Parameters:
    ///   - new: The nodes, from the first to the last.
    ///   - former: What was known about those of this height that may be among them.
    @inlinable
    func nodes(for new: [UnsafePointer<TreeNode<Element>>], former: [UnsafePointer<Node>]) -> [Node] {
        var nodes: [Node] = []
        nodes.reserveCapacity(new.count)
        var (done, formerDone) = (0, 0)
        for (place, formerPlace) in Self.common(new, former) {
            make(new[done..<place], former[formerDone..<formerPlace], &nodes)
            nodes.append(former[formerPlace].pointee)
            (done, formerDone) = (place + 1, formerPlace + 1)
        }
        make(new[done...], former[formerDone...], &nodes)
        return nodes
    }

    /// Makes what there is to know about nodes that are new.
    @inlinable
    func make(
        _ new: ArraySlice<UnsafePointer<TreeNode<Element>>>, _ former: ArraySlice<UnsafePointer<Node>>,
        _ nodes: inout [Node]
    ) {
        guard let first = new.first else { return }
        if new.count == 1, former.count == 1 {
            var node = former[former.startIndex].pointee
            update(&node, to: first)
            return nodes.append(node)
        }
        if first.pointee.isLeaf {
            func made(_ node: UnsafePointer<TreeNode<Element>>) -> Node {
                Node(
                    address: node.pointee.address, result: node.pointee.elements.withUnsafeBufferPointer(leaf),
                    children: [])
            }
            nodes += isLastFirst ? new.reversed().map(made).reversed() : new.map(made)
            return
        }
        var below = self.nodes(
            for: new.flatMap { $0.pointee.children.withUnsafeBufferPointer(Self.addresses) },
            former: former.flatMap { $0.pointee.children.withUnsafeBufferPointer(Self.addresses) })[...]
        for node in new {
            let children = Array(below.prefix(node.pointee.children.count))
            below = below.dropFirst(children.count)
            nodes.append(Node(address: node.pointee.address, result: branch(children), children: children))
        }
    }

    /// Nodes that are in both, in the order of both. Edits change nodes, split them and join them: of those between the first and
    /// the last one that have changed, a node is found only near to where it was.
    @inlinable
    static func common(
        _ new: [UnsafePointer<TreeNode<Element>>], _ former: [UnsafePointer<Node>]
    ) -> [(new: Int, former: Int)] {
        var common: [(new: Int, former: Int)] = []
        var (end, formerEnd) = (new.count, former.count)
        while end > 0, formerEnd > 0, new[end - 1].pointee.address == former[formerEnd - 1].pointee.address {
            (end, formerEnd) = (end - 1, formerEnd - 1)
        }
        func isSame(_ place: Int, _ formerPlace: Int) -> Bool {
            place < end && formerPlace < formerEnd && new[place].pointee.address == former[formerPlace].pointee.address
        }
        var (place, formerPlace) = (0, 0)
        while place < end, formerPlace < formerEnd {
            if let step = (0..<8).first(where: { isSame(place, formerPlace + $0) }) {
                formerPlace += step
                common.append((place, formerPlace))
            } else if let step = (1..<8).first(where: { isSame(place + $0, formerPlace) }) {
                place += step
                common.append((place, formerPlace))
            }
            (place, formerPlace) = (place + 1, formerPlace + 1)
        }
        return common + zip(end..., formerEnd..<former.count).map { ($0, $1) }
    }

    @inlinable
    static func addresses<Pointee>(_ all: UnsafeBufferPointer<Pointee>) -> [UnsafePointer<Pointee>] {
        var addresses: [UnsafePointer<Pointee>] = []
        addresses.append(addressesOf: all)
        return addresses
    }
}

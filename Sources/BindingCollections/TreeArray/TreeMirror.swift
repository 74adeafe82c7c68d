extension Subtree {
    /// The elements, the last one first, in a tree of the same shape.
    ///
    /// - Parameters:
    ///   - other: A tree whose mirror is known.
    ///   - mirror: Its mirror, whose nodes are taken for what both trees have in common.
    /// - Complexity: O(*d*) for the elements and children of the *d* nodes that the two do not share.
    @inlinable
    func mirrored(like other: Subtree, _ mirror: Subtree) -> Subtree {
        let roots = TreeMirror(nodes: [other.root], mirrors: [mirror.root], height: other.height)
            .mirrors(of: [root], height: height)
        return Subtree(roots[0], height: height)
    }
}

/// Nodes of one height, from the first to the last, and the mirror of each.
@usableFromInline
struct TreeMirror<Element> {
    @usableFromInline typealias Node = TreeNode<Element>

    @usableFromInline let nodes: [Node]
    @usableFromInline let mirrors: [Node]
    @usableFromInline let height: Int

    @inlinable
    init(nodes: [Node], mirrors: [Node], height: Int) {
        self.nodes = nodes
        self.mirrors = mirrors
        self.height = height
    }

    /// The mirrors of other nodes, which need not be of the same height.
    @inlinable
    func mirrors(of new: [Node], height newHeight: Int) -> [Node] {
        if height > newHeight { return below(nodes.indices).mirrors(of: new, height: newHeight) }
        var found = [Int?](repeating: nil, count: new.count)
        var left = Array(nodes.indices)
        if height == newHeight { (found, left) = places(of: new) }
        let missing = new.indices.filter { found[$0] == nil }
        var children: ArraySlice<Node> = []
        if newHeight > 0, !missing.isEmpty {
            let rest = height == newHeight ? below(left) : self
            children = rest.mirrors(of: missing.flatMap { new[$0].children }, height: newHeight - 1)[...]
        }
        return new.indices.map { place in
            if let known = found[place] { return mirrors[known] }
            if newHeight == 0 { return Node(leaf: Self.reversed(new[place].elements)) }
            let own = children.prefix(new[place].children.count)
            children = children.dropFirst(own.count)
            return Node(branch: own.reversed())
        }
    }

    /// Elements, the last one first. Each is copied once; the standard library does it for all, and then swaps.
    @inlinable
    static func reversed(_ elements: [Element]) -> [Element] {
        elements.withUnsafeBufferPointer { elements in
            Array(unsafeUninitializedCapacity: elements.count) { buffer, count in
                count = elements.count
                guard var next = buffer.baseAddress, let first = elements.baseAddress else { return }
                var place = first + count
                while place > first {
                    place -= 1
                    next.initialize(to: place.pointee)
                    next += 1
                }
            }
        }
    }

    /// Where nodes of the same height are among these, and which of these they are not.
    @inlinable
    func places(of new: [Node]) -> (found: [Int?], left: [Int]) {
        var found = [Int?](repeating: nil, count: new.count)
        // Most edits leave most nodes where they are, or shift those behind them.
        var start = 0
        while start < min(nodes.count, new.count), nodes[start].isIdentical(to: new[start]) {
            found[start] = start
            start += 1
        }
        let shift = new.count - nodes.count
        var end = nodes.count
        while end > start, end + shift > start, nodes[end - 1].isIdentical(to: new[end - 1 + shift]) {
            end -= 1
            found[end + shift] = end
        }
        guard start < end else { return (found, []) }
        if end - start == 1, end + shift - start == 1 { return (found, [start]) }
        // A list that was appended to itself has a node more than once.
        var places: [UnsafeRawPointer?: Int] = [:]
        for place in start..<end { places[nodes[place].address] = place }
        for place in start..<(end + shift) { found[place] = places[new[place].address] }
        let common = Set(found.lazy.compactMap(\.self))
        return (found, (start..<end).filter { !common.contains($0) })
    }

    /// The children of some of these.
    @inlinable
    func below(_ places: some Sequence<Int>) -> TreeMirror {
        TreeMirror(
            nodes: places.flatMap { nodes[$0].children },
            mirrors: places.flatMap { mirrors[$0].children.reversed() }, height: height - 1)
    }
}

/// How large the nodes of a tree may become. The tests take small ones, which show faults that large ones hide.
@usableFromInline
package struct TreeShape: Hashable, Sendable {
    /// The most elements of a leaf.
    @usableFromInline let leaf: Int32
    /// The most children of a branch.
    @usableFromInline let branch: Int32

    /// - Parameters:
    ///   - leaf: The most elements of a leaf, at least 4.
    ///   - branch: The most children of a branch, at least 4.
    @inlinable
    package init(leaf: Int, branch: Int) {
        precondition(leaf >= 4 && branch >= 4, "A node must have room for at least four")
        self.leaf = Int32(leaf)
        self.branch = Int32(branch)
    }

    /// The shape of lists of integers, which tests edit at random.
    @inlinable
    package static var usual: TreeShape { usual(for: Int.self) }

    /// The usual shape for elements of a type: a leaf of about a kilobyte, which is copied at once; or a small one, if copying it
    /// retains what each element refers to.
    @inlinable
    static func usual<Element>(for _: Element.Type) -> TreeShape {
        guard _isPOD(Element.self) else { return TreeShape(leaf: 32, branch: 16) }
        return TreeShape(leaf: Swift.min(Swift.max(32, 1_024 / MemoryLayout<Element>.stride), 128), branch: 16)
    }

    /// The most that a node has: elements if it is a leaf, children otherwise.
    @inlinable
    func capacity(isLeaf: Bool) -> Int { Int(isLeaf ? leaf : branch) }

    /// The least that a node other than the root has.
    @inlinable
    func minimum(isLeaf: Bool) -> Int { isLeaf ? Int(leaf) / 4 : Swift.max(2, Int(branch) / 4) }
}

/// A node of a tree: a leaf, which has elements, or a branch, which has children, all of one height.
///
/// Nodes are values that hold arrays, and the arrays are what is shared: changing a node copies its array if another
/// tree holds it, too, and so, on the way down, one path of the tree and nothing else. Two nodes with the same array
/// are the same node.
@usableFromInline
struct TreeNode<Element> {
    /// The elements of a leaf. Empty in a branch.
    @usableFromInline var elements: [Element]
    /// The children of a branch. Empty in a leaf.
    @usableFromInline var children: [TreeNode]
    /// How many elements there are below.
    @usableFromInline var count: Int

    @inlinable
    init(leaf elements: [Element]) {
        self.elements = elements
        children = []
        count = elements.count
    }

    @inlinable
    init(branch children: [TreeNode]) {
        elements = []
        self.children = children
        count = children.reduce(0) { $0 + $1.count }
    }

    @inlinable
    var isLeaf: Bool { children.isEmpty }

    /// How much of its capacity is used.
    @inlinable
    var slots: Int { isLeaf ? elements.count : children.count }

    /// The address of its array, which identifies the node.
    @inlinable
    var address: UnsafeRawPointer? {
        isLeaf
            ? elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            : children.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }

    @inlinable
    func isIdentical(to other: TreeNode) -> Bool { count == other.count && address == other.address }

    /// The child that has an element, and the place of the element in it.
    @inlinable
    func find(_ index: Int) -> (child: Int, index: Int) {
        children.withUnsafeBufferPointer { Self.find(index, in: $0) }
    }

    @inlinable
    static func find(_ index: Int, in children: UnsafeBufferPointer<TreeNode>) -> (child: Int, index: Int) {
        var (child, rest) = (0, index)
        let last = children.count - 1
        while child < last, rest >= children[child].count {
            rest -= children[child].count
            child += 1
        }
        return (child, rest)
    }
}

extension TreeNode: Sendable where Element: Sendable {}

// Finding.

extension TreeNode {
    /// The leaf that has an element, and the index of its first.
    ///
    /// By pointers, because a node that is loaded from memory is retained; the pointers are valid as long as the root
    /// is held, which the caller ensures.
    @inlinable
    static func leaf(
        at index: Int, below root: UnsafePointer<TreeNode>
    ) -> (elements: UnsafeBufferPointer<Element>, start: Int) {
        var (node, rest) = (root, index)
        while !node.pointee.isLeaf {
            node = node.pointee.children.withUnsafeBufferPointer { children in
                let child: Int
                (child, rest) = find(rest, in: children)
                return children.baseAddress.unsafelyUnwrapped + child
            }
        }
        return (node.pointee.elements.withUnsafeBufferPointer { $0 }, index - rest)
    }

    /// The leaf that has an element, and the index of its first.
    @inlinable
    func leaf(at index: Int) -> (elements: [Element], start: Int) {
        if isLeaf { return (elements, 0) }
        let (child, rest) = find(index)
        let found = children[child].leaf(at: rest)
        return (found.elements, index - rest + found.start)
    }

    /// The first slot for which a condition holds, by binary search.
    @inlinable
    static func firstSlot(_ count: Int, where holds: (Int) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The first index for whose element a predicate holds, provided that it holds for all later ones, too.
    @inlinable
    static func partitioningIndex(
        below root: UnsafePointer<TreeNode>, where isAtOrBehind: (Element) throws -> Bool
    ) rethrows -> Int {
        var (node, before) = (root, 0)
        while !node.pointee.isLeaf {
            let children = node.pointee.children.withUnsafeBufferPointer { $0 }
            let slot = try firstSlot(children.count) {
                try isAtOrBehind(leaf(at: 0, below: children.baseAddress.unsafelyUnwrapped + $0).elements[0])
            }
            // It is in the child before, or right after that.
            guard slot > 0 else { return before }
            for child in 0..<(slot - 1) { before += children[child].count }
            node = children.baseAddress.unsafelyUnwrapped + (slot - 1)
        }
        let elements = node.pointee.elements.withUnsafeBufferPointer { $0 }
        return try before + firstSlot(elements.count) { try isAtOrBehind(elements[$0]) }
    }
}

// One element.

extension TreeNode {
    /// The leaf that has an element, for changing its elements, and the index of its first, after every array on the way
    /// to it has been copied that another tree holds, too. Valid as long as the caller has exclusive access to the root,
    /// and makes no other change.
    ///
    /// Not a coroutine that calls itself: Swift 6.3.1 miscompiles the second one's end where it optimizes code for any
    /// element.
    @inlinable
    static func ownLeaf(
        at index: Int, below root: UnsafeMutablePointer<TreeNode>
    ) -> (elements: UnsafeMutableBufferPointer<Element>, start: Int) {
        var (node, rest) = (root, index)
        while !node.pointee.isLeaf {
            node = node.pointee.children.withUnsafeMutableBufferPointer { children in
                let child: Int
                (child, rest) = find(rest, in: UnsafeBufferPointer(children))
                return children.baseAddress.unsafelyUnwrapped + child
            }
        }
        return (node.pointee.elements.withUnsafeMutableBufferPointer { $0 }, index - rest)
    }

    /// Inserts an element.
    ///
    /// - Returns: What has to follow this node, if it was full.
    @inlinable
    mutating func insert(_ element: Element, at index: Int, _ shape: TreeShape) -> TreeNode? {
        if isLeaf {
            guard elements.count == shape.leaf else {
                take(element, at: index, shape)
                return nil
            }
            var sibling = splitOff(at: elements.count / 2)
            if index <= count {
                take(element, at: index, shape)
            } else {
                sibling.take(element, at: index - count, shape)
            }
            return sibling
        }
        count += 1
        let (child, place) = find(index)
        guard let sibling = children[child].insert(element, at: place, shape) else { return nil }
        children.insert(sibling, at: child + 1)
        return children.count > shape.branch ? splitOff(at: children.count / 2) : nil
    }

    /// Appends an element to the last leaf, if that has room.
    ///
    /// - Returns: Whether it has.
    @inlinable
    static func appendToLeaf(
        _ element: Element, below root: UnsafeMutablePointer<TreeNode>, _ shape: TreeShape
    ) -> Bool {
        var last = UnsafePointer(root)
        while !last.pointee.isLeaf {
            last = last.pointee.children.withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped + ($0.count - 1) }
        }
        if last.pointee.count == shape.leaf { return false }
        var node = root
        while !node.pointee.isLeaf {
            node.pointee.count += 1
            node = node.pointee.children.withUnsafeMutableBufferPointer {
                $0.baseAddress.unsafelyUnwrapped + ($0.count - 1)
            }
        }
        node.pointee.take(element, at: node.pointee.count, shape)
        return true
    }

    /// Appends an element where the last leaf is full. The front remains fuller, so that a list built by appending is
    /// dense.
    ///
    /// - Returns: What has to follow this node, if it was full.
    @inlinable
    mutating func appendLeaf(_ element: Element, _ shape: TreeShape) -> TreeNode? {
        if isLeaf {
            var sibling = splitOff(at: elements.count + 1 - shape.minimum(isLeaf: true))
            sibling.take(element, at: sibling.count, shape)
            return sibling
        }
        count += 1
        guard let sibling = children[children.count - 1].appendLeaf(element, shape) else { return nil }
        children.append(sibling)
        return children.count > shape.branch ? splitOff(at: children.count - shape.minimum(isLeaf: false)) : nil
    }

    /// Inserts an element into a leaf that has room for it.
    @inlinable
    mutating func take(_ element: Element, at index: Int, _ shape: TreeShape) {
        // Left to itself, the array would grow larger than a leaf ever is.
        if elements.count == elements.capacity {
            elements.reserveCapacity(Swift.min(Int(shape.leaf), Swift.max(8, elements.count * 2)))
        }
        if index == count { elements.append(element) } else { elements.insert(element, at: index) }
        count += 1
    }

    /// Removes an element. The node may have less than its minimum afterward.
    @inlinable
    mutating func remove(at index: Int, _ shape: TreeShape) -> Element {
        count -= 1
        if isLeaf { return elements.remove(at: index) }
        let (child, place) = find(index)
        let element = children[child].remove(at: place, shape)
        if children[child].slots < shape.minimum(isLeaf: children[child].isLeaf), children.count > 1 {
            mend(child == 0 ? 0 : child - 1, shape)
        }
        return element
    }
}

// Nodes.

extension TreeNode {
    /// Keeps what is before a slot.
    ///
    /// - Returns: What is from there on.
    @inlinable
    mutating func splitOff(at slot: Int) -> TreeNode {
        if isLeaf {
            // Both are copied: an array that elements are removed from keeps its capacity.
            let rest = TreeNode(leaf: Array(elements[slot...]))
            self = TreeNode(leaf: Array(elements[..<slot]))
            return rest
        }
        let rest = TreeNode(branch: Array(children[slot...]))
        self = TreeNode(branch: Array(children[..<slot]))
        return rest
    }

    /// Appends another node of the same height: within this one, if there is room, otherwise divided so that neither
    /// has too little.
    ///
    /// - Returns: What has to follow this node.
    @inlinable
    mutating func join(_ other: TreeNode, _ shape: TreeShape) -> TreeNode? {
        let (isLeaf, slots, otherSlots) = (isLeaf, slots, other.slots)
        let minimum = shape.minimum(isLeaf: isLeaf)
        let total = slots + otherSlots
        if total > shape.capacity(isLeaf: isLeaf), slots >= minimum, otherSlots >= minimum { return other }
        if isLeaf { elements += other.elements } else { children += other.children }
        count += other.count
        return total <= shape.capacity(isLeaf: isLeaf) ? nil : splitOff(at: total / 2)
    }

    /// Joins a child with the next one.
    @inlinable
    mutating func mend(_ child: Int, _ shape: TreeShape) {
        let next = children.remove(at: child + 1)
        if let rest = children[child].join(next, shape) { children.insert(rest, at: child + 1) }
    }

    /// Attaches a node of a smaller height at one of the ends.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - levels: By how much its height is smaller.
    ///   - isBehind: Whether at the end; otherwise at the beginning.
    /// - Returns: What has to follow this node, if it was full.
    @inlinable
    mutating func attach(_ node: TreeNode, levels: Int, isBehind: Bool, _ shape: TreeShape) -> TreeNode? {
        if levels == 0 {
            if isBehind { return join(node, shape) }
            var first = node
            let rest = first.join(self, shape)
            self = first
            return rest
        }
        count += node.count
        let child = isBehind ? children.count - 1 : 0
        if let rest = children[child].attach(node, levels: levels - 1, isBehind: isBehind, shape) {
            children.insert(rest, at: child + 1)
        }
        return children.count > shape.branch ? splitOff(at: children.count / 2) : nil
    }
}

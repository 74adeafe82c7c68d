/// Bits, one for each row of a list. Counting the ones before an index, and inserting bits, take O(log n).
///
/// A tree with counts whose leaves are some words of bits: little more than one bit per row.
@usableFromInline
package final class BitTree {
    private let leafSize: Int
    private let childrenLimit: Int
    private var root = BitNode(BitVector())

    /// An empty tree.
    ///
    /// - Parameters:
    ///   - leafSize: How many bits a leaf has at most.
    ///   - childrenLimit: How many children a node has at most; must be four or more.
    @usableFromInline
    package init(leafSize: Int = 1024, childrenLimit: Int = 32) {
        self.leafSize = leafSize
        self.childrenLimit = childrenLimit
    }

    /// How many bits there are.
    @usableFromInline package var count: Int { root.count }

    /// How many bits are ones.
    @usableFromInline package var ones: Int { root.ones }

    /// The bit at an index, in O(log n).
    @usableFromInline
    package subscript(index: Int) -> Bool {
        get {
            var (node, index) = (root, index)
            while !node.isLeaf { (node, index, _) = node.child(at: index) }
            return node.bits[index]
        }
        set { root.set(index, to: newValue) }
    }

    /// How many of the bits before an index are ones, in O(log n).
    @usableFromInline
    package func rank(_ index: Int) -> Int {
        if root.ones == root.count { return index }
        var (node, index, ones) = (root, index, 0)
        while !node.isLeaf {
            let child = node.child(at: index)
            ones += child.onesBefore
            (node, index) = (child.node, child.index)
        }
        return ones + node.bits.rank(index)
    }

    /// The index of a one, by how many ones are before it, in O(log n); the number of bits if there is no such one.
    @usableFromInline
    package func index(ofOne number: Int) -> Int {
        if number >= root.ones { return count }
        var (node, rest, index) = (root, number, 0)
        while let child = node.children.first(where: { child in
            if rest < child.ones { return true }
            rest -= child.ones
            index += child.count
            return false
        }) {
            node = child
        }
        return index + node.bits.index(ofOne: rest)
    }

    /// Replaces the bits of a range: O(log n), and the length of both.
    @usableFromInline
    package func replaceSubrange(_ range: Range<Int>, with bits: BitVector) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "The range is out of bounds")
        var nodes = replace(range, with: bits, in: root)
        while nodes.count > 1 { nodes = parents(of: nodes) }
        root = nodes.first ?? BitNode(BitVector())
        while root.children.count == 1 { root = root.children[0] }
    }

    /// All bits.
    @usableFromInline
    package var bits: BitVector {
        var bits = BitVector()
        bits.reserveCapacity(count)
        root.write(to: &bits)
        return bits
    }

    /// Replaces the bits of a range in a node, and returns the nodes that it becomes, none of them empty.
    private func replace(_ range: Range<Int>, with new: BitVector, in node: BitNode) -> [BitNode] {
        if node.isLeaf {
            var bits = BitVector()
            bits.reserveCapacity(node.count - range.count + new.count)
            bits.append(node.bits, 0..<range.lowerBound)
            bits.append(new, 0..<new.count)
            bits.append(node.bits, range.upperBound..<node.count)
            if bits.count > leafSize { return leaves(of: bits) }
            node.bits = bits
            node.recount()
            return bits.count == 0 ? [] : [node]
        }
        let (first, low) = node.place(of: range.lowerBound)
        let (last, high) = range.isEmpty ? (first, low) : node.place(of: range.upperBound)
        var changed: [BitNode]
        if first == last {
            changed = replace(low..<high, with: new, in: node.children[first])
        } else {
            let child = node.children[first]
            changed = replace(low..<child.count, with: new, in: child)
            changed += replace(0..<high, with: BitVector(), in: node.children[last])
        }
        node.children.replaceSubrange(first...last, with: changed)
        mergeChildren(of: node, first - 1, first + changed.count)
        node.recount()
        if node.children.isEmpty { return [] }
        return node.children.count > childrenLimit ? parents(of: node.children) : [node]
    }

    /// Merges small neighbors, so that there are no more nodes than needed.
    private func mergeChildren(of node: BitNode, _ first: Int, _ last: Int) {
        var (index, last) = (max(first, 0), last)
        while index < last, index + 1 < node.children.count {
            let (left, right) = (node.children[index], node.children[index + 1])
            let isSmall =
                left.isLeaf
                ? left.count + right.count <= leafSize / 2
                : left.children.count + right.children.count <= childrenLimit / 2
            guard isSmall else {
                index += 1
                continue
            }
            left.bits.append(right.bits, 0..<right.bits.count)
            left.children += right.children
            left.recount()
            node.children.remove(at: index + 1)
            last -= 1
        }
    }

    private func leaves(of bits: BitVector) -> [BitNode] {
        evenly(bits.count, atMost: leafSize).map { BitNode(bits[$0]) }
    }

    private func parents(of nodes: [BitNode]) -> [BitNode] {
        evenly(nodes.count, atMost: childrenLimit).map { BitNode(children: Array(nodes[$0])) }
    }

    /// As few ranges as possible, of lengths as equal as possible.
    private func evenly(_ count: Int, atMost limit: Int) -> [Range<Int>] {
        let pieces = (count + limit - 1) / limit
        return (0..<pieces).map { (count * $0 / pieces)..<(count * ($0 + 1) / pieces) }
    }
}

/// A node of a ``BitTree``: a leaf has bits, any other has children.
private final class BitNode {
    var bits: BitVector
    var children: [BitNode] = []
    private(set) var count = 0
    private(set) var ones = 0

    init(_ bits: BitVector) {
        self.bits = bits
        recount()
    }

    init(children: [BitNode]) {
        bits = BitVector()
        self.children = children
        recount()
    }

    var isLeaf: Bool { children.isEmpty }

    func recount() {
        (count, ones) = (bits.count, bits.ones)
        for child in children {
            count += child.count
            ones += child.ones
        }
    }

    /// The child in which a range begins or ends, and where: at the end of one rather than at the beginning of the
    /// next.
    func place(of index: Int) -> (child: Int, index: Int) {
        var (child, index) = (0, index)
        while index > children[child].count {
            index -= children[child].count
            child += 1
        }
        return (child, index)
    }

    /// The child that an index lies in, the index within it, and how many ones are before the child.
    func child(at index: Int) -> (node: BitNode, index: Int, onesBefore: Int) {
        var (index, ones, place) = (index, 0, 0)
        while place + 1 < children.count, index >= children[place].count {
            index -= children[place].count
            ones += children[place].ones
            place += 1
        }
        return (children[place], index, ones)
    }

    func set(_ index: Int, to bit: Bool) {
        if isLeaf {
            bits[index] = bit
            ones = bits.ones
            return
        }
        let (child, index, _) = child(at: index)
        let before = child.ones
        child.set(index, to: bit)
        ones += child.ones - before
    }

    func write(to vector: inout BitVector) {
        vector.append(bits, 0..<bits.count)
        for child in children { child.write(to: &vector) }
    }
}

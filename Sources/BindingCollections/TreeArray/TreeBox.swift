public import Synchronization

/// What copies of a list share until one of them is changed: the tree, and the leaf in which an element was written last.
///
/// Writing to that leaf again needs no look at the nodes above it: if nobody else has the box, and nobody has taken a
/// part of the tree out of it since, no other tree has the leaf.
@usableFromInline
final class TreeBox<Element> {
    // Whoever reads this has the box, and whoever changes it is the only one who has: copies of a list are values.
    @exclusivity(unchecked) @usableFromInline var tree: Subtree<Element>
    /// The leaf in which an element was written last, and the index of its first element.
    @exclusivity(unchecked) @usableFromInline var leaf: UnsafeMutablePointer<Element>?
    @exclusivity(unchecked) @usableFromInline var start = 0
    /// How many elements that leaf has; 0 if another tree may have it. Atomic, because parts of the tree can be taken by
    /// several threads that read the list.
    @usableFromInline let length = Atomic<Int>(0)

    @inlinable
    init(_ tree: Subtree<Element>) {
        self.tree = tree
    }

    /// Tells that parts of the tree may become parts of another one, or change.
    @inlinable
    func share() {
        if length.load(ordering: .relaxed) != 0 { length.store(0, ordering: .relaxed) }
    }

    /// The tree, for what may hold a part of it.
    @inlinable var sharedTree: Subtree<Element> {
        share()
        return tree
    }

    /// Where the tree can be changed, if nobody else has the box.
    @inlinable var changedTree: UnsafeMutablePointer<Subtree<Element>> {
        share()
        return withUnsafeMutablePointer(to: &tree) { $0 }
    }

    /// Where an element can be changed at once: if nobody else has the box, and it is in the leaf that was written last.
    @inlinable
    func place(of index: Int) -> UnsafeMutablePointer<Element>? {
        let place = index &- start
        guard UInt(bitPattern: place) < UInt(bitPattern: length.load(ordering: .relaxed)) else { return nil }
        return leaf.unsafelyUnwrapped + place
    }

    /// The leaf of an element, where that can be changed, if nobody else has the box.
    @inlinable
    func ownLeaf(at index: Int) -> (elements: UnsafeMutableBufferPointer<Element>, start: Int) {
        let (elements, start) = withUnsafeMutablePointer(to: &tree.root) { root in
            TreeNode<Element>.ownLeaf(at: index, below: root)
        }
        (leaf, self.start) = (elements.baseAddress, start)
        length.store(elements.count, ordering: .relaxed)
        return (elements, start)
    }

    @inlinable
    subscript(index: Int) -> Element {
        withExtendedLifetime(self) {
            // Not by the address of the tree itself, which would be a change to the thread sanitizer.
            withUnsafePointer(to: tree.root) { root in
                let (leaf, start) = TreeNode<Element>.leaf(at: index, below: root)
                return leaf[index - start]
            }
        }
    }
}

// The tree is a value, and what is written beside it is atomic, or written by the only one who has the box.
extension TreeBox: @unchecked Sendable where Element: Sendable {}

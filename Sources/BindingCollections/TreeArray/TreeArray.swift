public import Synchronization

/// A list of elements, a value like `Array`, whose copies share what they have in common: for lists that are observed.
///
/// A copy costs nothing, and an edit O(log *n*), even while others hold the previous value; an array that is also held
/// elsewhere, as by an observer, is copied as a whole at each edit. The difference between two values is found in time
/// proportional to it, so that a list control can be told which rows came, went and moved: see ``ListUpdates``.
///
/// ```swift
/// @Bindable private(set) var people: TreeArray<Person> = []
///
/// people.append(ada)
/// people[0].name = "Ada Lovelace"
/// people.moveSubranges(RangeSet(0..<1), to: 3)
/// ```
///
/// Indices are those of an array: they start at zero, and are invalidated by edits before them. An index out of range
/// stops the program. Access by index is O(log *n*); walking through it, or through a slice of it, forward or reversed,
/// costs little more than for an array. For a list that nobody observes, an array is faster.
///
/// Internally, it is a B-tree. The name follows swift-collections' `TreeSet` and `TreeDictionary`, which share their
/// nodes in the same way.
public struct TreeArray<Element> {
    /// `nil` if there are no elements; an empty list may have one, too.
    @usableFromInline var box: TreeBox<Element>?
    @usableFromInline let shape: TreeShape

    @inlinable
    init(_ tree: Subtree<Element>, _ shape: TreeShape) {
        box = tree.root.count == 0 ? nil : TreeBox(tree)
        self.shape = shape
    }

    /// The tree, for what may hold a part of it, or change more than one element.
    @inlinable var tree: Subtree<Element> {
        get { box?.sharedTree ?? Subtree() }
        _modify {
            ownBox()
            yield &box.unsafelyUnwrapped.changedTree.pointee
        }
    }

    /// The root of the tree, for what may hold a part of it. Out of line, so that the code of a loop remains small.
    @inlinable var root: TreeNode<Element> {
        @inline(never) get { tree.root }
    }

    /// Whether no other value has the box.
    @inlinable
    mutating func ownsBox() -> Bool {
        guard isKnownUniquelyReferenced(&box) else { return false }
        // What other threads did while they had the box comes before what follows.
        atomicMemoryFence(ordering: .acquiring)
        return true
    }

    /// Makes a box that no other value has.
    @inlinable
    mutating func ownBox() {
        if !ownsBox() { box = TreeBox(tree) }
    }

    /// No elements.
    @inlinable
    public init() {
        self.init(Subtree(), .usual(for: Element.self))
    }

    /// The elements of a sequence.
    ///
    /// - Complexity: O(*n*); O(1) for another tree array; O(log *n*) for a slice of one, whose nodes it shares.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        if let whole = elements as? TreeArray {
            self = whole
        } else if let slice = elements as? TreeSlice<Element> {
            self.init()
            append(contentsOf: slice)
        } else {
            self.init(elements, shape: .usual(for: Element.self))
        }
    }

    /// The elements of a sequence, in nodes of a given size.
    @inlinable
    package init(_ elements: some Sequence<Element>, shape: TreeShape) {
        self.init(Subtree(elements, shape), shape)
    }

    /// One element over and over.
    @inlinable
    public init(repeating element: Element, count: Int) {
        self.init(repeatElement(element, count: count))
    }
}

extension TreeArray: Sendable where Element: Sendable {}

extension TreeArray: ExpressibleByArrayLiteral {
    @inlinable
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension TreeArray: RandomAccessCollection, MutableCollection {
    @inlinable
    public var startIndex: Int { 0 }

    @inlinable
    public var endIndex: Int { count }

    @inlinable
    public var count: Int { box?.tree.root.count ?? 0 }

    /// The element at an index, which may be replaced or changed in place.
    ///
    /// - Complexity: O(log *n*). A change copies no more than one path of the tree, and only what another value shares.
    @inlinable
    public subscript(index: Int) -> Element {
        get {
            checkIndex(index)
            return box.unsafelyUnwrapped[index]
        }
        set { ownElement(at: index).pointee = newValue }
        _modify { yield &ownElement(at: index).pointee }
    }

    /// Where an element can be changed, after what another value shares of the way to it has been copied. Valid while
    /// the caller has exclusive access to this.
    ///
    /// - Complexity: O(1) in the leaf that was written last, if the list has not been copied, walked through or compared since;
    ///   otherwise O(log *n*).
    @inlinable
    mutating func ownElement(at index: Int) -> UnsafeMutablePointer<Element> {
        if ownsBox(), let place = box.unsafelyUnwrapped.place(of: index) { return place }
        let (elements, start) = ownLeaf(at: index)
        return elements.baseAddress.unsafelyUnwrapped + (index - start)
    }

    /// The leaf of an element, where that can be changed; see ``ownElement(at:)``.
    @inlinable @inline(never)
    mutating func ownLeaf(at index: Int) -> (elements: UnsafeMutableBufferPointer<Element>, start: Int) {
        checkIndex(index)
        ownBox()
        return box.unsafelyUnwrapped.ownLeaf(at: index)
    }

    /// The elements of a range, which may be replaced by any number of others.
    ///
    /// - Complexity: O(1) for reading, that of ``replaceSubrange(_:with:)`` for replacing.
    @inlinable
    public subscript(range: Range<Int>) -> TreeSlice<Element> {
        get {
            checkRange(range)
            return TreeSlice(self, range)
        }
        set { replaceSubrange(range, with: newValue) }
    }

    @inlinable
    func checkIndex(_ index: Int) {
        precondition(index >= 0 && index < count, "TreeArray: index out of range")
    }

    @inlinable
    func checkRange(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "TreeArray: range out of range")
    }

    /// The elements of a range, read leaf by leaf.
    ///
    /// - Complexity: O(log *n* + *m*).
    @inlinable
    package func elements(_ range: Range<Int>) -> [Element] {
        if range.count == 1 { return [self[range.lowerBound]] }
        var elements: [Element] = []
        elements.reserveCapacity(range.count)
        append(range, to: &elements)
        return elements
    }

    /// Appends the elements of a range, read leaf by leaf, to an array.
    ///
    /// - Complexity: O(log *n* + *m*).
    @inlinable
    func append(_ range: Range<Int>, to elements: inout [Element]) {
        checkRange(range)
        root.forEachPiece(range) { elements.append(contentsOf: $0) }
    }
}

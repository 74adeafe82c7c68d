import Binding

/// Finds the differences between two trees: walks both and skips the nodes that they share.
@usableFromInline
struct TreeComparison<Element> {
    @usableFromInline typealias Node = TreeNode<Element>

    /// What has been found so far.
    @usableFromInline var splices: [ListSplice] = []
    /// Whether differences that were found apart have become one.
    @usableFromInline var hasJoined = false
    /// The nodes whose elements are yet to be compared, and where these are.
    @usableFromInline var (oldLeft, newLeft): ([Node], [Node]) = ([], [])
    @usableFromInline var left = ListSplice(old: 0..<0, new: 0..<0)

    @inlinable
    init(_ old: Subtree<Element>, _ new: Subtree<Element>) {
        compare(old, new)
        compareLeft()
    }

    @inlinable
    mutating func compare(_ old: Subtree<Element>, _ new: Subtree<Element>) {
        if old.root.isIdentical(to: new.root) { return }
        if old.height == new.height {
            withUnsafePointer(to: old.root) { old in
                withUnsafePointer(to: new.root) { new in compareNodes(old, new, 0, 0) }
            }
            return
        }
        var (oldNodes, newNodes) = ([old.root], [new.root])
        for _ in 0..<Swift.max(0, old.height - new.height) { oldNodes = oldNodes.flatMap(\.children) }
        for _ in 0..<Swift.max(0, new.height - old.height) { newNodes = newNodes.flatMap(\.children) }
        compare(oldNodes[...], newNodes[...], 0, 0)
    }

    /// Notes that a range has been replaced, as a part of the last splice if it adjoins that.
    @inlinable
    mutating func note(_ old: Range<Int>, _ new: Range<Int>) {
        if old.isEmpty, new.isEmpty { return }
        if let last = splices.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
            hasJoined = true
            splices[splices.count - 1] = ListSplice(
                old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
        } else {
            splices.append(ListSplice(old: old, new: new))
        }
    }

    /// Compares nodes of the same height.
    ///
    /// - Parameters:
    ///   - oldStart: The index of the first element of the old nodes.
    ///   - newStart: That of the new ones.
    @inlinable
    mutating func compare(
        _ old: ArraySlice<Node>, _ new: ArraySlice<Node>, _ oldStart: Int, _ newStart: Int
    ) {
        var (old, new, oldStart, newStart) = (old, new, oldStart, newStart)
        while let first = old.first, let other = new.first, first.isIdentical(to: other) {
            oldStart += first.count
            newStart += first.count
            old.removeFirst()
            new.removeFirst()
        }
        while let last = old.last, let other = new.last, last.isIdentical(to: other) {
            old.removeLast()
            new.removeLast()
        }
        compareTrimmed(old, new, oldStart, newStart)
    }

    /// Compares nodes of the same height, of which neither the first nor the last ones are common.
    @inlinable
    mutating func compareTrimmed(_ old: ArraySlice<Node>, _ new: ArraySlice<Node>, _ oldStart: Int, _ newStart: Int) {
        var (old, new, oldStart, newStart) = (old, new, oldStart, newStart)
        for (oldNode, newNode) in commonNodes(old, new) {
            let (oldGap, newGap) = (old[..<oldNode], new[..<newNode])
            compareUncommon(oldGap, newGap, oldStart, newStart)
            oldStart += oldGap.reduce(old[oldNode].count) { $0 + $1.count }
            newStart += newGap.reduce(new[newNode].count) { $0 + $1.count }
            old = old[(oldNode + 1)...]
            new = new[(newNode + 1)...]
        }
        compareUncommon(old, new, oldStart, newStart)
    }

    /// Nodes that both have, in the order of both.
    @inlinable
    func commonNodes(_ old: ArraySlice<Node>, _ new: ArraySlice<Node>) -> [(old: Int, new: Int)] {
        if old.count < 2 && new.count < 3 || new.count < 2 && old.count < 3 { return [] }
        if old.count == new.count {
            // Most edits leave the nodes where they are.
            let inPlace = zip(old.indices, new.indices).filter { old[$0].isIdentical(to: new[$1]) }
            if inPlace.count * 2 > old.count { return inPlace.map { ($0, $1) } }
        }
        var pairs: [(old: Int, new: Int)] = []
        if old.count * new.count <= 1_024 {
            // To compare few with few takes less time than to hash them.
            var addresses = old.map(\.address)
            for place in new.indices {
                guard let address = new[place].address, let found = addresses.firstIndex(of: address) else { continue }
                addresses[found] = nil
                pairs.append((old.startIndex + found, place))
            }
        } else {
            var places: [UnsafeRawPointer?: Int] = [:]
            places.reserveCapacity(old.count)
            for place in old.indices { places[old[place].address] = place }
            for place in new.indices {
                guard let found = places.removeValue(forKey: new[place].address) else { continue }
                pairs.append((found, place))
            }
        }
        if pairs.isEmpty { return [] }
        return zip(pairs, longestIncreasingRun(of: pairs.map(\.old))).lazy.filter(\.1).map(\.0)
    }

    /// Compares nodes none of which is in both.
    @inlinable
    mutating func compareUncommon(
        _ old: ArraySlice<Node>, _ new: ArraySlice<Node>, _ oldStart: Int, _ newStart: Int
    ) {
        // Piece by piece, each with the same number of elements in both: a node with elements that have changed, or one that has
        // been split. If there is no such piece, elements have come or gone.
        var (oldStart, newStart) = (oldStart, newStart)
        var (oldDone, newDone) = (old.startIndex, new.startIndex)
        while oldDone < old.endIndex, newDone < new.endIndex {
            var (oldEnd, newEnd) = (oldDone + 1, newDone + 1)
            var (oldCount, newCount) = (old[oldDone].count, new[newDone].count)
            while oldCount != newCount {
                if oldCount < newCount, oldEnd < old.endIndex {
                    oldCount += old[oldEnd].count
                    oldEnd += 1
                } else if newCount < oldCount, newEnd < new.endIndex {
                    newCount += new[newEnd].count
                    newEnd += 1
                } else {
                    (oldEnd, newEnd) = (old.endIndex, new.endIndex)
                    break
                }
            }
            if oldEnd - oldDone == 1, newEnd - newDone == 1 {
                old.withUnsafeBufferPointer { oldNodes in
                    new.withUnsafeBufferPointer { newNodes in
                        compareNodes(
                            oldNodes.baseAddress.unsafelyUnwrapped + (oldDone - old.startIndex),
                            newNodes.baseAddress.unsafelyUnwrapped + (newDone - new.startIndex), oldStart, newStart)
                    }
                }
            } else {
                comparePiece(old[oldDone..<oldEnd], new[newDone..<newEnd], oldStart, newStart)
            }
            (oldDone, newDone) = (oldEnd, newEnd)
            oldStart += oldCount
            newStart += newCount
        }
        if oldDone < old.endIndex || newDone < new.endIndex {
            leave(old[oldDone...], new[newDone...], oldStart, newStart)
        }
    }

    /// Compares several nodes with others.
    @inlinable
    mutating func comparePiece(
        _ old: ArraySlice<Node>, _ new: ArraySlice<Node>, _ oldStart: Int, _ newStart: Int
    ) {
        if old[old.startIndex].isLeaf {
            leave(old, new, oldStart, newStart)
        } else {
            compare(old.flatMap(\.children)[...], new.flatMap(\.children)[...], oldStart, newStart)
        }
    }

    /// Has the elements of nodes compared later, with those of others that follow: it takes a walk through both to find
    /// which of them go together.
    @inlinable
    mutating func leave(_ old: ArraySlice<Node>, _ new: ArraySlice<Node>, _ oldStart: Int, _ newStart: Int) {
        if left.old.upperBound != oldStart || left.new.upperBound != newStart {
            compareLeft()
            left = ListSplice(old: oldStart..<oldStart, new: newStart..<newStart)
        }
        oldLeft += old
        newLeft += new
        left.old = left.old.lowerBound..<(oldStart + old.reduce(0) { $0 + $1.count })
        left.new = left.new.lowerBound..<(newStart + new.reduce(0) { $0 + $1.count })
    }

    /// Compares the elements of the nodes that have been left.
    @inlinable
    mutating func compareLeft() {
        if oldLeft.isEmpty, newLeft.isEmpty { return }
        let (oldNodes, newNodes, range) = (oldLeft, newLeft, left)
        (oldLeft, newLeft) = ([], [])
        left.old = range.old.suffix(0)
        left.new = range.new.suffix(0)
        if range.old.isEmpty || range.new.isEmpty { return note(range.old, range.new) }
        let (old, new) = (Self.pointers(oldNodes), Self.pointers(newNodes))
        RowWalk(RowGap(old: 0..<old.count, new: 0..<new.count)).run(
            needed: 3, isSame: { areIdentical(at: old[$0], new[$1]) }, pair: { areIdentical(at: old[$0], new[$1]) },
            leave: { gap in
                note(
                    (range.old.lowerBound + gap.old.lowerBound)..<(range.old.lowerBound + gap.old.upperBound),
                    (range.new.lowerBound + gap.new.lowerBound)..<(range.new.lowerBound + gap.new.upperBound))
            })
        withExtendedLifetime((oldNodes, newNodes)) {}
    }

    @inlinable
    static func pointers(_ nodes: [Node]) -> [UnsafePointer<Element>] {
        var pointers: [UnsafePointer<Element>] = []
        pointers.reserveCapacity(nodes.reduce(0) { $0 + $1.count })
        for node in nodes { node.forEachPiece(0..<node.count) { pointers.append(addressesOf: $0) } }
        return pointers
    }

    /// Compares two nodes of the same height. The way down to a single edit is a few of these calls.
    ///
    /// By pointers, because a node that is loaded from memory is retained.
    @inlinable
    mutating func compareNodes(
        _ old: UnsafePointer<Node>, _ new: UnsafePointer<Node>, _ oldStart: Int, _ newStart: Int
    ) {
        if old.pointee.isLeaf {
            if let changed = Self.changedInPlace(old.pointee.elements, new.pointee.elements) {
                noteRuns(of: changed, oldStart, newStart)
            } else {
                compareLeaves(old.pointee, new.pointee, oldStart, newStart)
            }
            return
        }
        old.pointee.children.withUnsafeBufferPointer { oldChildren in
            new.pointee.children.withUnsafeBufferPointer { newChildren in
                var (start, oldEnd, newEnd, length) = (0, oldChildren.count, newChildren.count, 0)
                while start < oldEnd, start < newEnd, oldChildren[start].isIdentical(to: newChildren[start]) {
                    length += oldChildren[start].count
                    start += 1
                }
                while start < oldEnd, start < newEnd, oldChildren[oldEnd - 1].isIdentical(to: newChildren[newEnd - 1]) {
                    oldEnd -= 1
                    newEnd -= 1
                }
                if oldEnd - start == 1, newEnd - start == 1 {
                    compareNodes(
                        oldChildren.baseAddress.unsafelyUnwrapped + start,
                        newChildren.baseAddress.unsafelyUnwrapped + start, oldStart + length, newStart + length)
                } else {
                    compareTrimmed(
                        old.pointee.children[start..<oldEnd], new.pointee.children[start..<newEnd], oldStart + length,
                        newStart + length)
                }
            }
        }
    }

    /// Compares two leaves of which elements may have come, gone or moved.
    @inlinable
    mutating func compareLeaves(_ old: Node, _ new: Node, _ oldStart: Int, _ newStart: Int) {
        leave([old], [new], oldStart, newStart)
        // If both end with the same, what follows goes together again: a short walk is faster than a long one.
        if old.count == new.count, areIdentical(old.elements[old.count - 1], new.elements[old.count - 1]) {
            compareLeft()
        }
    }
}

// Most edits leave the elements of a leaf where they are.

extension TreeComparison {
    /// Which of as many elements are other ones, a bit for each, unless there are three in a row: these may have been moved.
    @inlinable
    static func changedInPlace(_ old: [Element], _ new: [Element]) -> UInt128? {
        let count = old.count
        guard count == new.count, count <= UInt128.bitWidth else { return nil }
        return old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                guard let old = old.baseAddress, let new = new.baseAddress else { return 0 }
                let comparison = ContentComparison<Element>()
                var changed: UInt128 = 0
                for place in 0..<count where !comparison.areIdentical(at: old + place, new + place) {
                    changed |= 1 &<< UInt128(place)
                }
                return changed & (changed &>> 1) & (changed &>> 2) == 0 ? changed : nil
            }
        }
    }

    /// Notes each run of elements that have changed in place.
    @inlinable
    mutating func noteRuns(of changed: UInt128, _ oldStart: Int, _ newStart: Int) {
        compareLeft()
        // Many come with many more: growing twofold, they would be copied again and again.
        if splices.count >= 64, splices.capacity - splices.count < 64 { splices.reserveCapacity(splices.count * 8) }
        let first = changed.trailingZeroBitCount
        var (rest, place) = (changed, 0)
        while rest != 0 {
            place += rest.trailingZeroBitCount
            rest &>>= UInt128(rest.trailingZeroBitCount)
            let length = (~rest).trailingZeroBitCount
            let (oldPlace, newPlace) = (oldStart + place, newStart + place)
            let (old, new) = (oldPlace..<(oldPlace + length), newPlace..<(newPlace + length))
            // Only the first one can adjoin what was found before.
            if place == first { note(old, new) } else { splices.append(ListSplice(old: old, new: new)) }
            place += length
            // Two at most: see `changedInPlace`.
            rest &>>= UInt128(length)
        }
    }
}

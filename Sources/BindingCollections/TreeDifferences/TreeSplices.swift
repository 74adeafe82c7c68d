import Binding

extension TreeArray {
    /// The differences from another value: ranges in ascending order, between which the elements are the same to the
    /// bit. In a range, too, an element or two may be the same: see ``exactSplices(from:)``.
    ///
    /// - Complexity: O(*d* log *n*) for *d* nodes that the two do not share, which are those of what was edited if one
    ///   stems from the other, or both from a third.
    @inlinable
    package func splices(from old: TreeArray) -> [ListSplice] {
        TreeComparison(old.tree, tree).splices
    }
}

extension TreeArray {
    /// The differences from another value, without elements that are the same to the bit and in the same order: what
    /// calls a closure for each element that has changed needs these.
    ///
    /// - Parameter evenIfFew: Whether elements that stay are looked for even if most have changed, for what is kept of each.
    /// - Complexity: That of ``splices(from:)``, and O(*m* log *m*) for *m* elements that took the place of others.
    @inlinable
    package func exactSplices(from old: TreeArray, evenIfFew: Bool = false) -> [ListSplice] {
        let comparison = TreeComparison(old.tree, tree)
        let isExact = { (splice: ListSplice) in
            splice.old.isEmpty || splice.new.isEmpty
                || splice.old.count == 1 && splice.new.count == 1
                    && (!comparison.hasJoined
                        || !areIdentical(old[splice.old.lowerBound], self[splice.new.lowerBound]))
        }
        guard let first = comparison.splices.firstIndex(where: { !isExact($0) }) else { return comparison.splices }
        var splices = Array(comparison.splices[..<first])
        for splice in comparison.splices[first...] {
            if isExact(splice) {
                splices.append(splice)
            } else {
                splices += splice.exact(from: old, to: self, evenIfFew)
            }
        }
        return splices
    }
}

extension TreeArray where Element: Sendable {
    /// The differences from another value, for ``RowOrigins``, which finds the rows that are the same if they have
    /// identities; without them the differences are exact.
    @inlinable
    func splices(from old: TreeArray, by identity: RowIdentity<Element>?) -> [ListSplice] {
        identity == nil ? exactSplices(from: old, evenIfFew: true) : splices(from: old)
    }
}

extension ListSplice {
    /// What remains of this without elements that are the same to the bit: of a longest sequence of them. All of it, if it is
    /// large and hardly any are in such a sequence, as in another order.
    @inlinable
    func exact<Element>(from old: TreeArray<Element>, to new: TreeArray<Element>, _ evenIfFew: Bool) -> [ListSplice] {
        old.withPointers(self.old) { old in
            new.withPointers(self.new) { new in
                old.isEmpty || new.isEmpty || hardlyAnyStay(old, new, evenIfFew) ? [self] : exact(from: old, to: new)
            }
        }
    }

    @inlinable
    func exact<Element>(from old: [UnsafePointer<Element>], to new: [UnsafePointer<Element>]) -> [ListSplice] {
        let gap = RowGap(old: 0..<old.count, new: 0..<new.count)
        let partners =
            IdentityPartners(
                old.count, new.count, gaps: [gap], oldID: { RowBits(old[$0]) }, newID: { RowBits(new[$0]) }
            ).ofNew
        let pairs = partners.indices.lazy.filter { partners[$0] >= 0 }.map { (old: Int(partners[$0]), new: $0) }
        var splices: [ListSplice] = []
        var (oldDone, newDone) = (self.old.lowerBound, self.new.lowerBound)
        func leave(_ oldEnd: Int, _ newEnd: Int) {
            if oldDone == oldEnd, newDone == newEnd { return }
            splices.append(ListSplice(old: oldDone..<oldEnd, new: newDone..<newEnd))
        }
        for (pair, stays) in zip(pairs, longestIncreasingRun(of: pairs.map(\.old))) where stays {
            let (oldPlace, newPlace) = (self.old.lowerBound + pair.old, self.new.lowerBound + pair.new)
            leave(oldPlace, newPlace)
            (oldDone, newDone) = (oldPlace + 1, newPlace + 1)
        }
        leave(self.old.upperBound, self.new.upperBound)
        return splices
    }
}

/// Whether fewer than a quarter of the elements are in both and in the same order: of a few, none; of many, judging by some.
///
/// - Parameter evenIfFew: Whether it is a quarter of those that are in both.
@inlinable
func hardlyAnyStay<Element>(
    _ old: [UnsafePointer<Element>], _ new: [UnsafePointer<Element>], _ evenIfFew: Bool
) -> Bool {
    let (count, fewer, more) = old.count < new.count ? (256, old, new) : (256, new, old)
    if fewer.count * more.count <= count {
        return fewer.allSatisfy { element in !more.contains { areIdentical(at: $0, element) } }
    }
    guard fewer.count > count * 8 else { return false }
    var samples: [RowBits<Element>: Int] = [:]
    let distance = fewer.count / count
    for sample in 0..<count {
        // Every second one, or the like, may have changed.
        samples[RowBits(fewer[sample * distance + sample * 7_919 % distance])] = sample
    }
    let found = more.compactMap { samples[RowBits($0)] }
    // Of 256 in random order, some 32 are in such a sequence.
    return longestIncreasingRun(of: found).count(where: \.self) * 4 < (evenIfFew ? found.count : count)
}

/// A row that is told from others by its bits.
@usableFromInline
struct RowBits<Row>: Hashable {
    @usableFromInline let row: UnsafePointer<Row>

    @inlinable
    init(_ row: UnsafePointer<Row>) {
        self.row = row
    }

    @inlinable
    static func == (left: RowBits, right: RowBits) -> Bool { areIdentical(at: left.row, right.row) }

    @inlinable
    func hash(into hasher: inout Hasher) {
        hashContent(at: row, into: &hasher)
    }
}

extension TreeArray: KnowsChanges {
    package func changes(from old: TreeArray) -> [(old: Range<Int>, new: Range<Int>)] {
        splices(from: old).map { ($0.old, $0.new) }
    }
}

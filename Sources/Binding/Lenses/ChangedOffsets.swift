/// A collection that finds how it differs from a former value without a look at all elements.
package protocol KnowsChanges: Collection {
    /// Where elements have taken the place of others: how many have come where how many have gone, in ascending order.
    func changes(from old: Self) -> [(old: Range<Int>, new: Range<Int>)]
}

/// The places of the elements that differ from those of a former value, apart from some that may be the same; `nil` if
/// elements have come or gone, or it would take too long to find out.
///
/// - Complexity: O(*n*) at the speed of memory for an array; that of ``KnowsChanges/changes(from:)`` for others.
package func changedOffsets<Elements: Collection>(from old: Elements, to new: Elements) -> [Int]? {
    if let new = new as? any KnowsChanges { return changedOffsets(from: old, to: new) }
    guard old.count == new.count else { return nil }
    return old.withContiguousStorageIfAvailable { old in
        new.withContiguousStorageIfAvailable { new in
            changedOffsets(
                UnsafeRawBufferPointer(old), UnsafeRawBufferPointer(new), stride: MemoryLayout<Elements.Element>.stride)
        }
    } ?? nil
}

private func changedOffsets<Elements: KnowsChanges>(from old: Any, to new: Elements) -> [Int]? {
    guard let old = old as? Elements else { return nil }
    let changes = new.changes(from: old)
    return changes.allSatisfy { $0.old == $0.new } ? changes.flatMap(\.new) : nil
}

/// The elements whose bytes differ.
private func changedOffsets(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, stride: Int) -> [Int] {
    (0..<(new.count / stride)).filter { place in
        let bytes = (place * stride)..<((place + 1) * stride)
        return !isSameMemory(UnsafeRawBufferPointer(rebasing: old[bytes]), UnsafeRawBufferPointer(rebasing: new[bytes]))
    }
}

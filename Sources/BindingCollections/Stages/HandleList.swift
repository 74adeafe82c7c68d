/// The handles of a list's rows in order. Finding one takes O(log n), comparing two takes O(1).
///
/// A handle has a label, which is a number between those of its neighbors. If there is no number left between two,
/// their neighborhood is labeled anew: the smallest one that is sparse enough, and the larger it is, the sparser it
/// must be. Thus a neighborhood does not have to be labeled again before many handles have been added to it, wherever
/// they are added: O(log n) labels for each, amortized. (Bender, Cole, Demaine, Farach-Colton and Zito, "Two simplified
/// algorithms for maintaining order in a list", 2002.)
@usableFromInline
package struct HandleList<Handle: RowHandle> {
    /// The handles, in the order of their labels.
    @usableFromInline package private(set) var handles = TreeArray<Handle>()

    /// All labels are greater than zero and less than this.
    @usableFromInline let end: UInt64

    /// How far apart the labels of handles are that are added before the first one or after the last one.
    @usableFromInline let stride: UInt64

    /// An empty list.
    ///
    /// - Parameter end: The bound that all labels are below. Must be greater than the number of handles; the less room
    ///   there is, the more often labels change.
    @inlinable
    package init(labelsBelow end: UInt64 = .max) {
        self.end = end
        stride = 1 << UInt64((UInt64.bitWidth - end.leadingZeroBitCount) / 2)
    }

    /// A list of handles that are in no other one that is still used.
    @inlinable
    init(_ handles: [Handle]) {
        self.init()
        replaceSubrange(0..<0, with: handles)
    }

    /// How many handles there are.
    @inlinable package var count: Int { handles.count }

    /// The handle at an index, in O(log n).
    @inlinable
    package subscript(index: Int) -> Handle { handles[index] }

    /// The index of a handle, or `nil` if it is not in the list. O(log n).
    @inlinable
    package func index(of handle: Handle) -> Int? {
        let index = handles.place(of: handle)
        return index < handles.count && handles[index] === handle ? index : nil
    }

    /// Replaces the handles of a range with others, which must not be in a list: O(log n) for each new one, amortized,
    /// and for the range.
    @inlinable
    package mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Handle>) {
        handles.replaceSubrange(range, with: new)
        let count = new.count
        if count > 0 { label(range.lowerBound..<(range.lowerBound + count)) }
    }

    /// All handles with those of many ranges replaced, for another list: to go through all takes less time than to find each.
    ///
    /// - Parameter come: The new ones, one after the other.
    /// - Returns: All, and those that have gone.
    @inlinable
    func replacing(_ splices: [ListSplice], with come: [Handle]) -> (all: [Handle], gone: [Handle]) {
        let former = Array(handles)
        var (all, gone): ([Handle], [Handle]) = ([], [])
        all.reserveCapacity(former.count)
        var (done, next) = (0, 0)
        for splice in splices {
            all += former[done..<splice.old.lowerBound]
            gone += former[splice.old]
            all += come[next..<(next + splice.new.count)]
            (done, next) = (splice.old.upperBound, next + splice.new.count)
        }
        return (all + former[done...], gone)
    }

    /// Gives all handles labels that are equally far apart, so that each one tells its index.
    @inlinable
    func renumber() -> HandleNumbering {
        let isDone = spread(0..<count, atLeast: 1)
        precondition(isDone, "There are more rows than labels")
        let first = count > 0 ? handles[0].label : 0
        return HandleNumbering(first: first, distance: count > 1 ? handles[1].label - first : 1)
    }

    /// Gives the handles of a range labels between those of their neighbors.
    @inlinable
    func label(_ range: Range<Int>) {
        if spread(range, atLeast: 1) { return }
        var margin = Swift.max(range.count, 4)
        while true {
            let window =
                Swift.max(
                    range.lowerBound - margin, 0)..<(handles.count - range.upperBound > margin
                ? range.upperBound + margin : handles.count)
            let isAll = window.count == handles.count
            let isDone = spread(window, atLeast: isAll ? 1 : UInt64(window.count))
            if isDone { return }
            precondition(!isAll, "There are more rows than labels")
            margin *= 2
        }
    }

    /// Labels the handles of a range evenly, if their labels are then far enough apart.
    @inlinable
    func spread(_ range: Range<Int>, atLeast least: UInt64) -> Bool {
        let isFirst = range.lowerBound == 0
        let isLast = range.upperBound == handles.count
        let low = isFirst ? 0 : handles[range.lowerBound - 1].label
        let high = isLast ? end : handles[range.upperBound].label
        let gaps = UInt64(range.count) + 1
        var gap = (high - low) / gaps
        guard gap >= least else { return false }
        // What is free beyond the ends stays so.
        if isFirst || isLast { gap = Swift.min(gap, Swift.max(stride, least)) }
        var label =
            switch (isFirst, isLast) {
            case (true, true): (high - gap * gaps) / 2
            case (true, false): high - gap * gaps
            case (false, _): low
            }
        handles.root.forEachPiece(range) { piece in
            for handle in piece {
                label += gap
                handle.label = label
            }
        }
        return true
    }
}

/// How labels tell indices.
@usableFromInline
struct HandleNumbering {
    @usableFromInline let first: UInt64
    @usableFromInline let distance: UInt64

    @inlinable
    init(first: UInt64, distance: UInt64) {
        (self.first, self.distance) = (first, distance)
    }

    @inlinable
    func index(of handle: RowHandle) -> Int { Int((handle.label - first) / distance) }
}

extension HandleList where Handle == RowHandle {
    /// Replaces the handles of a range with a number of new ones.
    @inlinable
    package mutating func replaceSubrange(_ range: Range<Int>, withNew count: Int) {
        replaceSubrange(range, with: (0..<count).map { _ in RowHandle() })
    }
}

extension TreeArray where Element: RowHandle {
    /// Where a handle is, or would be, among others in the order of their labels. O(log n).
    @inlinable
    func place(of handle: RowHandle) -> Int {
        let label = handle.label
        return partitioningIndex { $0.label >= label }
    }
}

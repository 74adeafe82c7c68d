/// A queue: first in, first out.
///
/// The first value is stored inline: a queue that never holds more than one, which is the usual case, never allocates.
/// The others are in chunks of bounded length, so that a long queue neither moves when it grows nor keeps its memory
/// when it shrinks.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline typealias Chunk = ContiguousArray<Element?>

    @usableFromInline var first: Element?
    @usableFromInline var chunks: ContiguousArray<Chunk> = []
    /// The chunk of the element after the first, and its index there.
    @usableFromInline var chunk = 0
    @usableFromInline var index = 0

    @inlinable static var chunkLength: Int { 256 }

    @inlinable
    package init() {}

    @inlinable
    var isEmpty: Bool { first == nil }

    @inlinable
    var count: Int {
        guard first != nil else { return 0 }
        guard let last = chunks.last else { return 1 }
        return 1 + (chunks.count - 1 - chunk) * Self.chunkLength + last.count - index
    }

    /// - Complexity: O(1) amortized.
    @inlinable
    package mutating func append(_ element: Element) {
        if first == nil {
            first = element
        } else {
            if chunks.isEmpty || chunks[chunks.count - 1].count == Self.chunkLength { addChunk() }
            chunks[chunks.count - 1].append(element)
        }
    }

    @inlinable @inline(never)
    mutating func addChunk() {
        var new = Chunk()
        if !chunks.isEmpty { new.reserveCapacity(Self.chunkLength) }
        chunks.append(new)
    }

    /// - Complexity: O(1) amortized.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard let element = first.take() else { return nil }
        if chunk < chunks.count { refill() }
        return element
    }

    /// Moves the next element to the place of the first, if there is one.
    @inlinable
    mutating func refill() {
        guard index < chunks[chunk].count else { return }
        first = chunks[chunk][index].take()
        index += 1
        if index == chunks[chunk].count { leaveChunk() }
    }

    @inlinable @inline(never)
    mutating func leaveChunk() {
        if chunk == chunks.count - 1 {
            // A small chunk is kept, so that a queue in steady use does not allocate.
            if chunks.count == 1, chunks[0].count <= 64 {
                chunks[0].removeAll(keepingCapacity: true)
            } else {
                chunks = []
            }
            chunk = 0
        } else {
            chunks[chunk] = []
            chunk += 1
            if chunk > 64, chunk * 2 > chunks.count {
                chunks.removeFirst(chunk)
                chunk = 0
            }
        }
        index = 0
    }

    /// The last element.
    @inlinable
    var last: Element? {
        guard let last = chunks.last, let element = last.last else { return first }
        return element ?? first
    }

    /// Replaces the last element.
    ///
    /// - Returns: The former last element.
    @inlinable
    mutating func replaceLast(with element: Element) -> Element? {
        let former = last
        if chunks.last?.isEmpty == false {
            chunks[chunks.count - 1][chunks[chunks.count - 1].count - 1] = element
        } else {
            first = element
        }
        return former
    }

    /// The elements, in order.
    @usableFromInline
    var elements: [Element] {
        guard let first else { return [] }
        return [first] + chunks[chunk...].enumerated().flatMap { $1[($0 == 0 ? index : 0)...].compactMap { $0 } }
    }
}

/// Values in the order in which they came in.
///
/// The first value is kept beside the others: a queue that never holds more than one, which is the usual case, never
/// allocates. The others stand in chunks of a bounded length, so that a long queue neither moves when it grows nor
/// keeps what it needed once.
@usableFromInline
struct Queue<Element> {
    @usableFromInline typealias Chunk = ContiguousArray<Element?>

    @usableFromInline var first: Element?
    @usableFromInline var chunks: ContiguousArray<Chunk> = []
    /// Which chunk the next one is in, after the first, and where.
    @usableFromInline var chunk = 0
    @usableFromInline var index = 0

    @inlinable static var chunkLength: Int { 256 }

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { first == nil }

    @inlinable
    var count: Int {
        guard first != nil else { return 0 }
        guard let last = chunks.last else { return 1 }
        return 1 + (chunks.count - 1 - chunk) * Self.chunkLength + last.count - index
    }

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func append(_ element: Element) {
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

    /// - Complexity: O(1) amortised.
    @inlinable
    mutating func popFirst() -> Element? {
        guard let element = first.take() else { return nil }
        if chunk < chunks.count { refill() }
        return element
    }

    /// Puts the next one in the place of the first, if there is one.
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
            // Room for a few is kept, so that a queue in steady use does not allocate.
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

    /// Puts another element in the place of the last one.
    ///
    /// - Returns: The one that was there.
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

    /// The elements, first in first.
    @usableFromInline
    var elements: [Element] {
        guard let first else { return [] }
        return [first] + chunks[chunk...].enumerated().flatMap { $1[($0 == 0 ? index : 0)...].compactMap { $0 } }
    }
}

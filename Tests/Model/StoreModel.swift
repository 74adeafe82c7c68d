/// A feature of a store with children, as something that effects belong to.
package enum StoreNode: Hashable, Sendable {
    case root, header
    case sheet(id: Int)
    case row(Int)
    case detail(row: Int)
}

/// The model of a store with children and effects: its state, and a list of what waits.
///
/// It is told of what is sent, by whom, and of what is cancelled. It says what is to be handled next, or that nothing is.
/// Whether a stream has sent all that it had to send, and whether anybody remembers it, makes no difference to it.
struct StoreModel {
    enum Waiting: Equatable {
        case action(StoreAddress, StoreCommand)
        /// The error of a stream.
        case failure(stream: Int)
    }

    struct Stream {
        let node: StoreNode
        let id: Int?
        var isCancelled = false
        var hasEnded = false

        var isLive: Bool { !isCancelled && !hasEnded }
    }

    private(set) var state = RootFeature.State()
    private(set) var streams: [Int: Stream] = [:]
    private var waiting: [(what: Waiting, stream: Int?)] = []

    // MARK: What happens

    /// Something is sent; if by a stream, one that runs.
    mutating func accept(_ what: Waiting, by stream: Int? = nil) {
        if let stream, streams[stream]?.isLive != true { return }
        waiting.append((what, stream))
    }

    /// A stream begins, in the place of the one under its identifier.
    mutating func begin(_ stream: Int, _ node: StoreNode, _ id: Int?) {
        if let id { cancel(node, id) }
        streams[stream] = Stream(node: node, id: id)
    }

    mutating func end(_ stream: Int) {
        streams[stream]?.hasEnded = true
    }

    mutating func cancel(_ node: StoreNode, _ id: Int) {
        for (number, stream) in streams where stream.node == node && stream.id == id {
            streams[number]?.isCancelled = true
        }
    }

    /// Takes out what is to be handled next. What comes of streams that have been cancelled is not.
    mutating func takeNext() -> Waiting? {
        while !waiting.isEmpty {
            let entry = waiting.removeFirst()
            if let stream = entry.stream, streams[stream]?.isCancelled == true { continue }
            return entry.what
        }
        return nil
    }

    /// Makes the next state, and cancels what belongs to features that are there no more.
    mutating func handle(_ address: StoreAddress, _ command: StoreCommand) {
        if command.kind != .nothing { state.last = command.number }
        let row = firstRow(address)
        switch (address, command.kind) {
        case (.header, .count): state.header.count += 1
        case (.sheet, .count): state.sheet?.count += 1
        case (.sheet, .leave): state.sheet = nil
        case (.row, .count): if let row { state.rows[row].count += 1 }
        case (.row, .toggle):
            if let row { state.rows[row].detail = state.rows[row].detail == nil ? .init(id: state.rows[row].id) : nil }
        case (.row, .leave): if let row { state.rows.remove(at: row) }
        case (.detail, .count): if let row { state.rows[row].detail?.count += 1 }
        case (.detail, .leave): if let row { state.rows[row].detail = nil }
        case (.root, .rows(let ids)):
            let former = state.rows
            state.rows = ids.map { id in former.first { $0.id == id } ?? .init(id: id) }
        case (.root, .sheet(let id)): state.sheet = id.map { .init(id: $0) }
        default: break
        }
        for (number, stream) in streams where !isThere(stream.node) { streams[number]?.isCancelled = true }
        streams = streams.filter { number, stream in
            stream.isLive || waiting.contains { $0.stream == number }
        }
    }

    // MARK: What is there

    private func firstRow(_ address: StoreAddress) -> Int? {
        switch address {
        case .row(let id), .detail(let id): state.rows.firstIndex { $0.id == id }
        default: nil
        }
    }

    func row(_ id: Int) -> BranchFeature.State? { state.rows.first { $0.id == id } }

    func isThere(_ node: StoreNode) -> Bool {
        switch node {
        case .root, .header: true
        case .sheet(let id): state.sheet?.id == id
        case .row(let id): row(id) != nil
        case .detail(let id): row(id)?.detail != nil
        }
    }

    /// Whether an action misses the child that it is for.
    func isAbsent(_ address: StoreAddress) -> Bool {
        switch address {
        case .root, .header: false
        case .sheet: state.sheet == nil
        case .row(let id): row(id) == nil
        case .detail(let id): row(id)?.detail == nil
        }
    }

    /// The features whose middlewares answer an action that has been handled, in order.
    func answering(_ address: StoreAddress) -> [StoreNode] {
        let nodes: [StoreNode] =
            switch address {
            case .root: [.root]
            case .header: [.header, .root]
            case .sheet: (state.sheet.map { [.sheet(id: $0.id)] } ?? []) + [.root]
            case .row(let id): [.row(id), .root]
            case .detail(let id): [.detail(row: id), .row(id), .root]
            }
        return nodes.filter(isThere)
    }

    /// The streams that run.
    var live: Set<Int> { Set(streams.filter { $0.value.isLive }.keys) }
}

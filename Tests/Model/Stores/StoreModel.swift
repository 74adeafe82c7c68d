/// A feature of a store with children, which effects belong to.
package enum StoreNode: Hashable, Sendable {
    case root, header
    case sheet(id: Int)
    case row(Int)
    case detail(row: Int)
}

/// The model of a store with children and effects: its state, and a queue.
///
/// It is told what is sent, by whom, and what is cancelled. It says what is to be handled next, if anything. Whether a
/// stream has completed, and whether anybody holds it, does not matter to it.
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

    private(set) var state: RootFeature.State
    private(set) var streams: [Int: Stream] = [:]
    private var waiting: [(what: Waiting, stream: Int?)] = []

    init(_ state: RootFeature.State) { self.state = state }

    // MARK: What happens

    /// Something is sent; if by a stream, it has to be running.
    mutating func accept(_ what: Waiting, by stream: Int? = nil) {
        if let stream, streams[stream]?.isLive != true { return }
        waiting.append((what, stream))
    }

    /// A stream begins, and replaces the one with the same identifier.
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

    /// Removes and returns what is to be handled next. Actions of cancelled streams are skipped.
    mutating func takeNext() -> Waiting? {
        while !waiting.isEmpty {
            let entry = waiting.removeFirst()
            if let stream = entry.stream, streams[stream]?.isCancelled == true { continue }
            return entry.what
        }
        return nil
    }

    /// Computes the next state, and cancels the effects of features that no longer exist.
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

    // MARK: Queries

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

    /// Whether the child that an action is for is absent.
    func isAbsent(_ address: StoreAddress) -> Bool {
        switch address {
        case .root, .header: false
        case .sheet: state.sheet == nil
        case .row(let id): row(id) == nil
        case .detail(let id): row(id)?.detail == nil
        }
    }

    /// The features whose middlewares answer an action after it was handled, in order.
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

    /// The streams that are running.
    var live: Set<Int> { Set(streams.filter { $0.value.isLive }.keys) }
}

import Binding
import Unidirectional

/// Reads bytes as two states of a store, and checks the differences that a tracer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    MainActor.assumeIsolated {
        var reader = Reader(bytes: bytes[...])
        let old = reader.tree(depth: 0)
        let new = reader.tree(depth: 0)
        check(old, new)
        check(old, old)
    }
    return 0
}

@MainActor
private func check(_ old: Tree, _ new: Tree) {
    let store = OneWay<Feature>(initialState: .init(tree: old))
    var events: [TraceEvent] = []
    let subscription = store.tracer.events.emit(onNext: { events.append($0) })
    store.send(.replace(new), shouldTrace: true)
    subscription.dispose()
    precondition(store.state.tree == new, "the state is another one")
    precondition(events.count == 1, "an action is one event")
    precondition(events[0].changes.isEmpty == (old == new), "differences where there are none, or none where there are")
    precondition(events[0].changes.allSatisfy { $0.path.hasPrefix("tree") }, "a path that leads elsewhere")
    precondition(events[0].changes.allSatisfy { $0.old != nil || $0.new != nil }, "a change from nothing to nothing")
    precondition(!events[0].description.isEmpty, "no text")
}

private enum Feature: ViewFeature {
    struct State: FeatureState {
        var tree: Tree
    }

    enum Action: FeatureAction {
        case replace(Tree)
    }

    static let updater: Updater = { _, action in
        switch action {
        case .replace(let tree): State(tree: tree)
        }
    }
}

/// A state made of all kinds of values.
private indirect enum Tree: Hashable, Sendable {
    case none
    case number(Int)
    case text(String)
    case pair(left: Tree, right: Tree)
    case optional(Tree?)
    case list([Tree])
    case entries([Tree: Tree])
    case members(Set<Tree>)
    case structure(Structure)
    case object(Object)
}

private struct Structure: Hashable, Sendable {
    var first: Tree
    var rest: [Tree]
    var isOn: Bool
}

/// An object, which the tracer compares as a whole.
private final class Object: Hashable, Sendable {
    let tree: Tree

    init(_ tree: Tree) {
        self.tree = tree
    }

    static func == (left: Object, right: Object) -> Bool { left.tree == right.tree }

    func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}

private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

    mutating func trees(depth: Int) -> [Tree] {
        (0..<byte() % 4).map { _ in tree(depth: depth + 1) }
    }

    mutating func tree(depth: Int) -> Tree {
        guard depth < 100 else { return .none }
        switch byte() % 10 {
        case 1: return .number(byte())
        case 2: return .text(String(decoding: (0..<byte() % 8).map { _ in UInt8(byte()) }, as: UTF8.self))
        case 3:
            let left = tree(depth: depth + 1)
            return .pair(left: left, right: tree(depth: depth + 1))
        case 4: return .optional(byte() % 2 == 0 ? nil : tree(depth: depth + 1))
        case 5: return .list(trees(depth: depth))
        case 6:
            let keys = trees(depth: depth)
            var entries: [Tree: Tree] = [:]
            for key in keys { entries[key] = tree(depth: depth + 1) }
            return .entries(entries)
        case 7: return .members(Set(trees(depth: depth)))
        case 8:
            let first = tree(depth: depth + 1)
            return .structure(Structure(first: first, rest: trees(depth: depth), isOn: byte() % 2 == 1))
        case 9: return .object(Object(tree(depth: depth + 1)))
        default: return .none
        }
    }
}

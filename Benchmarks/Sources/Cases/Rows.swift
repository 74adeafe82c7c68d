import Binding
import Unidirectional

/// The rows of a list in a feature store: what the others cost when one changes.
enum Rows {
    static let all = [effects(1_000), bound(10_000)]

    /// The floor is the same without effects: effects of other rows should cost little.
    static func effects(_ count: Int) -> Case {
        Case(
            "an action on one of \(grouped(count)) rows with an effect each, against none", expected: { $0 },
            [
                .floor { tally in ticking(observed(ListFeature.store(count), tally), count) },
                .binding { tally in
                    let store = observed(ListFeature.store(count), tally)
                    for number in 0..<count { store.send(.row(number, .start)) }
                    return ticking(store, count)
                },
            ])
    }

    /// The floor observes only the list: rows that do not change should cost little.
    static func bound(_ count: Int) -> Case {
        Case(
            "an action on one of \(grouped(count)) bound rows, against none", expected: { $0 },
            [
                .floor { tally in ticking(observed(ListFeature.store(count), tally), count) },
                .binding { tally in ticking(boundRows(ListFeature.store(count), count, tally), count) },
            ])
    }

    /// The first of many bound rows is removed, and put back.
    static func structure(_ count: Int) -> Case {
        Case(
            "a row of a list", expected: { _ in 0 },
            [
                .binding { tally in
                    let store = boundRows(ListFeature.store(count), count, tally)
                    return { times in
                        for _ in 0..<times {
                            store.send(.removeFirst)
                            store.send(.insertFirst(0))
                        }
                    }
                }
            ])
    }

    /// Stores are made for all rows, and the state of each is read.
    static func making(_ count: Int) -> Case {
        Case(
            "stores of rows", expected: { $0 * count },
            [
                .binding { tally in
                    let store = ListFeature.store(count)
                    return { times in
                        for _ in 0..<times {
                            let rows = (0..<count).compactMap { store.scope(ListFeature.rows, id: $0) }
                            for row in rows { tally.add(row.state.name.isEmpty ? 0 : 1) }
                        }
                    }
                }
            ])
    }

    @MainActor
    private static func observed(_ store: OneWay<ListFeature>, _ tally: Tally) -> OneWay<ListFeature> {
        _ = store.stateDriver.skip(1).drive(onNext: { _ in tally.add(1) })
        return store
    }

    @MainActor
    private static func boundRows(_ store: OneWay<ListFeature>, _ count: Int, _ tally: Tally) -> OneWay<ListFeature> {
        for number in 0..<count {
            _ = store.scope(ListFeature.rows, id: number)?.stateDriver.skip(1).drive(onNext: { _ in tally.add(1) })
        }
        return store
    }

    private static func ticking(_ store: OneWay<ListFeature>, _ count: Int) -> Work {
        { times in
            for _ in 0..<times { store.send(.row(count / 2, .tick)) }
        }
    }
}

private enum RowFeature: ViewFeature {
    struct State: FeatureState, Identifiable {
        let id: Int
        var ticks = 0
        var name = "The name of a row in a list"
    }

    enum Action: FeatureAction {
        case tick, start
    }

    static let updater: Updater = { state, action in
        var state = state
        if case .tick = action { state.ticks += 1 }
        return state
    }

    static let middlewares: [any Middleware<Self>] = [Waiting()]

    /// A middleware whose effects never send.
    private struct Waiting: Middleware {
        typealias Feature = RowFeature

        func send(_ action: Action, currentState: State) -> Effect<Action> {
            if case .start = action { .run(id: "work", Observable<Action>.never()) } else { .none }
        }
    }
}

private enum ListFeature: ViewFeature {
    struct State: FeatureState {
        var rows: [RowFeature.State]
    }

    enum Action: FeatureAction {
        case row(Int, RowFeature.Action)
        case removeFirst
        case insertFirst(Int)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .row: break
        case .removeFirst: state.rows.removeFirst()
        case .insertFirst(let id): state.rows.insert(.init(id: id), at: 0)
        }
        return state
    }

    static let rows = forEach(
        RowFeature.self, state: \.rows, embed: Action.row,
        extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [rows]

    @MainActor
    static func store(_ count: Int) -> OneWay<ListFeature> {
        OneWay(initialState: State(rows: (0..<count).map { .init(id: $0) }))
    }
}

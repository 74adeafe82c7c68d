import Binding
import TestSupport
import Testing

@testable import Unidirectional

/// A row that counts how often its identifier is read, and how often it is compared.
private enum CountedFeature: ViewFeature {
    static let asked = Counter()
    static let compared = Counter()

    struct State: FeatureState, Identifiable {
        let number: Int
        var ticks = 0

        var id: Int {
            asked.add()
            return number
        }

        static func == (left: State, right: State) -> Bool {
            compared.add()
            return left.number == right.number && left.ticks == right.ticks
        }
    }

    enum Action: FeatureAction { case tick, start }

    static let updater: Updater = { state, action in
        var state = state
        if case .tick = action { state.ticks += 1 }
        return state
    }

    /// How often rows are read and compared during an operation.
    static func work(_ body: () -> Void) -> (asked: Int, compared: Int) {
        let before = (asked.value, compared.value)
        body()
        return (asked.value - before.0, compared.value - before.1)
    }
}

private enum CountedList: ViewFeature {
    struct State: FeatureState {
        var rows: [CountedFeature.State]
        var title = ""
    }

    enum Action: FeatureAction {
        case row(Int, CountedFeature.Action)
        case title(String)
        case insert(Int, at: Int)
        case remove(at: Int)
        case tickAll
        case reverse
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .row: break
        case .title(let title): state.title = title
        case .insert(let number, let place): state.rows.insert(.init(number: number), at: place)
        case .remove(let place): state.rows.remove(at: place)
        case .tickAll: for place in state.rows.indices { state.rows[place].ticks += 1 }
        case .reverse:
            state.rows.reverse()
            for place in state.rows.indices { state.rows[place].ticks += 1 }
        }
        return state
    }

    static let rows = forEach(
        CountedFeature.self, state: \.rows, embed: Action.row,
        extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
    static let scopes: [any FeatureScope<Self>] = [rows]

    static func state(_ count: Int) -> State { State(rows: (0..<count).map { .init(number: $0) }) }
}

@Suite("Stores: the stores of many rows")
@MainActor
struct RowStoreTests {
    private let count = 400
    private let shown = Recorder<Int>()
    private let bag = DisposeBag()

    /// A store with all rows observed.
    private func boundStore() -> OneWay<CountedList> {
        let store = OneWay<CountedList>(initialState: CountedList.state(count))
        for number in 0..<count {
            let row = store.scope(CountedList.rows, id: number)
            row?.stateDriver.skip(1).drive(onNext: { [shown] in shown($0.number) }).disposed(by: bag)
        }
        return store
    }

    @Test(
        "A row that comes or goes, wherever, costs so much for each row, and calls no other",
        arguments: [0, 200, 399])
    func structure(place: Int) {
        let store = boundStore()
        let work = CountedFeature.work {
            store.send(.remove(at: place))
            store.send(.insert(1_000, at: place))
        }
        #expect(work.asked < 20 * count)
        #expect(work.compared < 20 * count)
        #expect(shown.elements.isEmpty)
    }

    @Test("A row that changes is called, and no other; another part of the state does not touch the rows")
    func change() {
        let store = boundStore()
        let work = CountedFeature.work { store.send(.row(200, .tick)) }
        #expect(work.asked < 10 * count)
        #expect(work.compared < 10 * count)
        expectEqual(shown.elements, [200])
        let other = CountedFeature.work { store.send(.title("rows")) }
        expectEqual(other.asked, 0)
        expectEqual(other.compared, 0)
        expectEqual(shown.count, 1)
    }

    @Test("Rows that change at once are called in the order of the list", arguments: [false, true])
    func order(moved: Bool) {
        let store = boundStore()
        store.send(moved ? .reverse : .tickAll)
        #expect(shown.elements == (moved ? (0..<count).reversed() : Array(0..<count)))
    }

    @Test("Stores for all rows are made, and read, with so much for each row")
    func making() {
        let store = OneWay<CountedList>(initialState: CountedList.state(count))
        var rows: [OneWay<CountedFeature>] = []
        let work = CountedFeature.work {
            rows = (0..<count).compactMap { store.scope(CountedList.rows, id: $0) }
            store.send(.row(0, .tick))
            for row in rows { #expect(row.state.ticks == (row.state.number == 0 ? 1 : 0)) }
        }
        expectEqual(rows.count, count)
        #expect(work.asked < 60 * count)
    }

    @Test("An action costs so much for each row, though each has an effect running")
    func effects() {
        let never = PublishRelay<CountedFeature.Action>()
        let starting = Answering<CountedFeature> { action, _ in
            if case .start = action { .run(id: "work", never) } else { .none }
        }
        let store = OneWay<CountedList>(
            initialState: CountedList.state(count), scopes: [CountedList.rows.with(middlewares: [starting])])
        for number in 0..<count { store.send(.row(number, .start)) }
        let work = CountedFeature.work { store.send(.row(200, .tick)) }
        #expect(work.asked < 10 * count)
        #expect(work.compared < 10 * count)
        let other = CountedFeature.work { store.send(.title("rows")) }
        expectEqual(other.asked, 0)
        store.send(.remove(at: 0))
        expectEqual(store.runningEffectCount, count - 1)
    }

    // MARK: Lifetimes and order

    @Test("A row that is observed anew from an observer of the list is shown the new state, and once")
    func observedFromTheList() throws {
        let store = OneWay<ListFeature>(initialState: .init(rows: [.init(id: 1)]))
        let row = try #require(store.scope(ListFeature.rows, id: 1))
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        let driver = Shared<Driver<RowFeature.State>?>(nil)
        // Observes before the rows do.
        store.stateDriver.skip(1).drive(onNext: { [bag] _ in
            driver.value?.drive(onNext: { late($0.ticks) }).disposed(by: bag)
            row.stateDriver.drive(onNext: { late($0.ticks) }).disposed(by: bag)
        }).disposed(by: bag)
        driver.value = row.stateDriver
        row.stateDriver.drive(onNext: { early($0.ticks) }).disposed(by: bag)
        store.send(.row(1, .tick))
        expectEqual(early.elements, [0, 1])
        expectEqual(late.elements, [1, 1])
        expectEqual(row.state.ticks, 1)
    }

    @Test("Observers of a row, and of a row of it, need no store of theirs")
    func storesAreDropped() throws {
        let state = ScopeTests.Folder.State(id: 0, folders: [.init(id: 1, folders: [.init(id: 2)])])
        let store = OneWay<ScopeTests.Folder>(initialState: state)
        let states = Recorder<Bool>()
        do {
            let inner = store.scope(ScopeTests.Folder.folders, id: 1)?.scope(ScopeTests.Folder.folders, id: 2)
            try #require(inner).stateDriver.drive(onNext: { states($0.isOpen) }).disposed(by: bag)
        }
        for _ in 0..<3 { store.send(.folder(1, .folder(2, .toggle))) }
        expectEqual(states.elements, [false, true, false, true])
        bag.dispose()
        for _ in 0..<12 { store.send(.folder(1, .folder(2, .toggle))) }
        expectEqual(states.count, 4)
        #expect(store.rowStates.values.allSatisfy { $0.object == nil })
    }

    @Test("An observer of a row whose subscription is dropped goes on, until the list's store is gone")
    func subscriptionsAreDropped() throws {
        let states = Recorder<Int>()
        weak var gone: OneWay<ListFeature>?
        weak var rows: AnyObject?
        do {
            let store = OneWay<ListFeature>(initialState: .init(rows: [.init(id: 1)]))
            gone = store
            _ = try #require(store.scope(ListFeature.rows, id: 1)).stateDriver.drive(onNext: { states($0.ticks) })
            rows = store.rowStates.values.first?.object
            for _ in 0..<5 { store.send(.row(1, .tick)) }
        }
        expectEqual(states.elements, [0, 1, 2, 3, 4, 5])
        #expect(gone == nil)
        #expect(rows == nil)
    }

    @Test("Rows are found in the current state while observers are still called with a former one")
    func formerState() throws {
        let rows: [RowFeature.State] = [.init(id: 1, ticks: 10), .init(id: 2, ticks: 20), .init(id: 3, ticks: 30)]
        let store = OneWay<ListFeature>(initialState: .init(rows: rows))
        let row = try #require(store.scope(ListFeature.rows, id: 1))
        let states = Recorder<Int>()
        let read = Recorder<Int>()
        row.stateDriver.drive(onNext: { states($0.ticks) }).disposed(by: bag)
        let isFirst = Shared(true)
        store.stateDriver.drive(onNext: { [unowned store] _ in
            read(row.state.ticks)
            guard isFirst.value else { return }
            isFirst.value = false
            // Two states that are reported when this call is done.
            store.send(.setRows(rows.reversed()))
            store.send(.setRows([rows[1], rows[0]]))
        }).disposed(by: bag)
        expectEqual(read.elements, [10, 10, 10])
        expectEqual(row.state.ticks, 10)
        row.send(.tick)
        expectEqual(states.elements, [10, 11])
    }

    @Test("A row is observed, left, and observed again, whatever happens meanwhile")
    func observedAgain() throws {
        let store = OneWay<ListFeature>(
            initialState: .init(rows: [.init(id: 1), .init(id: 2)], named: ["a": .init(id: 3)]))
        let rows = [
            try #require(store.scope(ListFeature.rows, id: 2)), try #require(store.scope(ListFeature.named, id: "a")),
        ]
        for round in 0..<4 {
            let states = Recorder<Int>()
            let bag = DisposeBag()
            for row in rows { row.stateDriver.drive(onNext: { states($0.ticks) }).disposed(by: bag) }
            for row in rows { row.send(.tick) }
            bag.dispose()
            // Enough states for the store to notice that nobody observes the rows.
            for _ in 0..<5 { store.send(.header(.add(1))) }
            for row in rows { row.send(.tick) }
            let first = 2 * round
            expectEqual(states.elements, [first, first, first + 1, first + 1])
        }
    }
}

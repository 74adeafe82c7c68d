import Binding
import TestSupport
import Testing

@testable import Unidirectional

/// C43: what is derived from stores.
@MainActor
@Suite("C43: derived values of stores")
struct DerivedStoreTests {
    private let bag = DisposeBag()

    @Test("a derived value follows the state of a store, with and without other observers")
    func state() {
        let store = OneWay<CounterFeature>(initialState: .init())
        var (seen, log): ([Int], [String]) = ([], [])
        let double = DerivedValue { store.state.count * 2 }
        double.asDriver().drive(onNext: {
            seen.append($0)
            log.append("double")
        }).disposed(by: bag)
        store.send(.add(1))
        store.send(.note("equal"))
        expectEqual(double.value, 2)
        store.stateDriver.skip(1).drive(onNext: { _ in log.append("state, double is \(double.value)") }).disposed(
            by: bag)
        log = []
        store.send(.add(2))
        expectEqual(seen, [0, 2, 6])
        expectEqual(log, ["state, double is 6", "double"])
    }

    @Test("a child's state that is read is followed, and other parts of its parent are not")
    func children() throws {
        let store = OneWay<ListFeature>(initialState: .init(rows: [.init(id: 1), .init(id: 2)], sheet: .init(id: 3)))
        let header = store.scope(ListFeature.header)
        let row = try #require(store.scope(ListFeature.rows, id: 2))
        var evaluations: [String] = []
        let count = DerivedValue {
            evaluations.append("count")
            return header.state.count
        }
        let ticks = DerivedValue {
            evaluations.append("ticks")
            return "\(row.state.ticks) of \(store.scope(ListFeature.header).state.count)"
        }
        var seen: [String] = []
        count.asDriver().drive(onNext: { seen.append("\($0)") }).disposed(by: bag)
        ticks.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        (evaluations, seen) = ([], [])
        store.send(.setSheet(nil))
        store.send(.row(1, .tick))
        store.send(.setRows([.init(id: 2), .init(id: 4)]))
        expectEqual(evaluations, [])
        row.send(.tick)
        expectEqual(evaluations, ["ticks"])
        header.send(.add(5))
        expectEqual(evaluations, ["ticks", "count", "ticks"])
        expectEqual(seen, ["1 of 0", "5", "1 of 5"])
        // A row that has gone has the state that was seen last.
        store.send(.setRows([]))
        expectEqual(ticks.value, "1 of 5")
    }
}

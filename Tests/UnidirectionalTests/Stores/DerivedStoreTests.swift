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
}

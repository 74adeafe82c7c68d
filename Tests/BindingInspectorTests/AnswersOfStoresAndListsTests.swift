import Binding
import BindingCollections
import BindingInspector
import BindingOperators
import Foundation
import TestSupport
import Testing
import Unidirectional

// The answers name lines of this file.

@MainActor
private final class CounterView: BindingContext {
    let disposeBag = DisposeBag()
    let store = OneWay<Counter>(initialState: .init())
    let (count, even) = (Label(), Label())

    init() {
        binding {
            store.stateDriver.map { $0.count } => count.rx.number
            store.stateDriver.map { $0.count }.filter { $0.isMultiple(of: 2) } => even.rx.number
        }
    }
}

@MainActor
private final class AmountsViewModel {
    @Mutable var amounts: TreeArray = [1, 20]
}

@MainActor
private final class AmountsView: BindingContext {
    let disposeBag = DisposeBag()
    let viewModel = AmountsViewModel()
    let large = Label()

    init() {
        binding { viewModel.$amounts.updates().filter { $0 > 10 }.count => large.rx.number }
    }
}

/// All that the inspector says, but for times.
@MainActor
private func answers(why: Binder<Int>, whyNot: Binder<Int>) -> String {
    let trace = try? JSONSerialization.jsonObject(with: Data(inspector.traceEvents.utf8)) as? [String: Any]
    let events = trace?["traceEvents"] as? [[String: Any]] ?? []
    let timeline = events.filter { $0["ph"] as? String == "X" }.map { event in
        "\(event["tid"] as? Int ?? 0) \(event["cat"] as? String ?? ""): \(event["name"] as? String ?? "")"
    }
    let costs = inspector.costs.map {
        "\($0.name): \($0.count), \($0.equalCount) equal\($0.isUnused ? ", unused" : "")"
    }
    return [
        inspector.why(why).description, inspector.whyNot(whyNot).description, inspector.graph.description,
        inspector.log().map(\.description).joined(separator: "\n"), costs.sorted().joined(separator: "\n"),
        timeline.joined(separator: "\n"),
    ].joined(separator: "\n\n")
}

extension InspectorTests {
    /// Each kind of answer as a whole.
    @Suite
    struct AnswersOfStoresAndListsTests {
        @Test
        func `for a store`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let view = CounterView()
                view.store.send(.add(2))
                view.store.send(.add(1))
                let said = answers(why: view.count.rx.number, whyNot: view.even.rx.number)
                #expect(
                    said == """
                        CounterView.count.number shows 3:
                          add(1) was sent to OneWay<Counter>
                          → CounterView.store.state = State(count: 3)
                          → map: 3
                          → CounterView.count.number = 3 (AnswersOfStoresAndListsTests.swift:20)

                        CounterView.even.number shows 2.
                        CounterView.store.state → map → filter (AnswersOfStoresAndListsTests.swift:21): filter has received 3 and passed nothing on

                        CounterView.store.state = State(count: 3)
                          map
                            => (AnswersOfStoresAndListsTests.swift:20)
                              CounterView.count.number = 3
                          map
                            filter
                              => (AnswersOfStoresAndListsTests.swift:21)
                                CounterView.even.number = 2
                        OneWay<Counter> = add(1)

                        CounterView.store.state is State(count: 0) from the start
                          map: 0
                            => (AnswersOfStoresAndListsTests.swift:20)
                              CounterView.count.number = 0
                        CounterView.store.state is State(count: 0) from the start
                          map: 0
                            filter: 0
                              => (AnswersOfStoresAndListsTests.swift:21)
                                CounterView.even.number = 0
                        add(2) was sent to OneWay<Counter>
                          CounterView.store.state = State(count: 2)
                            map: 2
                              => (AnswersOfStoresAndListsTests.swift:20)
                                CounterView.count.number = 2
                            map: 2
                              filter: 2
                                => (AnswersOfStoresAndListsTests.swift:21)
                                  CounterView.even.number = 2
                        add(1) was sent to OneWay<Counter>
                          CounterView.store.state = State(count: 3)
                            map: 3
                              => (AnswersOfStoresAndListsTests.swift:20)
                                CounterView.count.number = 3
                            map: 3
                              filter: nothing passed on

                        CounterView.count.number: 3, 0 equal
                        CounterView.even.number: 2, 0 equal
                        CounterView.store.state: 2, 0 equal
                        OneWay<Counter>: 2, 0 equal
                        an observer (AnswersOfStoresAndListsTests.swift:20): 3, 0 equal
                        an observer (AnswersOfStoresAndListsTests.swift:21): 2, 0 equal
                        filter: 3, 0 equal
                        map: 3, 0 equal
                        map: 3, 0 equal

                        1 initial: map: 0
                        1 received: => (AnswersOfStoresAndListsTests.swift:20)
                        1 shown: CounterView.count.number = 0
                        1 initial: map: 0
                        1 received: filter: 0
                        1 received: => (AnswersOfStoresAndListsTests.swift:21)
                        1 shown: CounterView.even.number = 0
                        1 action: add(2) was sent to OneWay<Counter>
                        1 sent: CounterView.store.state = State(count: 2)
                        1 received: map: 2
                        1 received: => (AnswersOfStoresAndListsTests.swift:20)
                        1 shown: CounterView.count.number = 2
                        1 received: map: 2
                        1 received: filter: 2
                        1 received: => (AnswersOfStoresAndListsTests.swift:21)
                        1 shown: CounterView.even.number = 2
                        1 action: add(1) was sent to OneWay<Counter>
                        1 sent: CounterView.store.state = State(count: 3)
                        1 received: map: 3
                        1 received: => (AnswersOfStoresAndListsTests.swift:20)
                        1 shown: CounterView.count.number = 3
                        1 received: map: 3
                        1 received: filter: nothing passed on
                        """)
                view.disposeBag.dispose()
            }
        }

        @Test
        func `for a list`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let view = AmountsView()
                view.viewModel.amounts.append(30)
                view.viewModel.amounts[2] = 3
                view.viewModel.amounts.append(4)
                let said = answers(why: view.large.rx.number, whyNot: view.large.rx.number)
                #expect(
                    said == """
                        AmountsView.large.number shows 1:
                          AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3]
                          → filter: [20]
                          → count: 1
                          → AmountsView.large.number = 1 (AnswersOfStoresAndListsTests.swift:38)

                        AmountsView.large.number shows 1.
                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) → filter → count (AnswersOfStoresAndListsTests.swift:38): filter has received [1, 20, 3, 4] and passed nothing on

                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3, 4]
                          filter
                            count
                              => (AnswersOfStoresAndListsTests.swift:38)
                                AmountsView.large.number = 1

                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) is [1, 20] from the start
                          filter: [20]
                            count: 1
                              => (AnswersOfStoresAndListsTests.swift:38)
                                AmountsView.large.number = 1
                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 30]
                          filter: [20, 30]
                            count: 2
                              => (AnswersOfStoresAndListsTests.swift:38)
                                AmountsView.large.number = 2
                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3]
                          filter: [20]
                            count: 1
                              => (AnswersOfStoresAndListsTests.swift:38)
                                AmountsView.large.number = 1
                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3, 4]
                          filter: nothing passed on

                        AmountsView.large.number: 3, 0 equal
                        AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28): 3, 0 equal
                        an observer (AnswersOfStoresAndListsTests.swift:38): 3, 0 equal
                        count: 3, 0 equal
                        filter: 4, 0 equal

                        1 initial: filter: [20]
                        1 received: count: 1
                        1 received: => (AnswersOfStoresAndListsTests.swift:38)
                        1 shown: AmountsView.large.number = 1
                        1 sent: AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 30]
                        1 received: filter: [20, 30]
                        1 received: count: 2
                        1 received: => (AnswersOfStoresAndListsTests.swift:38)
                        1 shown: AmountsView.large.number = 2
                        1 sent: AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3]
                        1 received: filter: [20]
                        1 received: count: 1
                        1 received: => (AnswersOfStoresAndListsTests.swift:38)
                        1 shown: AmountsView.large.number = 1
                        1 sent: AmountsViewModel.amounts (AnswersOfStoresAndListsTests.swift:28) = [1, 20, 3, 4]
                        1 received: filter: nothing passed on
                        """)
                view.disposeBag.dispose()
            }
        }
    }
}

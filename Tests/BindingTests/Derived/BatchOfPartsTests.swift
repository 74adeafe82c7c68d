import BindingOperators
import TestSupport
import Testing

@testable import Binding

/// C44: a batch in which two-way bindings bring parts of one value, as the fields of a form do.
@MainActor
@Suite("C44: batches of parts")
struct BatchOfPartsTests {
    private struct Pair: Equatable, Sendable {
        var a = 0
        var b = 0
        var twice: Int {
            get { a * 2 }
            set { a = newValue / 2 }
        }
    }

    private let bag = DisposeBag()
    private let pair = BehaviorRelay(value: Pair())
    private let a = BehaviorRelay(value: 0)
    private let b = BehaviorRelay(value: 0)
    private let others = (a: BehaviorRelay(value: 0), b: BehaviorRelay(value: 0), whole: BehaviorRelay(value: Pair()))

    @Test(
        "observers of the whole, and of a part, are told once, and every other two-way binding has the last value",
        arguments: [false, true])
    func parts(setsWhole: Bool) {
        let (bindingOfA, endOfA) = pair.a.bindTwoWay(toPart: a[\.self])
        let (bindingOfB, endOfB) = pair.b.bindTwoWay(toPart: b[\.self])
        bag.insert(endOfA, endOfB)
        bag.insert(pair.a <=> others.a, pair.b <=> others.b, pair <=> others.whole)
        nonisolated(unsafe) var seen: [String] = []
        bag.insert(
            pair.subscribe(onNext: { seen.append("\($0.a)\($0.b)") }),
            pair.asDriver().drive(onNext: { seen.append("\($0.a)\($0.b)") }),
            pair.a.asDriver().drive(onNext: { seen.append("a\($0)") }))
        seen = []
        batch {
            a.accept(1)
            bindingOfA.bringRight()
            if setsWhole { pair.accept(Pair(a: 1, b: 7)) }
            b.accept(2)
            bindingOfB.bringRight()
            a.accept(3)
            bindingOfA.bringRight()
        }
        expectEqual(seen.sorted(), ["32", "32", "a3"])
        expectEqual(pair.value, Pair(a: 3, b: 2))
        expectEqual([a.value, b.value, others.a.value, others.b.value], [3, 2, 3, 2])
        expectEqual(others.whole.value, Pair(a: 3, b: 2))
        // And the other way round: no binding has an older version than the others.
        others.a.accept(4)
        others.whole.modify { $0.b = 5 }
        expectEqual([a.value, b.value, others.a.value, others.b.value], [4, 5, 4, 5])
        expectEqual(pair.value, Pair(a: 4, b: 5))
    }

    @Test(
        "of two edits of a part, one of them by a computed property, the later one stays, whatever else is brought after them"
    )
    func laterEdit() {
        let (bindingOfA, endOfA) = pair.a.bindTwoWay(toPart: a[\.self])
        let (bindingOfB, endOfB) = pair.b.bindTwoWay(toPart: b[\.self])
        bag.insert(endOfA, endOfB)
        let twice = BehaviorRelay(value: 0)
        bag.insert(pair.twice <=> twice)
        batch {
            a.accept(1)
            bindingOfA.bringRight()
            twice.accept(20)
            b.accept(2)
            bindingOfB.bringRight()
        }
        expectEqual(pair.value, Pair(a: 10, b: 2))
        expectEqual([a.value, twice.value, b.value], [10, 20, 2])
    }
}

import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

@Suite("C17 Bindings that are made in the midst of a delivery")
@MainActor
struct C17InsideObserverTests {
    @Test("C17: made by an observer of the relay, also where another binding has brought a later value meanwhile")
    func insideAnObserver() {
        let relay = BehaviorRelay(value: "")
        let first = TextField(maximumLength: 3)
        let second = TextField("held")
        let other = BehaviorRelay(value: "other")
        let bag = DisposeBag()
        // The first control cuts the text, so that the relay has a later value while this one is delivered.
        bag.insert(relay <=> first.rx.text)
        bag.insert(
            relay.asDriver().skip(1) => { text in
                if text == "abcdef" { bag.insert(relay <=> second.rx.text, relay <=> other) }
            })
        relay.accept("abcdef")
        expectEqual([relay.value, first.text, second.text, other.value], ["abc", "abc", "abc", "abc"])
        second.type("x")
        expectEqual([relay.value, first.text, other.value], ["x", "x", "x"])
    }

    @Test(
        "C17: a value that is on its way to the left side of a binding that is made reaches both",
        arguments: [false, true])
    func onItsWay(isBoundToAnother: Bool) {
        let relay = BehaviorRelay(value: 0)
        let next = BehaviorRelay(value: 0)
        let last = BehaviorRelay(value: 9)
        let beyond = BehaviorRelay(value: 9)
        let (first, second) = (NumberControl(), NumberControl())
        let bag = DisposeBag()
        bag.insert(last <=> beyond)
        if isBoundToAnother { bag.insert(relay <=> first.property) }
        bag.insert(relay.asDriver() => { if $0 == 1 { bag.insert(next <=> second.property, next <=> last) } })
        bag.insert(relay <=> next)
        relay.accept(1)
        expectEqual([relay, next, last, beyond].map(\.value), [1, 1, 1, 1])
        expectEqual(second.value, 1)
    }

    @MainActor
    private final class NumberControl: ReactiveCompatible {
        let edits = PublishRelay<Void>()
        var value = 0
        var property: ControlProperty<Int> {
            rx.controlProperty(changes: edits, getter: { $0.value }, setter: { $0.value = $1 })
        }
    }

    @Test("C17: bound anew after each was set by itself, the left side wins")
    func anew() {
        let (left, right, third) = (BehaviorRelay(value: 1), BehaviorRelay(value: 2), BehaviorRelay(value: 3))
        let others = DisposeBag()
        others.insert(right <=> third)
        for round in 0..<3 {
            let binding = left <=> right
            expectEqual(Set([left, right, third].map(\.value)).count, 1)
            binding.dispose()
            if round == 0 { right.accept(5) } else { left.accept(5 + round) }
            #expect(left.value != right.value)
        }
        others.dispose()
        let binding = left <=> right
        binding.dispose()
        right.accept(8)
        let again = left <=> right
        expectEqual([left.value, right.value], [7, 7])
        again.dispose()
    }

    @Test("C17: the left side wins also over a value of the right one that was set later")
    func laterOnTheRight() {
        let left = BehaviorRelay(value: Opaque(text: "old"))
        let right = BehaviorRelay(value: Opaque(text: ""))
        let third = BehaviorRelay(value: Opaque(text: ""))
        let trigger = BehaviorRelay(value: Opaque(text: ""))
        let bag = DisposeBag()
        bag.insert(right <=> third)
        bag.insert(
            left.asDriver().skip(1).take(1) => { _ in
                right.accept(Opaque(text: "later"))
                bag.insert(left <=> right)
            })
        bag.insert(trigger <=> left)
        left.accept(Opaque(text: "new"))
        expectEqual([left, right, third, trigger].map(\.value.text), ["new", "new", "new", "new"])
    }
}

import Binding
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
        // The first control cuts what it is given, so that the relay has a later value while this one is delivered.
        bag.insert(relay <=> first.rx.text)
        bag.insert(
            relay.asDriver().skip(1) => { text in
                if text == "abcdef" { bag.insert(relay <=> second.rx.text, relay <=> other) }
            })
        relay.accept("abcdef")
        #expect([relay.value, first.text, second.text, other.value] == ["abc", "abc", "abc", "abc"])
        second.type("x")
        #expect([relay.value, first.text, other.value] == ["x", "x", "x"])
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
        #expect([left, right, third, trigger].map(\.value.text) == ["new", "new", "new", "new"])
    }
}

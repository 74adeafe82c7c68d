import BindingControls
import BindingOperators
import TestSupport
import Testing

@testable import Binding

/// Which main actor code belongs to the same delivery.
@Suite("Deliveries on the main actor")
@MainActor
struct DeliveryTests {
    let bag = DisposeBag()

    @Test("code that is in no delivery; values that it sets are one each")
    func outside() {
        let name = BehaviorRelay(value: "")
        let seen = Recorder<UInt64>()
        name.asDriver().skip(1).drive(onNext: { _ in seen(MainActorDispatcher.delivery) }).disposed(by: bag)
        expectEqual(MainActorDispatcher.delivery, 0)
        name.accept("a")
        name.accept("b")
        expectEqual(MainActorDispatcher.delivery, 0)
        #expect(Set(seen.elements).count == 2 && !seen.elements.contains(0))
    }

    @Test("what observers set is of the delivery, in the same source and in others")
    func nested() {
        let (name, other) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let seen = Recorder<UInt64>()
        bag.insert(name => { if $0 == 1 { name.accept(2) } })
        bag.insert(name.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        bag.insert(name => { other.accept($0) })
        bag.insert(other.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        name.accept(1)
        expectEqual(seen.count, 4)
        #expect(Set(seen.elements).count == 1 && !seen.elements.contains(0))
    }

    @Test("what an event leads to is of one delivery")
    func event() {
        let button = Button()
        let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let seen = Recorder<UInt64>()
        bag.insert(first.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        bag.insert(second.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        bag.insert(
            button.rx.tap => {
                first.accept(1)
                second.accept(1)
            })
        button.press()
        #expect(seen.count == 2 && seen.elements[0] == seen.elements[1])
        button.press()
        #expect(seen.count == 4 && seen.elements[2] == seen.elements[3] && seen.elements[2] != seen.elements[0])
    }

    @Test("an edit that several properties of a control emit is one delivery")
    func edit() {
        let field = TextField()
        let (text, length) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let seen = Recorder<UInt64>()
        bag.insert(text <=> field.rx.text, length <=> field.rx.text)
        bag.insert(text.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        bag.insert(length.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        field.type("a")
        field.rx.performEdit {
            field.type("b")
            field.type("c")
        }
        expectEqual(seen.count, 4)
        #expect(seen.elements[0] == seen.elements[1] && seen.elements[2] == seen.elements[3])
        expectEqual(Set(seen.elements).count, 2)
    }

    @Test("values from another thread are one delivery each, and so is one in a nested loop")
    func elsewhere() async {
        let (number, inner) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let seen = Recorder<UInt64>()
        let nested = Recorder<UInt64>()
        bag.insert(number.asDriver().skip(1) => { _ in seen(MainActorDispatcher.delivery) })
        onAnotherThread { for value in 1...100 { number.accept(value) } }
        await eventually { seen.count == 100 }
        #expect(Set(seen.elements).count == 100 && !seen.elements.contains(0))
        bag.insert(inner.asDriver().skip(1) => { _ in nested(MainActorDispatcher.delivery) })
        bag.insert(
            number.asDriver().skip(1) => { value in
                MainActorLoop.runNested {
                    expectEqual(MainActorDispatcher.delivery, 0)
                    inner.accept(value)
                }
                #expect(MainActorDispatcher.delivery != 0)
            })
        number.accept(-1)
        #expect(nested.count == 1 && nested.elements.first != seen.elements.last)
        expectEqual(MainActorDispatcher.delivery, 0)
    }
}

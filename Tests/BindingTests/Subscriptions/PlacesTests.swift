import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// Subscriptions that observe several sources, which last as long as they do: a two-way binding's, a combination's.
@MainActor
@Suite("Places of one subscription")
struct PlacesTests {
    @Test(
        "a combination leaves all its relays, whether or not somebody holds its subscription", arguments: [true, false])
    func combination(_ isHeld: Bool) {
        let relays = (0..<3).map { BehaviorRelay(value: $0) }
        let until = PublishRelay<Void>()
        var sums: [Int] = []
        var subscription: (any Disposable)? = Driver.combineLatest(relays[0], relays[1], relays[2])
            .take(until: until.asSignal())
            .drive(onNext: { sums.append($0 + $1 + $2) })
        if !isHeld { subscription = nil }
        for relay in relays { relay.accept(relay.value + 10) }
        expectEqual(sums, [3, 13, 23, 33])
        expectEqual(relays.map(\.hasObservers), [true, true, true])
        until.accept(())
        expectEqual(relays.map(\.hasObservers), [false, false, false])
        subscription?.dispose()
    }

    @Test("a combination keeps its relays alive while somebody holds its subscription, and no longer")
    func keeping() {
        var relays = [BehaviorRelay(value: 1), BehaviorRelay(value: 2)]
        weak let first = relays[0]
        weak let second = relays[1]
        var subscription: (any Disposable)? = Driver.combineLatest(relays[0], relays[1]).drive(onNext: { _ in })
        relays = []
        #expect(first != nil && second != nil)
        subscription = nil
        #expect(first == nil && second == nil)
        _ = subscription
    }

    @Test("a combination of which one relay is gone goes on with the other, and is released with that")
    func remaining() {
        let objects = LiveObjects()
        objects.counting {
            var relays = [BehaviorRelay(value: 1), BehaviorRelay(value: 2)]
            var sums: [Int] = []
            _ = Driver.combineLatest(relays[0], relays[1]).drive(onNext: { sums.append($0 + $1) })
            relays.removeFirst()
            relays[0].accept(5)
            expectEqual(sums, [3, 6])
        }
        #expect(objects.living.isEmpty)
    }

    @Test("a dropped binding of a field goes on until the relay or the field is gone")
    func droppedBinding() {
        var relay: BehaviorRelay? = BehaviorRelay(value: "a")
        weak let former = relay
        let field = TextField()
        if let relay {
            let binding = relay <=> field.rx.text
            _ = binding
        }
        relay?.accept("b")
        expectEqual(field.text, "b")
        field.type("c")
        expectEqual(relay?.value, "c")
        relay = nil
        #expect(former == nil)
        field.type("d")
        expectEqual(field.text, "d")
    }

    @Test(
        "a binding whose control has ended leaves the relay, whether or not somebody holds it",
        arguments: [true, false])
    func endOfControl(_ isHeld: Bool) {
        let relay = BehaviorRelay(value: 1)
        let edits = PublishSubject<Int>()
        let written = BehaviorRelay(value: 0)
        var binding: (any Disposable)? = relay <=> ControlProperty(values: edits, valueSink: written.asObserver())
        if !isHeld { binding = nil }
        edits.onNext(2)
        expectEqual(relay.value, 2)
        edits.onCompleted()
        relay.accept(3)
        expectEqual(written.value, 1)
        #expect(!relay.hasObservers)
        binding?.dispose()
    }

    @Test("a control whose edits come now from one relay and now from another stays bound", arguments: [true, false])
    func movingControl(_ isHeld: Bool) {
        let relay = BehaviorRelay(value: 1)
        let written = BehaviorRelay(value: 0)
        let place = PublishRelay<Int>()
        let edits = [PublishRelay<Int>(), PublishRelay<Int>()]
        let control = ControlProperty(
            values: place.flatMapLatest { edits[$0] }, valueSink: written.asObserver(), sendsInitialValueLater: true)
        var binding: (any Disposable)? = relay <=> control
        if !isHeld { binding = nil }
        for number in [0, 1, 0] {
            place.accept(number)
            // The first one is the initial value.
            edits[number].accept(relay.value)
            edits[number].accept(relay.value + 1)
            expectEqual(edits.map(\.hasObservers), [number == 0, number == 1])
            relay.accept(relay.value * 10)
            expectEqual(written.value, relay.value)
        }
        expectEqual(relay.value, 2_110)
        binding?.dispose()
        if isHeld { #expect(!relay.hasObservers && !place.hasObservers && !edits[0].hasObservers) }
    }

    #if DEBUG
        @Test("a binding of a field has one subscription, and so has a combination of relays")
        func objects() {
            let relays = (0..<2).map { BehaviorRelay(value: "\($0)") }
            let field = TextField()
            let bag = DisposeBag()
            let objects = LiveObjects()
            objects.counting { (relays[0] <=> field.rx.text).disposed(by: bag) }
            expectEqual(objects.living, ["Subscription": 1, "Lifetime": 1, "Slot": 2])
            bag.dispose()
            #expect(objects.living.isEmpty)
            objects.counting {
                Driver.combineLatest(relays[0], relays[1]).drive(onNext: { _ in }).disposed(by: bag)
            }
            expectEqual(objects.living, ["Subscription": 1, "Lifetime": 1, "Slot": 2])
            bag.dispose()
            #expect(objects.living.isEmpty)
        }
    #endif
}

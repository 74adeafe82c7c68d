import Binding
import BindingTesting
import Observation
import TestSupport
import Testing

/// What Observation sees of the library's values.
@Suite("ObservationBridge")
@MainActor
struct ObservationBridgeTests {
    @MainActor
    private final class Cart {
        @Mutable var price = 10
        @Mutable var quantity = 2
        @Mutable(wrappedValue: Address(city: "Ulm", street: "Hafengasse")) var address
        @Derived({ (cart: Cart) in cart.price * cart.quantity > 100 }) var isLarge: Bool
        private(set) var evaluations = 0
        lazy var total = DerivedValue { [unowned self] in
            evaluations += 1
            return price * quantity
        }
    }

    private struct Address: Equatable, Sendable {
        var city: String
        var street: String
    }

    /// Runs a test with the bridge on, without any suspension, so that no other test sees it.
    private func observing(_ test: () -> Void) {
        ObservationBridge.begin()
        test()
        ObservationBridge.end()
    }

    /// Tracks what an expression reads, and returns how often a change has been reported: once at most.
    private func track<Value>(_ expression: () -> Value) -> Counter {
        let changes = Counter()
        _ = withObservationTracking(expression) { changes.add() }
        return changes
    }

    @Test("off, nothing is seen; on, a property, a relay, a subject and a lens are")
    func sources() {
        let (cart, relay, subject) = (Cart(), BehaviorRelay(value: 1), BehaviorSubject(value: "a"))
        let without = track { cart.price + relay.value }
        cart.price = 11
        relay.accept(2)
        expectEqual(without.value, 0)
        observing {
            let price = track { cart.price }
            let number = track { relay.value }
            let text = track { try? subject.value() }
            let city = track { cart.$address.city.value }
            cart.price = 12
            expectEqual([price.value, number.value, text.value, city.value], [1, 0, 0, 0])
            relay.accept(3)
            subject.onNext("b")
            cart.address.city = "Bonn"
            expectEqual([price.value, number.value, text.value, city.value], [1, 1, 1, 1])
            cart.price = 13
            expectEqual(price.value, 1)
        }
    }

    @Test("a derived value reports a change only if it is another one, at the end of the change")
    func derived() {
        let cart = Cart()
        observing {
            let isLarge = track { cart.isLarge }
            let total = track { cart.total.value }
            cart.price = 20
            expectEqual([isLarge.value, total.value], [0, 1])
            var totals: [Int] = []
            withObservationTracking {
                _ = cart.total.value
            } onChange: {
                MainActor.assumeIsolated { totals.append(cart.total.value) }
            }
            batch {
                cart.price = 60
                cart.quantity = 3
                expectEqual(totals, [])
            }
            expectEqual(totals, [180])
            expectEqual(isLarge.value, 1)
        }
    }

    @Test("what nobody has accessed since the last change is not computed")
    func lazy() {
        let cart = Cart()
        observing {
            let total = track { cart.total.value }
            expectEqual(cart.evaluations, 1)
            cart.price = 1
            expectEqual([total.value, cart.evaluations], [1, 2])
            cart.price = 2
            cart.price = 3
            expectEqual(cart.evaluations, 2)
        }
    }

    @Test("a read in between, or by somebody else, does not take the report from who has asked before")
    func readInBetween() {
        let cart = Cart()
        let bag = DisposeBag()
        observing {
            let first = track { cart.total.value }
            batch {
                cart.price = 20
                expectEqual(cart.total.value, 40)
            }
            expectEqual(first.value, 1)
            let second = track { cart.total.value }
            cart.$price.asDriver().drive(onNext: { _ in _ = cart.total.value }).disposed(by: bag)
            cart.price = 30
            expectEqual(second.value, 1)
        }
    }

    @Test("what an observer tracks in its first call is seen, too")
    func inASubscription() {
        let cart = Cart()
        let bag = DisposeBag()
        observing {
            var changes = Counter()
            cart.$quantity.asDriver().drive(onNext: { _ in changes = track { cart.price } }).disposed(by: bag)
            cart.price = 20
            expectEqual(changes.value, 1)
        }
    }

    @Test("what is read in `untracked` or by a computation is not accessed")
    func untrackedReads() {
        let cart = Cart()
        let mine = DerivedValue { untracked { cart.quantity } + 1 }
        observing {
            let price = track { untracked { cart.price } }
            let value = track { mine.value }
            cart.price = 20
            cart.quantity = 7
            expectEqual([price.value, value.value], [0, 0])
        }
    }

    @Test("another thread's value is reported when the main actor takes it; what another thread reads is not seen")
    func threads() async {
        let relay = BehaviorRelay(value: 1)
        let other = BehaviorRelay(value: 1)
        let double = DerivedValue { relay.value * 2 }
        var derived = Counter()
        let elsewhere = Counter()
        observing {
            derived = track { double.value }
            onAnotherThread {
                _ = withObservationTracking {
                    other.value
                } onChange: {
                    elsewhere.add()
                }
            }
        }
        onAnotherThread { relay.accept(5) }
        await eventually { derived.value == 1 }
        expectEqual(double.value, 10)
        other.accept(2)
        expectEqual(elsewhere.value, 0)
    }

    @Test("what is tracked does not keep the source, nor the derived value, alive")
    func lifetimes() {
        observing {
            weak var weakCart: Cart?
            weak var weakTotal: DerivedValue<Int>?
            let changes: Counter = {
                let cart = Cart()
                weakCart = cart
                weakTotal = cart.total
                return track { cart.price + cart.total.value }
            }()
            #expect(weakCart == nil && weakTotal == nil)
            expectEqual(changes.value, 0)
        }
    }

    @Test("`Observations` sees each state that there is when it asks")
    func observations() async {
        await #expect(processExitsWith: .success) { await Self.observe() }
    }

    private static func observe() async {
        ObservationBridge.begin()
        let cart = Cart()
        let totals = Observations { "\(cart.price) × \(cart.quantity) = \(cart.total.value)" }
        var seen: [String] = []
        for await total in totals {
            seen.append(total)
            switch seen.count {
            case 1: Task { @MainActor in cart.price = 20 }
            case 2:
                Task { @MainActor in
                    batch {
                        cart.price = 60
                        cart.quantity = 3
                    }
                }
            default: precondition(seen == ["10 × 2 = 20", "20 × 2 = 40", "60 × 3 = 180"], "\(seen)")
            }
            if seen.count == 3 { break }
        }
    }

    @Test("switched in a computation, it stops the program with a message that says so")
    func inComputation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                _ =
                    DerivedValue { () -> Int in
                        ObservationBridge.begin()
                        return 1
                    }.value
            }
        }
        let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        if !Optimization.isOn { #expect(error.contains("Call it outside of computations")) }
    }
}

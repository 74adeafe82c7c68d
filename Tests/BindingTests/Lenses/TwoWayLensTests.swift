import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("C10, C17 to C22 for each lens by itself")
@MainActor
struct TwoWayLensTests {
    let relay = BehaviorRelay(value: MemberAccount(name: "model"))
    let name = TextField("view")
    let city = TextField("view")
    let bag = DisposeBag()

    private func bind() {
        bag.insert(relay.name <=> name.rx.text, relay.address.city <=> city.rx.text)
    }

    @Test("C10: a two-way binding of a part keeps the relay for as long as the binding is held")
    func relayOfBinding() {
        weak var relay: BehaviorRelay<MemberAccount>?
        var binding: (any Disposable)?
        do {
            let owner = BehaviorRelay(value: MemberAccount(name: "model"))
            relay = owner
            let made = owner.name <=> name.rx.text
            binding = made
        }
        name.type("typed")
        expectEqual(relay?.value.name, "typed")
        withExtendedLifetime(binding) {}
        binding = nil
        #expect(relay == nil)
    }

    @Test("C17: the lens wins at the start, and the relay has not changed")
    func start() {
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        bind()
        expectEqual(name.text, "model")
        expectEqual(city.text, "")
        expectEqual(recorder.elements.count, 1)
    }

    @Test(
        "C18: an edit is one value on the relay, and is not written back, nor to the other field",
        arguments: [false, true])
    func edit(reportsWrites: Bool) {
        let name = TextField("", reportsWrites: reportsWrites)
        let city = TextField("", reportsWrites: reportsWrites)
        bag.insert(relay.name <=> name.rx.text, relay.address.city <=> city.rx.text)
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        let writes = name.writes.count
        let others = city.writes.count
        name.type("a")
        name.type("ab")
        expectEqual(recorder.elements.map(\.name), ["model", "a", "ab"])
        expectEqual(name.writes.count, writes)
        expectEqual(city.writes.count, others)
        // A value that code has shown without an event stays, whatever happens to other parts.
        city.text = "shown"
        name.type("abc")
        expectEqual(city.text, "shown")
    }

    @Test("C18: a field that is emptied where a default stands for nothing stays empty when a neighbour is edited")
    func emptied() {
        bag.insert(
            relay.name <=> name.rx.optionalText.replaceNil { "unnamed" }, relay.address.city <=> city.rx.text)
        name.type("")
        expectEqual(relay.value.name, "unnamed")
        city.type("Turin")
        expectEqual(name.text, "")
    }

    @Test("C18: two fields on one lens, and one on the relay that the lens is of")
    func twoFields() {
        let other = TextField()
        let street = BehaviorRelay(value: PostalAddress())
        bag.insert(relay.address.city <=> city.rx.text, relay.address.city <=> other.rx.text)
        bag.insert(relay.address <=> street)
        city.type("Turin")
        expectEqual(other.text, "Turin")
        expectEqual(street.value.city, "Turin")
        other.type("Pisa")
        expectEqual(city.text, "Pisa")
        street.accept(PostalAddress(city: "Rome", street: "Via"))
        expectEqual(city.text, "Rome")
        expectEqual(other.text, "Rome")
        expectEqual(relay.value.address.street, "Via")
    }

    @Test("C19: what the view model makes of an edit is shown, also where it is what was there before")
    func viewModel() {
        bind()
        bag.insert(
            relay.asDriver().drive(onNext: { [relay] account in
                if account.name.contains(" ") { relay.name.value = account.name.filter { $0 != " " } }
                if account.address.city == "nowhere" { relay.address.city.value = "" }
            }))
        name.type("a b")
        expectEqual(relay.value.name, "ab")
        expectEqual(name.text, "ab")
        city.type("nowhere")
        expectEqual(city.text, "")
        expectEqual(relay.value.address.city, "")
        expectEqual(name.text, "ab")
    }

    @Test("C19: an observer that was there before the binding")
    func viewModelBefore() {
        bag.insert(
            relay.asDriver().drive(onNext: { [relay] account in
                if account.name != "old" { relay.name.value = "old" }
            }))
        bind()
        name.type("new")
        expectEqual(relay.value.name, "old")
        expectEqual(name.text, "old")
    }

    @Test("C19: what the value itself makes of an edit is shown")
    func observedProperty() {
        bag.insert(relay.code <=> name.rx.text)
        name.type("abc")
        expectEqual(relay.value.code, "ABC")
        expectEqual(name.text, "ABC")
        name.type("ABCd")
        expectEqual(name.text, "ABCD")
    }

    @Test("C20: what the control makes of a value ends up in the part")
    func control() {
        let short = TextField(maximumLength: 3)
        relay.address.city.value = "Turin"
        bag.insert(relay.name <=> short.rx.text, relay.address.city <=> city.rx.text)
        expectEqual(relay.value.name, "mod")
        relay.name.value = "another"
        expectEqual(short.text, "ano")
        expectEqual(relay.value.name, "ano")
        expectEqual(relay.value.address.city, "Turin")
        expectEqual(city.writes, ["Turin"])
    }

    @Test("C21: it comes to rest, with one warning")
    func rest() {
        let field = TextField("v", normalize: { $0.hasSuffix("v") ? $0 : $0 + "v" })
        relay.name.value = "v"
        bag.insert(relay.name <=> field.rx.text, relay.address.city <=> city.rx.text)
        bag.insert(
            relay.name.asDriver().skip(1).drive(onNext: { [relay] text in
                if !text.hasSuffix("m") { relay.name.value = text + "m" }
            }))
        let warnings = collectingWarnings { field.type("e") }
        expectEqual(field.text, "evmvmv")
        expectEqual(relay.value.name, "evmvm")
        expectEqual(warnings.count, 1)
        let more = collectingWarnings { field.type("f") }
        expectEqual(field.text, "fvmvmv")
        #expect(more.isEmpty)
    }

    @Test("C21: relays and lenses in rings")
    func rings() {
        let first = BehaviorRelay(value: "")
        let second = BehaviorRelay(value: "")
        bag.insert(relay.name <=> first, first <=> second, second <=> relay.name, relay.nickname.or("") <=> second)
        let warnings = collectingWarnings {
            second.accept("a")
            expectEqual(relay.value.name, "a")
            relay.name.value = "b"
            expectEqual(first.value, "b")
            expectEqual(second.value, "b")
            expectEqual(relay.value.nickname, "b")
            relay.nickname.value = "c"
            expectEqual(relay.value.name, "c")
            expectEqual(first.value, "c")
            relay.accept(MemberAccount(name: "d", nickname: "c"))
        }
        expectEqual(relay.value.name, first.value)
        expectEqual(relay.value.nickname, second.value)
        expectEqual(first.value, second.value)
        #expect(warnings.isEmpty)
    }

    @Test("C21: two parts of one relay alike")
    func twoParts() {
        bag.insert(relay.name <=> relay.address.city)
        expectEqual(relay.value.address.city, "model")
        relay.name.value = "a"
        expectEqual(relay.value.address.city, "a")
        relay.address.city.value = "b"
        expectEqual(relay.value.name, "b")
        relay.visits.value += 1
        expectEqual(relay.value.name, "b")
        expectEqual(relay.value.visits, 1)
    }

    @Test("C17, C20: a lens on the right is as a control")
    func onTheRight() {
        let left = BehaviorRelay(value: "left")
        bag.insert(left <=> relay.name)
        expectEqual(relay.value.name, "left")
        relay.name.value = "right"
        expectEqual(left.value, "right")
        relay.address.city.value = "Turin"
        left.accept("new")
        expectEqual(relay.value, MemberAccount(name: "new", address: PostalAddress(city: "Turin")))
        bag.insert(relay.name <=> relay.asRight(\.nickname))
        relay.name.value = "x"
        expectEqual(relay.value.nickname, "x")
    }

    @Test("C21: an edit of one part from inside an observer that an edit of another one has called")
    func nestedEdits() {
        bind()
        bag.insert(
            relay.name.asDriver().skip(1).drive(onNext: { [city] text in city.type("of " + text) }))
        name.type("a")
        expectEqual(relay.value.name, "a")
        expectEqual(relay.value.address.city, "of a")
        name.type("b")
        expectEqual(relay.value.address.city, "of b")
        expectEqual(city.text, "of b")
        expectEqual(name.text, "b")
    }

    @Test("C21: a relay whose value waits while another part is edited is brought all the same")
    func laterNeighbour() {
        let first = BehaviorRelay(value: "")
        let second = BehaviorRelay(value: "")
        // Subscribed before the binding: what it sets waits at `second`, with an earlier version than the value for the
        // neighbor.
        bag.insert(
            second.asDriver().drive(onNext: { text in
                guard text == "go" else { return }
                second.accept("later")
                first.accept("neighbour")
            }))
        bag.insert(relay.name <=> first, relay.address.city <=> second)
        second.accept("go")
        expectEqual(second.value, "later")
        expectEqual(relay.value.address.city, "later")
        expectEqual(relay.value.name, "neighbour")
        expectEqual(first.value, "neighbour")
    }

    @Test("C22: a part that is equal to what the control holds is not written; nor sent")
    func equal() {
        let field = TextField("model")
        bag.insert(relay.name <=> field.rx.text)
        expectEqual(field.writes, [])
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        field.type("model")
        expectEqual(recorder.elements.count, 1)
    }

    @Test("C22: numbers that are none come to rest")
    func notANumber() {
        let relay = BehaviorRelay(value: Measure(width: 0, height: .nan))
        let width = BehaviorRelay(value: 0.0)
        let height = BehaviorRelay(value: 0.0)
        let second = BehaviorRelay(value: 0.0)
        var told = 0
        bag.insert(relay.width <=> width, relay.height <=> height, height <=> second, second <=> relay.height)
        bag.insert(height.asDriver().skip(1).drive(onNext: { _ in told += 1 }))
        let warnings = collectingWarnings {
            width.accept(1)
            expectEqual(told, 0)
            second.accept(2)
            expectEqual(relay.value.height, 2)
            second.accept(.nan)
        }
        #expect(relay.value.height.isNaN)
        #expect(height.value.isNaN)
        expectEqual(told, 2)
        #expect(warnings.isEmpty)
    }

    @Test("C18: edits beside another thread that writes to the neighbour end with all alike")
    func race() async {
        bind()
        for round in 0..<50 {
            let done = Shared(false)
            Task.detached { [relay] in
                for number in 0..<20 {
                    relay.address.city.value = "other \(round) \(number)"
                    if number.isMultiple(of: 3) { relay.name.value = "other \(round) \(number)" }
                }
                done.value = true
            }
            for number in 0..<20 {
                name.type("edit \(round) \(number)")
                if number.isMultiple(of: 5) { await Task.yield() }
            }
            await eventually { done.value }
            await mainActorIsFree()
            expectEqual(name.text, relay.value.name)
            expectEqual(city.text, relay.value.address.city)
            expectEqual(city.text, "other \(round) 19")
        }
    }

    @Test("C10: a binding holds neither the relay nor the control")
    func weakness() throws {
        try withoutLeaks {
            var relay: BehaviorRelay? = BehaviorRelay(value: MemberAccount())
            var right: BehaviorRelay? = BehaviorRelay(value: "")
            weak let weakRelay = relay
            weak let weakRight = right
            _ = relay!.name.bindTwoWay(to: right!)
            relay!.name.value = "a"
            expectEqual(right!.value, "a")
            relay = nil
            #expect(weakRelay == nil)
            right!.accept("b")
            right = nil
            #expect(weakRight == nil)
        }
        var field: TextField? = TextField()
        weak let weakField = field
        let binding = self.relay.name <=> field!.rx.text
        field = nil
        #expect(weakField == nil)
        self.relay.name.value = "nobody"
        binding.dispose()
    }

    @Test("disposed of, it does nothing more")
    func disposal() {
        let binding = relay.name <=> name.rx.text
        binding.dispose()
        name.type("x")
        expectEqual(relay.value.name, "model")
        relay.name.value = "y"
        expectEqual(name.text, "x")
    }
}

private struct Measure: Sendable, Equatable {
    var width: Double
    var height: Double
}

extension BehaviorRelay where Element == MemberAccount {
    fileprivate func asRight(_ keyPath: WritableKeyPath<MemberAccount, String?> & Sendable) -> Lens<String> {
        self[keyPath].or("")
    }
}

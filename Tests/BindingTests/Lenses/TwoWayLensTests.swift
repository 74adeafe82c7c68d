import Binding
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

    @Test("C17: the lens wins at the start, and the relay has not changed")
    func start() {
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        bind()
        #expect(name.text == "model")
        #expect(city.text == "")
        #expect(recorder.elements.count == 1)
    }

    @Test(
        "C18: an edit is one value on the relay, and is not written back, nor to the other field",
        arguments: [TextField.Behaviour.silent, .echoes])
    func edit(behaviour: TextField.Behaviour) {
        let name = TextField("", behaviour)
        let city = TextField("", behaviour)
        bag.insert(relay.name <=> name.rx.text, relay.address.city <=> city.rx.text)
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        let writes = name.writes.count
        let others = city.writes.count
        name.type("a")
        name.type("ab")
        #expect(recorder.elements.map(\.name) == ["model", "a", "ab"])
        #expect(name.writes.count == writes)
        #expect(city.writes.count == others)
        // A value that code has shown without an event stays, whatever happens to other parts.
        city.text = "shown"
        name.type("abc")
        #expect(city.text == "shown")
    }

    @Test("C18: a field that is emptied where a default stands for nothing stays empty when a neighbour is edited")
    func emptied() {
        bag.insert(
            relay.name <=> name.rx.optionalText.replaceNil { "unnamed" }, relay.address.city <=> city.rx.text)
        name.type("")
        #expect(relay.value.name == "unnamed")
        city.type("Turin")
        #expect(name.text == "")
    }

    @Test("C18: two fields on one lens, and one on the relay that the lens is of")
    func twoFields() {
        let other = TextField()
        let street = BehaviorRelay(value: PostalAddress())
        bag.insert(relay.address.city <=> city.rx.text, relay.address.city <=> other.rx.text)
        bag.insert(relay.address <=> street)
        city.type("Turin")
        #expect(other.text == "Turin")
        #expect(street.value.city == "Turin")
        other.type("Pisa")
        #expect(city.text == "Pisa")
        street.accept(PostalAddress(city: "Rome", street: "Via"))
        #expect(city.text == "Rome")
        #expect(other.text == "Rome")
        #expect(relay.value.address.street == "Via")
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
        #expect(relay.value.name == "ab")
        #expect(name.text == "ab")
        city.type("nowhere")
        #expect(city.text == "")
        #expect(relay.value.address.city == "")
        #expect(name.text == "ab")
    }

    @Test("C19: an observer that was there before the binding")
    func viewModelBefore() {
        bag.insert(
            relay.asDriver().drive(onNext: { [relay] account in
                if account.name != "old" { relay.name.value = "old" }
            }))
        bind()
        name.type("new")
        #expect(relay.value.name == "old")
        #expect(name.text == "old")
    }

    @Test("C19: what the value itself makes of an edit is shown")
    func observedProperty() {
        bag.insert(relay.code <=> name.rx.text)
        name.type("abc")
        #expect(relay.value.code == "ABC")
        #expect(name.text == "ABC")
        name.type("ABCd")
        #expect(name.text == "ABCD")
    }

    @Test("C20: what the control makes of a value ends up in the part")
    func control() {
        let short = TextField(maximumLength: 3)
        relay.address.city.value = "Turin"
        bag.insert(relay.name <=> short.rx.text, relay.address.city <=> city.rx.text)
        #expect(relay.value.name == "mod")
        relay.name.value = "another"
        #expect(short.text == "ano")
        #expect(relay.value.name == "ano")
        #expect(relay.value.address.city == "Turin")
        #expect(city.writes == ["Turin"])
    }

    @Test("C21: it comes to rest, with one warning")
    func rest() {
        let field = TextField("v", normalise: { $0.hasSuffix("v") ? $0 : $0 + "v" })
        relay.name.value = "v"
        bag.insert(relay.name <=> field.rx.text, relay.address.city <=> city.rx.text)
        bag.insert(
            relay.name.asDriver().skip(1).drive(onNext: { [relay] text in
                if !text.hasSuffix("m") { relay.name.value = text + "m" }
            }))
        let warnings = collectingWarnings { field.type("e") }
        #expect(field.text == "evmv")
        #expect(relay.value.name == "evmvm")
        #expect(warnings.count == 1)
        let more = collectingWarnings { field.type("f") }
        #expect(field.text == "fvmv")
        #expect(more.isEmpty)
    }

    @Test("C21: relays and lenses in rings")
    func rings() {
        let first = BehaviorRelay(value: "")
        let second = BehaviorRelay(value: "")
        bag.insert(relay.name <=> first, first <=> second, second <=> relay.name, relay.nickname.or("") <=> second)
        let warnings = collectingWarnings {
            second.accept("a")
            #expect(relay.value.name == "a")
            relay.name.value = "b"
            #expect(first.value == "b")
            #expect(second.value == "b")
            #expect(relay.value.nickname == "b")
            relay.nickname.value = "c"
            #expect(relay.value.name == "c")
            #expect(first.value == "c")
            relay.accept(MemberAccount(name: "d", nickname: "c"))
        }
        #expect(relay.value.name == first.value)
        #expect(relay.value.nickname == second.value)
        #expect(first.value == second.value)
        #expect(warnings.isEmpty)
    }

    @Test("C21: two parts of one relay alike")
    func twoParts() {
        bag.insert(relay.name <=> relay.address.city)
        #expect(relay.value.address.city == "model")
        relay.name.value = "a"
        #expect(relay.value.address.city == "a")
        relay.address.city.value = "b"
        #expect(relay.value.name == "b")
        relay.visits.value += 1
        #expect(relay.value.name == "b")
        #expect(relay.value.visits == 1)
    }

    @Test("C17, C20: a lens on the right is as a control")
    func onTheRight() {
        let left = BehaviorRelay(value: "left")
        bag.insert(left <=> relay.name)
        #expect(relay.value.name == "left")
        relay.name.value = "right"
        #expect(left.value == "right")
        relay.address.city.value = "Turin"
        left.accept("new")
        #expect(relay.value == MemberAccount(name: "new", address: PostalAddress(city: "Turin")))
        bag.insert(relay.name <=> relay.asRight(\.nickname))
        relay.name.value = "x"
        #expect(relay.value.nickname == "x")
    }

    @Test("C21: an edit of one part from inside an observer that an edit of another one has called")
    func nestedEdits() {
        bind()
        bag.insert(
            relay.name.asDriver().skip(1).drive(onNext: { [city] text in city.type("of " + text) }))
        name.type("a")
        #expect(relay.value.name == "a")
        #expect(relay.value.address.city == "of a")
        name.type("b")
        #expect(relay.value.address.city == "of b")
        #expect(city.text == "of b")
        #expect(name.text == "b")
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
        #expect(second.value == "later")
        #expect(relay.value.address.city == "later")
        #expect(relay.value.name == "neighbour")
        #expect(first.value == "neighbour")
    }

    @Test("C22: a part that is equal to what the control holds is not written; nor sent")
    func equal() {
        let field = TextField("model")
        bag.insert(relay.name <=> field.rx.text)
        #expect(field.writes == [])
        let recorder = Recorder<MemberAccount>()
        bag.insert(relay.subscribe(recorder))
        field.type("model")
        #expect(recorder.elements.count == 1)
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
            #expect(told == 0)
            second.accept(2)
            #expect(relay.value.height == 2)
            second.accept(.nan)
        }
        #expect(relay.value.height.isNaN)
        #expect(height.value.isNaN)
        #expect(told == 2)
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
            #expect(name.text == relay.value.name)
            #expect(city.text == relay.value.address.city)
            #expect(city.text == "other \(round) 19")
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
            #expect(right!.value == "a")
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
        #expect(relay.value.name == "model")
        relay.name.value = "y"
        #expect(name.text == "x")
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

import Binding
import BindingControls
import TestSupport
import Testing

/// A text without equality.
struct Opaque: Sendable {
    let text: String
}

/// A field for values without equality.
@MainActor
final class OpaqueField: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    private let normalise: (String) -> String
    private(set) var writes: [String] = []
    private(set) var content = Opaque(text: "")

    init(normalise: @escaping (String) -> String = { $0 }) {
        self.normalise = normalise
    }

    func write(_ value: Opaque) {
        writes.append(value.text)
        content = Opaque(text: normalise(value.text))
        if content.text != value.text { edits.accept(()) }
    }

    func type(_ text: String) {
        content = Opaque(text: normalise(text))
        edits.accept(())
    }
}

extension Reactive where Base: OpaqueField {
    var opaque: ControlProperty<Opaque> {
        controlProperty(changes: base.edits, getter: { $0.content }, setter: { $0.write($1) })
    }
}

@Suite("C17 The left side wins at the start")
@MainActor
struct C17StartTests {
    @Test("C17: the control shows the relay's value, and the relay has not changed")
    func leftWins() {
        let relay = BehaviorRelay(value: "model")
        let recorder = Recorder<String>()
        let recording = relay.subscribe(recorder)
        for field in [TextField("view"), TextField("view", reportsWrites: true), TextField()] {
            let binding = relay.bindTwoWay(to: field.rx.text)
            expectEqual(field.text, "model")
            expectEqual(recorder.elements, ["model"])
            binding.dispose()
        }
        recording.dispose()
    }

    @Test("C17: also where values cannot be compared")
    func notEquatable() {
        let relay = BehaviorRelay(value: Opaque(text: "model"))
        let field = OpaqueField()
        let binding = relay.bindTwoWay(to: field.rx.opaque)
        expectEqual(field.content.text, "model")
        expectEqual(relay.value.text, "model")
        binding.dispose()
    }

    @Test("C17: also between two relays, and where the control stands for a default")
    func otherSides() {
        let left = BehaviorRelay(value: "left")
        let right = BehaviorRelay(value: "right")
        let between = left.bindTwoWay(to: right)
        expectEqual(right.value, "left")
        expectEqual(left.value, "left")
        between.dispose()

        // The control is empty, and reads as the relay's value: it is written to all the same.
        let field = TextField()
        let relay = BehaviorRelay(value: "default")
        let binding = relay.bindTwoWay(to: field.rx.optionalText.replaceNil { "default" })
        expectEqual(field.text, "default")
        binding.dispose()
    }

    @Test("C17: begun on another thread, it holds as soon as the main actor is free")
    func elsewhere() async {
        let relay = BehaviorRelay(value: "model")
        let field = TextField("view")
        let property = field.rx.text
        let bag = DisposeBag()
        onAnotherThread { bag.insert(relay.bindTwoWay(to: property)) }
        await mainActorIsFree()
        expectEqual(field.text, "model")
        expectEqual(relay.value, "model")
        field.type("edit")
        expectEqual(relay.value, "edit")
    }
}

@Suite("C18 One edit is one value")
@MainActor
struct C18EditTests {
    @Test(
        "C18: an edit is one value on the relay, and is not written back",
        arguments: [false, true])
    func oneValue(reportsWrites: Bool) {
        let relay = BehaviorRelay(value: "")
        let field = TextField("", reportsWrites: reportsWrites)
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        bag.insert(relay.subscribe(recorder))
        let writes = field.writes.count
        field.type("a")
        field.type("ab")
        expectEqual(recorder.elements, ["", "a", "ab"])
        expectEqual(field.writes.count, writes)
    }

    @Test("C18: also where values cannot be compared")
    func notEquatable() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let field = OpaqueField()
        let recorder = Recorder<Opaque>()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.opaque))
        bag.insert(relay.subscribe(recorder))
        let writes = field.writes
        field.type("a")
        expectEqual(recorder.elements.map(\.text), ["", "a"])
        expectEqual(field.writes, writes)
    }

    @Test("C18: two fields on one relay: the other one shows the edit, the edited one is left alone")
    func twoFields() {
        let relay = BehaviorRelay(value: "")
        let first = TextField()
        let second = TextField()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: first.rx.text), relay.bindTwoWay(to: second.rx.text))
        first.type("a")
        expectEqual(second.text, "a")
        second.type("ab")
        expectEqual(first.text, "ab")
        expectEqual(first.writes, ["ab"])
        expectEqual(second.writes, ["a"])
    }

    @Test("C18: an edit wins over values that were on their way to the control")
    func editBesideAnotherThread() async {
        let relay = BehaviorRelay(value: "")
        let field = TextField()
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        bag.insert(relay.subscribe(recorder))
        onAnotherThread { relay.accept("other") }
        field.type("edit")
        await mainActorIsFree()
        expectEqual(relay.value, "edit")
        expectEqual(field.text, "edit")
        expectEqual(recorder.elements, ["", "other", "edit"])
    }

    @Test("C18: edits and values from other threads end with both sides alike")
    func race() async {
        let relay = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        for round in 0..<100 {
            let done = Shared(false)
            Task.detached {
                for number in 0..<20 { relay.accept("other \(round) \(number)") }
                done.value = true
            }
            for number in 0..<20 {
                field.type("edit \(round) \(number)")
                if number.isMultiple(of: 5) { await Task.yield() }
            }
            await eventually { done.value }
            await mainActorIsFree()
            expectEqual(field.text, relay.value)
        }
    }
}

@Suite("C19 What the view model makes of an edit is shown")
@MainActor
struct C19ViewModelTests {
    @Test("C19: trimmed by an observer on the relay or on its driver")
    func normalised() {
        for onDriver in [false, true] {
            let relay = BehaviorRelay(value: "")
            let field = TextField()
            let bag = DisposeBag()
            bag.insert(relay.bindTwoWay(to: field.rx.text))
            if onDriver {
                bag.insert(
                    relay.asDriver().drive(onNext: { text in
                        if text != text.uppercased() { relay.accept(text.uppercased()) }
                    }))
            } else {
                bag.insert(
                    relay.subscribe(onNext: { text in
                        if text != text.uppercased() { relay.accept(text.uppercased()) }
                    }))
            }
            field.type("a")
            expectEqual(relay.value, "A")
            expectEqual(field.text, "A")
            field.type("Ab")
            expectEqual(field.text, "AB")
        }
    }

    @Test("C19: an observer that was there before the binding")
    func normalisedBefore() {
        let relay = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(
            relay.asDriver().drive(onNext: { text in
                let trimmed = text.filter { $0 != " " }
                if text != trimmed { relay.accept(trimmed) }
            }))
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        field.type("a b")
        expectEqual(field.text, "ab")
        expectEqual(relay.value, "ab")
    }

    @Test("C19: back to what it was before the edit")
    func refused() {
        let relay = BehaviorRelay(value: "old")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        bag.insert(
            relay.asDriver().drive(onNext: { text in
                if text != "old" { relay.accept("old") }
            }))
        field.type("new")
        expectEqual(relay.value, "old")
        expectEqual(field.text, "old")
    }
}

@Suite("C20 What the control makes of a value ends up in the relay")
@MainActor
struct C20ControlTests {
    @Test("C20: a text that is cut")
    func cut() {
        let relay = BehaviorRelay(value: "a long beginning")
        let field = TextField(maximumLength: 6)
        let bag = DisposeBag()
        let recorder = Recorder<String>()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        expectEqual(field.text, "a long")
        expectEqual(relay.value, "a long")
        bag.insert(relay.subscribe(recorder))
        relay.accept("another one")
        expectEqual(field.text, "anothe")
        expectEqual(recorder.elements, ["a long", "another one", "anothe"])
    }

    @Test("C20: also where values cannot be compared")
    func notEquatable() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let field = OpaqueField(normalise: { String($0.prefix(2)) })
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.opaque))
        relay.accept(Opaque(text: "abc"))
        expectEqual(field.content.text, "ab")
        expectEqual(relay.value.text, "ab")
    }

    @Test("C20: between two relays, what an observer of the right one makes of a value")
    func relays() {
        let left = BehaviorRelay(value: 0)
        let right = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        bag.insert(left.bindTwoWay(to: right))
        bag.insert(
            right.subscribe(onNext: { number in
                if number > 10 { right.accept(10) }
            }))
        left.accept(12)
        expectEqual(left.value, 10)
        expectEqual(right.value, 10)
        right.accept(11)
        expectEqual(left.value, 10)
        expectEqual(right.value, 10)
    }
}

@Suite("C21 It settles")
@MainActor
struct C21SettlingTests {
    /// A relay whose view model appends an `m`, and a field that appends a `v`.
    private func quarrel(
        _ relay: BehaviorRelay<String>, _ field: TextField, _ bag: DisposeBag, viewModelFirst: Bool = false
    ) {
        let observe = {
            bag.insert(
                relay.asDriver().skip(1).drive(onNext: { text in
                    if !text.hasSuffix("m") { relay.accept(text + "m") }
                }))
        }
        if viewModelFirst { observe() }
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        if !viewModelFirst { observe() }
    }

    @Test("C21: an edit and three answers pass, and there is one warning", arguments: [false, true])
    func afterAnEdit(viewModelFirst: Bool) throws {
        let relay = BehaviorRelay(value: "v")
        let field = TextField("v", normalize: { $0.hasSuffix("v") ? $0 : $0 + "v" })
        let bag = DisposeBag()
        quarrel(relay, field, bag, viewModelFirst: viewModelFirst)
        let warnings = collectingWarnings { field.type("e") }
        // The edit "ev", the view model's "evm", the control's "evmv", the view model's "evmvm", which the control has
        // changed once more.
        expectEqual(field.text, "evmvmv")
        expectEqual(relay.value, "evmvm")
        try #require(warnings.count == 1)
        #expect("\(warnings[0])".contains("two-way binding of String does not settle"))
        // The binding continues, without further warnings.
        let more = collectingWarnings { field.type("f") }
        expectEqual(field.text, "fvmvmv")
        #expect(more.isEmpty)
    }

    @Test("C21: a change of the view model and three answers pass")
    func afterAChange() {
        let relay = BehaviorRelay(value: "v")
        let field = TextField("v", normalize: { $0.hasSuffix("v") ? $0 : $0 + "v" })
        let bag = DisposeBag()
        quarrel(relay, field, bag)
        let warnings = collectingWarnings { relay.accept("cm") }
        // The change "cm", the control's "cmv", the view model's "cmvm", the control's "cmvmv"; what the view model makes of
        // that stays in the relay.
        expectEqual(relay.value, "cmvmvm")
        expectEqual(field.text, "cmvmv")
        expectEqual(warnings.count, 1)
    }

    @Test("C21: where values cannot be compared, a control that emits each write settles, too")
    func echoWithoutEquality() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let field = OpaqueField(normalise: { $0 + "v" })
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.opaque))
        bag.insert(
            relay.asDriver().skip(1).drive(onNext: { value in
                if !value.text.hasSuffix("m") { relay.accept(Opaque(text: value.text + "m")) }
            }))
        let warnings = collectingWarnings { field.type("e") }
        expectEqual(warnings.count, 1)
        expectEqual(field.content.text, "evmvmv")
        expectEqual(relay.value.text, "evmvm")
    }

    @Test("C21: two relays whose observers never agree")
    func relays() {
        let left = BehaviorRelay(value: 0)
        let right = BehaviorRelay(value: 0)
        let bag = DisposeBag()
        bag.insert(left.bindTwoWay(to: right))
        bag.insert(
            left.subscribe(onNext: { number in
                if number % 2 == 1, number < 100_000 { left.accept(number + 1) }
            }),
            right.subscribe(onNext: { number in
                if number % 2 == 0, number > 0, number < 100_000 { right.accept(number + 1) }
            }))
        let warnings = collectingWarnings { left.accept(1) }
        expectEqual(warnings.count, 1)
        #expect(left.value < 10)
        #expect(right.value < 10)
    }

    @Test("C21: edits one after the other are each a change of their own")
    func separateEdits() {
        let relay = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        bag.insert(
            relay.asDriver().drive(onNext: { text in
                if text != text.uppercased() { relay.accept(text.uppercased()) }
            }))
        let warnings = collectingWarnings {
            for letter in "abcdefgh" { field.type(field.text + String(letter)) }
        }
        expectEqual(field.text, "ABCDEFGH")
        #expect(warnings.isEmpty)
    }
}

@Suite("C22 Equality")
@MainActor
struct C22EqualityTests {
    @Test("C22: a value equal to what the control holds is not written")
    func notWritten() {
        let relay = BehaviorRelay(value: "a")
        let field = TextField("a")
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        expectEqual(field.writes, [])
        relay.accept("a")
        expectEqual(field.writes, [])
        relay.accept("b")
        expectEqual(field.writes, ["b"])
        // Set by code without an event: the control's current value counts, not the one that was written.
        field.text = "c"
        relay.accept("b")
        expectEqual(field.text, "b")
    }

    @Test("C22: a value equal to what the relay holds is not sent")
    func notSent() {
        let relay = BehaviorRelay(value: "a")
        let field = TextField("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.text))
        bag.insert(relay.subscribe(recorder))
        field.type("a")
        expectEqual(recorder.elements, ["a"])
    }

    @Test("C22: a property of an unknown control is compared with what it was given last")
    func unknownControl() {
        let relay = BehaviorRelay(value: 1)
        let values = PublishSubject<Int>()
        let written = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: ControlProperty(values: values, valueSink: written)))
        relay.accept(1)
        values.onNext(2)
        relay.accept(2)
        expectEqual(relay.value, 2)
        expectEqual(written.elements, [1])
    }

    @Test("C22: without equality every value of the relay is written")
    func withoutEquality() {
        let relay = BehaviorRelay(value: Opaque(text: "a"))
        let field = OpaqueField()
        let bag = DisposeBag()
        bag.insert(relay.bindTwoWay(to: field.rx.opaque))
        relay.accept(Opaque(text: "a"))
        expectEqual(field.writes, ["a", "a"])
    }
}

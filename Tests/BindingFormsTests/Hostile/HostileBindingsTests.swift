import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("Controls and values that are not left alone")
@MainActor
struct HostileBindingsTests {
    let scheduler = TestScheduler()

    @Test("reset drops what a control holds back")
    func resetOfHeldEdits() {
        let text = TextField()
        let name = Field("")
        let form = Form(name)
        let bag = DisposeBag()
        bag.insert(name <=> text.rx.text.delayed(.milliseconds(300), scheduler: scheduler))
        text.type("Ada")
        form.reset()
        expectEqual(text.text, "")
        scheduler.advance(by: .seconds(1))
        expectEqual(name.value, "")
        #expect(!form.state.isDirty)
    }

    @Test("a form with edits that a control holds back is dirty once they are committed")
    func dirtyByHeldEdits() {
        let text = TextField()
        let name = Field("")
        let form = Form(name)
        let bag = DisposeBag()
        bag.insert(name <=> text.rx.text.committed(on: text.rx.editingDidEnd))
        text.type("Ada")
        #expect(!form.state.isDirty)
        form.commit()
        #expect(form.state.isDirty)
    }

    @Test("two controls of one field, one of which holds back")
    func twoControls() {
        let (slow, quick) = (TextField(), TextField())
        let name = Field("")
        let bag = DisposeBag()
        bag.insert {
            name <=> slow.rx.text.delayed(.milliseconds(300), scheduler: scheduler)
            name <=> quick.rx.text
        }
        slow.type("slow")
        quick.type("quick")
        #expect((slow.text, quick.text, name.value) == ("quick", "quick", "quick"))
        scheduler.advance(by: .seconds(1))
        #expect((slow.text, quick.text, name.value) == ("quick", "quick", "quick"))
        slow.type("slow")
        scheduler.advance(by: .seconds(1))
        #expect((slow.text, quick.text, name.value) == ("slow", "slow", "slow"))
        slow.type("slower")
        name.commitAll()
        expectEqual(quick.text, "slower")
    }

    @Test("nothing that commits: a submission does")
    func neverCommitted() async throws {
        let text = TextField()
        let name = Field("", [.notEmpty])
        let submit = Form(name).command { name.value }
        let bag = DisposeBag()
        bag.insert(name <=> text.rx.text.committed(on: Observable<Void>.never()))
        text.type("Ada")
        expectEqual(name.value, "")
        #expect(try await submit.execute() == "Ada")
    }

    @Test("bindings that are disposed of by what they deliver")
    func disposeInside() {
        let text = TextField()
        let name = Field("")
        let form = Form(name)
        let bag = DisposeBag()
        bag.insert {
            name <=> text.rx.text.delayed(.milliseconds(300), scheduler: scheduler)
            name.messages => { _ in bag.dispose() }
            name.values.skip(1) => { _ in bag.dispose() }
        }
        bag.insert {
            name <=> text.rx.text.delayed(.milliseconds(300), scheduler: scheduler)
            name.values.skip(1) => { _ in bag.dispose() }
        }
        text.type("Ada")
        scheduler.advance(by: .seconds(1))
        expectEqual(name.value, "Ada")
        text.type("Grace")
        scheduler.advance(by: .seconds(1))
        expectEqual(name.value, "Ada")
        #expect(form.state.isDirty)
    }

    @Test("reset by an observer of the message")
    func resetInMessage() {
        let name = Field("Ada", [.count(...5)])
        let form = Form(name)
        let messages = DrivenValues(name.messages)
        let bag = DisposeBag()
        name.messages.drive(onNext: { [weak form] in if !$0.isEmpty { form?.reset() } }).disposed(by: bag)
        let later = DrivenValues(name.messages)
        let isValid = DrivenValues(form.isValid)
        name.raw = "Ada Lovelace"
        expectEqual(name.value, "Ada")
        #expect(messages.last == [] && later.last == [] && isValid.last == true)
        #expect(!form.state.isDirty)
    }

    @Test("a number that is none")
    func notANumber() {
        let amount = Field(Double.nan)
        let form = Form(amount)
        let values = DrivenValues(amount.values)
        #expect(!form.state.isDirty)
        amount.value = .nan
        amount.value = .nan
        expectEqual(values.elements.count, 1)
        amount.value = 1
        #expect(form.state.isDirty)
        amount.value = .nan
        form.markPristine()
        #expect(!form.state.isDirty)
    }

    @Test("a number that is none, and a rule that takes time: it is asked once")
    func notANumberAsked() {
        let (amount, asked) = (Field(Double.nan), Counter())
        let form = Form(amount).rule(amount, after: .zero, scheduler: scheduler) { _ in
            asked.add()
            return Observable<String?>.just(nil)
        }
        scheduler.advance(by: 5)
        amount.isEnabled = true
        amount.touch()
        scheduler.advance(by: 5)
        expectEqual(asked.value, 1)
        #expect(form.state.isValid)
    }

    @Test("a converter whose text never reads as the value that it shows")
    func neverSettles() {
        let odd = ValueConverter<String, Int>(parse: { $0.count }, format: { String(repeating: "x", count: $0 + 1) })
        let text = TextField("", reportsWrites: true)
        let count = Field(1, as: odd)
        let form = Form(count)
        let bag = DisposeBag()
        bag.insert(count <=> text.rx.text)
        expectEqual(count.raw, text.text)
        text.type("abc")
        #expect((count.value, count.raw, text.text) == (3, "abc", "abc"))
        count.value = 5
        expectEqual(count.raw, text.text)
        form.reset()
        expectEqual(count.raw, text.text)
        #expect(!form.state.isDirty)
    }

    @Test("a converter that throws a cancellation")
    func cancellingConverter() {
        let odd = ValueConverter<String, Int>(parse: { _ in throw CancellationError() }, format: { "\($0)" })
        let count = Field(1, as: odd)
        count.raw = "2"
        expectEqual(count.state.status, .invalid)
        expectEqual(count.value, 1)
        expectEqual(count.currentMessages.count, 1)
        count.value = 3
        #expect(count.state.isValid)
    }

    @Test("a field that other threads flood")
    func flood() async {
        let relay = BehaviorRelay(value: 0)
        let count = Field(0, [.in(0...)])
        let form = Form(count)
        let bag = DisposeBag()
        bag.insert(relay => count)
        await withTaskGroup(of: Void.self) { group in
            for thread in 1...4 {
                group.addTask { @concurrent in for number in 0..<2_500 { relay.accept(thread * 10_000 + number) } }
            }
        }
        relay.accept(-1)
        await letTasksRun { count.value == -1 }
        expectEqual(count.value, -1)
        expectEqual(form.state.status, .invalid)
    }

    @Test("a refusal by the server stays where the same is sent again")
    func resubmission() async throws {
        let name = Field("x")
        let form = Form(name)
        let submit = form.command { name.reject("the server is busy") }
        try await submit.execute()
        expectEqual(form.state.status, .invalid)
        // As documented: only an edit removes a rejection.
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
    }
}

extension FormField {
    /// The first step of a submission.
    @MainActor fileprivate func commitAll() { _ = Form(self).command {}.start() }
}

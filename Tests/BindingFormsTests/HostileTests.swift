import Binding
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// Unusual uses of forms.

@Suite("Forms in rings, shared, and twice")
@MainActor
struct HostileShapesTests {
    @Test("a form that is added to itself, or to one of its parts, is a mistake that is told")
    func rings() async {
        let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let form = Form()
            form.add(form)
        }
        #expect(
            first.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("added to itself") == true)
        let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let (inner, outer) = (Form(), Form())
            outer.add(Form(inner))
            inner.add(outer)
        }
        #expect(
            second.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("added to itself") == true
        )
    }

    @Test("a field that is a part of a form and of one within it is told once")
    func twiceInOneTree() {
        let name = Field("", [.notEmpty])
        let form = Form(name, Form(name))
        #expect(form.fields.count == 1)
        #expect(form.currentMessages.count == 1)
        name.value = "Ada"
        #expect(form.state.isValid)
        form.reset()
        #expect(form.state.status == .invalid && !form.state.isDirty)
    }

    @Test("the same row twice counts once, and until both have gone")
    func rowTwice() {
        let row = Field("", [.notEmpty])
        let rows = BehaviorRelay(value: [row, row])
        let form = Form(of: rows) { $0 }
        #expect(form.fields.count == 1)
        rows.accept([row])
        #expect(form.state.status == .invalid)
        row.value = "x"
        #expect(form.state.isValid)
        rows.accept([])
        row.value = ""
        #expect(form.state.isValid)
        rows.accept([row, row])
        #expect(form.state.status == .invalid)
    }

    @Test("a row's part in two forms, which lose it one after the other")
    func rowInTwoForms() {
        let row = Field("", [.notEmpty])
        let (one, two) = (BehaviorRelay(value: [row]), BehaviorRelay(value: [row]))
        let (first, second) = (Form(of: one) { $0 }, Form(of: two) { $0 })
        one.accept([])
        row.value = "x"
        #expect(first.state.isValid && second.state.isValid)
        row.value = ""
        #expect(first.state.isValid && !second.state.isValid)
    }

    @Test("a form that was disabled and is enabled again leaves disabled what is so by itself")
    func enabledAgain() {
        let hasShipping = BehaviorRelay(value: false)
        let street = Field("", [.notEmpty])
        let shipping = Form(street).enabled(by: hasShipping.asDriver())
        let isSending = BehaviorRelay(value: false)
        let form = Form(Field("Ada"), shipping).enabled(by: isSending.asDriver().map { !$0 })
        #expect(form.state.isValid)
        isSending.accept(true)
        isSending.accept(false)
        #expect(form.state.isValid)
        #expect(street.state.status == .disabled)
    }

    @Test("a field that leaves a disabled form, or whose form goes, counts again")
    func leavesDisabled() {
        let row = Field("", [.notEmpty])
        let rows = BehaviorRelay(value: [row])
        let (first, second) = (Form(of: rows) { $0 }, Form(row))
        first.isEnabled = false
        #expect(second.state.status == .disabled)
        rows.accept([])
        #expect(first.state.isValid)
        #expect(second.state.status == .invalid)
        var third: Form? = Form()
        third?.isEnabled = false
        third?.add(Form(row))
        #expect(second.state.status == .disabled)
        #expect(third?.state.status == .disabled)
        third = nil
        #expect(second.state.status == .invalid)
    }

    @Test("rows are reset also where an observer of the rows does it")
    func resetInRowsObserver() {
        let row = Field("a")
        let rows = BehaviorRelay(value: [row])
        let form = Form(of: rows) { $0 }
        let bag = DisposeBag()
        rows.asDriver().skip(1).drive(onNext: { [weak form] rows in
            if rows.isEmpty { form?.reset() }
        }).disposed(by: bag)
        row.value = "b"
        rows.accept([])
        #expect(rows.value == [row])
        #expect(row.value == "a")
        #expect(!form.state.isDirty)
    }

    @Test("rows are taken as the first also where the form has not been told of them yet")
    func pristineInRowsObserver() {
        let rows = BehaviorRelay(value: [Field("a")])
        var form: Form?
        let bag = DisposeBag()
        // Before the form is notified.
        rows.asDriver().skip(1).drive(onNext: { _ in form?.markPristine() }).disposed(by: bag)
        form = Form(of: rows) { $0 }
        rows.modify { $0.append(Field("b")) }
        #expect(form?.state.isDirty == false)
        bag.dispose()
    }

    @Test("a rule of the whole for a row stays, and does no harm when the row has gone")
    func rulesOfRows() {
        let total = Field(0)
        let rows = BehaviorRelay<[Field<Int, Int>]>(value: [])
        let form = Form(total, Form(of: rows) { $0 })
        weak var row: Field<Int, Int>?
        do {
            let mine = Field(1)
            rows.accept([mine])
            form.rule(mine, total, on: mine) { $0 > $1 ? "more than the total" : nil }
            row = mine
        }
        #expect(form.state.status == .invalid)
        rows.accept([])
        #expect(form.state.isValid)
        // The form keeps the rule, and the rule the row: rules of rows belong in the rows' forms.
        #expect(row != nil)
    }

    @Test("10,000 fields; 1,000 rows one by one")
    func many() {
        let clock = ContinuousClock()
        func time(_ text: String, _ body: () -> Void) {
            let time = clock.measure(body)
            if ProcessHost.isTimed { print("TIME", text, time) }
        }
        var fields: [Field<Int, Int>] = []
        time("10,000 fields") { fields = (0..<10_000).map { Field($0, [.in(0...)]) } }
        var form: Form!
        time("form of 10,000") { form = Form(fields) }
        time("edit of each of 10,000") { for field in fields { field.value = -1 } }
        #expect(form.state.status == .invalid)
        time("reset of 10,000") { form.reset() }
        #expect(form.state.isValid && !form.state.isDirty)
        time("touchAll of 10,000") { form.touchAll() }
        time("10,000 states") { for _ in 0..<10 { _ = form.state } }
        for count in [250, 1_000] {
            let rows = BehaviorRelay<[Field<Int, Int>]>(value: [])
            let lines = Form(of: rows) { $0 }
            time("\(count) rows one by one") { for row in fields.prefix(count) { rows.modify { $0.append(row) } } }
            lines.markPristine()
            time("edit of each of \(count) pristine rows") { for row in fields.prefix(count) { row.value += 1 } }
            let added = Form()
            time("\(count) fields added one by one") { for row in fields.prefix(count) { added.add(row) } }
            time("\(count) rules") { for row in fields.prefix(count) { added.rule(row) { _ in nil } } }
        }
    }
}

enum ProcessHost {
    /// Set manually to see the times.
    static let isTimed = false
}

@Suite("Rules that do what they should not")
@MainActor
struct HostileRulesTests {
    @Test("a rule across fields that edits what it reads says what is true of what is there")
    func editsWhatItReads() {
        let name = Field("Ada")
        let form = Form(name)
        form.rule(name) { text in
            if text.contains(" ") { name.value = text.filter { $0 != " " } }
            return text.contains(" ") ? "no spaces" : nil
        }
        name.raw = "A d a"
        #expect(name.value == "Ada")
        #expect(name.currentMessages == [])
        #expect(form.state.isValid)
        form.isEnabled = false
    }

    @Test("a field's own rule that edits the field, too")
    func ownRuleEdits() {
        weak var field: Field<String, String>?
        let name = Field(
            "Ada",
            [
                Rule { text in
                    if text.contains(" ") { field?.value = text.filter { $0 != " " } }
                    return text.contains(" ") ? "no spaces" : nil
                }
            ])
        field = name
        name.raw = "A d a"
        #expect(name.value == "Ada")
        #expect(name.currentMessages == [])
    }

    @Test("rules that edit each other's field and come to an agreement")
    func ringThatEnds() {
        let (net, gross) = (Field(0), Field(0))
        let form = Form(net, gross)
        form.rule(net, on: net) { value in
            gross.value = value * 2
            return value > 100 ? "too much" : nil
        }
        form.rule(gross, on: gross) { value in
            net.value = value / 2
            return value > 200 ? "too much" : nil
        }
        net.value = 101
        #expect((net.value, gross.value) == (101, 202))
        #expect(form.currentMessages.count == 2)
        gross.value = 3
        #expect((net.value, gross.value) == (1, 2))
        #expect(form.state.isValid)
    }

    @Test("rules that edit each other's field for ever do not exhaust the stack")
    func ringWithoutEnd() async {
        await #expect(processExitsWith: .success) { @MainActor in
            BindingDiagnostics.handler = { _ in }
            let (one, two) = (Field(0), Field(0))
            let form = Form(one, two)
            form.rule(one) { value in
                two.value = value &+ 1
                return nil
            }
            form.rule(two) { value in
                one.value = value &+ 1
                return nil
            }
            one.value = 7
            #expect(form.state.isValid)
        }
    }

    @Test("a rule that has its form validate does not exhaust the stack")
    func validates() async {
        await #expect(processExitsWith: .success) { @MainActor in
            BindingDiagnostics.handler = { _ in }
            let name = Field("")
            let form = Form(name)
            form.rule(name) { [weak form] text in
                form?.validate()
                return text.isEmpty ? "missing" : nil
            }
            name.value = "x"
            #expect(form.state.isValid)
            name.value = ""
            #expect(!form.state.isValid)
        }
    }

    @Test("a rule that throws its form away")
    func throwsFormAway() {
        let name = Field("")
        var form: Form? = Form(name)
        form?.rule(name) { text in
            if text == "end" { form = nil }
            return "always"
        }
        .rule(name) { _ in "as well" }
        #expect(name.currentMessages == ["always", "as well"])
        name.raw = "end"
        #expect(form == nil)
        #expect(name.currentMessages == [])
        #expect(name.state.isValid)
    }

    @Test("a rule that enables and disables another field")
    func enables() {
        let (isCompany, number) = (Field(false), Field("", [.notEmpty]))
        let form = Form(isCompany, number)
        form.rule(isCompany) { value in
            number.isEnabled = value
            return nil
        }
        #expect(form.state.isValid)
        isCompany.value = true
        #expect(form.state.status == .invalid)
        isCompany.value = false
        #expect(form.state.isValid)
    }

    @Test("a rule that disables the field that shows it")
    func disablesItself() {
        let (a, b) = (Field(0), Field(0))
        let form = Form(a, b)
        form.rule(a, b) { value, _ in
            b.isEnabled = value == 0
            return value == 0 ? nil : "not zero"
        }
        a.value = 1
        #expect(b.state.status == .disabled)
        #expect(form.state.isValid)
        b.isEnabled = true  // the rule disables it again
        #expect(b.state.status == .disabled)
    }
}

@Suite("Rules that take time and are not left alone")
@MainActor
struct HostileAsynchronousTests {
    let scheduler = TestScheduler()

    @Test("no pause at all, or less", arguments: [Duration.zero, .seconds(-1)])
    func noPause(_ pause: Duration) async throws {
        let name = Field("x")
        let form = Form(name).rule(name, after: pause) { text in Observable<String?>.just(text == "x" ? "taken" : nil) }
        #expect(name.currentMessages == ["taken"])
        name.value = "y"
        #expect(form.state.status == .valid)
        let other = Field("x")
        let second = Form(other).rule(other, after: pause) { text -> String? in "async \(text)" }
        #expect(second.state.status == .pending)
        for _ in 0..<1_000 where second.state.isPending { await Task.yield() }
        #expect(other.currentMessages == ["async x"])
    }

    @Test("no pause by a scheduler of tests", arguments: [Duration.zero, .seconds(-1)])
    func noPauseInTests(_ pause: Duration) {
        let name = Field("x")
        let form = Form(name).rule(name, after: pause, scheduler: scheduler) { _ in Observable<String?>.just("taken") }
        #expect(form.state.status == .pending)
        scheduler.advance(by: 0)
        #expect(name.currentMessages == ["taken"])
    }

    @Test("answers at once, by a scheduler that runs at once")
    func atOnce() {
        let name = Field("x")
        let form = Form(name).rule(name, after: .zero, scheduler: CurrentThreadScheduler.instance) { text in
            Observable<String?>.just(text == "x" ? "taken" : nil)
        }
        #expect(name.currentMessages == ["taken"])
        name.value = "y"
        #expect(form.state.isValid)
    }

    @Test("the time is moved on by an observer of the pending state")
    func advancedInside() {
        let (name, scheduler) = (Field("x"), scheduler)
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { _ in
            Observable<String?>.just("taken")
        }
        let bag = DisposeBag()
        form.isPending.drive(onNext: { if $0 { scheduler.advance(by: .seconds(5)) } }).disposed(by: bag)
        #expect(name.currentMessages == ["taken"])
        name.value = "y"
        #expect(form.state.status == .invalid)
    }

    @Test("the time is moved on by a rule")
    func advancedInRule() {
        let (name, scheduler) = (Field("x"), scheduler)
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { text in
            Observable<String?>.just("\(text) is taken")
        }
        .rule(name) { _ in
            scheduler.advance(by: .seconds(5))
            return nil
        }
        name.value = "y"
        name.value = "z"
        #expect(form.state.status == .pending)
        scheduler.advance(by: .seconds(5))
        #expect(name.currentMessages == ["z is taken"])
    }

    @Test("a row goes while its question is under way, and comes back")
    func rowGoes() {
        let row = Field("x")
        let answer = PublishSubject<String?>()
        let part = Form(row).rule(row, after: .zero, scheduler: scheduler) { _ in answer.asObservable() }
        let rows = BehaviorRelay(value: [part])
        let form = Form(of: rows) { $0 }
        scheduler.advance(by: 1)
        #expect(form.state.status == .pending)
        rows.accept([])
        #expect(form.state.status == .valid)
        answer.onNext("taken")
        #expect(form.state.status == .valid)
        rows.accept([part])
        #expect(form.state.status == .invalid)
        #expect(form.firstInvalid === row)
    }

    @Test("throws a cancellation of its own")
    func ownCancellation() async {
        let name = Field("x")
        let form = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ -> String? in throw CancellationError()
        }
        let errors = Told(form.errors.asDriver(onErrorDriveWith: .empty()).map { "\($0)" })
        scheduler.advance(by: 1)
        for _ in 0..<1_000 where form.state.isPending { await Task.yield() }
        #expect(form.state.status == .invalid)
        #expect(errors.elements.count == 1)
    }

    @Test("a field that another form has a rule of: a submission waits for no pause of that, either")
    func sharedRule() async throws {
        let name = Field("x")
        let other = Form(name).rule(name, after: .seconds(9), scheduler: scheduler) { _ in Observable<String?>.just(nil)
        }
        let form = Form(name)
        let submit = form.command { 1 }
        let run = submit.start()
        for _ in 0..<1_000 where submit.isRunning { await Task.yield() }
        #expect(other.state.isValid)
        #expect(!submit.isRunning)
        scheduler.advance(by: .seconds(9))
        #expect(try await run.value == 1)
    }

    @Test("validate() in the answer's observer asks again, once")
    func validateInObserver() {
        let (name, scheduler) = (Field("x"), scheduler)
        let asked = Counter()
        let form = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ in
            asked.add()
            return Observable<String?>.just("taken \(asked.value)")
        }
        let bag = DisposeBag()
        name.messages.drive(onNext: { [weak form] in if $0 == ["taken 1"] { form?.validate() } }).disposed(by: bag)
        scheduler.advance(by: 5)
        #expect(name.currentMessages == ["taken 2"])
        #expect(asked.value == 2)
    }
}

extension Command {
    /// Whether a run is in progress.
    var isRunning: Bool {
        var isRunning = false
        isExecuting.drive(onNext: { isRunning = $0 }).dispose()
        return isRunning
    }
}

@Suite("Submissions that are not left alone")
@MainActor
struct HostileSubmissionTests {
    let scheduler = TestScheduler()

    @Test("a submission that is set off by what a submission has told is one")
    func submitsInCommit() async {
        let text = TextField()
        let query = Field("")
        let sent = Counter()
        let form = Form(query)
        let submit = form.command { sent.add() }
        let bag = DisposeBag()
        bag.insert {
            query <=> text.rx.text.committed(on: text.rx.editingDidEnd)
            query.values.skip(1) => { _ in submit.start() }
        }
        text.type("swift")
        submit.start()
        await submit.finished()
        #expect(sent.value == 1)
    }

    @Test("a command that is set off by an observer of its own end")
    func restartInObserver() async {
        let sent = Counter()
        let form = Form(Field("x"))
        let submit = form.command { sent.add() }
        let bag = DisposeBag()
        submit.isExecuting.drive(onNext: { if !$0, sent.value < 3 { submit.start() } }).disposed(by: bag)
        await submit.finished()
        #expect(sent.value == 3)
        #expect(!submit.isRunning)
    }

    @Test("a submission while one waits for a rule is refused; cancelled, the form can be submitted again")
    func whileWaiting() async throws {
        let name = Field("x")
        let answer = PublishSubject<String?>()
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { _ in answer.asObservable() }
        let submit = form.command { 1 }
        let run = submit.start()
        await #expect(throws: CommandRefusal.running) { try await submit.execute() }
        submit.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        let second = submit.start()
        answer.onNext(nil)
        #expect(try await second.value == 1)
    }

    @Test("a form that is let go of while it is being submitted")
    func formDies() async throws {
        let answer = PublishSubject<String?>()
        weak var weakForm: Form?
        var submit: Command<Void, Int>?
        do {
            let name = Field("x")
            let form = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ in answer.asObservable() }
            weakForm = form
            submit = form.command { 1 }
        }
        let run = try #require(submit).start()
        submit = nil
        await #expect(throws: CancellationError.self) { try await run.value }
        for _ in 0..<100 where weakForm != nil { await Task.yield() }
        #expect(weakForm == nil)
    }

    @Test("a form that is disabled while it is being submitted, which programs do, asks its rules all the same")
    func disabledWhileSubmitted() async {
        let name = Field("ada")
        let sent = Counter()
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { name in
            Observable<String?>.just(name == "ada" ? "taken" : nil).delay(.seconds(1), scheduler: scheduler)
        }
        let submit = form.command { sent.add() }
        form.enabled(by: submit.isExecuting.map { !$0 })
        submit.start()
        for _ in 0..<100 where submit.isRunning {
            scheduler.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(sent.value == 0)
        #expect(name.currentMessages == ["taken"])
        form.isEnabled = false
        #expect(form.state.status == .disabled)
    }

    @Test("rows that go in the midst of a submission")
    func rowsGo() async throws {
        let row = Field("", [.notEmpty])
        let answer = PublishSubject<String?>()
        let part = Form(row).rule(row, after: .zero, scheduler: scheduler) { _ in answer.asObservable() }
        let rows = BehaviorRelay(value: [part])
        let form = Form(of: rows) { $0 }
        let submit = form.command { rows.value.count }
        row.value = "x"
        let run = submit.start()
        rows.accept([])
        #expect(try await run.value == 0)
    }
}

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
        #expect(text.text == "")
        scheduler.advance(by: .seconds(1))
        #expect(name.value == "")
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
        #expect(quick.text == "slower")
    }

    @Test("nothing that commits: a submission does")
    func neverCommitted() async throws {
        let text = TextField()
        let name = Field("", [.notEmpty])
        let submit = Form(name).command { name.value }
        let bag = DisposeBag()
        bag.insert(name <=> text.rx.text.committed(on: Observable<Void>.never()))
        text.type("Ada")
        #expect(name.value == "")
        #expect(try await submit.execute() == "Ada")
    }

    @Test("bindings that are disposed of by what they tell")
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
        #expect(name.value == "Ada")
        text.type("Grace")
        scheduler.advance(by: .seconds(1))
        #expect(name.value == "Ada")
        #expect(form.state.isDirty)
    }

    @Test("reset by an observer of the message")
    func resetInMessage() {
        let name = Field("Ada", [.count(...5)])
        let form = Form(name)
        let messages = Told(name.messages)
        let bag = DisposeBag()
        name.messages.drive(onNext: { [weak form] in if !$0.isEmpty { form?.reset() } }).disposed(by: bag)
        let later = Told(name.messages)
        let isValid = Told(form.isValid)
        name.raw = "Ada Lovelace"
        #expect(name.value == "Ada")
        #expect(messages.last == [] && later.last == [] && isValid.last == true)
        #expect(!form.state.isDirty)
    }

    @Test("a number that is none")
    func notANumber() {
        let amount = Field(Double.nan)
        let form = Form(amount)
        let values = Told(amount.values)
        #expect(!form.state.isDirty)
        amount.value = .nan
        amount.value = .nan
        #expect(values.elements.count == 1)
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
        #expect(asked.value == 1)
        #expect(form.state.isValid)
    }

    @Test("a converter whose text never reads as the value that it shows")
    func neverSettles() {
        let odd = ValueConverter<String, Int>(parse: { $0.count }, format: { String(repeating: "x", count: $0 + 1) })
        let text = TextField("", .echoes)
        let count = Field(1, as: odd)
        let form = Form(count)
        let bag = DisposeBag()
        bag.insert(count <=> text.rx.text)
        #expect(count.raw == text.text)
        text.type("abc")
        #expect((count.value, count.raw, text.text) == (3, "abc", "abc"))
        count.value = 5
        #expect(count.raw == text.text)
        form.reset()
        #expect(count.raw == text.text)
        #expect(!form.state.isDirty)
    }

    @Test("a converter that throws a cancellation")
    func cancellingConverter() {
        let odd = ValueConverter<String, Int>(parse: { _ in throw CancellationError() }, format: { "\($0)" })
        let count = Field(1, as: odd)
        count.raw = "2"
        #expect(count.state.status == .invalid)
        #expect(count.value == 1)
        #expect(count.currentMessages.count == 1)
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
        for _ in 0..<10_000 where count.value != -1 { await Task.yield() }
        #expect(count.value == -1)
        #expect(form.state.status == .invalid)
    }

    @Test("a refusal by the server stays where the same is sent again")
    func resubmission() async throws {
        let name = Field("x")
        let form = Form(name)
        let submit = form.command { name.reject("the server is busy") }
        try await submit.execute()
        #expect(form.state.status == .invalid)
        // As documented: only an edit removes a rejection.
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
    }
}

extension FormField {
    /// The first step of a submission.
    @MainActor func commitAll() { _ = Form(self).command {}.start() }
}

@Suite("Lenses, converters and held edits in rings")
@MainActor
struct HostileLensesTests {
    struct Span: Equatable, Sendable {
        var from = 0 {
            didSet { if to < from { to = from } }
        }
        var to = 0 {
            didSet { if from > to { from = to } }
        }
    }

    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var title: String
    }

    let scheduler = TestScheduler()

    @Test("two parts of one value that are bound to each other")
    func partsInARing() {
        let span = BehaviorRelay(value: Span())
        let bag = DisposeBag()
        bag.insert(span.from.bindTwoWay(to: span.to))
        span.from.value = 5
        #expect(span.value == Span(from: 5, to: 5))
        span.to.value = 3
        #expect(span.value.from == 3 && span.value.to == 3)
    }

    @Test("elements of which two have the same identity")
    func sameIdentity() throws {
        let rows = BehaviorRelay(value: [Row(id: 1, title: "a"), Row(id: 1, title: "b")])
        let row = try #require(rows.element(id: 1))
        row.title.value = "c"
        #expect(rows.value.map(\.title) == ["c", "b"])
        _ = rows.modify { $0.removeFirst() }
        row.title.value = "d"
        #expect(rows.value.map(\.title) == ["d"])
    }

    @Test("an element that is removed by an observer of its own edit")
    func removesItself() throws {
        let rows = BehaviorRelay(value: [Row(id: 1, title: "a"), Row(id: 2, title: "b")])
        let text = TextField()
        let row = try #require(rows.element(id: 1))
        let bag = DisposeBag()
        bag.insert(row.title <=> text.rx.text)
        bag.insert(
            rows => { all in
                if all.contains(where: { $0.title.isEmpty }) { rows.modify { $0.removeAll { $0.title.isEmpty } } }
            })
        text.type("")
        #expect(rows.value.map(\.id) == [2])
        text.type("back")
        #expect(rows.value.map(\.title) == ["b"])
    }

    @Test("one relay, two controls with converters that never agree, one of which is delayed")
    func convertersInARing() {
        let odd = ValueConverter<String, Int>(parse: { $0.count }, format: { String(repeating: "x", count: $0 + 1) })
        let (first, second) = (TextField("", .echoes), TextField("", .echoes))
        let count = BehaviorRelay(value: 1)
        let values = Told(count.asDriver())
        let bag = DisposeBag()
        bag.insert {
            count <=> first.rx.text.converted(by: odd)
            count <=> second.rx.text.converted(by: odd).delayed(.seconds(-1), scheduler: scheduler)
        }
        first.type("xyz")
        scheduler.advance(by: 10)
        #expect(count.value == 3)
        #expect(first.text == "xyz")
        #expect(second.text == "xxxx")
        second.type("x")
        for _ in 0..<100 { scheduler.advance(by: 1) }
        #expect(count.value == 1)
        #expect(values.elements.count <= 4)
    }

    @Test("a field's control is emptied, and text that is no number, of all kinds")
    func noNumbers() {
        let amount = Field(1.5, as: .decimal)
        for text in ["", " ", "nan", "inf", "-inf", "0x10", "1e999", "1,5", "−5", "١", "1 000", "--1", "1e", "\u{0}"] {
            amount.raw = text
            #expect(amount.state.status == .invalid, "\(text)")
            #expect(amount.value == 1.5, "\(text)")
        }
        for text in ["1.", "-.5", "1e3", " 2 ", "+3", "1e-999"] {
            amount.raw = text
            #expect(amount.state.status == .valid, "\(text)")
        }
    }
}

import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("Submissions that are not left alone")
@MainActor
struct HostileSubmissionTests {
    let scheduler = TestScheduler()

    @Test("a submission that is started by a value that a submission commits is the same one")
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
        expectEqual(sent.value, 1)
    }

    @Test("a command that is set off by an observer of its own end")
    func restartInObserver() async {
        let sent = Counter()
        let form = Form(Field("x"))
        let submit = form.command {
            sent.add()
            await Task.yield()
        }
        let bag = DisposeBag()
        submit.isExecuting.drive(onNext: { if !$0, sent.value < 3 { submit.start() } }).disposed(by: bag)
        await submit.finished()
        expectEqual(sent.value, 3)
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

    @Test("a form that is released while it is being submitted")
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
        await letTasksRun { weakForm == nil }
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
        expectEqual(sent.value, 0)
        expectEqual(name.currentMessages, ["taken"])
        form.isEnabled = false
        expectEqual(form.state.status, .disabled)
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

    /// A form that waits for the answer to a question about the name, and has an age as well.
    @MainActor
    final class Waiting {
        let name = Field("ada")
        let age = Field(7, as: .integer, [.in(18...)])
        let answer = PublishSubject<String?>()
        let form: Form
        let sent = Counter()
        private(set) lazy var submit = form.command(of: self) { me in _ = me.sent.add() }

        init(_ scheduler: TestScheduler) {
            form = Form(name, age)
            form.rule(name, after: .seconds(1), scheduler: scheduler) { [answer] _ in answer.asObservable() }
        }
    }

    @Test("C36: a reset also cancels the submissions that wait for others, and no later ones")
    func resetWithQueue() async throws {
        let text = Field("initial")
        let form = Form(text)
        let sent = Recorder<String>()
        let (finish, finished) = AsyncStream<Void>.makeStream()
        let save = form.command(whileExecuting: .queueing) {
            sent.onNext(text.value)
            for await _ in finish { break }
        }
        text.raw = "first"
        let first = save.start()
        await letTasksRun { !sent.elements.isEmpty }
        text.raw = "second"
        let (second, third) = (save.start(), save.start())
        form.reset()
        #expect(second.isCancelled && third.isCancelled && !first.isCancelled)
        text.raw = "fourth"
        let fourth = save.start()
        finished.yield()
        finished.yield()
        try await first.value
        try await fourth.value
        await #expect(throws: CancellationError.self) { try await second.value }
        expectEqual(sent.elements, ["first", "fourth"])
    }

    @Test("C36: what is enabled while a submission waits counts from then on", arguments: [false, true])
    func enabledMeanwhile(isLast: Bool) async {
        let model = Waiting(scheduler)
        model.age.isEnabled = false
        let run = model.submit.start()
        if isLast {
            for _ in 0..<3 { await Task.yield() }
            model.answer.onNext(nil)
        }
        model.age.isEnabled = true
        expectEqual(model.age.state.status, .invalid)
        model.answer.onNext(nil)
        await #expect(throws: CommandRefusal.invalid) { try await run.value }
        expectEqual(model.sent.value, 0)
        expectEqual(model.age.currentMessages.count, 1)
    }

    @Test("C36: what was enabled in a submission and is disabled again counts until its end")
    func enabledAndDisabled() async {
        let model = Waiting(scheduler)
        model.age.value = 20
        model.age.isEnabled = false
        let run = model.submit.start()
        model.age.isEnabled = true
        model.age.isEnabled = false
        model.age.value = 7
        expectEqual(model.age.state.status, .invalid)
        await #expect(throws: CommandRefusal.invalid) { try await run.value }
        expectEqual(model.age.state.status, .disabled)
    }

    @Test(
        "a field that is disabled and removed while a submission waits does not count any more",
        arguments: [false, true])
    func disabledAndRemoved(isWithinARow: Bool) async throws {
        let row = Field("", [.notEmpty])
        let rows = BehaviorRelay<[FormPart]>(value: [isWithinARow ? Form(row, Field("")) : row])
        let model = Waiting(scheduler)
        model.age.value = 18
        row.value = "x"
        let part = Form(of: rows) { $0 }
        model.form.add(part)
        let run = model.submit.start()
        row.isEnabled = false
        expectEqual(row.state.status, .valid)
        rows.accept([])
        expectEqual(row.state.status, .disabled)
        model.answer.onNext(nil)
        try await run.value
    }

    @Test("of two submissions in one turn of a form that begins anew with each, one is sent")
    func restarted() async throws {
        let sent = Counter()
        let submit = Form(Field("x")).command(whileExecuting: .restarting) {
            await Task.yield()
            try Task.checkCancellation()
            sent.add()
        }
        submit.start()
        try await submit.execute()
        expectEqual(sent.value, 1)
    }

    @Test("a form that is reset while a submission waits is not sent, and its command can run again")
    func resetMeanwhile() async throws {
        let model = Waiting(scheduler)
        let outer = Form(model.form)
        for reset in [model.form.reset, outer.reset] as [@MainActor () -> Void] {
            model.name.value = "bob"
            model.age.value = 20
            let errors = Counter()
            let bag = DisposeBag()
            bag.insert(model.submit.errors => { _ in errors.add() }, model.form.refusals => { _ in errors.add() })
            let run = model.submit.start()
            for _ in 0..<3 { await Task.yield() }
            reset()
            await #expect(throws: CancellationError.self) { try await run.value }
            #expect(run.isCancelled && !model.submit.isRunning)
            expectEqual(errors.value, 0)
        }
        expectEqual(model.sent.value, 0)
        model.age.value = 20
        let run = model.submit.start()
        // A part by itself may be reset: that is an edit.
        model.name.reset()
        for _ in 0..<3 { await Task.yield() }
        model.answer.onNext(nil)
        try await run.value
        expectEqual(model.sent.value, 1)
    }

    @Test("a refusal is reported once the run has ended, so that a form that was disabled meanwhile shows it")
    func refusedWhileDisabled() async {
        let name = Field("x")
        let form = Form(name)
        let submit = form.command {
            name.reject("taken")
            throw CommandRefusal.invalid
        }
        form.enabled(by: submit.isExecuting.map { !$0 })
        var told: [String] = []
        let bag = DisposeBag()
        bag.insert {
            form.refusals => { field in told.append("\(field.currentMessages)") }
            submit.errors => { told.append("\($0)") }
        }
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(told, ["[taken]"])
    }

    @Test("a refusal that no field shows is an error like any other")
    func refusedByNothing() async {
        let submit = Form(Field("x")).command { () async throws -> Void in throw CommandRefusal.invalid }
        let bag = DisposeBag()
        var told: [CommandRefusal?] = []
        bag.insert(submit.errors => { told.append($0 as? CommandRefusal) })
        submit.start()
        await submit.finished()
        expectEqual(told, [.invalid])
    }

    @Test("C36: a row that comes while a submission waits, and is wrong, says so when the submission is refused")
    func lateRow() async {
        let answer = PublishSubject<String?>()
        let name = Field("Ada")
        let late = Field("", [.notEmpty])
        let rows = BehaviorRelay<[Form]>(value: [])
        let form = Form(name, Form(of: rows) { $0 }).rule(name, after: .zero) { _ in answer.asObservable() }
        let runs = Counter()
        let submit = form.command { runs.add() }
        let bag = DisposeBag()
        var messages: [String] = []
        var refusals = 0
        bag.insert {
            late.messageText => { messages.append($0) }
            form.refusals => { _ in refusals += 1 }
        }
        submit.start()
        await eventually { answer.hasObservers }
        rows.accept([Form(late)])
        answer.onNext(nil)
        await submit.finished()
        expectEqual(runs.value, 0)
        expectEqual(refusals, 1)
        expectEqual(messages, ["", "\(late.currentMessages[0])"])
    }

    @Test("C36: what was disabled before a submission began again does not count, though it did for the one before")
    func disabledBeforeRestart() async {
        for startsAtOnce in [true, false] {
            let (otherAnswer, answer) = (PublishSubject<String?>(), PublishSubject<String?>())
            let (other, name) = (Field("DE1"), Field("Ada"))
            let form = Form(other, name)
                .rule(other, after: .zero) { _ in otherAnswer.asObservable() }
                .rule(name, after: .zero) { _ in answer.asObservable() }
            let runs = Counter()
            let submit = form.command(whileExecuting: .restarting) { runs.add() }
            submit.start()
            if !startsAtOnce { await eventually { otherAnswer.hasObservers && answer.hasObservers } }
            other.isEnabled = false
            submit.start()
            await eventually { answer.hasObservers }
            answer.onNext(nil)
            await submit.finished()
            expectEqual(runs.value, 1)
        }
    }

    @Test("C36: what was disabled before a submission does not count, also if it is disabled again meanwhile")
    func disabledBefore() async {
        let answer = PublishSubject<String?>()
        let (other, name) = (Field("", [Rule<String>.given]), Field("Ada"))
        other.isEnabled = false
        let form = Form(other, name).rule(name, after: .zero) { _ in answer.asObservable() }
        let runs = Counter()
        let submit = form.command { runs.add() }
        submit.start()
        await eventually { answer.hasObservers }
        other.isEnabled = false
        answer.onNext(nil)
        await submit.finished()
        expectEqual(runs.value, 1)
    }

    @Test(
        "C36: a submission while the one before has disabled the form is checked like any",
        arguments: [Overlap.queueing, .restarting, .concurrently])
    func disabledByTheOneBefore(_ overlap: Overlap) async {
        let name = Field("ok", [.notEmpty])
        let form = Form(name)
        let sent = Recorder<String>()
        let (finish, finished) = AsyncStream<Void>.makeStream()
        let submit = form.command(whileExecuting: overlap.policy) {
            sent.onNext(name.value)
            for await _ in finish { break }
        }
        form.enabled(by: submit.isExecuting.map { !$0 })
        let first = submit.start()
        await letTasksRun { sent.count == 1 }
        expectEqual(form.state.status, .disabled)
        name.value = ""
        let second = submit.start()
        for _ in 0..<5 { await Task.yield() }
        finished.yield()
        finished.yield()
        _ = try? await first.value
        await #expect(throws: (any Error).self) { try await second.value }
        expectEqual(sent.elements, ["ok"])
    }

    enum Overlap: Sendable {
        case queueing, restarting, concurrently

        var policy: Command<Void, Void>.Overlap {
            switch self {
            case .queueing: .queueing
            case .restarting: .restarting
            case .concurrently: .concurrently
            }
        }
    }

    @Test("C36: a form that is disabled as a whole is checked like any, and is disabled again afterwards")
    func disabledForm() async throws {
        let (name, note) = (Field("", [.notEmpty]), Field("", [.notEmpty]))
        let form = Form(name, note)
        let sent = Counter()
        let submit = form.command { _ = sent.add() }
        form.isEnabled = false
        note.isEnabled = false
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        expectEqual(form.state.status, .disabled)
        name.value = "Ada"
        try await submit.execute()
        expectEqual(sent.value, 1)
        expectEqual(form.state.status, .disabled)
    }

    @Test("C36: what is edited while a submission waits is asked about without a pause")
    func editedMeanwhile() async throws {
        let name = Field("ada")
        let form = Form(name)
        let asked = Recorder<String>()
        let answers = PublishSubject<String?>()
        form.rule(name, after: .seconds(100), scheduler: scheduler) { value in
            asked.onNext(value)
            return answers.take(1)
        }
        let submit = form.command { name.value }
        let run = submit.start()
        await letTasksRun { asked.count == 1 }
        name.value = "grace"
        expectEqual(asked.elements, ["ada", "grace"])
        guard asked.count == 2 else { return run.cancel() }
        answers.onNext(nil)
        #expect(try await run.value == "grace")
        name.value = "after"
        expectEqual(asked.count, 2)
    }

    @Test("C36: an edit that was held back, and disables a part, does so before the submission")
    func heldBackCondition() async throws {
        let (usesOther, other) = (Field(true), Field("", [.notEmpty]))
        other.enabled(by: usesOther.asDriver())
        let form = Form(usesOther, other)
        let (edits, left) = (PublishSubject<Bool>(), PublishRelay<Void>())
        let control = ControlProperty<Bool>(values: edits.startWith(true), valueSink: AnyObserver<Bool> { _ in })
        let bag = DisposeBag()
        bag.insert(usesOther <=> control.committed(on: left.asSignal()))
        edits.onNext(false)
        expectEqual(usesOther.value, true)
        let sent = Counter()
        let submit = form.command { _ = sent.add() }
        try await submit.execute()
        expectEqual(sent.value, 1)
    }

    @Test("C36: where a disabled form is invalid is told, too, and is no error", arguments: [false, true])
    func refusalOfADisabledForm(isAsynchronous: Bool) async {
        let name = Field(isAsynchronous ? "x" : "", [.notEmpty])
        let form = Form(name)
        if isAsynchronous { form.rule(name, after: .zero, scheduler: scheduler) { _ in .just("taken") } }
        form.isEnabled = false
        let submit = form.command {}
        let (refusals, errors) = (Recorder<FormField>(), Counter())
        let bag = DisposeBag()
        form.refusals.emit(onNext: { refusals.onNext($0) }).disposed(by: bag)
        submit.errors.emit(onNext: { _ in errors.add() }).disposed(by: bag)
        await #expect(throws: CommandRefusal.invalid) { try await submit.start().value }
        #expect(refusals.elements.map { $0 === name } == [true] && errors.value == 0)
    }
}

import Binding
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

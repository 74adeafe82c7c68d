import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@MainActor
@Suite("Form.command")
struct FormCommandTests {
    @MainActor
    final class Model {
        @Validated(.given) var name = ""
        @Validated(as: .whole) var age = 18
        let form = Form()
        let server: Server
        let scheduler: TestScheduler
        private(set) var sent: [String] = []
        var failure: (any Error)?
        private(set) lazy var submit = form.command(of: self) { me in
            if let failure = me.failure { throw failure }
            me.sent.append("\(me.name) \(me.age)")
        }

        init(_ server: Server, _ scheduler: TestScheduler) {
            self.server = server
            self.scheduler = scheduler
            form.add($name, $age).rule($name, after: .seconds(1), scheduler: scheduler) {
                try await server.ask($0)
            }
        }
    }

    private let server = Server()
    private let scheduler = TestScheduler()
    private let model: Model

    init() { model = Model(server, scheduler) }

    @Test("C36: an invalid form: touched, nothing runs, no error; the caller that waits gets the refusal")
    func invalid() async {
        let errors = Counter()
        let executing = DrivenValues(model.submit.isExecuting)
        let bag = DisposeBag()
        model.submit.errors.emit(onNext: { _ in errors.add() }).disposed(by: bag)
        let message = DrivenValues(model.$name.message)
        expectEqual(message.elements, [nil])
        await #expect(throws: CommandRefusal.invalid) { try await model.submit.execute() }
        expectEqual(message.elements, [nil, "missing"])
        #expect(model.form.firstInvalid === model.$name)
        expectEqual(model.sent, [])
        expectEqual(errors.value, 0)
        expectEqual(executing.elements, [false])
    }

    @Test("C36: waits for asynchronous rules, without the pause, and runs when all is valid")
    func waits() async {
        model.name = "Ada"
        let run = model.submit.start()
        let executing = DrivenValues(model.submit.isExecuting)
        await server.until { server.questions == ["Ada"] }
        expectEqual(executing.elements, [true])
        server.answer("Ada", .success(nil))
        await #expect(throws: Never.self) { try await run.value }
        expectEqual(model.sent, ["Ada 18"])
        expectEqual(executing.last, false)
    }

    @Test("an asynchronous rule that does not hold: it does not run, and that is no error")
    func refused() async {
        model.name = "Ada"
        let run = model.submit.start()
        await server.until { server.questions == ["Ada"] }
        server.answer("Ada", .success("taken"))
        await #expect(throws: CommandRefusal.invalid) { try await run.value }
        expectEqual(model.sent, [])
        expectEqual(model.$name.currentMessages, ["taken"])
    }

    @Test("C36: edits while it waits count: it waits for their rules, too")
    func editedMeanwhile() async {
        model.name = "Ada"
        let run = model.submit.start()
        await server.until { server.questions == ["Ada"] }
        model.name = "Bob"
        server.answer("Ada", .success(nil))
        scheduler.advance(by: .seconds(1))
        await server.until { server.questions == ["Ada", "Bob"] }
        expectEqual(model.sent, [])
        server.answer("Bob", .success(nil))
        await #expect(throws: Never.self) { try await run.value }
        expectEqual(model.sent, ["Bob 18"])
    }

    @Test("a rule that has failed is asked again")
    func retries() async {
        BindingDiagnostics.handler = { _ in }
        defer { BindingDiagnostics.handler = BindingDiagnostics.writeToStandardError }
        model.name = "Ada"
        scheduler.advance(by: .seconds(1))
        await server.until { server.questions == ["Ada"] }
        server.answer("Ada", .failure(TestError()))
        await server.until { !model.form.state.isPending }
        let run = model.submit.start()
        await server.until { server.questions == ["Ada", "Ada"] }
        server.answer("Ada", .success(nil))
        await #expect(throws: Never.self) { try await run.value }
        expectEqual(model.sent, ["Ada 18"])
    }

    @Test("C36: a run that is cancelled while it waits does not run")
    func cancelled() async {
        model.name = "Ada"
        let run = model.submit.start()
        await server.until { server.questions == ["Ada"] }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        server.answer("Ada", .success(nil))
        await server.until { !model.form.state.isPending }
        expectEqual(model.sent, [])
    }

    @Test("what the server says of a value is shown by reject, until the next edit")
    func rejected() async {
        model.name = "Ada"
        model.failure = TestError()
        let bag = DisposeBag()
        model.submit.errors.emit(onNext: { [model] _ in model.$name.reject("not today") }).disposed(by: bag)
        model.submit.start()
        await server.until { server.questions == ["Ada"] }
        server.answer("Ada", .success(nil))
        await model.submit.finished()
        expectEqual(model.$name.currentMessages, ["not today"])
        #expect(!model.form.state.isValid)
    }

    @Test("says how far it has come")
    func progress() async throws {
        let command = Form(Field("x")).command(of: model) { _, progress in
            progress(0.5)
            return 1
        }
        let told = DrivenValues(command.progress)
        #expect(try await command.execute() == 1)
        await server.until { told.last == 0.5 }
    }

    @Test("of an owner that has gone: nothing")
    func ownerGone() async {
        var owner: Model? = Model(server, scheduler)
        let form = Form()
        let command = form.command(of: owner!) { _ in 1 }
        #expect(await (try? command.execute()) == 1)
        owner = nil
        await #expect(throws: CommandRefusal.disabled) { try await command.execute() }
    }

    @Test("restarting: an invalid form does not cancel the run under way")
    func restarting() async {
        let field = Field("x", [Rule<String>.given])
        let started = Counter()
        let gate = Server()
        let command = Form(field).command(whileExecuting: .restarting) {
            started.add()
            _ = try await gate.ask("go")
        }
        let run = command.start()
        await gate.until { gate.questions == ["go"] }
        field.value = ""
        let refused = command.start()
        await #expect(throws: CommandRefusal.invalid) { try await refused.value }
        #expect(!run.isCancelled)
        gate.answer("go", .success(nil))
        await #expect(throws: Never.self) { try await run.value }
        expectEqual(started.value, 1)
    }

    @Test("what a form reports is bound like anything else")
    func bindings() {
        let (nameMessage, hint, submit) = (Label(), Label(), Button())
        let (bag, focus) = (DisposeBag(), Focus<FormField>())
        bag.insert {
            model.form.refusals => focus.move(to:)
            model.$name.message => nameMessage.rx.caption
            model.form.isValid => hint.rx.isHidden
            model.form.messages.map { $0.map { $0.messages[0].text }.joined(separator: ", ") } => hint.rx.text
            submit.rx.command(model.submit)
        }
        #expect(nameMessage.caption == nil && !hint.isHidden && hint.text == "missing")
        submit.press()
        #expect(nameMessage.caption == "missing" && submit.isEnabled)
        expectEqual(focus.current.value, model.$name)
        model.name = "Ada"
        #expect(nameMessage.caption == nil && hint.text == "" && !hint.isHidden)
        bag.dispose()
    }
}

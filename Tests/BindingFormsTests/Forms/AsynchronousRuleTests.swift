import Binding
import BindingForms
import BindingTesting
import TestSupport
import Testing

/// A server whose requests are answered when the test says so.
@MainActor
final class Server {
    private(set) var questions: [String] = []
    private(set) var cancelled: [String] = []
    private var waiting: [(String, CheckedContinuation<String?, any Error>)] = []

    func ask(_ question: String) async throws -> String? {
        questions.append(question)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((question, $0)) }
        } onCancel: {
            Task { @MainActor in cancelled.append(question) }
        }
    }

    func answer(_ question: String, _ answer: Result<String?, any Error>) {
        guard let index = waiting.firstIndex(where: { $0.0 == question }) else {
            Issue.record("nobody waits for an answer to \(question)")
            return
        }
        waiting.remove(at: index).1.resume(with: answer)
    }

    /// Waits until a condition holds that tasks bring about.
    func until(_ condition: @MainActor () -> Bool) async {
        while !condition() { await Task.yield() }
    }
}

@MainActor
@Suite("Asynchronous rules")
struct AsynchronousRuleTests {
    private let scheduler = TestScheduler()
    private let server = Server()
    private let name = Field("", [Rule<String>.given])
    private let other = Field("", [Rule<String>]())
    private let form: Form

    init() {
        let server = server
        form = Form(name, other).rule(name, after: .milliseconds(300), scheduler: scheduler) {
            try await server.ask($0)
        }
    }

    private func pause(_ milliseconds: Int = 300) { scheduler.advance(by: .milliseconds(milliseconds)) }

    @Test("C35: asks only when the other rules hold, and after a pause; pending meanwhile")
    func pauses() async {
        let status = DrivenValues(name.status)
        pause(1_000)
        expectEqual(status.elements, [.invalid])
        for text in ["a", "ad", "ada"] {
            name.raw = text
            pause(299)
        }
        expectEqual(status.elements, [.invalid, .pending])
        #expect(form.state.isPending && !form.state.isValid)
        pause(1)
        await server.until { !server.questions.isEmpty }
        expectEqual(server.questions, ["ada"])
        expectEqual(status.elements, [.invalid, .pending])
        server.answer("ada", .success("taken"))
        await server.until { !name.state.isPending }
        expectEqual(name.currentMessages, ["taken"])
        expectEqual(status.elements, [.invalid, .pending, .invalid])
        name.raw = "adam"
        pause()
        await server.until { server.questions.count == 2 }
        server.answer("adam", .success(nil))
        await server.until { !name.state.isPending }
        #expect(form.state.isValid)
    }

    @Test("C35: the call under way is cancelled by an edit, and its answer counts no more")
    func stale() async {
        name.raw = "a"
        pause()
        await server.until { server.questions == ["a"] }
        name.raw = "b"
        await server.until { server.cancelled == ["a"] }
        pause()
        await server.until { server.questions == ["a", "b"] }
        server.answer("a", .success("taken"))
        server.answer("b", .success(nil))
        await server.until { !name.state.isPending }
        #expect(form.state.isValid)
    }

    @Test("an edit that breaks another rule cancels the call, and nothing is pending")
    func cancelled() async {
        name.raw = "a"
        pause()
        await server.until { server.questions == ["a"] }
        name.raw = ""
        expectEqual(name.state.status, .invalid)
        await server.until { server.cancelled == ["a"] }
        server.answer("a", .success("taken"))
        expectEqual(name.currentMessages, ["missing"])
    }

    @Test("C35: the value that was asked about last is not asked about again")
    func sameValue() async {
        name.raw = "a"
        pause()
        await server.until { server.questions == ["a"] }
        server.answer("a", .success("taken"))
        await server.until { !name.state.isPending }
        name.touch()
        form.validate()
        #expect(name.state.isPending)
        pause()
        await server.until { server.questions == ["a", "a"] }
        server.answer("a", .success(nil))
        await server.until { !name.state.isPending }
        other.raw = "x"
        #expect(form.state.isValid)
        pause(1_000)
        expectEqual(server.questions, ["a", "a"])
    }

    @Test("validate() asks anew also where other rules hold again only now")
    func validateAnew() {
        let (isOpen, asked) = (BehaviorRelay(value: true), Counter())
        let field = Field("x", [Rule<String> { _ in isOpen.value ? nil : "closed" }])
        let form = Form(field).rule(field, after: .zero, scheduler: scheduler) { _ in
            asked.add()
            return Observable<String?>.just(nil)
        }
        pause(1)
        expectEqual(asked.value, 1)
        isOpen.accept(false)
        form.validate()
        expectEqual(field.currentMessages, ["closed"])
        isOpen.accept(true)
        form.validate()
        pause(1)
        #expect(asked.value == 2 && form.state.isValid)
    }

    @Test("what it throws makes the field invalid with a message, and is reported")
    func errors() async {
        var errors: [any Error] = []
        let bag = DisposeBag()
        form.errors.emit(onNext: { errors.append($0) }).disposed(by: bag)
        name.raw = "a"
        pause()
        await server.until { server.questions == ["a"] }
        server.answer("a", .failure(TestError()))
        await server.until { !name.state.isPending }
        #expect(
            name.currentMessages == ["TestError(test)"] || name.currentMessages == [ValidationMessage("\(TestError())")]
        )
        expectEqual(errors.count, 1)
        expectEqual(name.state.status, .invalid)
    }

    @Test("a rule that returns an observable, in virtual time alone")
    func observable() {
        let scheduler = scheduler
        let disposed = Counter()
        let form = Form(other).rule(other, after: .milliseconds(300), scheduler: scheduler) { text in
            Observable<String?>.just(text == "bad" ? "bad" : nil)
                .delay(.milliseconds(100), scheduler: scheduler)
                .do(onDispose: { disposed.add() })
        }
        #expect(form.state.isPending)
        pause(399)
        #expect(form.state.isPending)
        pause(1)
        #expect(form.state.isValid)
        other.raw = "bad"
        pause(350)
        other.raw = "bad!"
        expectEqual(disposed.value, 2)
        other.raw = "bad"
        pause(400)
        expectEqual(other.currentMessages, ["bad"])
        other.isEnabled = false
        expectEqual(form.state.status, .disabled)
        // The answer remains valid.
        other.isEnabled = true
        expectEqual(other.currentMessages, ["bad"])
        let silent = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ in Observable<String?>.empty() }
        name.raw = "x"
        pause(1)
        expectEqual(silent.fields[0].currentMessages, [])
    }

    @Test("several fields: asks when all of them hold")
    func severalFields() async {
        let from = Field(1, as: .whole)
        let to = Field(2, as: .whole)
        let form = Form(from, to)
            .rule(from, to) { $0 <= $1 ? nil : "ends before it begins" }
            .rule(from, to, after: .zero, scheduler: scheduler) { [server] from, to in
                try await server.ask("\(from)-\(to)")
            }
        pause(1)
        await server.until { server.questions == ["1-2"] }
        server.answer("1-2", .success(nil))
        await server.until { form.state.isValid }
        from.value = 3
        expectEqual(to.state.status, .invalid)
        pause(1_000)
        to.value = 4
        expectEqual(to.state.status, .pending)
        pause(1)
        await server.until { server.questions == ["1-2", "3-4"] }
        server.answer("3-4", .success("fully booked"))
        await server.until { !form.state.isPending }
        expectEqual(to.currentMessages, ["fully booked"])
    }

    @Test("nothing is left of a rule whose call is under way when its form goes")
    func memory() async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let server = Server()
            let scheduler = TestScheduler()
            let name = Field("a", [Rule<String>]())
            var form: Form? = Form(name)
            form?.rule(name, after: .zero, scheduler: scheduler) { try await server.ask($0) }
            scheduler.advance(by: .milliseconds(1))
            await server.until { server.questions == ["a"] }
            form = nil
            await server.until { server.cancelled == ["a"] }
            #expect(name.state.isValid)
            server.answer("a", .success(nil))
            _ = form
        }
    }

    @Test("C35: of a letter that is typed and deleted again within the pause, the rule is not asked anything")
    func typedAndDeleted() async {
        name.raw = "a"
        pause()
        await server.until { server.questions == ["a"] }
        server.answer("a", .success("taken"))
        await server.until { !name.state.isPending }
        name.raw = "ab"
        expectEqual(name.state.status, .pending)
        pause(200)
        name.raw = "a"
        expectEqual(name.currentMessages, ["taken"])
        pause(1_000)
        expectEqual(server.questions, ["a"])
        // Once something else has been asked, the answer is no longer known.
        name.raw = "ab"
        pause()
        await server.until { server.questions == ["a", "ab"] }
        name.raw = "a"
        #expect(name.state.isPending)
        form.validate()
        #expect(name.state.isPending)
    }

    @Test("rows with a rule each are disabled, enabled, validated and reset in linear time")
    func manyRules() {
        func cost(_ count: Int) -> Duration {
            let fields = (0..<count).map { Field("\($0)") }
            let rows = fields.map { field in
                Form(field).rule(field, after: .seconds(1), scheduler: scheduler) { _ in Observable<String?>.never() }
            }
            let form = Form(rows)
            return (0..<3).map { _ in
                processorTime {
                    form.isEnabled = false
                    form.isEnabled = true
                    form.validate()
                    form.reset()
                }
            }.min()!
        }
        let (few, many) = (cost(250), cost(4_000))
        // Sixteen times as many; quadratic would be 256.
        #expect(many < few * 80, "\(few) and \(many)")
    }

    @Test("settled waits for a rule also while something else is invalid")
    func settledWhileInvalid() async throws {
        let name = Field("ada")
        let form = Form(Form(name), Field("", [.given]))
        form.rule(name, after: .milliseconds(1)) { _ in
            try await Task.sleep(for: .milliseconds(1))
            return "taken"
        }
        expectEqual(form.state.status, .invalid)
        try await form.settled()
        expectEqual(name.currentMessages, ["taken"])
    }
}

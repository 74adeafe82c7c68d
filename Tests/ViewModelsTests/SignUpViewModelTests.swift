import Binding
import BindingForms
import BindingTesting
import TestSupport
import Testing
import ViewModels

@Suite("Sign-up view model")
@MainActor
struct SignUpViewModelTests {
    private let clock = ManualClock()
    private let scheduler = TestScheduler()

    private func empty() -> SignUpViewModel { SignUpViewModel(clock: clock, scheduler: scheduler) }

    private func filledIn() -> SignUpViewModel {
        let model = empty()
        model.userName = "ada"
        model.email = "ada@example.org"
        model.password = "correct horse 1"
        model.age = 36
        model.acceptsTerms = true
        return model
    }

    /// The message of a field.
    enum Remark: Equatable {
        case right, pending
        case wrong(String)
        /// What is expected, or a hint.
        case hint(String)
    }

    private func remark(_ field: FormField) -> Remark? {
        var remark: Remark?
        field.reports.drive(onNext: { report in
            let reason = report.messages.first?.text ?? ""
            remark =
                switch report.state.status {
                case .invalid where report.state.isDirty: .wrong(reason)
                case .pending: .pending
                case _ where reason.isEmpty: .right
                default: .hint(reason)
                }
        }).dispose()
        return remark
    }

    @Test(
        "A user name",
        arguments: [
            ("", .hint("3 characters or more")), ("a", .wrong("2 characters too short")),
            ("ab", .wrong("1 character too short")), ("abc", .right), ("山田é", .right),
            ("a b", .wrong("only letters and digits")), ("👍👍👍", .wrong("only letters and digits")),
        ] as [(String, Remark)])
    func userNames(name: String, expected: Remark) {
        let model = empty()
        model.userName = name
        expectEqual(remark(model.$userName), expected)
    }

    @Test(
        "An address",
        arguments: [
            ("", .hint("such as ada@example.org")), ("ada", .wrong("an @ is missing")),
            ("a@b@c", .wrong("more than one @")), ("@b.c", .wrong("nothing before the @")),
            ("a@", .wrong("nothing behind the @")), ("a@b", .wrong("the domain has no dot")),
            ("a@b..c", .wrong("a dot too many")), ("a@.b", .wrong("a dot too many")), ("a@b.c", .right),
        ] as [(String, Remark)])
    func addresses(address: String, expected: Remark) {
        let model = empty()
        model.email = address
        expectEqual(remark(model.$email), expected)
    }

    @Test("An address is put into lower case, without spaces")
    func normalAddress() {
        let model = empty()
        model.email = " Ada @ Example.ORG"
        expectEqual(model.email, "ada@example.org")
        expectEqual(remark(model.$email), .right)
    }

    @Test(
        "A password",
        arguments: [
            ("", .hint("8 characters or more")), ("short1", .wrong("2 characters too short")),
            ("onlyletters", .wrong("a digit is missing")), ("12345678", .wrong("a letter is missing")),
            ("i am ADA 1815", .wrong("contains the user name")), ("correct horse 1", .right),
        ] as [(String, Remark)])
    func passwords(password: String, expected: Remark) {
        let model = empty()
        model.userName = "ada"
        model.password = password
        expectEqual(remark(model.$password), expected)
    }

    @Test("A password that contains the user name is found out whichever of the two comes last")
    func passwordBeforeName() {
        let model = empty()
        model.password = "i am ada 1815"
        expectEqual(remark(model.$password), .right)
        model.userName = "ada"
        expectEqual(remark(model.$password), .wrong("contains the user name"))
    }

    @Test(
        "An age",
        arguments: [
            ("", .hint("18 or more")), ("17", .wrong("18 at least")), ("18", .right), ("120", .right),
            ("121", .wrong("120 at most")), ("18x", .wrong("no whole number")), ("-5", .wrong("no whole number")),
            ("３６", .wrong("no whole number")), ("036", .right),
        ] as [(String, Remark)])
    func ages(age: String, expected: Remark) {
        let model = empty()
        model.$age.raw = age
        expectEqual(remark(model.$age), expected)
        expectEqual(model.$age.raw, age)
    }

    @Test("A plan says what it costs, which is in nobody's way")
    func plans() {
        let model = filledIn()
        expectEqual(remark(model.$plan), .hint("costs nothing"))
        model.$plan.raw = "team"
        expectEqual(model.plan, .team)
        expectEqual(remark(model.$plan), .hint("29 € a month"))
        #expect(model.form.state.isValid)
    }

    @Test("Each entry that is missing stands in the way by itself")
    func obstacles() {
        let model = filledIn()
        #expect(model.form.state.isValid)
        model.acceptsTerms = false
        expectEqual(remark(model.$acceptsTerms), .hint("must be accepted"))
        model.age = 3
        #expect(model.form.firstInvalid === model.$age)
        model.submit.start()
        #expect(!model.isSubmitting)
    }

    @Test("A submission makes an account, says how far it is, asks for an alert and empties the form")
    func submission() async {
        let model = filledIn()
        let bag = DisposeBag()
        var alerts: [String] = []
        var fractions: [Double] = []
        model.$alert.emit(onNext: { alerts.append($0) }).disposed(by: bag)
        model.progress.$fraction.drive(onNext: { fractions.append($0) }).disposed(by: bag)
        model.submit.start()
        #expect(model.isSubmitting)
        #expect(await clock.advance(by: 3) == false)
        #expect(alerts.isEmpty)
        #expect(await clock.advance(by: 100))
        await model.submit.finished()
        #expect(!model.isSubmitting)
        expectEqual(model.accounts, [Account(userName: "ada", email: "ada@example.org", age: 36, plan: .free)])
        expectEqual(alerts, ["Welcome, ada! Your free account is ready."])
        // The progress starts again with the next submission.
        expectEqual(fractions, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0])
        expectEqual([model.userName, model.email, model.password], ["", "", ""])
        #expect(model.age == nil)
        #expect(!model.acceptsTerms)
        #expect(!model.form.state.isDirty)
    }

    @Test("A name that has been taken in this run is taken, whatever its case")
    func taken() async {
        let model = filledIn()
        model.submit.start()
        #expect(await clock.advance(by: 100))
        await model.submit.finished()
        model.userName = "ADA"
        expectEqual(remark(model.$userName), .wrong("taken already"))
    }

    @Test("A name that may be a member's is looked up when typing has stopped", arguments: ["ghopper", "ghost"])
    func lookup(name: String) {
        let model = empty()
        for length in 3...name.count {
            model.userName = String(name.prefix(length))
            expectEqual(remark(model.$userName), .pending)
            scheduler.advance(by: .milliseconds(299))
        }
        scheduler.advance(by: .milliseconds(600))
        expectEqual(remark(model.$userName), .pending)
        scheduler.advance(by: .milliseconds(1))
        #expect(remark(model.$userName) == (name == "ghost" ? .right : .wrong("a member has this name")))
    }

    @Test("A name that begins like no member's is free at once")
    func noLookup() {
        let model = empty()
        model.userName = "gho"
        model.userName = "gro"
        expectEqual(remark(model.$userName), .right)
        scheduler.advance(by: .seconds(10))
        expectEqual(remark(model.$userName), .right)
    }

    @Test("A submission waits for a name to be looked up, and makes no account where it is taken")
    func submissionThatWaits() async {
        let model = filledIn()
        model.userName = "GHopper"
        let run = model.submit.start()
        #expect(model.isSubmitting)
        // It does not wait for the pause.
        scheduler.advance(by: .milliseconds(600))
        await #expect(throws: CommandRefusal.invalid) { try await run.value }
        #expect(!model.isSubmitting)
        #expect(model.accounts.isEmpty)
        model.userName = "ghost"
        model.submit.start()
        scheduler.advance(by: .milliseconds(600))
        #expect(await clock.advance(by: 100))
        await model.submit.finished()
        expectEqual(model.accounts.map(\.userName), ["ghost"])
    }

    @Test("The view model is released while a name is to be looked up")
    func release() {
        weak var weakModel: SignUpViewModel?
        do {
            let model = filledIn()
            model.userName = "ghopper"
            weakModel = model
        }
        #expect(weakModel == nil)
    }

    @Test("Quitting dismisses, and a submission that is under way makes no account")
    func quitting() async {
        let model = filledIn()
        let bag = DisposeBag()
        var dismissals = 0
        model.$dismiss.emit(onNext: { dismissals += 1 }).disposed(by: bag)
        model.submit.start()
        #expect(await clock.advance(by: 2) == false)
        model.quit()
        expectEqual(dismissals, 1)
        await model.submit.finished()
        #expect(model.accounts.isEmpty)
        #expect(!model.isSubmitting)
    }
}

extension SignUpViewModel {
    /// A view model whose submissions advance with the clock's steps, and its lookups with the scheduler's time.
    fileprivate convenience init(clock: any StepClock, scheduler: TestScheduler) {
        self.init(clock: clock, names: LocalDirectory(scheduler: scheduler), scheduler: scheduler)
    }

    /// Whether an account is being made.
    fileprivate var isSubmitting: Bool {
        var isSubmitting = false
        submit.isExecuting.drive(onNext: { isSubmitting = $0 }).dispose()
        return isSubmitting
    }
}

import Binding
import Testing

@testable import ConsoleBinding

@Suite("Sign-up view model")
@MainActor
struct SignUpViewModelTests {
    private let clock = ManualClock()

    private func filledIn() -> SignUpViewModel {
        let model = SignUpViewModel(clock: clock)
        model.userName = "ada"
        model.email = "ada@example.org"
        model.password = "correct horse 1"
        model.age = 36
        model.acceptsTerms = true
        return model
    }

    @Test(
        "A user name",
        arguments: [
            ("", Check.empty(hint: "3 characters or more")), ("a", .wrong("2 characters too short")),
            ("ab", .wrong("1 character too short")), ("abc", .right), ("山田é", .right),
            ("a b", .wrong("only letters and digits")),
            ("👍👍👍", .wrong("only letters and digits")),
        ])
    func userNames(name: String, check: Check) {
        let model = SignUpViewModel(clock: clock)
        model.userName = name
        #expect(model.userNameCheck == check)
    }

    @Test(
        "An address",
        arguments: [
            ("", Check.empty(hint: "such as ada@example.org")), ("ada", .wrong("an @ is missing")),
            ("a@b@c", .wrong("more than one @")), ("@b.c", .wrong("nothing before the @")),
            ("a@", .wrong("nothing behind the @")), ("a@b", .wrong("the domain has no dot")),
            ("a@b..c", .wrong("a dot too many")), ("a@.b", .wrong("a dot too many")), ("a@b.c", .right),
        ])
    func addresses(address: String, check: Check) {
        let model = SignUpViewModel(clock: clock)
        model.email = address
        #expect(model.emailCheck == check)
    }

    @Test("An address is put into small letters, without spaces")
    func normalAddress() {
        let model = SignUpViewModel(clock: clock)
        model.email = " Ada @ Example.ORG"
        #expect(model.email == "ada@example.org")
        #expect(model.emailCheck == .right)
    }

    @Test(
        "A password",
        arguments: [
            ("", Check.empty(hint: "8 characters or more")), ("short1", .wrong("2 characters too short")),
            ("onlyletters", .wrong("a digit is missing")), ("12345678", .wrong("a letter is missing")),
            ("i am ADA 1815", .wrong("contains the user name")), ("correct horse 1", .right),
        ])
    func passwords(password: String, check: Check) {
        let model = SignUpViewModel(clock: clock)
        model.userName = "ada"
        model.password = password
        #expect(model.passwordCheck == check)
    }

    @Test("A password that contains the user name is found out whichever of the two comes last")
    func passwordBeforeName() {
        let model = SignUpViewModel(clock: clock)
        model.password = "i am ada 1815"
        #expect(model.passwordCheck == .right)
        model.userName = "ada"
        #expect(model.passwordCheck == .wrong("contains the user name"))
    }

    @Test(
        "An age",
        arguments: [
            (nil, Check.empty(hint: "18 or more")), (17, .wrong("18 at least")), (18, .right), (120, .right),
            (121, .wrong("120 at most")),
        ] as [(Int?, Check)])
    func ages(age: Int?, check: Check) {
        let model = SignUpViewModel(clock: clock)
        model.age = age
        #expect(model.ageCheck == check)
    }

    @Test("Each entry that is missing stands in the way by itself")
    func obstacles() {
        let model = filledIn()
        #expect(model.obstacles.isEmpty)
        model.acceptsTerms = false
        #expect(model.obstacles == ["terms: must be accepted"])
        model.age = 3
        #expect(model.obstacles == ["age: 18 at least", "terms: must be accepted"])
        model.submit()
        #expect(!model.isSubmitting)
    }

    @Test("A submission makes an account, says how far it is, asks for an alert and empties the form")
    func submission() async {
        let model = filledIn()
        let bag = DisposeBag()
        var alerts: [String] = []
        var fractions: [Double] = []
        model.$alert.emit(onNext: { alerts.append($0) }).disposed(by: bag)
        model.progress.drive(onNext: { fractions.append($0) }).disposed(by: bag)
        model.submit()
        #expect(model.isSubmitting)
        #expect(model.obstacles == ["an account is being made"])
        #expect(await clock.advance(by: 3) == false)
        #expect(alerts.isEmpty)
        #expect(await clock.advance(by: 100))
        await model.submission?.value
        #expect(!model.isSubmitting)
        #expect(model.accounts == [Account(userName: "ada", email: "ada@example.org", age: 36, plan: "free")])
        #expect(alerts == ["Welcome, ada! Your free account is ready."])
        #expect(fractions.suffix(10) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
        #expect([model.userName, model.email, model.password] == ["", "", ""])
        #expect(model.age == nil)
        #expect(!model.acceptsTerms)
    }

    @Test("A name that has been taken in this run is taken, whatever its case")
    func taken() async {
        let model = filledIn()
        model.submit()
        #expect(await clock.advance(by: 100))
        await model.submission?.value
        model.userName = "ADA"
        #expect(model.userNameCheck == .wrong("taken already"))
    }

    @Test("Quitting dismisses, and a submission that is under way makes no account")
    func quitting() async {
        let model = filledIn()
        let bag = DisposeBag()
        var dismissals = 0
        model.$dismiss.emit(onNext: { dismissals += 1 }).disposed(by: bag)
        model.submit()
        #expect(await clock.advance(by: 2) == false)
        model.quit()
        #expect(dismissals == 1)
        await model.submission?.value
        #expect(model.accounts.isEmpty)
        #expect(!model.isSubmitting)
    }

    @Test("The view model is released with its form, bindings and all")
    func release() {
        weak var weakModel: SignUpViewModel?
        weak var weakForm: SignUpForm?
        do {
            let model = filledIn()
            let form = SignUpForm(viewModel: model)
            weakModel = model
            weakForm = form
            #expect(!form.isDismissed)
        }
        #expect(weakForm == nil)
        #expect(weakModel == nil)
    }
}

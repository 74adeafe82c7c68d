import Binding
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/Forms.md; see DocumentationTests.

@MainActor
final class Service: Sendable {
    var taken: Set<String> = ["ada"]
    private(set) var signedUp: [String] = []

    func isFree(_ name: String) async throws -> Bool { !taken.contains(name) }

    func signUp(_ userName: String, _ email: String, _ age: Int) async throws {
        signedUp.append("\(userName) \(email) \(age)")
    }
}

extension Button: CommandControl {
    package var activations: ControlEvent<Void> { rx.tap }
}

// EXAMPLE: forms, view model and view
@MainActor final class SignUpViewModel {
    @Validated(.notEmpty, .count(3...20)) var userName = ""
    @Validated(.email) var email = ""
    @Validated(as: .integer, .in(18...120)) var age = 18  // typed as text, an Int here
    @Validated(.notEmpty) var password = ""
    @Validated var repeated = ""
    let form = Form()
    private(set) lazy var submit = form.command(of: self) { me in
        try await me.service.signUp(me.userName, me.email, me.age)
    }
    private let service: Service

    init(service: Service) {
        self.service = service
        form.add($userName, $email, $age, $password, $repeated)
            .rule($password, $repeated) { $0 == $1 ? nil : "The passwords differ" }
            .rule($userName, after: .milliseconds(300)) { name in
                try await service.isFree(name) ? nil : "This name is taken"
            }
    }
}

@MainActor final class SignUpView: BindingContext {
    let disposeBag = DisposeBag()
    let nameField = TextField()
    let ageField = TextField()
    let nameMessage = Label()
    let submitButton = Button()

    init(_ viewModel: SignUpViewModel) {
        binding {
            viewModel.$userName <=> nameField.rx.text
            nameField.rx.editingDidEnd => viewModel.$userName.touch
            viewModel.$userName.messageText => nameMessage.rx.text
            viewModel.$age <=> ageField.rx.text
            submitButton.rx.command(viewModel.submit)
        }
    }
}
// END

// EXAMPLE: forms, rows
@MainActor final class LineViewModel {
    @Validated(.notEmpty) var article = ""
    @Validated(as: .decimal, .greaterThan(0)) var price = 0.0
    let form = Form()

    init(_ article: String, _ price: Double) {
        form.add($article, $price)
        $article.reset(to: article)
        $price.reset(to: price)
    }
}

@MainActor final class InvoiceViewModel {
    @Validated(.notEmpty) var customer = ""
    @Mutable var lines: [LineViewModel] = []
    let form = Form()

    init() {
        form.add($customer, Form(of: $lines) { $0.form })
    }
}
// END

@Suite("Forms, as the document has them")
@MainActor
struct FormsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() async throws {
        let service = Service()
        let viewModel = SignUpViewModel(service: service)
        let view = SignUpView(viewModel)
        view.nameField.type("ad")
        #expect(view.nameMessage.text == "")
        view.nameField.leave()
        #expect(view.nameMessage.text == "This must have 3 to 20 characters")
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(service.signedUp == [])
        view.nameField.type("ada")
        view.ageField.type("36")
        (viewModel.email, viewModel.password, viewModel.repeated) = ("ada@example.org", "x", "y")
        #expect(viewModel.form.firstInvalid === viewModel.$repeated)
        viewModel.repeated = "x"
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(view.nameMessage.text == "This name is taken")
        view.nameField.type("grace")
        view.submitButton.press()
        await viewModel.submit.finished()
        #expect(service.signedUp == ["grace ada@example.org 36"])
        view.disposeBag.dispose()
    }

    @Test("a field")
    func field() throws {
        // EXAMPLE: forms, field
        let age = Field(18, as: .integer, [.in(18...120)])
        age.raw = "abc"
        print(age.value, age.raw, age.currentMessages)  // prints 18 abc [This is not a whole number]
        age.raw = "7"
        print(age.value, age.currentMessages)  // prints 7 [This must be from 18 to 120]
        age.raw = "020"
        print(age.value, age.raw, age.state.status)  // prints 20 020 valid
        age.value = 30
        print(age.raw)  // prints 30
        age.reset()
        print(age.raw, age.state.isDirty)  // prints 18 false
        // END
        #expect(try print.lines == Example.named("forms, field").output)
    }

    @Test("rules")
    func rules() throws {
        // EXAMPLE: forms, rules
        let seats = Field(
            2, as: .integer,
            [
                .in(1...9).message("One to nine seats"), Rule { $0.isMultiple(of: 2) ? nil : "Seats come in pairs" },
                Rule { $0 > 6 ? "That is a long table" : nil }.hint,
            ])
        seats.value = 11
        print(seats.currentMessages)  // prints [One to nine seats, Seats come in pairs, That is a long table]
        seats.value = 8
        print(seats.state.isValid, seats.currentMessages)  // prints true [That is a long table]
        // END
        #expect(try print.lines == Example.named("forms, rules").output)
    }

    @Test("rows")
    func rows() throws {
        // EXAMPLE: forms, rows in use
        let invoice = InvoiceViewModel()
        invoice.customer = "Ada"
        invoice.lines.append(LineViewModel("Tea", 0))
        print(invoice.form.state.status, invoice.form.firstInvalid === invoice.lines[0].$price)  // prints invalid true
        invoice.lines[0].price = 3.5
        print(invoice.form.state.status, invoice.form.state.isDirty)  // prints valid true
        invoice.form.reset()
        print(invoice.lines.count, invoice.form.state.isDirty)  // prints 0 false
        // END
        #expect(try print.lines == Example.named("forms, rows in use").output)
    }

    @Test("a save, and what a server says")
    func save() async throws {
        // EXAMPLE: forms, a save
        let note = Field("", [.notEmpty])
        let form = Form(note)
        note.raw = "one"
        let saved = form.snapshot()
        note.raw = "two"  // while it is being saved
        form.markPristine(saved)
        print(form.state.isDirty)  // prints true
        let submit = form.command { () async throws -> Void in
            note.reject("The server knows better")
            throw CommandRefusal.invalid
        }
        // END
        #expect(try print.lines == Example.named("forms, a save").output)
        let bag = DisposeBag()
        var refused: [FormField] = []
        form.refusals.emit(onNext: { refused.append($0) }).disposed(by: bag)
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        #expect(refused == [note] && note.currentMessages == ["The server knows better"])
        note.raw = ""
        await #expect(throws: CommandRefusal.invalid) { try await submit.execute() }
        #expect(refused == [note, note])
    }

    @Test("rules that take time, in a test")
    func virtualTime() throws {
        // EXAMPLE: forms, in a test
        let scheduler = TestScheduler()
        let name = Field("", [.notEmpty])
        let form = Form(name).rule(name, after: .milliseconds(300), scheduler: scheduler) { name in
            Observable<String?>.just(name == "ada" ? "This name is taken" : nil)
                .delay(.milliseconds(50), scheduler: scheduler)
        }
        name.raw = "ada"
        print(form.state.status)  // prints pending
        scheduler.advance(by: .milliseconds(350))
        print(form.state.status, name.currentMessages)  // prints invalid [This name is taken]
        // END
        #expect(try print.lines == Example.named("forms, in a test").output)
    }
}

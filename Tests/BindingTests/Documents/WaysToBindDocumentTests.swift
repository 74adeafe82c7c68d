import Binding
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/WaysToBind.md; see DocumentationTests. The rows of its table have tests with their
// names here, and in DelayedTests, CommittedTests and ConvertedTests.

@Suite("Ways to bind, as the document has them")
@MainActor
struct WaysToBindDocumentTests {
    @MainActor final class ViewModel {
        @Mutable var name = ""
        @Mutable var query = ""
        @Bindable var title = "Ada"
        @Bindable var count = 3
        @Bindable var nickname: String?
        @ViewAction var notice: (String?) -> Void
    }

    let print = Printer()
    let viewModel = ViewModel()
    let field = TextField()
    let label = Label()
    let bag = DisposeBag()

    @Test("once")
    func once() {
        bag.insert(viewModel.$title.take(1) => label.rx.text)
        viewModel.title = "Grace"
        #expect(label.history == ["Ada"])
    }

    @Test("from the control only")
    func fromTheControl() {
        field.text = "typed"
        bag.insert(field.rx.text => viewModel.$name)
        #expect(viewModel.name == "typed")
        viewModel.name = "set"
        #expect(field.text == "typed")
        field.type("edit")
        #expect(viewModel.name == "edit")
    }

    @Test("text with a value in it")
    func textWithValue() {
        bag.insert(viewModel.$count.map { "\($0) letters" } => label.rx.text)
        viewModel.count = 4
        #expect(label.history == ["3 letters", "4 letters"])
    }

    @Test("in place of nothing")
    func inPlaceOfNothing() {
        bag.insert(viewModel.$nickname ?? "none" => label.rx.text, viewModel.$name <=> field.rx.optionalText ?? "")
        #expect(label.text == "none")
        viewModel.nickname = "Countess"
        #expect(label.text == "Countess")
        viewModel.nickname = nil
        #expect(label.text == "none")
        field.type("a")
        field.type("")
        #expect(viewModel.name == "")
    }

    @Test("in place of nothing: of a signal, by the method, and evaluated each time that a nil comes, and only then")
    func defaults() {
        let placeholder = Label()
        var evaluations = 0
        var signalled: [String] = []
        bag.insert(
            viewModel.$nickname ?? placeholder.text => label.rx.text,
            viewModel.$notice ?? "none" => { signalled.append($0) },
            viewModel.$nickname.replaceNil {
                evaluations += 1
                return "no \(evaluations)"
            } => { signalled.append($0) })
        #expect(label.text == "")
        #expect(signalled == ["no 1"])
        viewModel.nickname = "a"
        placeholder.text = "p"
        viewModel.nickname = nil
        #expect(label.history == ["", "a", "p"])
        viewModel.notice(nil)
        viewModel.notice("b")
        #expect(signalled == ["no 1", "a", "no 2", "none", "b"])
    }

    @Test("one way, and once")
    func oneWay() throws {
        // EXAMPLE: ways to bind, one way
        let title = BehaviorRelay(value: "Ada")
        let nickname = BehaviorRelay<String?>(value: nil)
        let (once, always, count, nick) = (Label(), Label(), Label(), Label())
        let field = TextField("typed")
        let typed = BehaviorRelay(value: "")
        let bag = DisposeBag()
        bag.insert {
            title.asDriver().take(1) => once.rx.text
            title => always.rx.text
            title.asDriver().map { "\($0.count) letters" } => count.rx.text
            nickname.asDriver() ?? "none" => nick.rx.text  // or .replaceNil { "none" }
            field.rx.text => typed
        }
        title.accept("Grace")
        print(once.text, always.text, count.text, nick.text, typed.value)  // prints Ada Grace 5 letters none typed
        // END
        #expect(try print.lines == Example.named("ways to bind, one way").output)
    }

    @Test("edits that are held back")
    func heldBack() throws {
        // EXAMPLE: ways to bind, held back
        let scheduler = TestScheduler()  // in a test; without it the main actor's time counts
        let query = BehaviorRelay(value: "")
        let name = BehaviorRelay(value: "")
        let save = PublishRelay<Void>()
        let (queryField, nameField) = (TextField(), TextField())
        let commit = Observable.merge(nameField.rx.editingDidEnd.asObservable(), save.asObservable())
        let bag = DisposeBag()
        bag.insert {
            query <=> queryField.rx.text.delayed(.milliseconds(300), scheduler: scheduler)
            name <=> nameField.rx.text.committed(on: commit)
            query.skip(1) => { print("searching \($0)") }
        }
        queryField.type("s")
        queryField.type("swift")
        scheduler.advance(by: .milliseconds(300))  // prints searching swift
        nameField.type("Ada")
        save.accept(())  // WPF's Explicit; the user may leave the field, too
        print(name.value)  // prints Ada
        // END
        #expect(try print.lines == Example.named("ways to bind, held back").output)
    }

    @Test("as another type, with what is wrong")
    func anotherType() throws {
        // EXAMPLE: ways to bind, another type
        let percent = ValueConverter<String, Double>(
            parse: { text in
                guard let number = Double(text), number <= 100 else { throw ConversionError("A number up to 100") }
                return number / 100
            },
            format: { "\(Int($0 * 100))" })
        let share = BehaviorRelay(value: 0.5)
        let field = TextField()
        let message = Label()
        let bag = DisposeBag()
        bag.insert(share <=> field.rx.text.converted(by: percent, failures: message.rx.text))
        field.type("25.")
        print(share.value, field.text)  // prints 0.25 25.
        field.type("250")
        print(share.value, field.text, message.text)  // prints 0.25 250 A number up to 100
        share.accept(0.25)
        print(field.text, message.text.isEmpty)  // prints 25 true
        // END
        #expect(try print.lines == Example.named("ways to bind, another type").output)
    }

    @Test("C32")
    func conversion() throws {
        // EXAMPLE: C32
        let age = BehaviorRelay(value: 18)
        let (field, message) = (TextField(), Label())
        let bag = DisposeBag()
        let whole = ValueConverter<String, Int>(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("This is no number") }
                return number
            },
            format: { "\($0)" })
        bag.insert(age <=> field.rx.text.converted(by: whole, failures: message.rx.text))
        field.type("018")
        print(age.value, field.text)  // prints 18 018
        field.type("x")
        print(age.value, field.text, message.text)  // prints 18 x This is no number
        age.accept(18)
        print(field.text, message.text.isEmpty)  // prints 18 true
        // END
        #expect(try print.lines == Example.named("C32").output)
    }

    @Test("C33")
    func holding() throws {
        // EXAMPLE: C33
        let name = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert(name <=> field.rx.text.committed(on: field.rx.editingDidEnd))
        field.type("Ada")
        print(name.value.isEmpty)  // prints true
        field.leave()
        print(name.value)  // prints Ada
        field.type("Grace")
        name.accept("Ada")
        print(field.text)  // prints Ada
        // END
        #expect(try print.lines == Example.named("C33").output)
    }
}

import Binding
import BindingControls
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
        #expect(try print.lines == Example.named("ways to bind, one way").output)
    }

    @Test("edits that are held back")
    func heldBack() throws {
        // EXAMPLE: ways to bind, held back
        #expect(try print.lines == Example.named("ways to bind, held back").output)
    }

    @Test("as another type, with what is wrong")
    func anotherType() throws {
        // EXAMPLE: ways to bind, another type
        #expect(try print.lines == Example.named("ways to bind, another type").output)
    }

    @Test("C32")
    func conversion() throws {
        // EXAMPLE: C32
        #expect(try print.lines == Example.named("C32").output)
    }

    @Test("C33")
    func holding() throws {
        // EXAMPLE: C33
        #expect(try print.lines == Example.named("C33").output)
    }
}

import Binding
import BindingForms
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Undo.md; see DocumentationTests.

// EXAMPLE: undo, view model and view
@MainActor final class NoteViewModel {
    @Mutable var title = ""
    @Mutable var tags: [String] = []
    let history = UndoHistory()

    init() {
        history.add($title, $tags)
    }
}

@MainActor final class NoteView: BindingContext {
    let disposeBag = DisposeBag()
    let titleField = TextField()
    let undoButton = Button()
    let redoButton = Button()

    init(_ viewModel: NoteViewModel) {
        let history = viewModel.history
        binding {
            viewModel.$title <=> titleField.rx.text
            undoButton.rx.tap => history.undo
            redoButton.rx.tap => history.redo
            history.canUndo => undoButton.rx.isEnabled
            history.canRedo => redoButton.rx.isEnabled
        }
    }
}
// END

// EXAMPLE: focus, view model and view
@MainActor final class ContactFormViewModel {
    enum Field { case name, email }

    let focus = Focus<Field>()
    @Mutable var name = ""

    func submit() {
        if name.isEmpty { focus.move(to: .name) }
    }
}

@MainActor final class ContactFormView: BindingContext {
    let disposeBag = DisposeBag()
    let nameField = FocusableField()
    let emailField = FocusableField()

    init(_ viewModel: ContactFormViewModel) {
        binding {
            viewModel.focus[.name] <=> nameField.rx.isFocused
            viewModel.focus[.email] <=> emailField.rx.isFocused
        }
    }
}
// END

@MainActor final class FocusableField: ReactiveCompatible {
    let focusChanges = PublishRelay<Void>()
    var isFocused = false

    func click(leaving other: FocusableField?) {
        isFocused = true
        focusChanges.accept(())
        other?.isFocused = false
        other?.focusChanges.accept(())
    }
}

extension Reactive where Base: FocusableField {
    var isFocused: ControlProperty<Bool> {
        controlProperty(changes: base.focusChanges, getter: { $0.isFocused }, setter: { $0.isFocused = $1 })
    }
}

@Suite("Undo and focus, as the document has them")
@MainActor
struct UndoDocumentTests {
    let print = Printer()

    @Test("a view model with a history, and its view")
    func viewModelAndView() {
        let viewModel = NoteViewModel()
        let view = NoteView(viewModel)
        #expect(!view.undoButton.isEnabled && !view.redoButton.isEnabled)
        view.titleField.type("A")
        view.titleField.type("Ad")
        viewModel.tags += ["poet"]
        view.undoButton.press()
        #expect(viewModel.tags.isEmpty && viewModel.title == "Ad")
        view.undoButton.press()
        #expect(view.titleField.text.isEmpty && !view.undoButton.isEnabled && view.redoButton.isEnabled)
        view.redoButton.press()
        #expect(view.titleField.text == "Ad")
        view.disposeBag.dispose()
    }

    @Test("steps")
    func steps() throws {
        // EXAMPLE: undo, steps
        let title = BehaviorRelay(value: "")
        let link = BehaviorRelay(value: "")
        let history = UndoHistory(title, link)
        let bag = DisposeBag()
        bag.insert(title => { link.accept($0.lowercased()) })
        for text in ["A", "Ad", "Ada", "Ada ", "Ada K"] { title.accept(text) }
        print(history.undoCount)  // prints 2
        history.undo()
        print(title.value, link.value)  // prints Ada ada
        // END
        #expect(try print.lines == Example.named("undo, steps").output)
    }

    @Test("there and back")
    func thereAndBack() throws {
        // EXAMPLE: undo, there and back
        let title = BehaviorRelay(value: "Ada Lovelace")
        let link = BehaviorRelay(value: "ada")
        let history = UndoHistory(title, link)
        let bag = DisposeBag()
        bag.insert(title.asDriver().skip(1) => { link.accept($0.lowercased()) })
        title.accept("Grace Hopper")
        print(link.value)  // prints grace hopper
        history.undo()
        print(title.value, link.value)  // prints Ada Lovelace ada
        history.redo()
        print(title.value, link.value)  // prints Grace Hopper grace hopper
        // END
        #expect(try print.lines == Example.named("undo, there and back").output)
    }

    @Test("a dialog that can be cancelled")
    func dialog() throws {
        // EXAMPLE: undo, dialog
        let name = BehaviorRelay(value: "Ada")
        let age = BehaviorRelay(value: 36)
        let history = UndoHistory(name, age)
        history.begin()  // the dialog opens
        name.accept("Grace Hopper")
        age.accept(37)
        history.cancel()
        print(name.value, age.value, history.undoCount)  // prints Ada 36 0
        history.begin()
        name.accept("Grace Hopper")
        age.accept(37)
        history.commit()  // one step
        history.undo()
        print(name.value, age.value)  // prints Ada 36
        // END
        #expect(try print.lines == Example.named("undo, dialog").output)
    }

    @Test("the focus")
    func focus() {
        let viewModel = ContactFormViewModel()
        let view = ContactFormView(viewModel)
        view.emailField.click(leaving: nil)
        #expect(viewModel.focus.current.value == .email)
        viewModel.submit()
        #expect(view.nameField.isFocused && !view.emailField.isFocused)
        view.emailField.click(leaving: view.nameField)
        #expect(viewModel.focus.current.value == .email)
        view.disposeBag.dispose()
    }

    @Test("the focus, by the fields of a form")
    func focusByField() throws {
        // EXAMPLE: focus, fields of a form
        let (name, email) = (Field("", [.notEmpty]), Field("", [.email]))
        let form = Form(name, email)
        let focus = Focus<FormField>(email)
        let field = FocusableField()
        let bag = DisposeBag()
        bag.insert(focus[name] <=> field.rx.isFocused)
        focus.move(to: form.firstInvalid)
        print(field.isFocused)  // prints true
        // END
        #expect(try print.lines == Example.named("focus, fields of a form").output)
    }
}

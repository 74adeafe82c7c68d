import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

// More examples of Documentation/GTKControls.md; see DocumentExample.

// EXAMPLE: gtk, dialogs
@MainActor final class DraftViewModel {
    enum Answer { case cancel, discard, save }

    let chooseFile = Interaction<Void, String?>()
    let chooseName = Interaction<String, String?>()
    let mayDiscard = Interaction<String, Answer>()
}

final class DraftWindow: Window, BindingContext {
    let disposeBag = DisposeBag()

    init(_ viewModel: DraftViewModel) {
        super.init("Draft")
        let filters = [FileFilter("Letters", ["*.txt", "*.md"]), .all("All Files")]
        binding {
            viewModel.chooseFile.answer { [weak self] in
                await self?.chooseFile("Open a Letter", filters: filters)
            }
            viewModel.chooseName.answer { [weak self] name in
                await self?.chooseFileToSave("Save the Letter", name: name, filters: filters)
            }
            viewModel.mayDiscard.answer { [weak self] question in await self?.mayDiscard(question) }
        }
    }

    private func mayDiscard(_ question: String) async -> DraftViewModel.Answer {
        await ask(
            question, detail: "The changes are lost otherwise.",
            choices: [Choice("_Cancel", .cancel), .destructive("_Discard", .discard), .suggested("_Save", .save)])
    }
}
// END

@Suite("Lists, dialogs and menus, as the document has them")
@MainActor
struct GTKControlsDocumentTests {
    private let print = Printer()

    @Test("Questions for files, and one with three answers")
    func dialogs() async throws {
        let viewModel = DraftViewModel()
        let window = DraftWindow(viewModel)
        window.present()
        for (number, answer) in [DraftViewModel.Answer.cancel, .discard, .save].enumerated() {
            async let asked = viewModel.mayDiscard.ask("Save the changes?")
            try await window.dialog().press(number)
            #expect(try await asked == answer)
        }
        async let file = viewModel.chooseFile.ask()
        let open = try await window.dialog()
        #expect(open.properties.title == "Open a Letter")
        gtk_dialog_response(open.typed(), GTK_RESPONSE_CANCEL.rawValue)
        #expect(try await file == nil)
        async let name = viewModel.chooseName.ask("letter.txt")
        let save = try await window.dialog()
        #expect(save.properties.title == "Save the Letter")
        gtk_dialog_response(save.typed(), GTK_RESPONSE_CANCEL.rawValue)
        #expect(try await name == nil)
        window.destroy()
    }

    @Test("A text of several lines, and a whole number")
    func fields() throws {
        // EXAMPLE: gtk, text and number
        let (note, copies) = (BehaviorRelay(value: "Bread"), BehaviorRelay(value: 2))
        let (text, number) = (TextView(), SpinButton(1...99, step: 1))
        let whole = ValueConverter<Double, Int>(parse: { Int($0.rounded()) }, format: { Double($0) })
        let bag = DisposeBag()
        bag.insert {
            note <=> text.rx.text
            copies <=> number.rx.value.converted(by: whole)
        }
        number.properties.value = 3  // or by its user
        print(copies.value)  // prints 3
        copies.accept(5)
        print(number.properties.value)  // prints 5.0
        // END
        #expect(try print.lines == DocumentExample("gtk, text and number").output)
        #expect(text.buffer.properties.text == "Bread")
        text.buffer.properties.text = "Cheese"
        #expect(note.value == "Cheese")
    }

    @Test("A menu with sections")
    func menu() {
        // EXAMPLE: gtk, menu
        let menu = Menu([
            .item("_Open…", "app.open"),
            .section([.item("_Undo", "win.undo"), .item("_Redo", "win.redo")]),
            .section([.submenu("_View", [.item("_List", "win.view::list"), .item("_Icons", "win.view::icons")])]),
        ])
        let button = MenuButton(icon: "open-menu-symbolic", PopoverMenu(menu))
        // END
        #expect(gtk_menu_button_get_popover(button.opaque) != nil && menu.items.count == 3)
    }
}

import Binding
import BindingCollections
import BindingForms
import BindingOperators
import CGameMenu
import TestSupport
import Testing

// The examples of Documentation/Toolkits.md; see DocumentationTests. The toolkit is Tests/CGameMenu.

// EXAMPLE: toolkits, item

// EXAMPLE: toolkits, properties

// EXAMPLE: toolkits, events

// EXAMPLE: toolkits, list

// EXAMPLE: toolkits, focus

// EXAMPLE: toolkits, threads

// EXAMPLE: toolkits, view model and view

@Suite("A toolkit of one's own, as the document has it", .serialized)
@MainActor
struct ToolkitsDocumentTests {
    private let print = Printer()

    @Test("A menu that is bound")
    func use() async throws {
        // EXAMPLE: toolkits, use
        #expect(try print.lines == Example.named("toolkits, use").output)
        #expect(!view.name.isEnabled)
        viewModel.name = ""
        #expect(!view.play.isEnabled)
    }

    @Test("A list is given the rows that changed")
    func rows() {
        let letters = BehaviorRelay<TreeArray<String>>(value: ["a", "b", "c"])
        let list = MenuList()
        let bag = DisposeBag()
        bag.insert(letters.updates(by: \.self) => list.rx.rows)
        for rows in [["b", "c", "d"], ["d", "x", "b", "c"], [], ["e"]] as [TreeArray<String>] {
            letters.accept(rows)
            #expect((0..<menu_row_count(list.item)).map { String(cString: menu_row(list.item, $0)) } == Array(rows))
        }
    }

    @Test("A text that is set is sent once, though the toolkit emits it twice")
    func oneText() throws {
        // EXAMPLE: toolkits, one value
        #expect(try print.lines == Example.named("toolkits, one value").output)
        field.text = "Hedy"
        field.rx.performEdit { field.text = "Joan" }
        #expect(print.lines.suffix(3) == ["", "Hedy", "Joan"])
    }

    @Test("The focus stays where it was where an item does not take it")
    func refusedFocus() {
        let focus = Focus<String>()
        let (name, other) = (MenuField(), MenuField())
        let bag = DisposeBag()
        bag.insert {
            focus["name"] <=> name.rx.isFocused
            focus["other"] <=> other.rx.isFocused
        }
        focus.move(to: "name")
        #expect(name.isFocused)
        other.isEnabled = false
        focus.move(to: "other")
        #expect(name.isFocused && !other.isFocused)
        #expect(focus.current.value == "name")
        other.isEnabled = true
        menu_focus(other.item)
        #expect(focus.current.value == "other")
    }

    @Test("An edit is held back until its field is left")
    func heldBack() throws {
        // EXAMPLE: toolkits, held back
        #expect(try print.lines == Example.named("toolkits, held back").output)
    }

    @Test("A callback of another thread arrives on the main actor, in order")
    func threads() async {
        let bar = LoadingBar()
        var texts: [String] = []
        let bag = DisposeBag()
        bag.insert(bar.rx.text => { if !$0.isEmpty { texts.append($0) } })
        bar.load()
        while bar.text != "100 %", !TimeLimit.isOver { await Task.yield() }
        #expect(texts == ["50 %", "100 %"])
    }

    @Test("Neither bindings nor handlers keep an item alive, and a view is released with its items")
    func release() {
        weak var weakView: StartMenu?
        weak var weakName: MenuField?
        let viewModel = StartViewModel()
        do {
            let view = StartMenu(viewModel)
            (weakView, weakName) = (view, view.name)
        }
        #expect(weakView == nil)
        #expect(weakName == nil)

        let name = BehaviorRelay(value: "Ada")
        let bag = DisposeBag()
        do {
            let field = MenuField()
            bag.insert(name <=> field.rx.text)
            weakName = field
        }
        #expect(weakName == nil)
        name.accept("Grace")
    }
}

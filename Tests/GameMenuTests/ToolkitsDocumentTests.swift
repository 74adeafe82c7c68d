import Binding
import BindingCollections
import BindingForms
import BindingOperators
import CGameMenu
import Foundation
import TestSupport
import Testing

// The examples of Documentation/Toolkits.md; see DocumentationTests. The toolkit is Tests/CGameMenu.

// EXAMPLE: toolkits, item
/// An item of the menu. It owns the C item.
@MainActor class MenuItem: ReactiveCompatible {
    let item: OpaquePointer = menu_item_new()

    isolated deinit { menu_item_free(item) }

    var text: String {
        get { String(cString: menu_text(item)) }
        set { menu_set_text(item, newValue) }
    }

    var isEnabled: Bool {
        get { menu_is_enabled(item) }
        set { menu_set_enabled(item, newValue) }
    }

    /// Calls a closure for each signal of a kind.
    ///
    /// - Returns: A closure that disconnects it, and holds the item weakly.
    func connect(_ signal: menu_signal, _ call: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        answer(signal) {
            call()
            return true
        }
    }

    /// The same for a signal whose handler returns a result.
    func answer(_ signal: menu_signal, _ answer: @escaping @MainActor () -> Bool) -> @MainActor () -> Void {
        let id = menu_connect(
            item, signal,
            { data in
                Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue().answer()
            },
            Unmanaged.passRetained(Handler(answer)).toOpaque(),
            { data in Unmanaged<Handler>.fromOpaque(data!).release() })
        return { [weak self] in if let self { menu_disconnect(self.item, id) } }
    }

    /// A closure in the form that C is given.
    private final class Handler: Sendable {
        let answer: @MainActor () -> Bool

        init(_ answer: @escaping @MainActor () -> Bool) { self.answer = answer }
    }
}
// END

// EXAMPLE: toolkits, properties
extension Reactive where Base: MenuItem {
    var text: ControlProperty<String> {
        controlProperty(
            observe: { item, changed in item.connect(MENU_CHANGED, changed) },
            getter: { $0.text }, setter: { $0.text = $1 })
    }

    /// A property that can only be read.
    var length: Driver<Int> {
        controlDriver(
            observe: { item, changed in item.connect(MENU_CHANGED, changed) },
            getter: { $0.text.count })
    }
}
// END

// EXAMPLE: toolkits, events
extension Reactive where Base: MenuItem {
    var press: ControlEvent<Void> {
        controlEvent { item, send in item.connect(MENU_PRESSED) { send(()) } }
    }

    var closeRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { item, ask in item.answer(MENU_CLOSING) { ask(()) } }
    }
}

final class MenuButton: MenuItem, CommandControl {
    var activations: ControlEvent<Void> { rx.press }
}
// END

// EXAMPLE: toolkits, list
final class MenuList: MenuItem {
    private var rows: TreeArray<String> = []

    func apply(_ update: ListUpdate<String>) {
        for step in update.steps(from: rows) {
            rows = step.rows
            let start = step.change.position
            for _ in 0..<step.change.removed { menu_remove_row(item, Int32(start)) }
            for place in start..<start + step.change.added { menu_insert_row(item, Int32(place), rows[place]) }
        }
    }
}

extension Reactive where Base: MenuList {
    var rows: Binder<ListUpdate<String>> {
        Binder(base) { list, update in list.apply(update) }
    }
}
// END

// EXAMPLE: toolkits, focus
final class MenuField: MenuItem {
    let focusChanges = PublishRelay<Void>()

    override init() {
        super.init()
        // For as long as the item lives, so nothing has to disconnect it. The handler must not hold the item.
        _ = connect(MENU_FOCUS) { [focusChanges] in focusChanges.accept(()) }
    }

    var isFocused: Bool {
        get { menu_has_focus(item) }
        set {
            if newValue != isFocused { menu_focus(newValue ? item : nil) }
            if newValue != isFocused { focusChanges.accept(()) }  // refused: the toolkit does not report it
        }
    }
}

extension Reactive where Base: MenuField {
    var isFocused: ControlProperty<Bool> {
        controlProperty(
            changes: base.focusChanges, getter: { $0.isFocused }, setter: { $0.isFocused = $1 })
    }

    var editingDidEnd: ControlEvent<Void> {
        controlEvent(isFocused.changed.filter { !$0 }.map { _ in })
    }
}
// END

// EXAMPLE: toolkits, threads
final class LoadingBar: MenuItem {
    func load() {
        menu_load(
            { @Sendable percent, data in  // another thread calls it
                let bar = Unmanaged<LoadingBar>.fromOpaque(data!).takeUnretainedValue()
                MainScheduler.run { bar.text = "\(percent) %" }
            },
            Unmanaged.passRetained(self).toOpaque(),
            { @Sendable data in Unmanaged<LoadingBar>.fromOpaque(data!).release() })
    }
}
// END

// EXAMPLE: toolkits, view model and view
@MainActor final class StartViewModel {
    enum Part { case name }

    @Mutable var name = ""
    @Bindable var isPlaying = false
    @Bindable private(set) var players: TreeArray<String> = ["Grace"]
    let focus = Focus<Part>()

    private(set) lazy var play = Command(of: self) { me in
        me.players.insert(me.name, at: 0)
        me.isPlaying = true
    }.enabled(by: $name.asDriver().map { !$0.isEmpty })
}

@MainActor final class StartMenu: BindingContext {
    let disposeBag = DisposeBag()
    let (menu, name, length) = (MenuItem(), MenuField(), MenuItem())
    let (play, players) = (MenuButton(), MenuList())

    init(_ viewModel: StartViewModel) {
        binding {
            viewModel.$name <=> name.rx.text
            viewModel.focus[.name] <=> name.rx.isFocused
            name.rx.length.map { "\($0) of 12" } => length.rx.text
            viewModel.$isPlaying.map { !$0 } => name.rx.isEnabled  // a Binder, made from the property alone
            play.rx.command(viewModel.play)
            viewModel.$players.updates(by: \.self) => players.rx.rows
            menu.rx.closeRequest => { [weak viewModel] in viewModel?.isPlaying != true }
        }
    }
}
// END

@Suite("A toolkit of one's own, as the document has it", .serialized)
@MainActor
struct ToolkitsDocumentTests {
    private let print = Printer()

    @Test("A menu that is bound")
    func use() async throws {
        // EXAMPLE: toolkits, use
        let viewModel = StartViewModel()
        let view = StartMenu(viewModel)
        menu_type(view.name.item, "Ada")  // as a player does
        print(viewModel.name, view.length.text)  // prints Ada 3 of 12

        viewModel.name = "Ada Lovelace, Countess"  // as the program does
        print(view.name.text, viewModel.name == view.name.text)  // prints Ada Lovelace true

        viewModel.focus.move(to: .name)
        print(view.name.isFocused)  // prints true

        menu_press(view.play.item)
        await viewModel.play.finished()
        print(String(cString: menu_row(view.players.item, 0)))  // prints Ada Lovelace
        print(menu_close(view.menu.item))  // prints false
        // END
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
        let field = MenuField()
        let name = BehaviorRelay(value: "Ada")
        let bag = DisposeBag()
        bag.insert {
            name <=> field.rx.text
            field.rx.text => { print($0) }  // prints Ada
        }
        name.accept("Grace Hopper, Admiral")  // prints Grace Hopper
        // END
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
        let name = BehaviorRelay(value: "")
        let field = MenuField()
        let bag = DisposeBag()
        bag.insert(name <=> field.rx.text.committed(on: field.rx.editingDidEnd))
        menu_focus(field.item)
        menu_type(field.item, "Ada")
        print(name.value.isEmpty)  // prints true
        menu_focus(nil)
        print(name.value)  // prints Ada
        // END
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

    @Test("The toolkit's header is that of the document")
    func header() throws {
        let header = try Example.text(of: "Tests/CGameMenu/include/CGameMenu.h")
        let start = try #require(header.range(of: "// EXAMPLE: toolkits, header\n"))
        let end = try #require(header.range(of: "\n// END"))
        let lines = header[start.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        let documented = try Example.blocks(of: "Documentation/Toolkits.md", language: "c")
        #expect(documented == [lines.map { $0.trimmingCharacters(in: .whitespaces) }])
    }
}

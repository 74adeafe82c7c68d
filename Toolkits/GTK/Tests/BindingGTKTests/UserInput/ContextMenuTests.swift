import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Menus that the user opens with the mouse or the keyboard.
@MainActor @Suite struct ContextMenuTests {
    /// A widget with a menu of its own, or without.
    enum Kind: String, CaseIterable, Codable, Sendable {
        case label, selectableLabel, entry, password, search, number, lines, choice, button

        @MainActor func make() -> Widget {
            switch self {
            case .label: Label("A text")
            case .selectableLabel: Label("A text").with(\.selectable, true)
            case .entry: Entry()
            case .password: PasswordEntry()
            case .search: SearchEntry()
            case .number: SpinButton(0...10)
            case .lines: TextView()
            case .choice: DropDown(["a", "b"]) { $0 }
            case .button: Button("A button")
            }
        }

        /// Whether it takes the focus, so that keys reach it.
        var isFocusable: Bool { self != .label }
    }

    /// Opens the menu of a widget and chooses an item of it.
    private static func use(_ kind: Kind) async throws {
        let window = Window("A menu", width: 300, height: 200)
        let widget = kind.make().with(\.vexpand, true)
        let zap = Action("zap")
        window.addActions([zap])
        widget.setContextMenu(Menu([.item("Zap", "win.zap")]))
        // In place of the first.
        widget.setContextMenu(Menu([.item("_Zap", "win.zap")]))
        window.child = Box(.vertical, [Entry(), widget])
        var count = 0
        let bag = DisposeBag { zap.rx.activate => { count += 1 } }
        try await User.look(at: window)
        try await User.click(widget, button: 3)
        try await eventually("\(kind): the menu is open") { openMenu(in: widget) != nil }
        try await User.press("z")
        try await eventually("\(kind): the item is chosen") { count == 1 && openMenu(in: widget) == nil }
        if kind.isFocusable {
            for (number, keys) in ["Menu", "shift+F10"].enumerated() {
                widget.grabFocus()
                try await User.press(keys)
                try await eventually("\(kind): the menu is open by \(keys)") { openMenu(in: widget) != nil }
                try await User.press("z")
                try await eventually("\(kind): the item is chosen") {
                    count == number + 2 && openMenu(in: widget) == nil
                }
            }
        }
        widget.setContextMenu(nil)
        widget.setContextMenu(Menu([.item("_Zap", "win.zap")]))
        // A click while the display still closes the menu before is lost.
        for _ in 0..<10 where openMenu(in: widget) == nil {
            try await User.click(widget, button: 3)
            let end = ContinuousClock.now + .seconds(1)
            while openMenu(in: widget) == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(openMenu(in: widget) != nil, "\(kind): the menu is open again")
        window.destroy()
        bag.dispose()
        // The next window has the keyboard.
        let next = Window("The next", width: 300, height: 200)
        let entry = Entry()
        next.child = entry
        try await User.look(at: next)
        entry.grabFocus()
        try await User.type("ab")
        try await eventually("\(kind): the next window has the keyboard") { entry.properties.text == "ab" }
        next.destroy()
    }

    @Test(arguments: Kind.allCases)
    func opensByTheMouseAndByKeysAndGoesWithItsWindow(_ kind: Kind) async throws {
        // In a process of its own, which any complaint of GTK ends.
        await #expect(processExitsWith: .success) { [kind] in
            g_log_set_always_fatal(GLogLevelFlags(G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_FLAG_FATAL.rawValue))
            try await ContextMenuTests.use(kind)
            await exitSuccessfully()
        }
    }

    /// Whether a widget goes, with its menu, that was never shown.
    private static func isReleased(_ kind: Kind) -> Bool {
        weak var former: Widget?
        func make() {
            let widget = kind.make()
            widget.setContextMenu(Menu([.item("_Zap", "win.zap")]))
            Popover(Label("A remark")).attach(to: widget)
            former = widget
        }
        make()
        return former == nil
    }

    @Test(arguments: Kind.allCases)
    func goesWithAWidgetThatWasNeverShown(_ kind: Kind) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            g_log_set_always_fatal(GLogLevelFlags(G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_FLAG_FATAL.rawValue))
            let isReleased = await MainActor.run { ContextMenuTests.isReleased(kind) }
            try #require(isReleased)
        }
    }

    /// A list or a table.
    enum Rows: CaseIterable, Sendable {
        case list, table
    }

    /// Three rows, of which one is deleted by the menu.
    @MainActor private final class DeletingWindow: Window {
        let rows = BehaviorRelay(value: people(0..<4))
        let selected = BehaviorRelay<Int?>(value: 0)
        private(set) var texts: [String: Label] = [:]
        private(set) var control: Widget!
        private let bag = DisposeBag()

        init(_ kind: Rows, mode: ListSelectionMode = .single) {
            super.init("Rows", width: 300, height: 300)
            let (open, delete) = (Action("open"), Action("delete"))
            addActions([open, delete])
            let show: @MainActor (Label, Person) -> Void = { [unowned self] label, person in
                label.properties.label = person.name
                texts[person.name] = label
            }
            switch kind {
            case .list: bind(ListView<Person, Label>(selectionMode: mode, make: { Label() }, show: show))
            case .table:
                let column = Column<Person>(
                    "Name", make: { Label() }, show: { label, person, _ in show(label, person) })
                bind(ColumnView<Person>([column], selectionMode: mode))
            }
            bag.insert(
                delete.rx.activate => { [unowned self] in
                    rows.modify { [selected] in $0.removeAll { $0.id == selected.value } }
                })
        }

        private func bind<Control: ListControl>(_ list: Control) where Control.Row == Person {
            control = list
            list.setContextMenu(Menu([.item("_Open", "win.open"), .item("_Delete", "win.delete")]))
            child = ScrolledWindow(list)
            bag.insert {
                rows.updates() => list.rx.rows
                selected <=> list.rx.selectedID
            }
        }

        var ids: [Int] { rows.value.map(\.id) }
    }

    @Test(arguments: Rows.allCases)
    func actsOnTheRowThatWasClicked(_ kind: Rows) async throws {
        let window = DeletingWindow(kind)
        try await User.look(at: window)
        try await eventually("the rows are there") { window.texts.count == 4 }
        try await User.click(#require(window.texts["Person 2"]), button: 3)
        try await eventually("the menu is open") { openMenu(in: window.control) != nil }
        #expect(window.selected.value == 2)
        try await User.press("Down", "Return")
        try await eventually("a row is deleted") { window.ids.count == 3 }
        #expect(window.ids == [0, 1, 3])
        window.destroy()
    }

    @Test(arguments: Rows.allCases, ["Menu", "shift+F10"])
    func actsOnTheRowThatHasTheFocus(_ kind: Rows, _ key: String) async throws {
        let window = DeletingWindow(kind)
        try await User.look(at: window)
        try await eventually("the rows are there") { window.texts.count == 4 }
        try await User.click(#require(window.texts["Person 3"]))
        try await eventually("it is selected") { window.selected.value == 3 }
        // Moves the focus, not the selection.
        try await User.press("ctrl+Up", "ctrl+Up")
        try await User.press(key)
        try await eventually("the menu is open") { openMenu(in: window.control) != nil }
        #expect(window.selected.value == 1)
        try await User.press("Escape")
        try await eventually("the menu is closed") { openMenu(in: window.control) == nil }
        // The focus is in the list again.
        try await User.press("Up", "Down", "Down", key)
        try await eventually("the menu is open again") { openMenu(in: window.control) != nil }
        #expect(window.selected.value == 2)
        try await User.press("Down", "Return")
        try await eventually("a row is deleted") { window.ids.count == 3 }
        #expect(window.ids == [0, 1, 3])
        window.destroy()
    }

    @Test func keepsASelectionOfSeveralRowsThatContainsTheOneThatWasClicked() async throws {
        let window = DeletingWindow(.list, mode: .multiple)
        let list = try #require(window.control as? ListView<Person, Label>)
        try await User.look(at: window)
        try await eventually("the rows are there") { window.texts.count == 4 }
        list.model.selectedIDs = [1, 2]
        try await User.click(#require(window.texts["Person 2"]), button: 3)
        try await eventually("the menu is open") { openMenu(in: list) != nil }
        #expect(list.model.selectedIDs == [1, 2])
        try await User.press("Escape")
        try await eventually("the menu is closed") { openMenu(in: list) == nil }
        try await User.click(#require(window.texts["Person 3"]), button: 3)
        try await eventually("the menu is open") { openMenu(in: list) != nil }
        #expect(list.model.selectedIDs == [3])
        try await User.press("Escape")
        try await eventually("the menu is closed") { openMenu(in: list) == nil }
        // Below the rows: the middle of the list.
        try await User.click(list, button: 3)
        try await eventually("the menu is open") { openMenu(in: list) != nil }
        #expect(list.model.selectedIDs.isEmpty)
        try await User.press("Escape")
        try await eventually("the menu is closed") { openMenu(in: list) == nil }
        window.destroy()
    }
}

import Binding
import BindingGTK
import BindingOperators
import CBindingGTK
import CGTK
import Testing

/// A description of the content of a C menu.
private func text(_ menu: UnsafeMutablePointer<GMenuModel>) -> String {
    func attribute(_ name: String, _ index: Int32) -> String? {
        guard let value = g_menu_model_get_item_attribute_value(menu, index, name, nil) else { return nil }
        defer { g_variant_unref(value) }
        return String(cString: g_variant_get_string(value, nil))
    }
    return (0..<g_menu_model_get_n_items(menu)).map { index in
        var text = attribute("label", index) ?? ""
        if let action = attribute("action", index) { text += ":\(action)" }
        if let target = attribute("target", index) { text += "(\(target))" }
        for (link, mark) in [("section", "§"), ("submenu", ">")] {
            guard let inner = g_menu_model_get_item_link(menu, index, link) else { continue }
            defer { g_object_unref(inner) }
            text += "\(mark)[\(BindingGTKTests.text(inner))]"
        }
        return text
    }.joined(separator: " ")
}

@MainActor @Suite struct MenuTests {
    @Test func offersItemsSubmenusAndSections() {
        let menu = Menu([
            .item("_Open", "win.open"),
            .submenu("_View", [.item("_List", "win.view::list"), .item("_Icons", "win.view::icons")]),
            .section([.item("_Quit", "app.quit")], title: "End"),
            .section([]),
        ])
        #expect(
            text(menu.typed())
                == "_Open:win.open _View>[_List:win.view(list) _Icons:win.view(icons)] End§[_Quit:app.quit] §[]")
    }

    @Test func isBound() {
        let menu = Menu()
        let names = BehaviorRelay(value: ["a", "b"])
        let bag = DisposeBag {
            names.asDriver().map { $0.map { .item($0, "win.open::\($0)") } } => menu.rx.items
        }
        #expect(text(menu.typed()) == "a:win.open(a) b:win.open(b)")
        names.accept(["c"])
        #expect(text(menu.typed()) == "c:win.open(c)")
        bag.dispose()
    }

    @Test func isOpenedByAButtonAndGoesWithTheWindow() async throws {
        weak var menuButton: MenuButton?
        weak var popover: PopoverMenu?
        weak var window: Window?
        var closed = 0
        let bag = DisposeBag()
        func open() {
            let newPopover = PopoverMenu(Menu([.item("_Open", "win.open")]))
            let button = MenuButton("_Menu", newPopover)
            let newWindow = Window("Menu")
            newWindow.child = button
            newWindow.present()
            bag.insert(newPopover.rx.closed => { closed += 1 })
            (menuButton, popover, window) = (button, newPopover, newWindow)
        }
        open()
        try await eventually("the window is shown") { gtk_widget_get_mapped(menuButton?.widget) != 0 }
        #expect(gtk_menu_button_get_popover(menuButton?.opaque) == popover?.typed())
        menuButton?.popUp()
        try await eventually("the menu is open") { gtk_widget_get_visible(popover?.widget) != 0 }
        popover?.popDown()
        try await eventually("the menu is closed") { closed == 1 }
        window?.destroy()
        try await eventually("all have gone") { menuButton == nil && popover == nil && window == nil }
        bag.dispose()
    }

    @Test func aPopoverIsAttachedToAnyWidget() async throws {
        weak var popover: Popover?
        weak var window: Window?
        func open() {
            let label = Label("Field")
            let newPopover = Popover(Label("Remark")).attach(to: label)
            label.setContextMenu(Menu([.item("_Copy", "win.copy")]))
            let newWindow = Window("Popover")
            // GTK warns about a popover in a window where nothing has the focus.
            newWindow.child = Box(.vertical, [Entry(), label])
            newWindow.present()
            (popover, window) = (newPopover, newWindow)
        }
        open()
        try await eventually("the window is shown") { gtk_widget_get_mapped(window?.widget) != 0 }
        popover?.popUp()
        #expect(gtk_widget_get_visible(popover?.widget) != 0)
        popover?.popDown()
        window?.destroy()
        try await eventually("all have gone") { popover == nil && window == nil }
    }

    @Test func theSecondButtonOpensAMenuWhoseItemIsChosenByAKey() async throws {
        let window = Window("Context menu", width: 300, height: 200)
        let label = Label("Text").with(\.hexpand, true).with(\.vexpand, true)
        let (cut, copy) = (Action("cut"), Action("copy"))
        window.addActions([cut, copy])
        var seen: [String] = []
        let bag = DisposeBag {
            cut.rx.activate => { seen.append("cut") }
            copy.rx.activate => { seen.append("copy") }
        }
        window.child = Box(.vertical, [Entry(), label])
        label.setContextMenu(Menu([.item("_Delete", "win.delete")]))
        // In place of the first menu.
        label.setContextMenu(Menu([.item("C_ut", "win.cut"), .item("_Copy", "win.copy")]))
        try await User.look(at: window)
        try await User.click(label, button: 3)
        let popovers = { children(of: label.widget).filter { gtk_widget_get_visible($0) != 0 } }
        try await eventually("the menu is open") { popovers().count == 1 && gtk_widget_get_mapped(popovers()[0]) != 0 }
        try await User.press("c")
        try await eventually("an item was chosen") { seen == ["copy"] }
        try await eventually("the menu is closed") { popovers().isEmpty }
        label.setContextMenu(nil)
        #expect(children(of: label.widget).isEmpty)
        window.destroy()
        bag.dispose()
    }

    @Test func keysArePressed() async throws {
        let window = Window("Keys")
        let (entry, other, label) = (Entry(), Entry(), Label("x"))
        window.child = Box(.vertical, [entry, other, label])
        let save = Action("save")
        window.addActions([save])
        var seen: [String] = []
        let bag = DisposeBag {
            window.rx.shortcut("<Control>s") => { seen.append("window") }
            entry.rx.shortcut("F5") => { seen.append("entry") }
            label.rx.shortcut("F6", scope: .global) => { seen.append("label") }
        }
        try await User.look(at: window)
        entry.grabFocus()
        try await User.press("ctrl+s", "F5", "F6")
        try await eventually("all three are called") { seen == ["window", "entry", "label"] }
        other.grabFocus()
        // The entry's shortcut applies while the entry has the focus.
        try await User.press("F5", "F6")
        try await eventually("one is called") { seen == ["window", "entry", "label", "label"] }
        window.destroy()
        bag.dispose()
    }

    @Test func keysOfAnActionArePressed() async throws {
        let application = Application { _ in }
        try #require(g_application_register(application.typed(), nil, nil) != 0)
        let window = Window("Keys", application: application)
        let clear = Action("clear")
        window.addActions([clear])
        window.child = Entry()
        application.setKeys(["<Control>d", "F7"], for: "win.clear")
        var count = 0
        let bag = DisposeBag { clear.rx.activate => { count += 1 } }
        try await User.look(at: window)
        try await User.press("ctrl+d", "F7")
        try await eventually("both keys count") { count == 2 }
        clear.isEnabled = false
        try await User.press("F7")
        clear.isEnabled = true
        application.setKeys(["F8"], for: "win.clear")
        try await User.press("F7", "F8")
        try await eventually("the new key counts") { count == 3 }
        window.destroy()
        bag.dispose()
    }

    @Test func shortcutsCallAndGo() async throws {
        let window = Window("Shortcuts")
        let label = Label("x")
        window.child = label
        func controllers() -> [EventController] {
            let list = gtk_widget_observe_controllers(label.widget)!
            defer { g_object_unref(UnsafeMutableRawPointer(list)) }
            return (0..<g_list_model_get_n_items(list)).compactMap { index in
                let controller = g_list_model_get_item(list, index)!
                defer { g_object_unref(controller) }
                return GObject.of(controller) as? ShortcutController
            }
        }
        let before = controllers()
        var count = 0
        let binding = label.rx.shortcut("<Control>s", scope: .global) => { count += 1 }
        let controller = try #require(controllers().first { controller in !before.contains { $0 === controller } })
        #expect(controller.properties.get("scope") == ShortcutScope.global)
        let shortcut = g_list_model_get_item(controller.opaque, 0)!
        defer { g_object_unref(shortcut) }
        let trigger = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(OpaquePointer(shortcut)))!
        defer { g_free(trigger) }
        #expect(String(cString: trigger) == "<Control>s")
        let action = gtk_shortcut_get_action(OpaquePointer(shortcut))
        gtk_shortcut_action_activate(action, GTK_SHORTCUT_ACTION_EXCLUSIVE, label.widget, nil)
        #expect(count == 1)
        binding.dispose()
        #expect(controllers().count == before.count)
        let late = label.rx.shortcut("F5") => { count += 1 }
        window.destroy()
        late.dispose()
    }
}

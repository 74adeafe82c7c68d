import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct ActionTests {
    @Test func isActivatedByItsNameInAWindow() {
        let window = Window("Actions")
        let save = Action("save")
        window.addActions([save, Action("other")])
        let button = Button("Save")
        window.child = button
        var count = 0
        let bag = DisposeBag { save.rx.activate => { count += 1 } }
        #expect(gtk_widget_activate_action_variant(button.widget, "win.save", nil) != 0)
        #expect(count == 1)
        save.properties.enabled = false
        gtk_widget_activate_action_variant(button.widget, "win.save", nil)
        #expect(count == 1)
        save.isEnabled = true
        #expect(gtk_widget_activate_action_variant(button.widget, "win.save", nil) != 0)
        #expect(count == 2)
        bag.dispose()
        save.activate()
        #expect(count == 2)
        window.destroy()
    }

    @Test func isActivatedInAWindowOfAnApplicationAndInTheApplication() throws {
        let application = Application(id: nil) { _ in }
        #expect(g_application_register(application.typed(), nil, nil) != 0)
        let (save, quit) = (Action("save"), Action("quit"))
        application.addActions([quit])
        let window = Window("Actions", application: application)
        window.addActions([save])
        var done: [String] = []
        let bag = DisposeBag {
            save.rx.activate => { done.append("save") }
            quit.rx.activate => { done.append("quit") }
        }
        #expect(g_action_group_has_action(window.opaque, "save") != 0, "in the window's own group")
        gtk_widget_activate_action_variant(window.widget, "win.save", nil)
        gtk_widget_activate_action_variant(window.widget, "app.quit", nil)
        #expect(done == ["save", "quit"])
        bag.dispose()
        window.destroy()
    }

    @Test func isOnBothWays() {
        let window = Window("Actions")
        let wraps = Action("wrap", isOn: true)
        window.addActions([wraps])
        let relay = BehaviorRelay(value: false)
        let bag = DisposeBag { relay <=> wraps.rx.isOn }
        let state = { g_variant_get_boolean(g_action_get_state(wraps.opaque)) != 0 }
        #expect(!state())
        relay.accept(true)
        #expect(state())
        gtk_widget_activate_action_variant(window.widget, "win.wrap", nil)
        #expect(!relay.value)
        bag.dispose()
        gtk_widget_activate_action_variant(window.widget, "win.wrap", nil)
        #expect(state() && !relay.value)
        window.destroy()
    }

    @Test func isAChoiceBothWays() {
        let window = Window("Actions")
        let view = Action("view", choice: "list")
        window.addActions([view])
        let relay = BehaviorRelay(value: "icons")
        let bag = DisposeBag { relay <=> view.rx.choice }
        #expect(view.choice == "icons")
        gtk_widget_activate_action_variant(window.widget, "win.view", g_variant_new_string("tree"))
        #expect(relay.value == "tree")
        relay.accept("list")
        #expect(String(cString: g_variant_get_string(g_action_get_state(view.opaque), nil)) == "list")
        bag.dispose()
        window.destroy()
    }

    @Test func setsOffACommandAndIsEnabledWithIt() async throws {
        let isReady = BehaviorRelay(value: false)
        var runs = 0
        let command = Command {
            runs += 1
            await Task.yield()
        }
        .enabled(by: isReady.asDriver())
        let (action, button, toggle) = (Action("submit"), Button("Submit"), ToggleButton("Toggle"))
        let bag = DisposeBag {
            action.rx.command(command)
            button.rx.command(command)
            toggle.rx.command(command)
        }
        #expect(g_action_get_enabled(action.opaque) == 0)
        #expect(gtk_widget_get_sensitive(button.widget) == 0)
        isReady.accept(true)
        #expect(g_action_get_enabled(action.opaque) != 0)
        #expect(gtk_widget_get_sensitive(button.widget) != 0)
        action.activate()
        #expect(gtk_widget_get_sensitive(button.widget) == 0, "while it runs")
        await command.finished()
        emit("clicked", by: button)
        await command.finished()
        emit("clicked", by: toggle)
        await command.finished()
        #expect(runs == 3)
        bag.dispose()
        action.activate()
        await command.finished()
        #expect(runs == 3)
    }

    @Test func livesAsLongAsItsWindow() async throws {
        weak var action: Action?
        weak var window: Window?
        func open() {
            let (newWindow, newAction) = (Window("Actions"), Action("save"))
            newWindow.addActions([newAction])
            newWindow.present()
            (window, action) = (newWindow, newAction)
        }
        open()
        #expect(action != nil && window != nil)
        window?.destroy()
        try await eventually("window and action have gone") { action == nil && window == nil }
    }
}

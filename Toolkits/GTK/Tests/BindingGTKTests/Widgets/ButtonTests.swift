import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct ButtonTests {
    @Test func button() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { Button("_Press") }, property: { $0.rx.label },
            read: { gtk_button_get_label($0.typed()).map { String(cString: $0) } },
            write: { gtk_button_set_label($0.typed(), $1) })
        let button = Button("_Press")
        var count = 0
        let binding = button.rx.clicked => { count += 1 }
        emit("clicked", by: button)
        #expect(count == 1)
        binding.dispose()
        emit("clicked", by: button)
        #expect(count == 1)
    }

    @Test func isEnabledWhileItIsSensitive() {
        let button = Button("_Press")
        let isReady = BehaviorRelay(value: false)
        let bag = DisposeBag { isReady => button.rx.isEnabled }
        #expect(gtk_widget_get_sensitive(button.widget) == 0)
        isReady.accept(true)
        #expect(gtk_widget_get_sensitive(button.widget) != 0)
        bag.dispose()
    }

    @Test func toggleButton() async throws {
        try await expectBound(
            [false, true, false], make: { ToggleButton("_Bold") }, property: { $0.rx.active },
            read: { gtk_toggle_button_get_active($0.typed()) != 0 },
            write: { gtk_toggle_button_set_active($0.typed(), $1 ? 1 : 0) })
    }

    @Test func checkButton() async throws {
        try await expectBound(
            [true, false, true], make: { CheckButton("_Yes") }, property: { $0.rx.active },
            read: { gtk_check_button_get_active($0.typed()) != 0 },
            write: { gtk_check_button_set_active($0.typed(), $1 ? 1 : 0) })
    }

    @Test func oneOfAGroupIsChosen() async throws {
        weak var window: Window?
        let isFirst = BehaviorRelay(value: true)
        let isSecond = BehaviorRelay(value: false)
        let bag = DisposeBag()
        func choose() {
            let first = CheckButton("_First")
            let second = CheckButton("_Second", group: first)
            let newWindow = Window("Group")
            newWindow.child = Box(.vertical, [first, second])
            newWindow.present()
            window = newWindow
            bag.insert {
                isFirst <=> first.rx.active
                isSecond <=> second.rx.active
            }
            gtk_check_button_set_active(second.typed(), 1)
            #expect(!isFirst.value && isSecond.value)
            isFirst.accept(true)
            #expect(gtk_check_button_get_active(second.typed()) == 0)
            #expect(!isSecond.value)
            newWindow.destroy()
        }
        choose()
        try await eventually("the group has gone") { window == nil }
        bag.dispose()
    }

    @Test func aSwitch() async throws {
        try await expectBound(
            [true, false, true], make: { Switch() }, property: { $0.rx.active },
            read: { gtk_switch_get_active($0.opaque) != 0 }, write: { gtk_switch_set_active($0.opaque, $1 ? 1 : 0) })
    }

    @Test func aSwitchAsksBeforeItChangesItsState() {
        let aSwitch = Switch()
        var asked: [Bool] = []
        let answering = aSwitch.rx.stateSet.answer { isOn in
            asked.append(isOn)
            return true  // It has been handled.
        }
        gtk_switch_set_active(aSwitch.opaque, 1)
        #expect(asked == [true])
        #expect(gtk_switch_get_state(aSwitch.opaque) == 0)
        answering.dispose()
        gtk_switch_set_active(aSwitch.opaque, 0)
        gtk_switch_set_active(aSwitch.opaque, 1)
        #expect(asked == [true])
        #expect(gtk_switch_get_state(aSwitch.opaque) != 0)
    }

    @Test func menuButton() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { MenuButton("_Menu", PopoverMenu(Menu())) }, property: { $0.rx.label },
            read: { gtk_menu_button_get_label($0.opaque).map { String(cString: $0) } },
            write: { gtk_menu_button_set_label($0.opaque, $1) })
    }
}

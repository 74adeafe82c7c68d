import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct ContainerTests {
    private func makeStack() -> Stack {
        let stack = Stack()
        for name in ["a", "b", "c"] { stack.add(Label(name), name: name, title: name) }
        return stack
    }

    @Test func stack() async throws {
        try await expectBound(
            ["a", "b", "c"], make: makeStack, property: { $0.rx.visibleChildName },
            read: { gtk_stack_get_visible_child_name($0.opaque).map { String(cString: $0) } },
            write: { gtk_stack_set_visible_child_name($0.opaque, $1) })
    }

    @Test func stackSwitcher() async throws {
        weak var window: Window?
        let page = BehaviorRelay<String?>(value: "b")
        let bag = DisposeBag()
        func choose() {
            let stack = makeStack()
            let switcher = StackSwitcher(stack)
            #expect(switcher.properties.stack === stack)
            let newWindow = Window("Stack")
            newWindow.child = Box(.vertical, [switcher, stack])
            newWindow.present()
            window = newWindow
            bag.insert(page <=> stack.rx.visibleChildName)
            let first = gtk_widget_get_first_child(switcher.widget)!
            let buttons = sequence(first: first, next: gtk_widget_get_next_sibling)
            let active = buttons.map { gtk_toggle_button_get_active(GObject.of($0).typed()) }
            #expect(active == [0, 1, 0])
            gtk_toggle_button_set_active(GObject.of(gtk_widget_get_last_child(switcher.widget)).typed(), 1)
            #expect(page.value == "c")
            newWindow.destroy()
        }
        choose()
        try await eventually("the window has gone") { window == nil }
        bag.dispose()
    }

    @Test func revealer() async throws {
        try await expectBound(
            [true, false, true], make: { Revealer(Label("Revealed")) }, property: { $0.rx.revealChild },
            read: { gtk_revealer_get_reveal_child($0.opaque) != 0 },
            write: { gtk_revealer_set_reveal_child($0.opaque, $1 ? 1 : 0) })
    }

    @Test func headerBar() async throws {
        try await expectBound(
            [true, false, true], make: { HeaderBar(start: [Button("a")], title: Label("b"), end: [Button("c")]) },
            property: { $0.rx.showTitleButtons }, read: { gtk_header_bar_get_show_title_buttons($0.opaque) != 0 },
            write: { gtk_header_bar_set_show_title_buttons($0.opaque, $1 ? 1 : 0) })
    }

    @Test func paned() async throws {
        try await expectBound(
            [10, 20, 30], make: { Paned(.horizontal, Label("a"), Label("b")) }, property: { $0.rx.position },
            read: { Int(gtk_paned_get_position($0.opaque)) }, write: { gtk_paned_set_position($0.opaque, Int32($1)) })
    }

    @Test func box() async throws {
        try await expectBound(
            [1, 2, 3], make: { Box(.vertical, [Label("a"), Label("b")]) }, property: { $0.rx.spacing },
            read: { Int(gtk_box_get_spacing($0.typed())) }, write: { gtk_box_set_spacing($0.typed(), Int32($1)) })
    }

    @Test func grid() async throws {
        try await expectBound(
            [1, 2, 3], make: { Grid() }, property: { $0.rx.rowSpacing },
            read: { Int(gtk_grid_get_row_spacing($0.typed())) },
            write: { gtk_grid_set_row_spacing($0.typed(), guint($1)) })
    }

    @Test func scrolledWindow() async throws {
        try await expectBound(
            [100, 200, 300], make: { ScrolledWindow(TextView()) }, property: { $0.rx.minContentWidth },
            read: { Int(gtk_scrolled_window_get_min_content_width($0.opaque)) },
            write: { gtk_scrolled_window_set_min_content_width($0.opaque, Int32($1)) })
    }

    @Test func frame() async throws {
        try await expectBound(
            ["a", nil, "b"], make: { Frame("Title", Label("Child")) }, property: { $0.rx.label },
            read: { gtk_frame_get_label($0.typed()).map { String(cString: $0) } },
            write: { gtk_frame_set_label($0.typed(), $1) })
    }

    @Test func separator() async throws {
        try await expectBound(
            [.horizontal, .vertical, .horizontal], make: { Separator(.vertical) }, property: { $0.rx.orientation },
            read: { Orientation(rawValue: Int32(gtk_orientable_get_orientation($0.opaque).rawValue))! },
            write: { gtk_orientable_set_orientation($0.opaque, GtkOrientation(UInt32($1.rawValue))) })
    }

    @Test func aWindowAsksBeforeItIsClosed() async throws {
        weak var window: Window?
        let title = BehaviorRelay<String?>(value: "First")
        let mayClose = BehaviorRelay(value: false)
        let bag = DisposeBag()
        func open() {
            let newWindow = Window("Window")
            newWindow.titlebar = HeaderBar()
            newWindow.present()
            window = newWindow
            bag.insert {
                title <=> newWindow.rx.title
                newWindow.rx.closeRequest.answer { mayClose.value }
            }
            #expect(String(cString: gtk_window_get_title(newWindow.typed())) == "First")
            gtk_window_set_title(newWindow.typed(), "Second")
            #expect(title.value == "Second")
            newWindow.close()
        }
        open()
        #expect(window?.isOpen == true)
        mayClose.accept(true)
        window?.close()
        #expect(window?.isOpen != true)
        try await eventually("the window has gone") { window == nil }
        bag.dispose()
    }

    @Test func aWindowThatHasBeenClosedStaysSo() async throws {
        let window = Window("Closed")
        var closed = 0
        let bag = DisposeBag {
            window.rx.closed => { [unowned window] in
                closed += 1
                window.present()
            }
            window.rx.closeRequest.answer(with: window) { $0.properties.title == "Closed" }
        }
        try await User.look(at: window)
        window.properties.title = "Open"
        window.close()
        #expect(window.isOpen && closed == 0)
        window.properties.title = "Closed"
        window.close()
        #expect(!window.isOpen && closed == 1)
        window.present()
        #expect(gtk_widget_get_visible(window.widget) == 0)
        bag.dispose()
    }

    @Test func aWidgetMovesWhenItHasBeenRemoved() {
        let (first, second, entry) = (Window("First"), Window("Second"), Entry())
        first.child = entry
        // This does nothing.
        first.child = entry
        first.child = nil
        second.child = entry
        #expect(entry.window === second && first.child == nil)
        first.destroy()
        second.destroy()
    }
}

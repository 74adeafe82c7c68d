import Binding
import BindingGTK
import BindingOperators
import CGTK
import CMemory
import Testing

/// What is made and taken back many times leaves nothing.
@MainActor @Suite struct ReleaseTests {
    /// Bytes that stay allocated for each of 1,000 times.
    private func bytesLeft(by body: @MainActor () async -> Void) async -> Int {
        // The first ones fill caches.
        for _ in 0..<2_000 { await body() }
        let before = mallinfo2().uordblks
        for _ in 0..<1_000 { await body() }
        return (Int(mallinfo2().uordblks) - Int(before)) / 1_000
    }

    /// Lets tasks and GLib's loop do what they have to.
    private func settle() async {
        for _ in 0..<3 { await Task.yield() }
        while g_main_context_pending(nil) != 0 { g_main_context_iteration(nil, 0) }
    }

    @Test func aContextMenuThatIsReplaced() async {
        let label = Label("x")
        let window = Window("Menus")
        window.child = label
        let menus = (0..<2).map { Menu([.item("Item \($0)", "win.item")]) }
        var count = 0
        let bytes = await bytesLeft {
            count += 1
            label.setContextMenu(menus[count % 2])
        }
        #expect(bytes < 8, "\(bytes) bytes each")
        window.destroy()
    }

    @Test func aPopoverThatIsAttachedAndTakenAway() async {
        let label = Label("x")
        let window = Window("Popovers")
        window.child = label
        let popover = Popover(Label("y"))
        let plain = await bytesLeft {
            gtk_widget_set_parent(popover.widget, label.widget)
            gtk_widget_unparent(popover.widget)
        }
        let bytes = await bytesLeft {
            popover.attach(to: label)
            gtk_widget_unparent(popover.widget)
        }
        #expect(bytes < plain + 8, "\(bytes) bytes each, \(plain) by GTK alone")
        window.destroy()
    }

    @Test func aStyleThatIsTakenBack() async {
        let css = ".binding-test { color: red; }"
        let display = gdk_display_get_default()
        let plain = await bytesLeft {
            let provider = gtk_css_provider_new()!
            gtk_css_provider_load_from_data(provider, css, -1)
            gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), 600)
            await settle()
            gtk_style_context_remove_provider_for_display(display, OpaquePointer(provider))
            g_object_unref(provider)
            await settle()
        }
        let bytes = await bytesLeft {
            let style = Style.load(css)
            await settle()
            style.dispose()
            await settle()
        }
        #expect(bytes < plain + 8, "\(bytes) bytes each, \(plain) by GTK alone")
    }
}

import Binding
import CGTK

/// The windows that have not been closed, as GTK lists them, whether or not they have been shown.
@MainActor
final class OpenWindows {
    static let shared = OpenWindows()

    /// In GTK's order, and by address.
    private var windows: [UnsafeMutableRawPointer]
    private var addresses: Set<UnsafeMutableRawPointer>

    private init() {
        let list = gtk_window_get_toplevels()!
        windows = Self.items(of: list, 0..<Int(g_list_model_get_n_items(list)))
        addresses = Set(windows)
        GObject.of(UnsafeMutableRawPointer(list)).connect("items-changed") { [unowned self] in
            update($0[0], removed: $0[1], added: $0[2])
        }
    }

    func contains(_ window: UnsafeMutableRawPointer) -> Bool { addresses.contains(window) }

    private func update(_ position: Int, removed: Int, added: Int) {
        let closed = windows[position..<position + removed]
        let opened = Self.items(of: gtk_window_get_toplevels(), position..<position + added)
        windows.replaceSubrange(position..<position + removed, with: opened)
        addresses.subtract(closed)
        addresses.formUnion(opened)
        for window in closed {
            Self.popDownPopovers(in: window)
            (GObject.existing(window) as? Window)?.closures.accept(())
        }
    }

    /// Closes the menus and other popovers that have the keyboard in a window: if they were open while it goes, GTK would
    /// keep the keyboard from all other windows.
    private static func popDownPopovers(in window: UnsafeMutableRawPointer) {
        var widget = gtk_root_get_focus(OpaquePointer(window))
        while let inside = widget, let popover = gtk_widget_get_ancestor(inside, gtk_popover_get_type()) {
            widget = gtk_widget_get_parent(popover)
            gtk_popover_popdown(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
        }
    }

    private static func items(of list: OpaquePointer, _ range: Range<Int>) -> [UnsafeMutableRawPointer] {
        range.map { place in
            let window = g_list_model_get_item(list, guint(place))!
            g_object_unref(window)
            return window
        }
    }
}

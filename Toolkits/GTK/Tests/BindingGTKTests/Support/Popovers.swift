import BindingGTK
import CGTK

/// The menu that is open at a widget or at one inside it.
@MainActor func openMenu(in widget: Widget) -> Widget? {
    func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
        for child in children(of: widget) {
            if GObject.of(child) is PopoverMenu {
                if gtk_widget_get_mapped(child) != 0 { return child }
            } else if let found = find(child) {
                return found
            }
        }
        return nil
    }
    return find(widget.widget).flatMap { GObject.of($0) as? Widget }
}

extension GObject {
    static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> GObject { of(UnsafeMutableRawPointer(widget)) }
}

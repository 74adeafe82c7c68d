import Binding
import CGTK

/// Something that happens when the user asks for it.
open class Button: Widget {
    /// Makes a button with a text.
    public init(_ text: String) { super.init(gtk_button_new_with_mnemonic(text)) }

    /// Makes a button with one of the icons that the theme has.
    public init(icon: String) { super.init(gtk_button_new_from_icon_name(icon)) }

    init(button: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) { super.init(button()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

extension Button: CommandControl {
    /// Whether the user can press it.
    public final var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    public final var activations: ControlEvent<Void> { rx.clicked }
}

/// A button that stays pressed.
open class ToggleButton: Button {
    /// Makes a button with a text.
    public override init(_ text: String) { super.init(button: gtk_toggle_button_new_with_mnemonic(text)) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A box to be ticked, with a text; or, in a group, one of several choices.
open class CheckButton: Widget {
    /// Makes a box with a text.
    ///
    /// - Parameters:
    ///   - text: What stands beside it.
    ///   - group: Another one of the group, of which one is chosen.
    public init(_ text: String? = nil, group: CheckButton? = nil) {
        super.init(gtk_check_button_new_with_mnemonic(text))
        if let group { gtk_check_button_set_group(typed(), group.typed()) }
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Something that is on or off.
open class Switch: Widget {
    /// Makes a switch, as large as it needs to be.
    public init() {
        super.init(gtk_switch_new())
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

import Binding
import CGTK

/// A button that the user presses.
open class Button: Widget {
    /// Makes a button with a text.
    public init(_ text: String) {
        super.init(gtk_button_new_with_mnemonic(text))
        nameWithoutUnderscore()
    }

    /// Makes a button with an icon of the theme.
    public init(icon: String) { super.init(gtk_button_new_from_icon_name(icon)) }

    init(button: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) {
        super.init(button())
        nameWithoutUnderscore()
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) {
        super.init(wrapping: raw)
        nameWithoutUnderscore()
    }
}

extension Button: CommandControl {
    /// Whether the user can press it.
    public final var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    public final var activations: ControlEvent<Void> { rx.clicked }
}

/// A button that stays pressed until it is pressed again.
open class ToggleButton: Button {
    /// Makes a button with a text.
    public override init(_ text: String) { super.init(button: gtk_toggle_button_new_with_mnemonic(text)) }

    /// Makes a button with an icon of the theme.
    public override init(icon: String) {
        super.init(button: gtk_toggle_button_new())
        gtk_button_set_icon_name(typed(), icon)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A check box with a text, or, in a group, a radio button.
open class CheckButton: Widget {
    /// Makes a check box.
    ///
    /// - Parameters:
    ///   - text: The text beside it.
    ///   - group: Another button of its group, of which one is chosen at a time.
    public init(_ text: String? = nil, group: CheckButton? = nil) {
        super.init(gtk_check_button_new_with_mnemonic(text))
        if let group { gtk_check_button_set_group(typed(), group.typed()) }
        nameWithoutUnderscore()
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) {
        super.init(wrapping: raw)
        nameWithoutUnderscore()
    }
}

/// A switch that is on or off.
open class Switch: Widget {
    /// Makes a switch of its natural size.
    public init() {
        super.init(gtk_switch_new())
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

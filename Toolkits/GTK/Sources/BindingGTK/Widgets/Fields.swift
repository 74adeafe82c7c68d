import Binding
import CGTK

/// A line of text.
open class Entry: Widget {
    /// Makes an empty line.
    ///
    /// - Parameter placeholder: The text to show while it is empty.
    public init(placeholder: String? = nil) {
        super.init(gtk_entry_new())
        gtk_entry_set_placeholder_text(typed(), placeholder)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A line for hidden text, such as a password.
open class PasswordEntry: Widget, SecretControl {
    /// What an inspector shows of its text are dots.
    public var hidesText: Bool { true }

    /// Makes an empty line, by default with an icon that reveals the text.
    public init(canBeShown: Bool = true) {
        super.init(gtk_password_entry_new())
        gtk_password_entry_set_show_peek_icon(opaque, canBeShown ? 1 : 0)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A line of text to search for.
open class SearchEntry: Widget {
    /// Makes an empty line.
    public init(placeholder: String? = nil) {
        super.init(gtk_search_entry_new())
        properties.set("placeholder-text", placeholder)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A number that is typed or changed in steps.
open class SpinButton: Widget {
    /// Makes a field for a number of a range.
    public init(_ range: ClosedRange<Double>, step: Double = 1) {
        requireStep(step, "SpinButton")
        super.init(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

@MainActor
private func requireStep(_ step: Double, _ control: String) {
    require(
        step != 0 && step.isFinite,
        "\(control): a step of \(step): it must be finite and not zero. Say how far a key or a click goes.")
}

/// A slider for a number.
open class Scale: Widget {
    /// Makes a slider for a range, with the number beside it.
    public init(_ range: ClosedRange<Double>, step: Double, _ orientation: Orientation = .horizontal) {
        requireStep(step, "Scale")
        super.init(
            gtk_scale_new_with_range(
                GtkOrientation(UInt32(orientation.rawValue)), range.lowerBound, range.upperBound, step))
        gtk_scale_set_draw_value(typed(), 1)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The object that holds the number.
    public final var adjustment: Adjustment {
        GObject.of(UnsafeMutableRawPointer(gtk_range_get_adjustment(typed()))) as! Adjustment
    }
}

extension Reactive where Base: Scale {
    /// The number.
    public var value: ControlProperty<Double> {
        controlProperty(
            observe: { scale, changed in scale.connect("value-changed") { _ in changed() } },
            getter: { gtk_range_get_value($0.typed()) }, setter: { $0.adjustment.properties.set("value", $1) })
    }
}

/// A number, its range and its steps.
public final class Adjustment: GObject {
    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Lines of text.
open class TextView: Widget {
    /// Makes an empty view that wraps lines between words.
    public init() {
        super.init(gtk_text_view_new())
        gtk_text_view_set_wrap_mode(typed(), GTK_WRAP_WORD_CHAR)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The object that holds the text.
    public final var buffer: TextBuffer {
        let buffer = GObject.of(UnsafeMutableRawPointer(gtk_text_view_get_buffer(typed()))) as! TextBuffer
        keepEditsWhole(of: buffer)
        return buffer
    }
}

extension Reactive where Base: TextView {
    /// The text.
    public var text: ControlProperty<String> { base.buffer.rx.text }
}

/// A text of several lines.
public final class TextBuffer: GObject {
    /// The text, while the buffer is bound, and from then on.
    var mirror: TextMirror?

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

import CGTK

/// Read-only text.
open class Label: Widget {
    /// Makes a label that is aligned with the start of its space.
    public init(_ text: String = "") {
        super.init(gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
    }

    /// Makes the caption of a widget, which names it for screen readers as well.
    ///
    /// - Parameters:
    ///   - caption: The text. An underscore precedes the letter that, with the Alt key, moves the focus to the widget.
    ///   - field: The widget. It is not kept.
    public convenience init(_ caption: String, for field: Widget) {
        self.init(caption)
        gtk_label_set_use_underline(opaque, 1)
        gtk_label_set_mnemonic_widget(opaque, field.widget)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A bar that shows the progress of something.
open class ProgressBar: Widget {
    /// Makes an empty bar.
    public init() { super.init(gtk_progress_bar_new()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// An indicator that turns while work is in progress.
open class Spinner: Widget {
    /// Makes a spinner that does not turn.
    public init() { super.init(gtk_spinner_new()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A bar that shows a level.
open class LevelBar: Widget {
    /// Makes a bar for the values of a range.
    public init(_ range: ClosedRange<Double> = 0...1) {
        super.init(gtk_level_bar_new_for_interval(range.lowerBound, range.upperBound))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A picture of the size of an icon.
open class Image: Widget {
    /// Makes an image of an icon of the theme.
    public init(icon: String) { super.init(gtk_image_new_from_icon_name(icon)) }

    /// Makes an image of a picture among the program's ``Resources``, by its path.
    public init(resource: String) { super.init(gtk_image_new_from_resource(resource)) }

    /// Makes an image of a picture file.
    public init(file: String) { super.init(gtk_image_new_from_file(file)) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

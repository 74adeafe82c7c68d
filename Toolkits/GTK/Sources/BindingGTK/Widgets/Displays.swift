import CGTK

/// Text that is only read.
open class Label: Widget {
    /// Makes a label, at the start of the room that there is for it.
    public init(_ text: String = "") {
        super.init(gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// How far something is.
open class ProgressBar: Widget {
    /// Makes an empty bar.
    public init() { super.init(gtk_progress_bar_new()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Something that turns while something is under way.
open class Spinner: Widget {
    /// Makes a spinner that stands still.
    public init() { super.init(gtk_spinner_new()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// How much there is of something.
open class LevelBar: Widget {
    /// Makes a bar for values of a range.
    public init(_ range: ClosedRange<Double> = 0...1) {
        super.init(gtk_level_bar_new_for_interval(range.lowerBound, range.upperBound))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A picture of the size of an icon.
open class Image: Widget {
    /// Makes an image of one of the icons that the theme has.
    public init(icon: String) { super.init(gtk_image_new_from_icon_name(icon)) }

    /// Makes an image of what a file has.
    public init(file: String) { super.init(gtk_image_new_from_file(file)) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

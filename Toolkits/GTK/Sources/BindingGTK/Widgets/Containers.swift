import CGTK

/// Widgets beside or below each other.
open class Box: Widget {
    /// Makes a box.
    ///
    /// - Parameters:
    ///   - orientation: Whether the widgets stand beside or below each other.
    ///   - spacing: The distance between two of them.
    ///   - children: The widgets, in order.
    public init(_ orientation: Orientation, spacing: Int = 6, _ children: [Widget] = []) {
        super.init(gtk_box_new(GtkOrientation(UInt32(orientation.rawValue)), Int32(spacing)))
        for child in children { append(child) }
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// Adds a widget at the end.
    public final func append(_ child: Widget) { gtk_box_append(typed(), child.moved(into: self)) }

    /// Adds a widget at the start.
    public final func prepend(_ child: Widget) { gtk_box_prepend(typed(), child.moved(into: self)) }

    /// Removes a widget, which must be in the box.
    public final func remove(_ child: Widget) { gtk_box_remove(typed(), child.removed(from: self)) }
}

/// Widgets in rows and columns.
open class Grid: Widget {
    /// Makes an empty grid.
    public init(rowSpacing: Int = 6, columnSpacing: Int = 12) {
        super.init(gtk_grid_new())
        gtk_grid_set_row_spacing(typed(), guint(rowSpacing))
        gtk_grid_set_column_spacing(typed(), guint(columnSpacing))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// Puts a widget into a cell, or across several.
    public final func attach(_ child: Widget, column: Int, row: Int, width: Int = 1, height: Int = 1) {
        gtk_grid_attach(
            typed(), child.moved(into: self), Int32(column), Int32(row), Int32(width), Int32(height))
    }

    /// Removes a widget, which must be in the grid.
    public final func remove(_ child: Widget) { gtk_grid_remove(typed(), child.removed(from: self)) }
}

/// A container that scrolls a widget that is larger than the space for it.
open class ScrolledWindow: Widget {
    /// Makes a scrolled window around a widget.
    public init(_ child: Widget? = nil) {
        super.init(gtk_scrolled_window_new())
        self.child = child
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The widget that is scrolled.
    public final var child: Widget? {
        get { Widget.from(gtk_scrolled_window_get_child(opaque)) }
        set { if newValue !== child { gtk_scrolled_window_set_child(opaque, newValue?.moved(into: self)) } }
    }
}

/// Two widgets with a handle between them.
open class Paned: Widget {
    /// Makes a pane around two widgets.
    public init(_ orientation: Orientation, _ start: Widget, _ end: Widget) {
        super.init(gtk_paned_new(GtkOrientation(UInt32(orientation.rawValue))))
        gtk_paned_set_start_child(opaque, start.moved(into: self))
        gtk_paned_set_end_child(opaque, end.moved(into: self))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// Widgets of which one is visible at a time.
open class Stack: Widget {
    /// Makes an empty stack.
    public init() { super.init(gtk_stack_new()) }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - child: The widget of the page.
    ///   - name: Its name for `rx.visibleChildName`.
    ///   - title: Its title in a ``StackSwitcher``.
    public final func add(_ child: Widget, name: String, title: String) {
        gtk_stack_add_titled(opaque, child.moved(into: self), name, title)
    }
}

/// Buttons for the pages of a stack.
open class StackSwitcher: Widget {
    /// Makes the buttons for a stack's pages.
    public init(_ stack: Stack) {
        super.init(gtk_stack_switcher_new())
        gtk_stack_switcher_set_stack(opaque, stack.opaque)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A widget that slides in and out.
open class Revealer: Widget {
    /// Makes a revealer around a widget, which is initially hidden.
    public init(_ child: Widget) {
        super.init(gtk_revealer_new())
        gtk_revealer_set_child(opaque, child.moved(into: self))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A frame around a widget.
open class Frame: Widget {
    /// Makes a frame around a widget.
    public init(_ title: String? = nil, _ child: Widget) {
        super.init(gtk_frame_new(title))
        gtk_frame_set_child(typed(), child.moved(into: self))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A line between widgets.
open class Separator: Widget {
    /// Makes a line.
    public init(_ orientation: Orientation) {
        super.init(gtk_separator_new(GtkOrientation(UInt32(orientation.rawValue))))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

/// A title bar with space for widgets.
open class HeaderBar: Widget {
    /// Makes a title bar.
    ///
    /// - Parameters:
    ///   - start: The widgets at its start, in order.
    ///   - title: A widget for the middle, in place of the window's title.
    ///   - end: The widgets at its end, from the last to the first.
    public init(start: [Widget] = [], title: Widget? = nil, end: [Widget] = []) {
        super.init(gtk_header_bar_new())
        for widget in start { gtk_header_bar_pack_start(opaque, widget.moved(into: self)) }
        if let title { gtk_header_bar_set_title_widget(opaque, title.moved(into: self)) }
        for widget in end { gtk_header_bar_pack_end(opaque, widget.moved(into: self)) }
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

import CGTK

extension Widget {
    /// Lets the Tab key leave a list from a row in which nothing else takes the focus. By itself, GTK goes to the next
    /// row, so that what comes after 50,000 of them is out of reach.
    final func letTabLeaveRows() {
        for (keys, direction) in [
            ("Tab|KP_Tab", GTK_DIR_TAB_FORWARD), ("<Shift>Tab|<Shift>KP_Tab", GTK_DIR_TAB_BACKWARD),
        ] {
            _ = Shortcut { [unowned self] in leaveRow(direction) }.add(keys, .local, to: self)
        }
    }

    private func leaveRow(_ direction: GtkDirectionType) -> Bool {
        guard let root = gtk_widget_get_root(widget), let row = gtk_root_get_focus(root),
            gtk_widget_get_parent(row) == listWidget(of: widget), !hasFocusable(in: row)
        else { return false }
        // While the list cannot have the focus, it is looked for in what comes next.
        gtk_widget_set_can_focus(widget, 0)
        defer { gtk_widget_set_can_focus(widget, 1) }
        let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
        return gtk_widget_child_focus(window, direction) != 0
    }

    private func hasFocusable(in widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            guard gtk_widget_get_focusable(next) == 0, !hasFocusable(in: next) else { return true }
            child = gtk_widget_get_next_sibling(next)
        }
        return false
    }
}

import CBindingGTK
import CGTK

extension GObject {
    /// The text of the object, if it is a line of text: until that changes.
    final var line: UnsafePointer<CChar>? {
        // No closure: an isolated one checks at each call whether it runs on the main actor.
        if let lineOfText { gtk_editable_get_text(lineOfText) } else { nil }
    }

    /// The text of the object, if it is a line of text, or a text buffer that keeps one.
    final var currentText: String? {
        if let line { return String(cString: line) }
        guard let buffer = self as? TextBuffer else { return nil }
        return buffer.mirror?.text(of: buffer)
    }

    /// Sets the text of the object, if it is a line of text or a text buffer, by replacing only what differs: cursor,
    /// selection and scroll position stay where they are in the rest.
    ///
    /// - Returns: Whether the object is one of these.
    /// - Complexity: O(*n*) in the length of the text.
    func replaceText(by text: String) -> Bool {
        if let lineOfText {
            replace(lineOfText, by: text)
        } else if let buffer = self as? TextBuffer {
            buffer.replaceLines(by: text)
        } else {
            return false
        }
        return true
    }

    /// - Parameter line: What is asked for places. It is the object that is edited, with the signals that it has for that.
    private func replace(_ line: OpaquePointer, by text: String) {
        guard let change = TextReplacement(of: gtk_editable_get_text(line), by: text) else { return }
        var (start, end): (Int32, Int32) = (0, 0)
        gtk_editable_get_selection_bounds(line, &start, &end)
        let cursor = gtk_editable_get_position(line)
        let anchor = cursor == start ? end : start
        g_object_freeze_notify(typed())
        defer { g_object_thaw_notify(typed()) }
        var place = Int32(change.range.lowerBound)
        if !change.range.isEmpty { gtk_editable_delete_text(opaque, place, Int32(change.range.upperBound)) }
        if change.count > 0 { insert(change.new, into: opaque, at: &place) }
        // A line that takes only a part of it takes the first one.
        guard Int(place) == change.range.lowerBound + change.count else { return gtk_editable_set_text(opaque, text) }
        // What is before the change is where it was.
        if max(anchor, cursor) < change.range.lowerBound { return }
        let (newAnchor, newCursor) = (Int32(change.place(of: Int(anchor))), Int32(change.place(of: Int(cursor))))
        gtk_editable_get_selection_bounds(line, &start, &end)
        if gtk_editable_get_position(line) != newCursor || min(newAnchor, newCursor) != start
            || max(newAnchor, newCursor) != end
        {
            gtk_editable_select_region(line, newAnchor, newCursor)
        }
    }
}

/// Inserts a text into a line, and moves the place to its end.
private func insert(_ text: String, into line: OpaquePointer, at place: inout Int32) {
    var text = text
    text.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) {
            gtk_editable_insert_text(line, $0.baseAddress!, Int32($0.count), &place)
        }
    }
}

extension TextBuffer {
    fileprivate func replaceLines(by text: String) {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = typed()
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let old = gtk_text_buffer_get_text(buffer, &start, &end, 1)!
        defer { g_free(old) }
        guard let change = TextReplacement(of: old, by: text) else { return }
        let marks = [gtk_text_buffer_get_insert(buffer), gtk_text_buffer_get_selection_bound(buffer)]
        let places = marks.map { mark in
            var place = GtkTextIter()
            gtk_text_buffer_get_iter_at_mark(buffer, &place, mark)
            return change.place(of: Int(gtk_text_iter_get_offset(&place)))
        }
        g_object_freeze_notify(typed())
        defer { g_object_thaw_notify(typed()) }
        // The user's own undo cannot go back beyond it: it knows the text by places.
        gtk_text_buffer_begin_irreversible_action(buffer)
        gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(change.range.lowerBound))
        gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(change.range.upperBound))
        gtk_text_buffer_delete(buffer, &start, &end)
        gtk_text_buffer_insert(buffer, &start, change.new, -1)
        gtk_text_buffer_end_irreversible_action(buffer)
        let isMoved = zip(marks, places).contains { mark, place in
            gtk_text_buffer_get_iter_at_mark(buffer, &start, mark)
            return gtk_text_iter_get_offset(&start) != Int32(place)
        }
        guard isMoved else { return }
        // Both at once: a selection, if only for a moment, would become the primary clipboard's content, and GTK lets a
        // buffer that has been there leak unless it is what ends the selection.
        gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(places[0]))
        gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(places[1]))
        gtk_text_buffer_select_range(buffer, &start, &end)
    }
}

/// What makes one text of another: the part between what both begin with and what both end in. Places are counted in
/// Unicode scalars, as GTK does.
struct TextReplacement: Equatable {
    /// Where the old text differs.
    let range: Range<Int>
    /// What is there instead.
    let new: String
    /// The number of scalars of that.
    let count: Int

    /// `nil` if the texts are the same, up to the first null character, at which GTK's texts end.
    init?(of old: UnsafePointer<CChar>, by text: String) {
        let old = UnsafeRawBufferPointer(start: old, count: strlen(old))
        var text = text
        let difference: (range: Range<Int>, new: String, count: Int)? = text.withUTF8 { text in
            let text = UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(text)[..<(text.firstIndex(of: 0) ?? text.endIndex)])
            let shorter = min(old.count, text.count)
            var prefix = 0
            while prefix < shorter, old[prefix] == text[prefix] { prefix += 1 }
            if prefix == old.count, prefix == text.count { return nil }
            while prefix > 0, isContinuation(old, prefix) || isContinuation(text, prefix) { prefix -= 1 }
            var suffix = 0
            while suffix < shorter - prefix, old[old.count - suffix - 1] == text[text.count - suffix - 1] {
                suffix += 1
            }
            while isContinuation(old, old.count - suffix) || isContinuation(text, text.count - suffix) {
                suffix -= 1
            }
            let start = scalars(old[..<prefix])
            let end = start + scalars(old[prefix..<(old.count - suffix)])
            let new = text[prefix..<(text.count - suffix)]
            return (start..<end, String(decoding: new, as: UTF8.self), scalars(new))
        }
        guard let difference else { return nil }
        (range, new, count) = difference
    }

    /// Where a place of the old text is in the new one. Within what has been replaced, it is as far from the start, if
    /// the new part is that long.
    func place(of place: Int) -> Int {
        if place <= range.lowerBound { return place }
        if place >= range.upperBound { return place + count - range.count }
        return range.lowerBound + min(place - range.lowerBound, count)
    }
}

/// Whether a place in a text is within a scalar.
private func isContinuation(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    place < text.count && text[place] & 0xC0 == 0x80
}

/// The number of scalars in a part of a text.
private func scalars(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
}

import CBindingGTK
import CGTK

/// The text of a buffer as a Swift text that is edited along with it. GTK puts a text together from its lines each time
/// that it is asked for it, which takes far longer than copying one.
@MainActor
final class TextMirror {
    private var text = ""
    /// The number of Unicode scalars, by which GTK counts places.
    private var count = 0
    /// What GTK is about to do, or has done since the text was read last.
    private var edits: [Edit] = []

    private struct Edit {
        let range: Range<Int>
        let new: String
    }

    init(of buffer: TextBuffer) {
        // Before GTK performs them: it reports the new text while it does.
        buffer.connect("insert-text") { [unowned self] in
            let place = $0.offset(0)
            edits.append(Edit(range: place..<place, new: $0.text(1, length: $0[2])))
        }
        buffer.connect("delete-range") { [unowned self] in
            let places = ($0.offset(0), $0.offset(1))
            edits.append(Edit(range: min(places.0, places.1)..<max(places.0, places.1), new: ""))
        }
        read(buffer)
    }

    /// The buffer's text.
    ///
    /// - Complexity: O(*n*) in the length of the text, as copying it is, if another text shares its storage.
    func text(of buffer: TextBuffer) -> String {
        for edit in edits where edit.range.upperBound <= count { perform(edit) }
        edits = []
        // Somebody else may have kept GTK from an edit, or there are pictures in the text.
        if count != gtk_text_buffer_get_char_count(buffer.typed()) { read(buffer) }
        return text
    }

    private func read(_ buffer: TextBuffer) {
        text = buffer.readText()
        count = text.unicodeScalars.count
        edits = []
    }

    private func perform(_ edit: Edit) {
        let (start, end) = (index(of: edit.range.lowerBound), index(of: edit.range.upperBound))
        count += edit.new.unicodeScalars.count - edit.range.count
        text.replaceSubrange(start..<end, with: edit.new)
    }

    /// The index of a scalar by its number.
    private func index(of place: Int) -> String.Index {
        if text.utf8.count == count { return text.utf8.index(text.startIndex, offsetBy: place) }
        let scalars = text.unicodeScalars
        return place < count / 2
            ? scalars.index(scalars.startIndex, offsetBy: place)
            : scalars.index(scalars.endIndex, offsetBy: place - count)
    }
}

extension TextBuffer {
    /// The text, as the property has it.
    fileprivate func readText() -> String {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = typed()
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let text = gtk_text_buffer_get_text(buffer, &start, &end, 0)!
        defer { g_free(text) }
        return String(cString: text)
    }
}

extension SignalArguments {
    /// The place of an argument that is a text iterator.
    fileprivate func offset(_ index: Int) -> Int {
        let iterator = g_value_get_boxed(values.baseAddress! + index)!.assumingMemoryBound(to: GtkTextIter.self)
        return Int(gtk_text_iter_get_offset(iterator))
    }

    /// An argument that is a text of a number of bytes; a negative one if it ends at the null character.
    fileprivate func text(_ index: Int, length: Int) -> String {
        let text = g_value_get_string(values.baseAddress! + index)!
        guard length >= 0 else { return String(cString: text) }
        return text.withMemoryRebound(to: UInt8.self, capacity: length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
        }
    }
}

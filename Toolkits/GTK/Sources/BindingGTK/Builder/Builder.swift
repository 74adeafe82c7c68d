import Binding
import CBindingGTK
import CGTK

/// The widgets that a `.ui` file describes, by their ids. It is GTK's `GtkBuilder`.
///
/// ```swift
/// final class LetterWindow: Window, BindingContext {
///     let disposeBag = DisposeBag()
///
///     init(_ viewModel: LetterViewModel, _ application: Application) throws {
///         let builder = try Builder(file: "letter.ui")
///         let subject = builder.widget("subject", as: Entry.self)
///         super.init("Letter", application: application)
///         child = builder.widget("content")
///         binding { viewModel.$subject <=> subject.rx.text }
///     }
/// }
/// ```
///
/// The widgets live as long as the builder, or where they are shown. Controls that are made for a type of Swift, such
/// as ``ListView`` and ``DropDown``, are not in such files: leave a `GtkBox` there, and append them to it.
public final class Builder: GObject {
    /// Where the widgets are described, for messages.
    private let source: String

    /// Makes the widgets of a file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - translationDomain: The domain of the translations of texts that are marked as `translatable`.
    /// - Throws: A ``BuilderError`` that says what is wrong with it, and in which line, or that there is no such file.
    public convenience init(file: String, translationDomain: String? = nil) throws {
        try self.init(
            file, translationDomain, text: { Self.bytes(ofFile: file) },
            add: { gtk_builder_add_from_file($0, file, $1) })
    }

    /// Makes the widgets of a resource that is linked to the program.
    ///
    /// - Parameters:
    ///   - resource: The path of the resource, such as `/org/example/Letters/letter.ui`.
    ///   - translationDomain: The domain of the translations of texts that are marked as `translatable`.
    /// - Throws: A ``BuilderError`` that says what is wrong with it, and in which line, or that there is no such
    ///   resource.
    public convenience init(resource: String, translationDomain: String? = nil) throws {
        try self.init(
            resource, translationDomain, text: { (try? Resources.bytes(resource)) ?? [] },
            add: { gtk_builder_add_from_resource($0, resource, $1) })
    }

    /// Makes the widgets that a text describes, which is written as a `.ui` file is.
    ///
    /// - Parameters:
    ///   - text: The description, in XML.
    ///   - translationDomain: The domain of the translations of texts that are marked as `translatable`.
    /// - Throws: A ``BuilderError`` that says what is wrong with it, and in which line.
    public convenience init(text: String, translationDomain: String? = nil) throws {
        try self.init(
            "<input>", translationDomain, text: { Array(text.utf8) },
            add: { gtk_builder_add_from_string($0, text, -1, $1) })
    }

    private init(
        _ source: String, _ domain: String?, text: () -> [UInt8],
        add: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> gboolean
    ) throws {
        self.source = source
        super.init(taking: made(gtk_builder_new()))
        gtk_builder_set_translation_domain(opaque, domain)
        var error: UnsafeMutablePointer<GError>?
        if add(opaque, &error) != 0 { Self.check(text(), &error) }
        guard let error else { return }
        defer { g_error_free(error) }
        throw BuilderError(String(cString: error.pointee.message), in: source)
    }

    /// Sets an error if a text ends before its elements do, of which GTK says nothing.
    private static func check(_ text: [UInt8], _ error: inout UnsafeMutablePointer<GError>?) {
        // What GTK has compiled is no text.
        guard !text.starts(with: "GBU".utf8) else { return }
        var parser = GMarkupParser()
        let context = g_markup_parse_context_new(&parser, GMarkupParseFlags(0), nil, nil)
        defer { g_markup_parse_context_free(context) }
        text.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            guard let start, g_markup_parse_context_parse(context, start, gssize(bytes.count), &error) != 0 else {
                return
            }
            _ = g_markup_parse_context_end_parse(context, &error)
        }
    }

    private static func bytes(ofFile path: String) -> [UInt8] {
        var (start, count): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
        guard g_file_get_contents(path, &start, &count, nil) != 0 else { return [] }
        defer { g_free(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// The widget with an id. If there is none, or it is of another class, the program stops with a message that says
    /// which ids there are, or of which class it is.
    ///
    /// - Parameters:
    ///   - id: The id in the file.
    ///   - type: The class of the widget, or a superclass of that.
    public func widget<W: Widget>(_ id: String, as type: W.Type = W.self) -> W { object(id, as: type) }

    /// The object with an id, which need not be a widget, such as an ``Adjustment``. See ``widget(_:as:)``.
    public func object<Object: GObject>(_ id: String, as type: Object.Type = Object.self) -> Object {
        guard let raw = gtk_builder_get_object(opaque, id) else {
            fatalError(
                "Builder: \(source) has no object with the id '\(id)'. Its ids are: \(ids.joined(separator: ", ")).")
        }
        let object = GObject.of(UnsafeMutableRawPointer(raw))
        guard let object = object as? Object else {
            let name = String(cString: g_type_name(binding_object_type(object.raw)))
            fatalError(
                "Builder: in \(source), '\(id)' is a \(name): its class in Swift is \(Swift.type(of: object)), not \(type)."
            )
        }
        return object
    }

    /// The ids of all objects that were given one, in alphabetical order.
    public var ids: [String] {
        let objects = gtk_builder_get_objects(opaque)
        defer { g_slist_free(objects) }
        var ids: [String] = []
        var next = objects
        while let link = next {
            if let id = id(of: link.pointee.data) { ids.append(id) }
            next = link.pointee.next
        }
        // GTK gives the others names such as `___object_3___`.
        return ids.filter { !$0.hasPrefix("___") }.sorted()
    }

    private func id(of object: UnsafeMutableRawPointer) -> String? {
        if g_type_is_a(binding_object_type(object), gtk_buildable_get_type()) != 0 {
            return text(gtk_buildable_get_buildable_id(OpaquePointer(object)))
        }
        // Where GTK keeps it for the others.
        let id = g_object_get_data(object.assumingMemoryBound(to: _GObject.self), "gtk-builder-id")
        return text(id?.assumingMemoryBound(to: CChar.self))
    }
}

/// A mistake in a description of widgets.
public struct BuilderError: Error, Hashable, CustomStringConvertible {
    /// Where the description is: the path of a file or a resource, or `<input>`.
    public let source: String
    /// The line of the mistake; `nil` if the whole cannot be read.
    public let line: Int?
    /// The column of the mistake.
    public let column: Int?
    /// What is wrong.
    public let reason: String

    public var description: String {
        guard let line, let column else { return "\(source): \(reason)" }
        return "\(source):\(line):\(column): \(reason)"
    }

    /// - Parameter message: GTK's message, which may begin with the source, the line and the column.
    init(_ message: String, in source: String) {
        self.source = source
        // GTK writes a dot for a text.
        for prefix in ["\(source):", ".:"] where message.hasPrefix(prefix) {
            let parts = message.dropFirst(prefix.count).split(separator: " ", maxSplits: 1)
            let place = parts[0].split(separator: ":").map { Int($0) }
            guard parts.count == 2, place.count == 2, let line = place[0], let column = place[1] else { continue }
            (self.line, self.column, reason) = (line, column, String(parts[1]))
            return
        }
        // What is no XML at all.
        if let match = message.wholeMatch(of: /Error on line (\d+) char (\d+): (.*)/.dotMatchesNewlines()) {
            (line, column, reason) = (Int(match.1), Int(match.2), String(match.3))
            return
        }
        (line, column, reason) = (nil, nil, message)
    }
}

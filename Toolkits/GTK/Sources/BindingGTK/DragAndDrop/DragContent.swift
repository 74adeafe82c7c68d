import CBindingGTK
import CGTK

/// What the user drags from a widget to another one, or to another program.
public struct DragContent: Sendable {
    enum Part: Sendable {
        case text(String)
        case files([String])
    }

    /// The values of Swift: one content, because GTK sees one type.
    private var values: [any Sendable] = []
    private var parts: [Part] = []

    /// A text.
    public static func text(_ text: String) -> DragContent { DragContent(parts: [.text(text)]) }

    /// Files, by their paths.
    public static func files(_ paths: [String]) -> DragContent { DragContent(parts: [.files(paths)]) }

    /// A value of any type of Swift, for widgets of the same program.
    public static func value(_ value: some Sendable) -> DragContent { DragContent(values: [value]) }

    /// The same in several forms, of which the widget that it is dropped on takes the one that it wants:
    /// `.either(.value(letter), .text(letter.subject))`.
    public static func either(_ contents: DragContent...) -> DragContent {
        DragContent(values: contents.flatMap(\.values), parts: contents.flatMap(\.parts))
    }

    /// Whether it may be moved, and not only copied. What other programs take is copied.
    var canBeMoved: Bool { !values.isEmpty }

    /// Makes the C object that provides it, with a reference for the caller.
    @MainActor
    func provider() -> UnsafeMutableRawPointer? {
        var providers = parts.map { provider(of: $0) }
        // First: within the program it is what says most.
        if !values.isEmpty { providers.insert(providerOfValues(), at: 0) }
        // It takes over the references.
        return UnsafeMutableRawPointer(gdk_content_provider_new_union(&providers, gsize(providers.count)))
    }

    @MainActor
    private func providerOfValues() -> UnsafeMutablePointer<GdkContentProvider>? {
        var value = GValue()
        defer { g_value_unset(&value) }
        g_value_init(&value, DraggedValue.type)
        g_value_take_boxed(&value, Unmanaged.passRetained(DraggedValue(values)).toOpaque())
        return gdk_content_provider_new_for_value(&value)
    }

    @MainActor
    private func provider(of part: Part) -> UnsafeMutablePointer<GdkContentProvider>? {
        var value = GValue()
        defer { g_value_unset(&value) }
        switch part {
        case .text(let text):
            g_value_init(&value, binding_type_string())
            g_value_set_string(&value, text)
        case .files(let paths):
            var files = paths.map { g_file_new_for_path($0) }
            defer { for file in files { g_object_unref(UnsafeMutableRawPointer(file)) } }
            g_value_init(&value, gdk_file_list_get_type())
            g_value_take_boxed(
                &value, UnsafeMutableRawPointer(gdk_file_list_new_from_array(&files, gsize(files.count))))
        }
        return gdk_content_provider_new_for_value(&value)
    }
}

/// Values of Swift that are dragged, of which the target takes one, as a boxed type of GObject.
final class DraggedValue: Sendable {
    private let values: [any Sendable]

    init(_ values: [any Sendable]) { self.values = values }

    static let type = g_boxed_type_register_static(
        "BindingDraggedValue",
        { value in
            UnsafeMutableRawPointer(Unmanaged<DraggedValue>.fromOpaque(value!).retain().toOpaque())
        },
        { value in Unmanaged<DraggedValue>.fromOpaque(value!).release() })

    /// The first value of a type in a `GValue`.
    static func read<Value>(_ value: UnsafePointer<GValue>, as _: Value.Type = Value.self) -> Value? {
        guard value.pointee.g_type == type, let boxed = g_value_get_boxed(value) else { return nil }
        let values = Unmanaged<DraggedValue>.fromOpaque(boxed).takeUnretainedValue().values
        return values.lazy.compactMap { $0 as? Value }.first
    }
}

/// What a widget lets the user drop on it.
public struct DropKind<Value: Sendable>: Sendable {
    /// The type of GObject.
    let type: GType
    /// Whether it can be moved to the widget, so that it goes from where it was.
    let canBeMoved: Bool
    /// Reads what is dropped; `nil` for what is of this type of GObject, but not of this kind.
    let read: @MainActor @Sendable (UnsafePointer<GValue>) -> Value?
}

extension DropKind<String> {
    /// A text.
    public static var text: Self {
        Self(type: binding_type_string(), canBeMoved: false) { value in
            g_value_get_string(value).map { String(cString: $0) }
        }
    }
}

extension DropKind<[String]> {
    /// Files, by their paths. Those that are not on this machine have none, and are left out.
    public static var files: Self {
        Self(type: gdk_file_list_get_type(), canBeMoved: false) { value in
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            defer { g_slist_free(files) }
            var paths: [String] = []
            var next = files
            while let link = next {
                if let path = takenText(g_file_get_path(OpaquePointer(link.pointee.data))) { paths.append(path) }
                next = link.pointee.next
            }
            return paths.isEmpty ? nil : paths
        }
    }
}

extension DropKind {
    /// A value of a type of Swift, which was given to the ``DragContent`` by the same program.
    public static func value(_: Value.Type = Value.self) -> Self {
        Self(type: DraggedValue.type, canBeMoved: true) { DraggedValue.read($0) }
    }

    /// Rows of a list of the same program, which lets its user drag them; see ``ListControl/setRowsDraggable(text:)``.
    public static func rows<Row: Identifiable & Sendable>(of _: Row.Type = Row.self) -> Self
    where Value == [Row], Row.ID: Sendable {
        Self(type: DraggedValue.type, canBeMoved: true) { DraggedValue.read($0, as: DraggedRows<Row>.self)?.rows }
    }
}

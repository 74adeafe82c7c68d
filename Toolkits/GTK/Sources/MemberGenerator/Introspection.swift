import CGTK

/// Ends the program with a message.
func fail(_ message: String) -> Never {
    fputs("MemberGenerator: \(message)\n", fdopen(2, "w"))
    exit(2)
}

/// A class as a library's introspection file describes it.
struct IntrospectedClass {
    /// A function of the class, or one that makes an instance.
    struct Method {
        let name: String
        let function: String
        /// Whether it gets or sets a property, may fail with an error, or is deprecated.
        let isLeftOut: Bool
        var parameters: [Value] = []
        var result = Value()
    }

    /// An argument or a result.
    struct Value {
        var name = ""
        /// Its type in C, such as `GtkWidget*`.
        var cType = ""
        var isNullable = false
        /// Whether the caller, or for an argument the function, takes over what is passed.
        var isTransferred = false
        var isOutput = false
    }

    /// The name in C, such as `GtkListBox`.
    let cName: String
    /// The function that returns its type.
    let typeFunction: String
    let isAbstract: Bool
    /// What the documentation begins with.
    var summary = ""
    var methods: [Method] = []
    /// The function that makes one, without the others, whose names say more than `new`.
    var constructor: Method?
}

/// What a library's introspection file, such as `Gtk-4.0.gir`, says of its classes and their functions.
///
/// Types, properties and signals are those of GObject itself. What GObject does not know is here: which classes there are,
/// their functions, and what they are for.
struct Introspection {
    private(set) var classes: [IntrospectedClass] = []
    /// The functions that return the types of enumerations, by their names in C.
    private(set) var enumerations: [String: String] = [:]
    /// The interfaces that only widgets have.
    private(set) var interfacesOfWidgets: Set<String> = []

    /// Adds what is known of another library.
    mutating func use(_ other: Introspection) {
        enumerations.merge(other.enumerations) { own, _ in own }
        interfacesOfWidgets.formUnion(other.interfacesOfWidgets)
    }

    /// Reads a file.
    ///
    /// - Parameter name: Its name, such as `Gtk-4.0.gir`, in the folder for such files of any of the machine's data folders.
    init(_ name: String) {
        var folders: [String] = []
        var next = g_get_system_data_dirs()
        while let folder = next?.pointee {
            folders.append(String(cString: folder) + "/gir-1.0")
            next = next?.advanced(by: 1)
        }
        var contents: UnsafeMutablePointer<CChar>?
        var length: gsize = 0
        guard folders.contains(where: { g_file_get_contents("\($0)/\(name)", &contents, &length, nil) != 0 }) else {
            fail("there is no \(name) in \(folders.joined(separator: ", ")). It comes with the headers of the library.")
        }
        defer { g_free(contents) }
        let reader = Reader()
        var functions = GMarkupParser()
        functions.start_element = { _, element, names, values, data, _ in
            var attributes: [String: String] = [:]
            var index = 0
            while let name = names![index], let value = values![index] {
                attributes[String(cString: name)] = String(cString: value)
                index += 1
            }
            Reader.of(data).begin(String(cString: element!), attributes)
        }
        functions.end_element = { _, element, data, _ in Reader.of(data).end(String(cString: element!)) }
        functions.text = { _, text, length, data, _ in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
            Reader.of(data).add(String(decoding: bytes, as: UTF8.self))
        }
        let context = g_markup_parse_context_new(
            &functions, GMarkupParseFlags(0), Unmanaged.passUnretained(reader).toOpaque(), nil)
        defer { g_markup_parse_context_free(context) }
        var error: UnsafeMutablePointer<GError>?
        guard g_markup_parse_context_parse(context, contents, gssize(length), &error) != 0 else {
            fail("\(name) cannot be read: \(String(cString: error!.pointee.message))")
        }
        (classes, enumerations, interfacesOfWidgets) = (reader.classes, reader.enumerations, reader.interfacesOfWidgets)
    }
}

/// What is read, element by element.
private final class Reader {
    var classes: [IntrospectedClass] = []
    var enumerations: [String: String] = [:]
    var interfacesOfWidgets: Set<String> = []
    /// The elements that contain the current one, the outermost first.
    private var path: [String] = []
    private var interface: String?
    private var method: IntrospectedClass.Method?
    private var value: IntrospectedClass.Value?

    static func of(_ data: gpointer?) -> Reader { Unmanaged<Reader>.fromOpaque(data!).takeUnretainedValue() }

    func begin(_ element: String, _ attributes: [String: String]) {
        defer { path.append(element) }
        switch element {
        case "class":
            guard let name = attributes["c:type"], let function = attributes["glib:get-type"] else { return }
            classes.append(
                IntrospectedClass(cName: name, typeFunction: function, isAbstract: attributes["abstract"] == "1"))
        case "interface": interface = attributes["c:type"]
        case "prerequisite":
            if attributes["name"] == "Widget" || attributes["name"] == "Gtk.Widget", let interface {
                interfacesOfWidgets.insert(interface)
            }
        case "enumeration", "bitfield":
            if let name = attributes["c:type"], let function = attributes["glib:get-type"] {
                enumerations[name] = function
            }
        case "method", "constructor":
            guard path.last == "class", !classes.isEmpty, let name = attributes["name"],
                let function = attributes["c:identifier"]
            else { return }
            let isProperty = attributes["glib:get-property"] != nil || attributes["glib:set-property"] != nil
            method = IntrospectedClass.Method(
                name: name, function: function,
                isLeftOut: isProperty || attributes["throws"] == "1" || attributes["deprecated"] == "1"
                    || attributes["introspectable"] == "0")
        case "parameter", "return-value":
            guard method != nil else { return }
            value = IntrospectedClass.Value(
                name: attributes["name"] ?? "",
                isNullable: attributes["nullable"] == "1" || attributes["allow-none"] == "1",
                isTransferred: ["full", "container"].contains(attributes["transfer-ownership"]),
                isOutput: attributes["direction"].map { $0 != "in" } ?? false)
        case "type":
            // Not the type of an array's elements.
            if path.last == "parameter" || path.last == "return-value" { value?.cType = attributes["c:type"] ?? "" }
        default: break
        }
    }

    func end(_ element: String) {
        path.removeLast()
        switch element {
        case "interface": interface = nil
        case "parameter":
            if let value { method?.parameters.append(value) }
            value = nil
        case "return-value":
            if let value { method?.result = value }
            value = nil
        case "method":
            if let method { classes[classes.count - 1].methods.append(method) }
            method = nil
        case "constructor":
            if let method, method.name == "new" { classes[classes.count - 1].constructor = method }
            method = nil
        default: break
        }
    }

    func add(_ text: String) {
        if path.suffix(2) == ["class", "doc"], !classes.isEmpty { classes[classes.count - 1].summary += text }
    }
}

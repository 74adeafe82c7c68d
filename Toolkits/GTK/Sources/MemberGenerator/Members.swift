import CBindingGTK
import CGTK

/// The members of classes, as GObject reports them, in Swift: each under `rx`, and each property also under
/// `properties`.
struct Members {
    var types: SwiftTypes
    /// Members that are written by hand, because GObject does not report enough about them.
    private static let byHand: Set = ["Window.close-request"]
    /// The names of each class's own members.
    private var names: [String: Set<String>] = [:]
    private(set) var count = (properties: 0, signals: 0)
    /// A member under `rx`, for the tests and the reference.
    struct Member {
        enum Kind { case property, driver, event, request }
        let name: String
        let kind: Kind
        let type: String
        /// The name in GObject.
        let original: String
    }

    /// The members of each class that its superclasses do not have, by the class's name.
    private(set) var members: [String: [Member]] = [:]
    /// Members that could not be generated: `Class.member`, and why.
    private(set) var leftOut: [String] = []

    init(_ classes: [Class]) {
        types = SwiftTypes(classes)
    }

    /// Begins with another module, whose classes are known now, and counts from there.
    mutating func begin(_ classes: [Class]) {
        types.classes = classes
        count = (0, 0)
        leftOut = []
    }

    /// The extensions for a class.
    mutating func extensions(for owner: Class) -> String {
        var (reactive, plain): ([String], [String]) = ([], [])
        for property in properties(of: owner.type) {
            let name = String(cString: g_param_spec_get_name(property))
            guard isNew(name, in: owner) else { continue }
            let flags = property.pointee.flags.rawValue
            let isReadable = flags & G_PARAM_READABLE.rawValue != 0
            // A property that can be set only while the object is made cannot be bound.
            let isWritable = flags & G_PARAM_WRITABLE.rawValue != 0 && flags & G_PARAM_CONSTRUCT_ONLY.rawValue == 0
            guard isReadable, let type = types.name(of: property) else {
                leave(name, of: owner, because: String(cString: g_type_name(binding_param_type(property))))
                continue
            }
            let member = memberName(name)
            let note = "    /// `\(String(cString: g_type_name(owner.type))):\(name)`"
            if isWritable {
                reactive.append("\(note)\n    public var \(member): ControlProperty<\(type)> { property(\"\(name)\") }")
            } else {
                reactive.append(
                    "\(note), read-only.\n    public var \(member): Driver<\(type)> { driver(\"\(name)\") }")
            }
            add(Member(name: member, kind: isWritable ? .property : .driver, type: type, original: name), to: owner)
            let setter = isWritable ? " nonmutating set { set(\"\(name)\", newValue) }" : ""
            plain.append("\(note)\n    public var \(member): \(type) { get { get(\"\(name)\") }\(setter) }")
            count.properties += 1
        }
        for signal in signals(of: owner.type) {
            let name = String(cString: signal.signal_name)
            guard isNew(name, in: owner), !Self.byHand.contains("\(owner.name).\(name)") else { continue }
            guard let line = line(for: signal, named: name, of: owner) else { continue }
            reactive.append("    /// `\(String(cString: g_type_name(owner.type)))::\(name)`\n" + line)
            count.signals += 1
        }
        return extend("Reactive", owner, reactive) + extend("Properties", owner, plain)
    }

    private mutating func line(for signal: GSignalQuery, named name: String, of owner: Class) -> String? {
        // The lowest bit says that the arguments are not copied.
        let parameters = (0..<Int(signal.n_params)).map { signal.param_types[$0] & ~1 }
        var arguments: [String] = []
        for parameter in parameters {
            guard let type = types.name(of: parameter) else {
                leave(name, of: owner, because: "an argument of type \(String(cString: g_type_name(parameter)))")
                return nil
            }
            arguments.append(type)
        }
        let (value, closure) =
            switch arguments.count {
            case 0: ("Void", "{ _ in }")
            case 1: (arguments[0], "{ $0[0] }")
            default:
                (
                    "(\(arguments.joined(separator: ", ")))",
                    "{ (\(arguments.indices.map { "$0[\($0)]" }.joined(separator: ", "))) }"
                )
            }
        let member = "    public var \(memberName(name))"
        switch signal.return_type {
        case binding_type_none():
            add(Member(name: memberName(name), kind: .event, type: value, original: name), to: owner)
            return "\(member): ControlEvent<\(value)> { event(\"\(name)\") \(closure) }"
        case binding_type_boolean():
            add(Member(name: memberName(name), kind: .request, type: value, original: name), to: owner)
            return "\(member): ControlRequest<\(value), Bool> { request(\"\(name)\") \(closure) }"
        default:
            leave(name, of: owner, because: "an answer of type \(String(cString: g_type_name(signal.return_type)))")
            return nil
        }
    }

    private mutating func add(_ member: Member, to owner: Class) { members[owner.name, default: []].append(member) }

    private mutating func leave(_ name: String, of owner: Class, because reason: String) {
        leftOut.append("\(owner.name).\(name): \(reason)")
    }

    /// Whether neither the class nor a superclass has a member of that name yet.
    private mutating func isNew(_ name: String, in owner: Class) -> Bool {
        let member = memberName(name)
        var next: Class? = owner
        while let current = next {
            if names[current.name]?.contains(member) == true { return false }
            next = types.classes.first { $0.name == current.parent }
        }
        names[owner.name, default: []].insert(member)
        return true
    }

    private func extend(_ type: String, _ owner: Class, _ lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "\nextension \(type) where Base: \(owner.name) {\n" + lines.joined(separator: "\n") + "\n}\n"
    }

    private func properties(of type: GType) -> [UnsafeMutablePointer<GParamSpec>] {
        var count: guint = 0
        let list = g_object_class_list_properties(
            g_type_class_ref(type).assumingMemoryBound(to: GObjectClass.self), &count)!
        defer { g_free(list) }
        return (0..<Int(count)).map { list[$0]! }
    }

    /// The signals of a class and its interfaces.
    private func signals(of type: GType) -> [GSignalQuery] {
        var count: guint = 0
        let interfaces = g_type_interfaces(type, &count)!
        defer { g_free(interfaces) }
        return ([type] + (0..<Int(count)).map { interfaces[$0] }).flatMap { type in
            var count: guint = 0
            let numbers = g_signal_list_ids(type, &count)
            defer { g_free(numbers) }
            return (0..<Int(count)).map { index in
                var query = GSignalQuery()
                g_signal_query(numbers![index], &query)
                return query
            }
        }
    }
}

import CGTK

/// The Swift code of a library's classes and members.
struct Module {
    /// All classes that are known, also those of other modules.
    private var classes: [Class]
    /// Those of this module.
    private let own: [Class]
    private let library: Library
    private let introspection: Introspection
    private var members: Members
    private var wrappers: Wrappers
    private(set) var text: String

    /// The first module.
    ///
    /// - Parameter byHand: The classes that are written by hand.
    init(_ library: Library, knowing byHand: [Class], _ imports: String) {
        self.init(library, library.introspection, byHand, isFirst: true, Members(byHand), nil, imports)
    }

    /// A module that imports another one.
    init(_ library: Library, after other: Module, _ imports: String) {
        var introspection = library.introspection
        introspection.use(other.introspection)
        self.init(library, introspection, other.classes, isFirst: false, other.members, other.wrappers, imports)
    }

    private init(
        _ library: Library, _ introspection: Introspection, _ known: [Class], isFirst: Bool, _ formerMembers: Members,
        _ formerWrappers: Wrappers?, _ imports: String
    ) {
        self.library = library
        self.introspection = introspection
        classes = known
        library.add(to: &classes)
        own = isFirst ? classes : Array(classes[known.count...])
        members = formerMembers
        members.begin(classes)
        wrappers = Wrappers(classes, introspection, after: formerWrappers)
        let knownEnumerations = members.types.enumerations
        text =
            "// Written by MemberGenerator, with GTK \(gtk_get_major_version()).\(gtk_get_minor_version()).\n\n\(imports)"
        for owner in own {
            if let description = owner.introspected {
                text += wrappers.declaration(of: owner, description, &members.types)
            }
            text += members.extensions(for: owner)
        }
        text += "\n" + members.types.declarations(but: knownEnumerations)
        text += """

            /// The initializer of each class's wrapper.
            @MainActor let generatedClasses: [String: @MainActor (UnsafeMutableRawPointer) -> BindingGTK.GObject] = [

            """
        for owner in own where owner.isWrapped {
            text += "    \"\(String(cString: g_type_name(owner.type)))\": { \(owner.name)(wrapping: $0) },\n"
        }
        text += "]\n"
    }

    /// What there is, and what was left out and why.
    var summary: String {
        let counts =
            "\(own.count) classes, \(members.count.properties) properties, \(members.count.signals) signals, "
            + "\(wrappers.count) functions"
        return ([counts] + (members.leftOut + wrappers.leftOut).map { "left out: \($0)" }).joined(separator: "\n")
    }

    /// A page of all classes with their members, in Markdown.
    ///
    /// - Parameter declarations: What is written by hand.
    func reference(_ declarations: Declarations) -> String {
        Reference(own, members, wrappers, declarations).text(library.introspection.classes)
    }

    /// A Swift file for the tests that binds each member of each class.
    var testBindings: String {
        bindingsForTests(own, members, library.introspection, named: "\(library.swiftPrefix)MemberBindings")
    }
}

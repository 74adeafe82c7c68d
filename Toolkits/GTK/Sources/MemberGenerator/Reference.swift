import CGTK

/// A page of all classes with their members, in Markdown.
struct Reference {
    private let classes: [Class]
    private let members: Members
    private let wrappers: Wrappers

    init(_ classes: [Class], _ members: Members, _ wrappers: Wrappers) {
        self.classes = classes.sorted { $0.name < $1.name }
        self.members = members
        self.wrappers = wrappers
    }

    /// The classes, one section each.
    ///
    /// - Parameter descriptions: What the library says of each class.
    func text(_ descriptions: [IntrospectedClass]) -> String {
        classes.map { owner in
            let cName = String(cString: g_type_name(owner.type))
            let description = descriptions.first { $0.cName == cName }
            var lines = ["## \(owner.name)", ""]
            if let description { lines += [wrappers.summary(of: description), ""] }
            let origin = owner.introspected == nil ? "written by hand" : "generated"
            lines += ["`\(cName)`, \(origin)" + (owner.parent.map { ", a subclass of `\($0)`." } ?? "."), ""]
            if let own = members.members[owner.name], !own.isEmpty {
                lines += ["| `rx.` | type | in GTK |", "| --- | --- | --- |"]
                lines += own.map { "| `\($0.name)` | `\($0.declaredType)` | `\($0.original)` |" }
                lines.append("")
            }
            if let functions = wrappers.functions[owner.name] {
                lines += ["| method | in GTK |", "| --- | --- |"]
                lines += functions.map { "| `\($0.signature)` | `\($0.function)` |" }
                lines.append("")
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension Members.Member {
    /// Its type under `rx`.
    fileprivate var declaredType: String {
        switch kind {
        case .property: "ControlProperty<\(type)>"
        case .driver: "Driver<\(type)>"
        case .event: "ControlEvent<\(type)>"
        case .request: "ControlRequest<\(type), Bool>"
        }
    }
}

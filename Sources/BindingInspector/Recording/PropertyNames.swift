import Binding

/// Finds the sources and the controls in the properties of an object, and of the objects that it holds, and names them after
/// these.
struct PropertyNames {
    private static let mostObjects = 200
    /// Values that are looked at, of properties and of what they consist of.
    private static let mostValues = 5_000
    /// Elements of an array.
    private static let mostElements = 32

    /// A property of an object, or a part of its value.
    private struct Name {
        let owner: AnyObject
        let ownerName: String
        var property: String
        /// How deep in the value of the property it is.
        var nesting = 0
        /// Whether it is state of the library's that follows from other state.
        var isReadOnly = false

        var text: String { "\(ownerName).\(property)" }

        /// A part of the same value.
        func part(_ suffix: String) -> Name {
            var part = self
            part.property += suffix
            part.nesting += 1
            return part
        }
    }

    private let inspector: BindingInspector
    private var valueCount = 0
    private var rest: [(object: AnyObject, name: String, depth: Int)] = []
    private var seen: Set<ObjectIdentifier> = []
    private var objects: [(object: AnyObject, name: Name)] = []
    private var sources: [(source: any InspectableSource, name: Name)] = []

    /// Names what an object holds.
    ///
    /// - Parameter name: The name of the object, in place of that of its type.
    static func note(_ object: AnyObject, as name: String?, in inspector: BindingInspector) {
        var names = PropertyNames(inspector)
        names.note(object, as: name ?? NodeNames.type(type(of: object)))
    }

    private init(_ inspector: BindingInspector) {
        self.inspector = inspector
    }

    private mutating func note(_ object: AnyObject, as name: String) {
        rest = [(object: object, name: name, depth: 0)]
        while let next = rest.popLast() {
            guard seen.count < Self.mostObjects, seen.insert(ObjectIdentifier(next.object)).inserted else { continue }
            var mirror: Mirror? = Mirror(reflecting: next.object)
            while let current = mirror {
                for child in current.children {
                    guard let label = child.label else { continue }
                    let name = Name(owner: next.object, ownerName: next.name, property: Self.property(label))
                    note(child.value, as: name, isWrapper: label.hasPrefix("_"), depth: next.depth)
                }
                mirror = current.superclassMirror
            }
        }
        // A property itself is a better name than a part of another one's value.
        objects.sort { $0.name.nesting < $1.name.nesting }
        sources.sort { $0.name.nesting < $1.name.nesting }
        let nodes = sources.map { (number: $0.source.node(in: inspector), name: $0.name) }
        let controls = objects.map { (object: $0.object, name: $0.name.text) }
        inspector.withRecording { recording in
            for (place, (number, name)) in nodes.enumerated() {
                guard let node = recording.node(number), node.name == nil else { continue }
                node.name = name.text
                node.owner = name.owner
                node.property = name.property
                node.declaration = place
                node.isReadOnly = name.isReadOnly
            }
            recording.nameControls(in: controls)
        }
    }

    /// Names what there is in a property, or in a part of its value.
    private mutating func note(_ value: Any, as name: Name, isWrapper: Bool, depth: Int) {
        valueCount += 1
        guard valueCount < Self.mostValues, name.nesting < 5 else { return }
        if let source = value as? any InspectableSource { return sources.append((source, name)) }
        if let object = value as? any InspectableObject { return noteSources(of: object, as: name) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class where isWrapper, .struct where isWrapper:
            noteParts(of: mirror, as: name, depth: 0)
        case .class:
            let object = value as AnyObject
            let type: AnyObject.Type = type(of: object)
            // What the library itself is made of says nothing to a user.
            let module = String(reflecting: type).prefix { $0 != "." }
            if module == "Binding" || module == "BindingInspector" { return }
            objects.append((object, name))
            if depth >= 3 || module == "BindingGTK" || module == "BindingAdwaita" { return }
            // There are many controls of a type in a view, and one view model.
            let isControl = object is any ReactiveCompatible && !(object is any BindingContext)
            rest.append((object, isControl ? name.text : NodeNames.type(type), depth + 1))
        case .optional, .enum:
            if let part = mirror.children.first {
                note(part.value, as: name.part(""), isWrapper: isWrapper, depth: depth)
            }
        case .struct, .tuple:
            for part in mirror.children {
                guard let label = part.label else { continue }
                let suffix = label.hasPrefix(".") ? label : ".\(Self.property(label))"
                note(part.value, as: name.part(suffix), isWrapper: false, depth: depth)
            }
        case .collection where mirror.children.count <= Self.mostElements:
            for (index, part) in mirror.children.enumerated() {
                note(part.value, as: name.part("[\(index)]"), isWrapper: false, depth: depth)
            }
        default:
            break
        }
    }

    /// Names the sources in a property wrapper that is made of others after the property.
    private mutating func noteParts(of mirror: Mirror, as name: Name, depth: Int) {
        for child in mirror.children {
            if let source = child.value as? any InspectableSource {
                sources.append((source, name))
            } else if let object = child.value as? any InspectableObject {
                noteSources(of: object, as: name)
            } else if depth < 2 {
                noteParts(of: Mirror(reflecting: child.value), as: name, depth: depth + 1)
            }
        }
    }

    /// Names the sources of an object of the library's after the property.
    private mutating func noteSources(of object: any InspectableObject, as name: Name) {
        for (part, source) in Inspection.sources(of: object) {
            var name = name
            if !part.isEmpty {
                name.property += ".\(part)"
                name.isReadOnly = true
            }
            sources.append((source, name))
        }
    }

    /// The property of a label: also that of a wrapper, or of a lazy variable.
    private static func property(_ label: String) -> String {
        if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let lazyPrefix = "$__lazy_storage_$_"
}

import Binding

/// Finds the sources and the controls in the properties of an object, and of the objects that it holds, and names them after
/// these.
struct PropertyNames {
    private static let mostObjects = 200
    /// Values that are looked at, of properties and of what they consist of.
    private static let mostValues = 5_000
    /// Elements of an array.
    private static let mostElements = 32

    private let inspector: BindingInspector
    private var valueCount = 0
    private var rest: [(object: AnyObject, name: String, depth: Int)] = []
    private var seen: Set<ObjectIdentifier> = []
    /// What has been found, with how deep in the value of a property it was.
    private var objects: [(object: AnyObject, name: String, nesting: Int)] = []
    private var sources: [(source: any InspectableSource, name: String, nesting: Int)] = []

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
                    let name = "\(next.name).\(Self.property(label))"
                    note(child.value, as: name, isWrapper: label.hasPrefix("_"), depth: next.depth)
                }
                mirror = current.superclassMirror
            }
        }
        // A property itself is a better name than a part of another one's value.
        objects.sort { $0.nesting < $1.nesting }
        sources.sort { $0.nesting < $1.nesting }
        let nodes = sources.map { ($0.source.node(in: inspector), $0.name) }
        inspector.withRecording { [objects] recording in
            for (number, name) in nodes {
                if let node = recording.node(number), node.name == nil { node.name = name }
            }
            recording.nameControls(in: objects.map { ($0.object, $0.name) })
        }
    }

    /// Names what there is in a property, or in a part of its value.
    private mutating func note(_ value: Any, as name: String, isWrapper: Bool, depth: Int, nesting: Int = 0) {
        valueCount += 1
        guard valueCount < Self.mostValues, nesting < 5 else { return }
        if let source = value as? any InspectableSource { return sources.append((source, name, nesting)) }
        if let object = value as? any InspectableObject { return noteSources(of: object, as: name, nesting) }
        let mirror = Mirror(reflecting: value)
        let next = nesting + 1
        switch mirror.displayStyle {
        case .class where isWrapper, .struct where isWrapper:
            noteParts(of: mirror, as: name, nesting, depth: 0)
        case .class:
            let object = value as AnyObject
            objects.append((object, name, nesting))
            if depth < 3 { rest.append((object, NodeNames.type(type(of: object)), depth + 1)) }
        case .optional, .enum:
            if let part = mirror.children.first {
                note(part.value, as: name, isWrapper: isWrapper, depth: depth, nesting: next)
            }
        case .struct, .tuple:
            for part in mirror.children {
                guard let label = part.label else { continue }
                let name = label.hasPrefix(".") ? name + label : "\(name).\(Self.property(label))"
                note(part.value, as: name, isWrapper: false, depth: depth, nesting: next)
            }
        case .collection where mirror.children.count <= Self.mostElements:
            for (index, part) in mirror.children.enumerated() {
                note(part.value, as: "\(name)[\(index)]", isWrapper: false, depth: depth, nesting: next)
            }
        default:
            break
        }
    }

    /// Names the sources in a property wrapper that is made of others after the property.
    private mutating func noteParts(of mirror: Mirror, as name: String, _ nesting: Int, depth: Int) {
        for child in mirror.children {
            if let source = child.value as? any InspectableSource {
                sources.append((source, name, nesting))
            } else if let object = child.value as? any InspectableObject {
                noteSources(of: object, as: name, nesting)
            } else if depth < 2 {
                noteParts(of: Mirror(reflecting: child.value), as: name, nesting, depth: depth + 1)
            }
        }
    }

    /// Names the sources of an object of the library's after the property.
    private mutating func noteSources(of object: any InspectableObject, as name: String, _ nesting: Int) {
        for (part, source) in Inspection.sources(of: object) {
            sources.append((source, part.isEmpty ? name : "\(name).\(part)", nesting))
        }
    }

    /// The property of a label: also that of a wrapper, or of a lazy variable.
    private static func property(_ label: String) -> String {
        if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let lazyPrefix = "$__lazy_storage_$_"
}

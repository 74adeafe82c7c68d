import Binding

/// Finds the wrapped properties of an object, and of the objects that it holds, and names their sources after them.
struct PropertyNames {
    private static let mostObjects = 200

    private let inspector: BindingInspector

    init(_ inspector: BindingInspector) {
        self.inspector = inspector
    }

    func note(_ object: AnyObject, as name: String?) {
        var rest = [(object: object, name: name ?? NodeNames.type(type(of: object)), depth: 0)]
        var seen: Set<ObjectIdentifier> = []
        while let next = rest.popLast() {
            guard seen.count < Self.mostObjects, seen.insert(ObjectIdentifier(next.object)).inserted else { continue }
            var mirror: Mirror? = Mirror(reflecting: next.object)
            while let current = mirror {
                for child in current.children {
                    guard let label = child.label else { continue }
                    rest += note(child.value, label, of: next.name, depth: next.depth)
                }
                mirror = current.superclassMirror
            }
        }
    }

    /// Notes the source in a property, if there is one.
    ///
    /// - Returns: The objects to look into.
    private func note(
        _ value: Any, _ label: String, of owner: String, depth: Int
    ) -> [(object: AnyObject, name: String, depth: Int)] {
        let isWrapper = label.hasPrefix("_")
        let name = "\(owner).\(Self.property(label))"
        if let source = value as? any InspectableSource {
            set(name, of: source)
            return []
        }
        if let object = value as? any InspectableObject {
            noteSources(of: object, as: name)
            return []
        }
        guard depth < 3 else { return [] }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class where isWrapper, .struct where isWrapper:
            noteParts(of: mirror, as: name, depth: 0)
            return []
        case .class:
            let object = value as AnyObject
            return [(object, NodeNames.type(type(of: object)), depth + 1)]
        case .optional:
            return mirror.children.first.map { note($0.value, label, of: owner, depth: depth) } ?? []
        default:
            return []
        }
    }

    /// Names the sources in a property wrapper that is made of others after the property.
    private func noteParts(of mirror: Mirror, as name: String, depth: Int) {
        for child in mirror.children {
            if let source = child.value as? any InspectableSource {
                set(name, of: source)
            } else if let object = child.value as? any InspectableObject {
                noteSources(of: object, as: name)
            } else if depth < 2 {
                noteParts(of: Mirror(reflecting: child.value), as: name, depth: depth + 1)
            }
        }
    }

    /// Names the sources of an object of the library's after the property.
    private func noteSources(of object: any InspectableObject, as name: String) {
        for (part, source) in Inspection.sources(of: object) {
            set(part.isEmpty ? name : "\(name).\(part)", of: source)
        }
    }

    /// The property of a label: also that of a wrapper, or of a lazy variable.
    private static func property(_ label: String) -> String {
        if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    private func set(_ name: String, of source: any InspectableSource) {
        let node = source.node(in: inspector)
        inspector.withRecording { recording in
            if recording.node(node)?.name == nil { recording.node(node)?.name = name }
        }
    }
}

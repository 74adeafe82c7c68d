import Binding

/// Finds the wrapped properties of an object, and of the objects that it holds, and names their sources after them.
struct PropertyNames {
    private static let mostObjects = 200

    private typealias Found = (object: AnyObject, name: String, depth: Int)

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
                    guard let label = child.label.map(Self.written) else { continue }
                    rest += note(child.value, label, of: next, depth: next.depth)
                }
                mirror = current.superclassMirror
            }
        }
    }

    /// A property's name as it is written, also if it is lazy.
    private static func written(_ label: String) -> String {
        let lazy = "$__lazy_storage_$_"
        return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
    }

    /// Notes the source in a property, if there is one.
    ///
    /// - Returns: The objects to look into.
    private func note(
        _ value: Any, _ label: String, of owner: Found, depth: Int
    ) -> [Found] {
        let isWrapper = label.hasPrefix("_")
        let property = (owner, isWrapper ? String(label.dropFirst()) : label)
        if let source = value as? any InspectableSource {
            set(property, of: source)
            return []
        }
        guard depth < 3 else { return [] }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class where isWrapper, .struct where isWrapper:
            noteParts(of: mirror, as: property, depth: 0)
            return []
        case .class:
            let object = value as AnyObject
            inspector.withRecording { $0.label(object, "\(owner.name).\(label)") }
            return [(object, NodeNames.type(type(of: object)), depth + 1)]
        case .optional:
            return mirror.children.first.map { note($0.value, label, of: owner, depth: depth) } ?? []
        default:
            return []
        }
    }

    /// Names the sources in a property wrapper that is made of others after the property.
    private func noteParts(of mirror: Mirror, as property: (Found, String), depth: Int) {
        for child in mirror.children {
            if let source = child.value as? any InspectableSource {
                set(property, of: source)
            } else if depth < 2 {
                noteParts(of: Mirror(reflecting: child.value), as: property, depth: depth + 1)
            }
        }
    }

    private func set(_ property: (owner: Found, name: String), of source: any InspectableSource) {
        let node = source.node(in: inspector)
        inspector.withRecording { recording in
            guard let node = recording.node(node), node.name == nil else { return }
            node.name = "\(property.owner.name).\(property.name)"
            node.owner = property.owner.object
            node.property = property.name
        }
    }
}

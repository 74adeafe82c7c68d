import Binding
import BindingCollections
import BindingInspector

/// The live objects with their properties, as rows, and what the user is doing with them. It knows nothing of GTK.
@MainActor
package final class ObjectTree {
    private let inspector: BindingInspector

    @Bindable package private(set) var rows: TreeArray<TreeRow> = []
    @Mutable package var selected: TreeRow.ID?
    /// Only what has this in a name, a value or a place.
    package var filter = "" { didSet { if filter != oldValue { show() } } }

    package private(set) var objects: [InspectedObject] = []
    private var closed: Set<TreeRow.ID> = []
    /// What the user has entered and not yet set, and why it was refused.
    private var drafts: [InspectedProperty.ID: (text: String, refusal: String?)] = [:]

    init(_ inspector: BindingInspector) { self.inspector = inspector }

    /// Looks at the objects anew.
    func refresh() {
        let new = inspector.objects
        guard new != objects else { return }
        objects = new
        let live = Set(new.flatMap { $0.properties.map(\.id) })
        drafts = drafts.filter { live.contains($0.key) }
        show()
    }

    package func toggle(_ id: TreeRow.ID) {
        if closed.remove(id) == nil { closed.insert(id) }
        show()
    }

    /// Opens or closes a row, if it is not so already.
    func set(_ id: TreeRow.ID, isOpen: Bool) {
        if closed.contains(id) == isOpen { toggle(id) }
    }

    // MARK: Editing

    /// Notes what the user has entered so far.
    package func enter(_ text: String, in id: InspectedProperty.ID) {
        drafts[id] = text == property(id)?.editableText ? nil : (text, nil)
        show()
    }

    /// Sets a property to what the user has entered. If it is refused, it stays there, with the reason.
    package func commit(_ id: InspectedProperty.ID) {
        guard let draft = drafts[id] else { return }
        do throws(RefusedText) {
            try inspector.set(id, to: draft.text)
            drafts[id] = nil
        } catch {
            drafts[id] = (draft.text, error.description)
        }
        objects = inspector.objects
        show()
    }

    /// Forgets what the user has entered.
    package func revert(_ id: InspectedProperty.ID) {
        drafts[id] = nil
        show()
    }

    private func property(_ id: InspectedProperty.ID) -> InspectedProperty? {
        objects.lazy.flatMap(\.properties).first { $0.id == id }
    }

    // MARK: Rows

    /// What is selected: a property, or all those of an object.
    var selection: (title: String, note: String, properties: [InspectedProperty])? {
        guard let selected else { return nil }
        for object in objects {
            if selected == .object(object.id) { return (object.title, object.note, object.properties) }
            if let property = object.properties.first(where: { .property($0.id) == selected }) {
                let note = [property.type, property.place, "\(property.count) values"].compactMap { $0 }
                return ("\(object.title).\(property.name)", note.joined(separator: " · "), [property])
            }
        }
        return nil
    }

    /// Selects an object, and shows it though it might be filtered.
    ///
    /// - Returns: Whether it is known.
    package func select(_ id: ObjectIdentifier) -> Bool {
        guard let object = objects.first(where: { $0.id == id }) else { return false }
        filter = ""
        set(.heading(object.heading), isOpen: true)
        set(.object(id), isOpen: true)
        selected = .object(id)
        return true
    }

    /// Selects a property.
    ///
    /// - Returns: Whether it is one, and not an operator or a binding.
    package func select(_ id: InspectedProperty.ID) -> Bool {
        guard let object = objects.first(where: { $0.properties.contains { $0.id == id } }) else { return false }
        filter = ""
        set(.heading(object.heading), isOpen: true)
        set(.object(object.id), isOpen: true)
        selected = .property(id)
        return true
    }

    private func show() {
        var rows: [TreeRow] = []
        var heading = ""
        for object in objects {
            let properties = object.properties.filter { object.matches(filter) || $0.matches(filter) }
            guard !properties.isEmpty else { continue }
            if object.heading != heading {
                heading = object.heading
                let id = TreeRow.ID.heading(heading)
                rows.append(
                    TreeRow(id: id, depth: 0, isOpen: isOpen(id), title: heading, isHeading: true))
            }
            guard isOpen(.heading(heading)) else { continue }
            let id = TreeRow.ID.object(object.id)
            rows.append(TreeRow(id: id, depth: 1, isOpen: isOpen(id), title: object.title, note: object.note))
            if isOpen(id) { rows += properties.map { row($0) } }
        }
        let new = TreeArray(rows)
        if new != self.rows { self.rows = new }
    }

    private func isOpen(_ id: TreeRow.ID) -> Bool { !filter.isEmpty || !closed.contains(id) }

    private func row(_ property: InspectedProperty) -> TreeRow {
        let draft = drafts[property.id]
        return TreeRow(
            id: .property(property.id), depth: 2, title: property.name.isEmpty ? "value" : property.name,
            note: property.type ?? "", value: property.value ?? "",
            edited: property.editableText.map { draft?.text ?? $0 },
            refusal: draft?.refusal)
    }
}

extension InspectedObject {
    fileprivate var title: String { label ?? name }
    fileprivate var note: String { label == nil ? "" : name }
    fileprivate var heading: String { id == nil ? "Other values" : isControl ? "Controls" : "Objects" }

    fileprivate func matches(_ text: String) -> Bool {
        text.isEmpty || name.containsIgnoringCase(text) || (label ?? "").containsIgnoringCase(text)
    }
}

extension InspectedProperty {
    fileprivate func matches(_ text: String) -> Bool {
        [name, value ?? "", place ?? ""].contains { $0.containsIgnoringCase(text) }
    }
}

extension String {
    func containsIgnoringCase(_ text: String) -> Bool { lowercased().contains(text.lowercased()) }
}

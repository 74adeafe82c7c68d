import Binding

/// An object that exists now, with those of its properties that something is bound to: a view model, a control.
public struct InspectedObject: Sendable, Identifiable, Equatable {
    /// What the object is identified by while it exists; `nil` for what is known without its owner.
    public let id: ObjectIdentifier?
    /// The name of its type.
    public let name: String
    /// Where it was found first: `SignUpPage.userName`; `nil` if nobody has said.
    public let label: String?
    /// Whether it is a control.
    public let isControl: Bool
    /// Its properties, in the order in which they were bound.
    public let properties: [InspectedProperty]
}

/// A property that exists now: of a view model, of a control, or a relay that is known by its type alone.
public struct InspectedProperty: Sendable, Identifiable, Equatable {
    /// What identifies something that the inspector knows: a property, an operator, a binding. No two have the same,
    /// also after the first one is gone.
    public struct ID: Sendable, Hashable {
        let number: UInt32
        let order: UInt64
    }

    /// What identifies it.
    public let id: ID
    /// Its name, without that of the object.
    public let name: String
    /// The type of its values; `nil` for a control's, which is not known.
    public let type: String?
    /// The file and the line that declare it, if they are known.
    public let place: String?
    /// What it holds: that of a relay or of a `@Bindable` now, otherwise the latest value that was sent; as a text, which for
    /// what is secret is dots.
    public let value: String?
    /// The number of values that were sent.
    public let count: Int
    /// What a user can edit: the value without quotation marks, empty for what is secret. `nil` if it cannot be set from
    /// a text; see ``BindingInspector/BindingInspector/set(_:to:)``.
    public let editableText: String?
}

/// Why a property was not set.
public struct RefusedText: Error, Equatable, CustomStringConvertible {
    public let description: String
}

extension BindingInspector {
    /// The objects that exist now and whose properties are bound, or are found in an object that binds, with the values
    /// that they have now. Those of the program come first, then the controls.
    ///
    /// - Complexity: O(*n* log *n*) in the number of all that is bound. The values are described at each call.
    @MainActor
    public var objects: [InspectedObject] {
        // Not sent anywhere: they are released here, outside of the lock.
        var found: [FoundProperty] = []
        withRecording { found = $0.foundProperties }
        return grouped(found)
    }

    private func grouped(_ found: [FoundProperty]) -> [InspectedObject] {
        var order: [ObjectIdentifier?] = []
        var groups: [ObjectIdentifier?: [FoundProperty]] = [:]
        for property in found {
            let id = property.owner.map { ObjectIdentifier($0) }
            if groups[id] == nil { order.append(id) }
            groups[id, default: []].append(property)
        }
        let objects = order.compactMap { id -> InspectedObject? in
            guard let properties = groups[id], let first = properties.first else { return nil }
            return InspectedObject(
                id: id, name: first.owner.map { NodeNames.type(type(of: $0)) } ?? "Others", label: first.label,
                isControl: properties.contains(where: \.isControl), properties: properties.map(described))
        }
        func place(_ object: InspectedObject) -> Int { object.id == nil ? 1 : object.isControl ? 2 : 0 }
        return (0...2).flatMap { number in objects.filter { place($0) == number } }
    }

    private func described(_ property: FoundProperty) -> InspectedProperty {
        let source = property.kind.flatMap { LiveSource($0, property.object) }
        let now = source?.value
        let isHidden = property.isSecret || !showsValues
        return InspectedProperty(
            id: property.id, name: property.name, type: source?.type ?? property.type, place: property.place,
            value: now.map { text(of: $0, isSecret: property.isSecret) } ?? property.lastText, count: property.count,
            editableText: property.isReadOnly ? nil : source?.editableText.map { isHidden ? "" : $0 })
    }

    private func text(of value: Any, isSecret: Bool) -> String {
        let isText = !(value is Int || value is Bool || value is Double)
        return isSecret && isText ? "•••" : describe(value)
    }

    /// Sets a relay, such as that of a `@Mutable` property, to the value that a text stands for.
    ///
    /// Texts are made into texts, numbers, Booleans and all else that is `LosslessStringConvertible`, into enumerations
    /// that are `CaseIterable` (by the name of the case) or have such a raw value, and into optionals of these, where
    /// `nil` stands for none. What follows from it is recorded as what follows from an edit in `BindingInspector`.
    ///
    /// - Parameters:
    ///   - id: The property.
    ///   - text: The text, without quotation marks.
    /// - Throws: A ``RefusedText`` if the property is gone, if it cannot be set, or if the text stands for none of its
    ///   values. It has the value then that it had.
    @MainActor
    public func set(_ id: InspectedProperty.ID, to text: String) throws(RefusedText) {
        var found: FoundProperty?
        withRecording { recording in found = recording.node(id).flatMap { recording.found($0) } }
        guard let found else { throw RefusedText(description: "It does not exist any more.") }
        guard !found.isReadOnly, let source = found.kind.flatMap({ LiveSource($0, found.object) }),
            source.editableText != nil
        else {
            throw RefusedText(description: "\(found.name) cannot be set from here.")
        }
        let value = try source.value(from: text)
        Inspection.anew {
            // Of its own, as all texts that come from where a secret comes from are dots from then on.
            Inspection.event(.edited, found.isSecret ? "secret" : "", of: self, value) { source.set(value) }
        }
    }

    /// Says why a property has its value, or shows it: what has led to it.
    ///
    /// - Parameter id: What is asked about, from ``objects`` or ``surroundings(of:)``.
    public func why(_ id: InspectedProperty.ID) -> Explanation { explain(number(of: id)) }

    /// Says what has kept the latest value from a property of a control.
    ///
    /// - Parameter id: What is asked about, from ``objects`` or ``surroundings(of:)``.
    public func whyNot(_ id: InspectedProperty.ID) -> Explanation { explainSilence(of: number(of: id)) }

    private func number(of id: InspectedProperty.ID) -> UInt32 {
        withRecording { $0.node(id)?.number ?? 0 }
    }

    /// A number that grows whenever something is recorded, so that what shows the answers knows when to ask again.
    public var revision: UInt64 { withRecording { $0.revision } }

    /// Leaves out what a closure does: what is bound in it, what that brings about, and all that happens there later. It is for
    /// the window of an inspector, which does not inspect itself.
    ///
    /// - Parameter body: Called at once.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @MainActor
    public func unobserved<Result>(_ body: () throws -> Result) rethrows -> Result { try Inspection.ignoring(body) }
}

/// What the ``Recording`` knows about a property, with its object, which is described outside of the lock.
struct FoundProperty {
    let id: InspectedProperty.ID
    let name: String
    let owner: AnyObject?
    let label: String?
    let object: AnyObject
    let kind: Any.Type?
    let type: String?
    let place: String?
    let isControl: Bool
    let isSecret: Bool
    let isReadOnly: Bool
    let lastText: String?
    let count: Int
}

extension NodeRecord {
    var id: InspectedProperty.ID { InspectedProperty.ID(number: number, order: order) }
}

extension Recording {
    /// The node of an identity, unless another one has its number.
    func node(_ id: InspectedProperty.ID) -> NodeRecord? {
        node(id.number).flatMap { $0.order == id.order && !$0.isGone ? $0 : nil }
    }

    fileprivate var foundProperties: [FoundProperty] {
        // In the order in which they are declared, where that is known.
        live.sorted { $0.declaration < $1.declaration }.compactMap { isStage($0) ? nil : found($0) }
    }

    fileprivate func found(_ node: NodeRecord) -> FoundProperty? {
        guard !node.isStep, let object = node.object, exists(object) else { return nil }
        let isLive = if case .source(let kind) = node.kind { LiveSource(kind, object) != nil } else { false }
        // Events that tell nothing are the library's own, most likely.
        if node.isSource, node.place == nil, node.reads.isEmpty, !isLive, node.name == nil || node.lastValue.text == nil
        {
            return nil
        }
        let owner = node.isControl ? object : node.owner
        let label = owner.flatMap { self.label(of: $0) }
        var (kind, type): (Any.Type?, String?) = (nil, nil)
        if case .source(let source) = node.kind {
            kind = source
            type = NodeNames.type(source)
        }
        let name: String =
            if case .control(let property) = node.kind { property.shown } else { node.property ?? self.name(of: node) }
        return FoundProperty(
            id: node.id, name: name, owner: owner, label: label, object: object, kind: kind, type: type,
            place: node.place.map { NodeNames.place($0) }, isControl: node.isControl, isSecret: node.isSecret,
            isReadOnly: node.isReadOnly,
            lastText: node.last == 0 ? shownText(node.initialValue, at: node) : shownText(node.lastValue, at: node),
            count: node.count)
    }
}

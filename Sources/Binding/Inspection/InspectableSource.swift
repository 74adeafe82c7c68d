/// A property wrapper, or a relay, that an inspector finds among the properties of an object, and names after it.
package protocol InspectableSource {
    /// Its node.
    func node(in recorder: any InspectionRecorder) -> UInt32
}

/// An object that a user knows by the property that holds it, with all that it consists of: a field, a form, a command.
package protocol InspectableObject: AnyObject {
    /// Its sources that there are, with what each is called after the property's name, or nothing.
    @MainActor var inspectedSources: [(name: String, source: any InspectableSource)] { get }
}

extension Inspection {
    /// The sources of an object that a user knows by the property that holds it; none but on the main actor.
    package static func sources(of object: any InspectableObject) -> [(name: String, source: any InspectableSource)] {
        let sources = MainActorDispatcher.unchecked { (object: any InspectableObject) in object.inspectedSources }
        return MainActorDispatcher.isCurrent ? sources(object) : []
    }
}

extension Bindable: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { Inspection.node(of: broadcaster, recorder) }
}

extension Mutable: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { relay.node(in: recorder) }
}

extension BehaviorRelay: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { Inspection.node(of: broadcaster, recorder) }
}

extension PublishRelay: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { Inspection.node(of: broadcaster, recorder) }
}

extension CompactRelay: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { relay.node(in: recorder) }
}

extension CompactPublishRelay: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { relay.node(in: recorder) }
}

extension RelayAtEnd: InspectableSource {
    package func node(in recorder: any InspectionRecorder) -> UInt32 { relay.node(in: recorder) }
}

extension SharedSequence {
    /// Its node, if it is the sequence of a source with nothing in between; 0 otherwise.
    package func node(in recorder: any InspectionRecorder) -> UInt32 {
        guard stage == nil, let source = base.sourceIfAny else { return 0 }
        return Inspection.node(of: source, recorder)
    }
}

extension Binder {
    /// What stands for the control; see ``InspectionRecorder/note(_:as:)``.
    package var serializerObject: AnyObject { serializer }
}

extension ControlProperty {
    /// What stands for the control; see ``InspectionRecorder/note(_:as:)``.
    package var serializerObject: AnyObject { serializer }
}

extension BehaviorRelay {
    /// The value of a source that an inspector knows as a relay's, if it has values of this type.
    package static func value(ofSource source: AnyObject) -> Element? { (source as? Broadcaster<Element>)?.latest }

    /// Sets that value.
    package static func accept(_ element: Element, inSource source: AnyObject) {
        (source as? Broadcaster<Element>)?.send(element)
    }
}

extension Bindable {
    /// The value of a source that an inspector knows, if it is that of a property of this type.
    package static func value(ofSource source: AnyObject) -> Value? { (source as? Broadcaster<Value>)?.latest }
}

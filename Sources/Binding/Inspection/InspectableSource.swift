/// A property wrapper, or a relay, that an inspector finds among the properties of an object, and names after it.
package protocol InspectableSource {
    /// Its node.
    func node(in recorder: any InspectionRecorder) -> UInt32
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

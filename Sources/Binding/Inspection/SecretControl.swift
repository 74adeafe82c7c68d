/// A control whose text may not be for others to read, such as a field for passwords.
///
/// An inspector writes dots in place of the texts of such a control, and of the texts that come from there or go there.
public protocol SecretControl: AnyObject {
    /// Whether its text is hidden from the user. It counts when the control is bound for the first time.
    @MainActor var hidesText: Bool { get }
}

extension Inspection {
    /// The node of a property of an object, of whose values the inspector is told. Called on the main actor.
    static func node(
        of property: String, of object: AnyObject, _ recorder: any InspectionRecorder
    ) -> UInt32 {
        let hidesText = MainActorDispatcher.unchecked { (control: any SecretControl) in control.hidesText }
        return recorder.node(
            of: property, of: object, isSecret: (object as? any SecretControl).map(hidesText) ?? false)
    }
}

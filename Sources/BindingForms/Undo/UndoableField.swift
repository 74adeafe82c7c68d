import Binding

extension Field: Undoable {
    /// What is typed and what it means. Whether the user has visited the field is not part of it.
    public var undoPart: UndoPart {
        let text: @Sendable (FieldContent<Raw, Value>) -> String = { $0.raw as? String ?? "" }
        return UndoPart(content, text: Raw.self == String.self ? text : nil)
    }
}

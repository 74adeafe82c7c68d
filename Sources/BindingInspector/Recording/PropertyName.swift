/// The name of a property of a control.
struct PropertyName {
    /// How it is shown. Empty if nothing is known.
    private(set) var shown: String
    /// What tells it from the object's others: in place of a name, the address of its getter, or else its type.
    private(set) var key: String

    /// What is in place of a name: `<computed 0x10 (Bool)>`, and where there is no key path, `<computed (Bool)>`.
    static let beginningOfType = "<computed "

    /// Whether other properties of the object may have the same key.
    var isAmbiguous: Bool { key.isEmpty || key.hasPrefix(Self.beginningOfType + "(") }

    mutating func append(_ text: String, key: String? = nil) {
        shown += text
        self.key += key ?? text
    }
}

import Binding

/// A label in memory: shows a text, and remembers every text that it has shown.
public final class Label: Control {
    /// The text.
    public var text: String {
        didSet { history.append(text) }
    }

    /// A smaller text beside it, if there is one.
    public var caption: String?

    /// Every text that has been set, in order.
    public private(set) var history: [String] = []

    /// Makes a label.
    public init(_ text: String = "") {
        self.text = text
    }

    public override var canBeFocused: Bool { false }
}

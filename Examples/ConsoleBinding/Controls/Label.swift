import Binding

/// A line of text that only the program changes.
///
/// It needs no `rx` surface of its own: `label.rx.text` and `label.rx.style` are binders of its properties.
@MainActor
final class Label: Control {
    var onChange: @MainActor () -> Void = {}

    /// The text.
    var text: String {
        didSet { if text != oldValue { onChange() } }
    }

    /// The style of the text.
    var style: Style {
        didSet { if style != oldValue { onChange() } }
    }

    /// The text and its style.
    var span: Span {
        get { Span(text, style) }
        set { (text, style) = (newValue.text, newValue.style) }
    }

    /// Makes a label.
    init(_ text: String = "", style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

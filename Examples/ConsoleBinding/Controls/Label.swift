import Binding

/// A line of text that only the program changes.
///
/// It needs no `rx` surface of its own: `label.rx.text` and `label.rx.style` are binders as the properties stand.
@MainActor
final class Label: Control {
    var onChange: @MainActor () -> Void = {}

    /// What it says.
    var text: String {
        didSet { if text != oldValue { onChange() } }
    }

    /// In what voice it says so.
    var style: Style {
        didSet { if style != oldValue { onChange() } }
    }

    /// Both.
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

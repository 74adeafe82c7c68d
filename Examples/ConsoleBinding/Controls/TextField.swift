import Binding

/// A line of text of limited length that the user edits, and that can be masked.
@MainActor
final class TextField: InteractiveControl, SecretControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// Whether each character is drawn as a dot.
    let isMasked: Bool

    var hidesText: Bool { isMasked }

    /// The width in cells.
    let width: Int

    /// The text and the cursor.
    private(set) var editor: LineEditor {
        didSet { if editor != oldValue { onChange() } }
    }

    /// Emits each change of the text that its owner did not make: what the user edits, and what the field makes of a
    /// text that it cannot take as it is.
    fileprivate let edits = PublishRelay<Void>()

    /// Makes an empty field.
    ///
    /// - Parameters:
    ///   - maximumLength: The largest number of characters.
    ///   - isMasked: Whether each character is drawn as a dot.
    ///   - width: The width in cells.
    init(maximumLength: Int, isMasked: Bool = false, width: Int = 24) {
        editor = LineEditor(maximumLength: maximumLength)
        self.isMasked = isMasked
        self.width = width
    }

    /// The text in the field.
    ///
    /// Setting it does not count as an edit and emits nothing. But a text that is too long is cut, and characters that
    /// cannot be drawn are left out; then the field differs from what it was given, and emits that as if the user had
    /// edited it.
    var text: String {
        get { editor.text }
        set {
            if editor.text != newValue { editor.replace(with: newValue) }
            if editor.text != newValue { edits.accept(()) }
        }
    }

    func handle(_ key: Key) -> Bool {
        switch key {
        case .left: editor.moveCursor(by: -1)
        case .right: editor.moveCursor(by: 1)
        case .home: editor.moveToStart()
        case .end: editor.moveToEnd()
        // One by one, however many of them one read delivers, because typing and pasting are undone differently.
        case .text(let text): for character in text { edit { $0.insert(String(character)) } }
        case .paste(let text): edit { $0.insert(text) }
        case .backspace: edit { $0.deleteBackward() }
        case .delete: edit { $0.deleteForward() }
        case .eraseToStart: edit { $0.deleteToStart() }
        case .eraseToEnd: edit { $0.deleteToEnd() }
        default: return false
        }
        return true
    }

    /// Empties the field as the user does.
    func clear() {
        edit { editor in
            editor.moveToEnd()
            return editor.deleteToStart()
        }
    }

    private func edit(_ change: (inout LineEditor) -> Bool) {
        guard isEnabled, change(&editor) else { return }
        edits.accept(())
    }
}

extension Reactive where Base: TextField {
    /// The text, both ways.
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

import Binding

/// A line of text that the user edits, of limited length, and masked where nobody is to read along.
@MainActor
final class TextField: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// Whether each character is drawn as a dot.
    let isMasked: Bool

    /// How many cells it has.
    let width: Int

    /// The line itself and its cursor.
    private(set) var editor: LineEditor {
        didSet { if editor != oldValue { onChange() } }
    }

    /// Tells of each change of the text that its owner did not ask for: what the user edits, and what the field makes
    /// of a text that it cannot take as it is.
    fileprivate let edits = PublishRelay<Void>()

    /// Makes an empty field.
    ///
    /// - Parameters:
    ///   - maximumLength: The most characters that it takes.
    ///   - isMasked: Whether each character is drawn as a dot.
    ///   - width: How many cells it has.
    init(maximumLength: Int, isMasked: Bool = false, width: Int = 24) {
        editor = LineEditor(maximumLength: maximumLength)
        self.isMasked = isMasked
        self.width = width
    }

    /// What has been entered.
    ///
    /// Setting it is no edit, and says nothing. But a text that is too long is cut, and what cannot be drawn is left
    /// out; then the field holds something else than it was given, and says so as if the user had edited it.
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
        // One by one, however many of them one read delivers: what is typed and what is pasted is undone differently.
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

    /// Empties the field as its user would.
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

import Binding

/// A whole number that the user enters digit by digit, or nothing.
@MainActor
final class NumberField: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The digits and their cursor.
    private(set) var editor: LineEditor {
        didSet { if editor != oldValue { onChange() } }
    }

    /// Tells of each change of the value that its owner did not ask for; see ``TextField``.
    fileprivate let edits = PublishRelay<Void>()

    /// Makes an empty field.
    ///
    /// - Parameter maximumDigits: The most digits that it takes; at most 18, so that any entry is an `Int`.
    init(maximumDigits: Int) {
        editor = LineEditor(maximumLength: min(maximumDigits, 18))
    }

    /// The number that has been entered.
    ///
    /// Setting it is no edit, and says nothing. A number that the field cannot show (a negative one, one of too many
    /// digits) is brought to the nearest that it can, and then the field says so as if the user had edited it.
    var value: Int? {
        get { Int(editor.text) }
        set {
            // An entry like `007` shows 7 already and is left as its user wrote it.
            if value != newValue { editor.replace(with: newValue.map(digits) ?? "") }
            if value != newValue { edits.accept(()) }
        }
    }

    func handle(_ key: Key) -> Bool {
        switch key {
        case .left: editor.moveCursor(by: -1)
        case .right: editor.moveCursor(by: 1)
        case .home: editor.moveToStart()
        case .end: editor.moveToEnd()
        case .text(let text), .paste(let text): edit { $0.insert(text.filter(Self.isDigit)) }
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

    /// Whether the field takes `character`: 0 to 9, and no other script's digits, which `Int` does not read.
    nonisolated static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character) && character.isASCII
    }

    private func digits(_ number: Int) -> String {
        guard number > 0 else { return "0" }
        let digits = String(number)
        return digits.count > editor.maximumLength ? String(repeating: "9", count: editor.maximumLength) : digits
    }

    private func edit(_ change: (inout LineEditor) -> Bool) {
        guard isEnabled, change(&editor) else { return }
        edits.accept(())
    }
}

extension Reactive where Base: NumberField {
    /// The number, both ways; `nil` while nothing is entered.
    var value: ControlProperty<Int?> {
        controlProperty(changes: base.edits, getter: { $0.value }, setter: { $0.value = $1 })
    }
}

import Binding

/// A text field in memory, whose user is a program.
///
/// ```swift
/// let field = TextField()
/// binding { viewModel.$name <=> field.rx.text }
/// field.type("Ada")  // viewModel.name is "Ada"
/// ```
///
/// It behaves as a toolkit's: what its user types is an edit; what code sets is none, unless the field makes something else
/// of it, which it reports.
public final class TextField: Control, SecretControl {
    /// Whether its text is hidden, as a password is: an inspector then shows dots in place of it.
    public let hidesText: Bool

    package nonisolated let edits = PublishRelay<Void>()
    fileprivate let submissions = PublishRelay<Void>()
    private let normalize: @MainActor (String) -> String
    private let reportsWrites: Bool
    private var content: String {
        didSet { if content != oldValue { history.append(content) } }
    }

    /// Every text that the field has shown since it was made, whoever has changed it.
    public private(set) var history: [String] = []

    /// Every text that code has set, equal ones included.
    public private(set) var writes: [String] = []

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - text: The text at first.
    ///   - hidesText: Whether the text is hidden, as a password is.
    ///   - reportsWrites: Whether the field also reports what code sets, as the fields of some toolkits do. Bindings do
    ///     not take that for an edit.
    ///   - normalize: What the field makes of a text, typed or set, such as an upper-case one.
    public init(
        _ text: String = "", hidesText: Bool = false, reportsWrites: Bool = false,
        normalize: @escaping @MainActor (String) -> String = { $0 }
    ) {
        content = text
        self.hidesText = hidesText
        self.reportsWrites = reportsWrites
        self.normalize = normalize
    }

    /// Makes a field that takes a number of characters, and cuts off the rest.
    public convenience init(_ text: String = "", maximumLength: Int) {
        self.init(text) { String($0.prefix(maximumLength)) }
    }

    /// The text. Setting it is not an edit.
    public var text: String {
        get { content }
        set {
            writes.append(newValue)
            content = normalize(newValue)
            if content != newValue || reportsWrites { edits.accept(()) }
        }
    }

    /// Types a text in place of what is there, as a user does who selects everything first. It is one edit.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func type(_ text: String) -> Bool {
        guard focus() else { return false }
        edit(text)
        return true
    }

    /// Types a text at the end of what is there, letter by letter: each one is an edit.
    ///
    /// - Returns: Whether a user can do so; typing ends where the field is disabled or hidden in the middle.
    @discardableResult
    public func append(_ text: String) -> Bool {
        for letter in text {
            guard focus() else { return false }
            edit(content + String(letter))
        }
        return focus()
    }

    /// Deletes characters at the end, one by one: each one is an edit.
    ///
    /// - Returns: Whether a user can do so, and there were as many.
    @discardableResult
    public func deleteBackward(_ count: Int = 1) -> Bool {
        for _ in 0..<count {
            guard !content.isEmpty, focus() else { return false }
            edit(String(content.dropLast()))
        }
        return focus()
    }

    /// Presses the Return key in the field.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func submit() -> Bool {
        guard focus() else { return false }
        submissions.accept(())
        return true
    }

    private func edit(_ text: String) {
        content = normalize(text)
        edits.accept(())
    }
}

extension Reactive where Base: TextField {
    /// The text, both ways.
    public var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }

    /// The text, both ways; `nil` if there is none, as in UIKit.
    public var optionalText: ControlProperty<String?> {
        controlProperty(
            changes: base.edits, getter: { $0.text.isEmpty ? nil : $0.text }, setter: { $0.text = $1 ?? "" })
    }

    /// Emits when the user has pressed the Return key in the field.
    public var submit: ControlEvent<Void> { controlEvent(base.submissions) }
}

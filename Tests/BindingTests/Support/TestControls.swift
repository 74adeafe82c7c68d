import Binding

/// A label: shows what it is given.
@MainActor
final class Label: ReactiveCompatible {
    var text = "" {
        didSet { history.append(text) }
    }

    /// Optional, as UIKit's is.
    var caption: String?
    var isHidden = false

    /// Every text that it was given.
    private(set) var history: [String] = []
}

/// A text field that behaves like the real thing: its user's edits are told, and what it makes of a text that it is
/// given.
@MainActor
final class TextField: ReactiveCompatible {
    enum Behaviour: Sendable {
        /// Says nothing when it is written to, unless it has to change what it is given.
        case silent
        /// Tells of each text that it is given as if its user had typed it.
        case echoes
    }

    let edits = PublishRelay<Void>()
    private let behaviour: Behaviour
    private let normalise: @MainActor (String) -> String
    private var content: String

    /// Every text that it was given by code.
    private(set) var writes: [String] = []

    init(
        _ content: String = "", _ behaviour: Behaviour = .silent,
        normalise: @escaping @MainActor (String) -> String = { $0 }
    ) {
        self.content = content
        self.behaviour = behaviour
        self.normalise = normalise
    }

    convenience init(maximumLength: Int) {
        self.init(normalise: { String($0.prefix(maximumLength)) })
    }

    var text: String {
        get { content }
        set {
            writes.append(newValue)
            content = normalise(newValue)
            if content != newValue || behaviour == .echoes { edits.accept(()) }
        }
    }

    /// What a user does.
    func type(_ text: String) {
        content = normalise(text)
        edits.accept(())
    }
}

extension Reactive where Base: TextField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }

    /// As UIKit has it: `nil` where there is no text.
    var optionalText: ControlProperty<String?> {
        controlProperty(
            changes: base.edits, getter: { $0.text.isEmpty ? nil : $0.text }, setter: { $0.text = $1 ?? "" })
    }
}

@MainActor
final class Button: ReactiveCompatible {
    let presses = PublishRelay<Void>()
    var isEnabled = true

    func press() {
        if isEnabled { presses.accept(()) }
    }
}

extension Reactive where Base: Button {
    var tap: ControlEvent<Void> { controlEvent(base.presses) }
}

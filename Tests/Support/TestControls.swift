import Binding

/// A label: shows what it is given.
@MainActor
package final class Label: ReactiveCompatible {
    package var text = "" {
        didSet { history.append(text) }
    }

    /// Optional, as UIKit's is.
    package var caption: String?
    package var isHidden = false

    /// Every text that it was given.
    package private(set) var history: [String] = []

    package init() {}
}

/// A text field that behaves like the real thing: its user's edits are told, and what it makes of a text that it is
/// given.
@MainActor
package final class TextField: ReactiveCompatible {
    package enum Behaviour: Sendable {
        /// Says nothing when it is written to, unless it has to change what it is given.
        case silent
        /// Tells of each text that it is given as if its user had typed it.
        case echoes
    }

    package nonisolated let edits = PublishRelay<Void>()
    /// Sends when its user has left it.
    package nonisolated let leaves = PublishRelay<Void>()
    private let behaviour: Behaviour
    private let normalise: @MainActor (String) -> String
    private var content: String

    /// Every text that it was given by code.
    package private(set) var writes: [String] = []

    package init(
        _ content: String = "", _ behaviour: Behaviour = .silent,
        normalise: @escaping @MainActor (String) -> String = { $0 }
    ) {
        self.content = content
        self.behaviour = behaviour
        self.normalise = normalise
    }

    package convenience init(maximumLength: Int) {
        self.init(normalise: { String($0.prefix(maximumLength)) })
    }

    package var text: String {
        get { content }
        set {
            writes.append(newValue)
            content = normalise(newValue)
            if content != newValue || behaviour == .echoes { edits.accept(()) }
        }
    }

    /// What a user does.
    package func type(_ text: String) {
        content = normalise(text)
        edits.accept(())
    }

    /// What a user does at the end.
    package func leave() { leaves.accept(()) }
}

extension Reactive where Base: TextField {
    package var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }

    package var editingDidEnd: ControlEvent<Void> { controlEvent(base.leaves) }

    /// As UIKit has it: `nil` where there is no text.
    package var optionalText: ControlProperty<String?> {
        controlProperty(
            changes: base.edits, getter: { $0.text.isEmpty ? nil : $0.text }, setter: { $0.text = $1 ?? "" })
    }
}

@MainActor
package final class Button: ReactiveCompatible {
    package nonisolated let presses = PublishRelay<Void>()
    package var isEnabled = true

    package init() {}

    package func press() {
        if isEnabled { presses.accept(()) }
    }
}

extension Reactive where Base: Button {
    package var tap: ControlEvent<Void> { controlEvent(base.presses) }
}

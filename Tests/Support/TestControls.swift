import Binding

/// A label: shows the text that it gets.
@MainActor
package final class Label: ReactiveCompatible {
    package var text = "" {
        didSet { history.append(text) }
    }

    /// Optional, like UIKit's.
    package var caption: String?
    package var isHidden = false

    /// Every text that it got.
    package private(set) var history: [String] = []

    package init() {}
}

/// A text field that behaves like a real one: it emits its user's edits, and changes that it makes to texts it gets.
@MainActor
package final class TextField: ReactiveCompatible {
    package enum Behaviour: Sendable {
        /// Emits nothing when it is written to, unless it has to change the text.
        case silent
        /// Emits each text that it gets as if its user had typed it.
        case echoes
    }

    package nonisolated let edits = PublishRelay<Void>()
    /// Emits when its user has left it.
    package nonisolated let leaves = PublishRelay<Void>()
    private let behaviour: Behaviour
    private let normalise: @MainActor (String) -> String
    private var content: String

    /// Every text that code has set.
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

    /// Types as a user does.
    package func type(_ text: String) {
        content = normalise(text)
        edits.accept(())
    }

    /// Leaves the field as a user does.
    package func leave() { leaves.accept(()) }
}

extension Reactive where Base: TextField {
    package var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }

    package var editingDidEnd: ControlEvent<Void> { controlEvent(base.leaves) }

    /// Like UIKit's: `nil` if there is no text.
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

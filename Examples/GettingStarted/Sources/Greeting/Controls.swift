// EXAMPLE: getting started, controls
import Binding

/// A line of the terminal: prints each text that it shows.
@MainActor final class TerminalLabel: ReactiveCompatible {
    var text = "" {
        didSet { print(text) }
    }
}

/// A field of the terminal: sends when its user has typed a line.
@MainActor final class TerminalField: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""

    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }
}

extension Reactive where Base: TerminalField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}
// END

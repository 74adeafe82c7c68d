import Binding

/// A line of text that a user edits.
@MainActor final class TextField: ReactiveCompatible {
    let edits = PublishRelay<Void>()
    var text = ""

    /// Types as a user would.
    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }
}

extension Reactive where Base: TextField {
    /// The text, both ways.
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

/// A text that only shows.
@MainActor final class Label: ReactiveCompatible {
    var text = ""
}

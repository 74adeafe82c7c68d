import Binding

/// A line of text that a user edits.
@MainActor final class TextField {
    let edits = PublishRelay<Void>()
    var text = ""

    /// Types as a user would.
    func type(_ text: String) {
        self.text = text
        edits.accept(())
    }
}

import Binding

/// Lines of text, of which the last ones are in view. Its user only reads: `rx.items` is a binder as it stands.
@MainActor
final class List: Control {
    var onChange: @MainActor () -> Void = {}

    /// The most items that are in view at once.
    let visibleCount: Int

    /// What stands in the list's place while it is empty.
    let placeholder: String

    /// The items, oldest first.
    var items: [String] = [] {
        didSet { if items != oldValue { onChange() } }
    }

    /// Makes an empty list.
    init(visibleCount: Int, placeholder: String) {
        self.visibleCount = visibleCount
        self.placeholder = placeholder
    }
}

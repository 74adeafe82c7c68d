import Binding

/// Lines of text, of which a few are in view. Its user only reads: `rx.items` and `rx.isOutdated` are binders as they
/// stand.
@MainActor
final class List: Control {
    /// The items that are out of view where there is no room for all.
    enum Hidden {
        case first, last
    }

    var onChange: @MainActor () -> Void = {}

    /// The most items that are in view at once.
    let visibleCount: Int

    /// Which of the items are out of view where there are more.
    let hidden: Hidden

    /// What stands in the list's place while it is empty.
    let placeholder: String

    /// The items, in order.
    var items: [String] = [] {
        didSet { if items != oldValue { onChange() } }
    }

    /// Whether other items are on their way.
    var isOutdated = false {
        didSet { if isOutdated != oldValue { onChange() } }
    }

    /// Makes an empty list.
    init(visibleCount: Int, placeholder: String, hides hidden: Hidden = .first) {
        self.visibleCount = visibleCount
        self.hidden = hidden
        self.placeholder = placeholder
    }
}

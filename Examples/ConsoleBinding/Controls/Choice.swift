import Binding

/// A choice of one of a few options, all of them visible.
@MainActor
final class Choice: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// The options to choose from.
    let options: [String]

    /// Emits each change of the selection that its owner did not make; see ``TextField``.
    fileprivate let choices = PublishRelay<Void>()

    private var index: Int? {
        didSet { if index != oldValue { onChange() } }
    }

    /// Makes a choice in which nothing is chosen yet.
    init(_ options: [String]) {
        self.options = options
    }

    /// The chosen option, if any.
    ///
    /// Setting it does not count as an edit and emits nothing. Setting a text that is no option leaves nothing chosen,
    /// and the control then emits that as a change.
    var selection: String? {
        get { index.map { options[$0] } }
        set {
            index = newValue.flatMap { options.firstIndex(of: $0) }
            if selection != newValue { choices.accept(()) }
        }
    }

    func handle(_ key: Key) -> Bool {
        switch key {
        case .left: move(by: -1)
        case .right, .text(" "): move(by: 1)
        case .home: choose(at: options.indices.first)
        case .end: choose(at: options.indices.last)
        default: return false
        }
        return true
    }

    /// Chooses an option as the user does.
    ///
    /// - Returns: Whether there is such an option.
    func choose(_ option: String) -> Bool {
        guard let position = options.firstIndex(of: option) else { return false }
        choose(at: position)
        return true
    }

    private func move(by offset: Int) {
        guard !options.isEmpty else { return }
        guard let index else { return choose(at: offset > 0 ? options.startIndex : options.endIndex - 1) }
        choose(at: (index + offset + options.count) % options.count)
    }

    private func choose(at position: Int?) {
        guard isEnabled, position != index else { return }
        index = position
        choices.accept(())
    }
}

extension Reactive where Base: Choice {
    /// The chosen option, both ways; `nil` if none is.
    var selection: ControlProperty<String?> {
        controlProperty(changes: base.choices, getter: { $0.selection }, setter: { $0.selection = $1 })
    }
}

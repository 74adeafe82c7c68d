import Binding

/// One of a few options, all of them in view.
@MainActor
final class Choice: InteractiveControl {
    var onChange: @MainActor () -> Void = {}

    var isEnabled = true {
        didSet { if isEnabled != oldValue { onChange() } }
    }

    /// What there is to choose from.
    let options: [String]

    /// Tells of each change of the selection that its owner did not ask for; see ``TextField``.
    fileprivate let choices = PublishRelay<Void>()

    private var index: Int? {
        didSet { if index != oldValue { onChange() } }
    }

    /// Makes a choice with nothing chosen yet.
    init(_ options: [String]) {
        self.options = options
    }

    /// The option that is chosen, if one is.
    ///
    /// Setting it is no edit, and says nothing. Setting something that is no option leaves nothing chosen, and then
    /// the control says so.
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

    /// Chooses as the user would.
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
    /// The option that is chosen, both ways; `nil` while none is.
    var selection: ControlProperty<String?> {
        controlProperty(changes: base.choices, getter: { $0.selection }, setter: { $0.selection = $1 })
    }
}

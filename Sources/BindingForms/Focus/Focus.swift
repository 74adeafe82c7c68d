import Binding

/// Which field has the focus, as a two-way binding: both the program and the user move it.
///
/// ```swift
/// @MainActor final class SignUpViewModel {
///     enum Field { case name, email }
///     let focus = Focus<Field>()
/// }
/// binding {
///     viewModel.focus[.name] <=> nameField.rx.isFocused
///     viewModel.focus[.email] <=> emailField.rx.isFocused
/// }
/// viewModel.focus.move(to: .email)
/// ```
///
/// The counterpart of SwiftUI's `FocusState`.
///
/// A control that loses the focus and one that gets it may report it in either order. A control that cannot take the
/// focus reports that as it reports what it makes of any value (C20), by sending `false`: the focus then stays where it
/// was. A key belongs to one control at a time in a window. One that refuses in silence is taken to have it, until it or another one reports something. When the last
/// two-way binding of a key ends, its control is gone and does not have the focus, as in SwiftUI; a key that has not been
/// bound yet may have it.
@MainActor
public final class Focus<Key: Hashable & Sendable> {
    private let relay: BehaviorRelay<FocusState<Key>>
    /// How many two-way bindings the keys have that have any.
    private var bindings: [Key: Int] = [:]

    /// - Parameter key: The key that has the focus at first: the control bound under it receives the focus.
    public init(_ key: Key? = nil) {
        relay = BehaviorRelay(value: FocusState(current: key))
    }

    /// The key that has the focus, or `nil`: to be read, observed, bound and set.
    public var current: Lens<Key?> {
        Lens(
            relay, get: \.current,
            update: { state, change in
                var key = state.current
                guard change(&key), key != state.current else { return false }
                state = FocusState(current: key)
                return true
            })
    }

    /// Whether the control bound under a key has the focus.
    public subscript(_ key: Key) -> Lens<Bool> {
        Lens(
            relay, get: { $0.isFocused(key) },
            update: { state, change in
                var isFocused = state.isFocused(key)
                let wasFocused = isFocused
                guard change(&isFocused), isFocused != wasFocused else { return false }
                if isFocused { state.enter(key) } else { state.leave(key) }
                return true
            },
            // What it returns belongs to the binding, which the relay holds.
            whenBound: { [weak self] in
                self?.bindings[key, default: 0] += 1
                return { self?.unbound(key) }
            })
    }

    private func unbound(_ key: Key) {
        guard let count = bindings[key] else { return }
        bindings[key] = count > 1 ? count - 1 : nil
        if count == 1, relay.value.isFocused(key) { relay.modify { $0.leave(key) } }
    }

    /// Moves the focus.
    ///
    /// The control that gets it is told first, then the one that loses it, so that no control has to give up the focus
    /// while no other one has it.
    ///
    /// - Parameter key: The key that gets the focus; none if `nil`.
    public func move(to key: Key?) {
        guard key != relay.value.current else { return }
        guard let key else { return clear() }
        relay.modify { $0.move(to: key) }
        relay.modify { $0.leaving = [] }
    }

    /// Takes the focus from whatever has it.
    public func clear() {
        guard relay.value.current != nil else { return }
        relay.accept(FocusState(current: nil))
    }
}

/// Which field has the focus.
struct FocusState<Key: Hashable & Sendable>: Sendable {
    private(set) var current: Key?
    /// Those that have yet to be told that another one has the focus, the latest last.
    var leaving: [Key] = []

    init(current: Key?) {
        self.current = current
    }

    func isFocused(_ key: Key) -> Bool { key == current || leaving.contains(key) }

    /// Gives the focus to a key; those that had it keep it meanwhile.
    mutating func move(to key: Key) {
        leaving.removeAll { $0 == key }
        if let current { leaving.append(current) }
        current = key
    }

    /// A control has the focus.
    mutating func enter(_ key: Key) {
        leaving = []
        current = key
    }

    /// A control has lost the focus, or does not take it.
    mutating func leave(_ key: Key) {
        if key == current { current = leaving.popLast() } else { leaving.removeAll { $0 == key } }
    }
}

import Binding

/// What every ``Picker`` is, whatever its values are.
@MainActor
public protocol ChoiceControl<Value>: Control {
    /// The type of the values.
    associatedtype Value: Equatable & Sendable

    /// The picker itself.
    var picker: Picker<Value> { get }
}

/// A choice of one of several values, in memory.
///
/// ```swift
/// let plans = Picker(Plan.allCases)
/// binding { viewModel.$plan <=> plans.rx.selection ?? .free }
/// plans.choose(.team)
/// ```
///
/// Initially the first value is chosen.
public final class Picker<Value: Equatable & Sendable>: Control, ChoiceControl {
    /// The values to choose from, in order. Setting them is not an edit: the chosen value remains chosen, and if it is
    /// missing, it is shown as chosen when it is added.
    public var options: [Value] {
        didSet { show() }
    }

    fileprivate let edits = PublishRelay<Void>()
    private var wanted: Value?

    /// The option that is shown as chosen: the selection, if it is among the options.
    public private(set) var shownOption: Value?

    /// What has been shown as chosen since the picker was made, whoever has changed it; `nil` for none.
    public private(set) var history: [Value?] = []

    /// Makes a picker.
    ///
    /// - Parameter options: The values to choose from, in order.
    public init(_ options: [Value]) {
        self.options = options
        wanted = options.first
        shownOption = wanted
    }

    /// The chosen value, or the one that is chosen as soon as it is among the options; `nil` for none. Setting it is not
    /// an edit.
    public var selection: Value? {
        get { wanted }
        set {
            wanted = newValue
            show()
        }
    }

    public var picker: Picker<Value> { self }

    /// Chooses a value, as a user does.
    ///
    /// - Returns: Whether a user can do so: the value is among the options.
    @discardableResult
    public func choose(_ value: Value) -> Bool {
        guard isUsable, options.contains(value) else { return false }
        selection = value
        edits.accept(())
        return true
    }

    private func show() {
        let option = wanted.flatMap { options.contains($0) ? $0 : nil }
        guard option != shownOption else { return }
        shownOption = option
        history.append(option)
    }
}

extension Reactive where Base: ChoiceControl {
    /// The chosen value, both ways; `nil` for none. A value that is missing is chosen when it is added.
    public var selection: ControlProperty<Base.Value?> {
        controlProperty(
            changes: base.picker.edits, getter: { $0.picker.selection }, setter: { $0.picker.selection = $1 })
    }

    /// The values to choose from. The chosen value remains chosen.
    public var options: Binder<[Base.Value]> {
        Binder(base, property: "options") { choice, options in choice.picker.options = options }
    }
}

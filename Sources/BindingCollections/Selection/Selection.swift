import Binding

/// The selection of a list, by identity: one row or several, to be bound to a list control both ways.
///
/// ```swift
/// @MainActor final class PeopleViewModel {
///     @Bindable private(set) var people: TreeArray<Person> = []
///     let selection = Selection<Person.ID>(.single, whenRemoved: .selectNext)
///     private let disposeBag = DisposeBag()
///
///     init() {
///         selection.follow($people.updates()).disposed(by: disposeBag)
///     }
/// }
/// viewModel.$people.updates() => listBox.rx.rows
/// viewModel.selection.$ids.bindTwoWay(to: listBox.rx.selectedIDs)         // or, with BindingOperators: <=>
/// viewModel.selection.$id.bindTwoWay(to: comboBox.rx.selectedID)          // where there is one at most
/// viewModel.selection.rows(in: viewModel.$people.updates()).drive(onNext: { … })
/// ```
///
/// Let it follow the rows as the control shows them: after the operators that filter and sort them. Then what is
/// selected is always there: identities that no row has are left out of what is written, and rows that go are dealt
/// with as ``Removal`` says. Let it follow them before they are bound to the control, as in the example: otherwise a
/// control that drops its selection with its row reports that before the selection knows that the row has gone.
///
/// Until it follows any rows, and after that has ended, anything can be selected. What is selected when it begins to
/// follow and is not there, because it was restored or the rows have yet to be loaded, is selected as soon as it comes,
/// unless something else has been selected meanwhile.
///
/// SwiftUI's `List(selection:)`, Avalonia's `SelectionModel` and GTK's `GtkSingleSelection` and `GtkMultiSelection`
/// play this role.
@MainActor
public final class Selection<ID: Hashable & Sendable> {
    /// How many rows can be selected.
    public enum Mode: Hashable, Sendable {
        /// One at most.
        case single
        /// One, while there are rows. An operation that would leave none does nothing.
        case exactlyOne
        /// Any number.
        case multiple
    }

    /// What happens to the selection when a selected row goes.
    public enum Removal: Hashable, Sendable {
        /// The row is no longer selected. In the mode ``Selection/Mode/exactlyOne``, the next one is.
        case deselect
        /// If nothing else is selected, the next row that stays is selected, or the last one before it.
        case selectNext
        /// The row is selected again when it comes back, for example after it was filtered out. A new selection made
        /// meanwhile takes its place; an addition to the selection does not.
        case keep
    }

    @usableFromInline let state: BehaviorRelay<SelectionState<ID>>
    /// The rows that are being edited, by the relays of all rows.
    @usableFromInline var selectedRows: [ObjectIdentifier: AnyObject] = [:]

    /// The identities that are selected. The projection is a `Lens`, for a two-way binding to a control that selects
    /// several.
    ///
    /// What is written replaces the selection. Identities that no row has are left out. If no more than one can be
    /// selected, it is the one that was not selected before, or the first of several in the order of the rows.
    ///
    /// - Complexity: O(*k*) in the identities written; O(*n*) in the rows if one of several has to be chosen.
    @SelectionProperty public var ids: Set<ID>

    /// The identity that is selected. The projection is a `Lens`, for a two-way binding to a control that selects one
    /// at most.
    ///
    /// If several are selected, it is that of the row that was selected last, or `nil`, if that is no longer selected.
    /// Setting it selects this one alone; setting it to `nil` selects nothing.
    @SelectionProperty public var id: ID?

    /// A selection that follows no rows yet.
    ///
    /// - Parameters:
    ///   - ids: The identities that are selected.
    ///   - mode: How many rows can be selected; by default, one at most.
    ///   - removal: What happens to the selection when a selected row goes; by default, the row is no longer selected.
    public nonisolated init(_ ids: Set<ID> = [], _ mode: Mode = .single, whenRemoved removal: Removal = .deselect) {
        var initial = SelectionState<ID>(mode, removal)
        initial.overwrite(with: ids)
        let state = BehaviorRelay(value: initial)
        self.state = state
        _ids = SelectionProperty(Self.part(of: state, { $0.ids }) { $0 })
        _id = SelectionProperty(Self.part(of: state, { $0.id }) { $0.map { [$0] } ?? [] })
    }

    /// What is selected, in another form, as a lens.
    private nonisolated static func part<Value: Sendable>(
        of state: BehaviorRelay<SelectionState<ID>>, _ get: @escaping @Sendable (SelectionState<ID>) -> Value,
        ids: @escaping @Sendable (Value) -> Set<ID>
    ) -> Lens<Value> {
        Lens(
            state, get: get,
            update: { state, change in
                var value = get(state)
                guard change(&value) else { return false }
                state.overwrite(with: ids(value))
                return true
            })
    }

    /// A selection with nothing selected, which follows no rows yet.
    ///
    /// - Parameters:
    ///   - mode: How many rows can be selected.
    ///   - removal: What happens to the selection when a selected row goes; by default, the row is no longer selected.
    public nonisolated convenience init(_ mode: Mode, whenRemoved removal: Removal = .deselect) {
        self.init([], mode, whenRemoved: removal)
    }
}

/// A property of a ``Selection``, whose projection can be bound both ways.
@propertyWrapper
public struct SelectionProperty<Value: Sendable & Equatable>: Sendable {
    /// The value and its changes, to be bound both ways.
    public let projectedValue: Lens<Value>

    init(_ lens: Lens<Value>) {
        projectedValue = lens
    }

    /// The value.
    public var wrappedValue: Value {
        get { projectedValue.value }
        nonmutating set { projectedValue.value = newValue }
    }
}

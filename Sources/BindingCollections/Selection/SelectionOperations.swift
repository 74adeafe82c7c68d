import Binding

// What the user of a list does: clicks, with and without the keys for adding and extending, and arrow keys.

extension Selection {
    /// Selects a row: in addition to what is selected, if several can be, otherwise in its place. To select it alone,
    /// set ``id``.
    ///
    /// - Returns: Whether there is such a row, as far as is known. If not, nothing happens, unless the selection keeps
    ///   what is not there: then it is selected as soon as it comes.
    @discardableResult
    public func select(_ id: ID) -> Bool { state.modify { $0.select(id) } }

    /// Deselects a row, if it is selected, unless one row has to be.
    public func deselect(_ id: ID) { state.modify { $0.deselect(id) } }

    /// Selects a row that is not selected, and deselects one that is: a click while the key for adding is held.
    ///
    /// - Returns: Whether it is selected now.
    @discardableResult
    public func toggle(_ id: ID) -> Bool {
        state.modify { state in
            guard state.ids.contains(id) else { return state.select(id) }
            state.deselect(id)
            return state.ids.contains(id)
        }
    }

    /// Selects all rows, if several can be selected.
    ///
    /// - Complexity: O(*n*) in the rows.
    public func selectAll() { state.modify { $0.selectAll() } }

    /// Selects nothing, unless one row has to be selected. What was kept until it comes back is forgotten.
    public func deselectAll() { ids = [] }

    /// Selects the rows from the anchor, which is the row that was selected or deselected last, to another one: a click
    /// while the shift key is held. The anchor stays. If there is none, or one row at most can be selected, this row
    /// alone is selected.
    ///
    /// - Parameters:
    ///   - id: The row at the other end.
    ///   - adding: Whether what is selected elsewhere stays selected.
    /// - Returns: Whether there is such a row.
    /// - Complexity: O(*k*) in the rows selected; O(*n*) in all of them to find the row.
    @discardableResult
    public func extend(to id: ID, adding: Bool = false) -> Bool {
        state.modify { $0.extend(to: id, adding: adding) }
    }

    /// Selects the row a number of places after, or before, the one that was selected last, or the one at the end:
    /// arrow keys and page keys. If none is selected, the count starts beyond the ends: 1 is the first row, -1 is the
    /// last one.
    ///
    /// - Parameters:
    ///   - offset: The number of places; positive toward the end.
    ///   - extending: Whether the rows from the anchor to there are selected, instead of that one: an arrow key while
    ///     the shift key is held.
    /// - Returns: The row, for a control to scroll to; `nil` if there are none.
    /// - Complexity: O(log *n*); if it extends, O(*k*) in the rows that are selected then.
    @discardableResult
    public func move(by offset: Int, extending: Bool = false) -> ID? {
        state.modify { $0.move(by: offset, extending: extending) }
    }

    /// Selects the next row; see ``move(by:extending:)``.
    @discardableResult
    public func selectNext(extending: Bool = false) -> ID? { move(by: 1, extending: extending) }

    /// Selects the previous row; see ``move(by:extending:)``.
    @discardableResult
    public func selectPrevious(extending: Bool = false) -> ID? { move(by: -1, extending: extending) }

    /// Whether a row is selected now.
    public func contains(_ id: ID) -> Bool { state.value.ids.contains(id) }

    /// The row that ``extend(to:adding:)`` selects from. If that has gone, the one that has taken its place.
    public var anchor: ID? { state.value.anchor?.id }

    /// The row that ``move(by:extending:)`` counts from, and at which a list shows its cursor: the one that was
    /// selected or deselected last. If that has gone, the one that has taken its place.
    public var lead: ID? { state.value.lead?.id }

    /// Whether a row is selected, for the view of that row.
    public func isSelected(_ id: ID) -> Driver<Bool> {
        $ids.asDriver().map { $0.contains(id) }.distinctUntilChanged()
    }
}

import Binding

extension Selection {
    /// The row that is selected, to be edited: a detail pane beside a list.
    ///
    /// ```swift
    /// selection.row(in: viewModel.$people, or: Person()).name <=> nameField.rx.text
    /// ```
    ///
    /// It follows the selection, so that a control is bound to the next row by the library, and it is in sync with the row
    /// both ways. If several rows are selected, it is the one that was selected last. While none is, it is the placeholder;
    /// what is typed then is taken back.
    ///
    /// The selection keeps the rows alive, and what it needs for this, once, however often this is called.
    ///
    /// - Parameters:
    ///   - rows: The rows, an array or a `TreeArray`.
    ///   - placeholder: What there is to be seen while no row is selected, or the selected one is not there. Only that of
    ///     the first call for these rows counts.
    /// - Complexity: O(*n*) in the number of rows when another one is selected or the selected one has moved, otherwise
    ///   what the subscript of the rows costs, for each change of the rows.
    @inlinable
    public func row<Rows>(in rows: BehaviorRelay<Rows>, or placeholder: Rows.Element) -> Lens<Rows.Element>
    where
        Rows: RandomAccessCollection & MutableCollection & Sendable, Rows.Index: Sendable,
        Rows.Element: Identifiable & Equatable & Sendable, Rows.Element.ID == ID
    {
        let key = ObjectIdentifier(rows)
        if let selected = selectedRows[key] as? SelectedRow<Rows> { return selected.lens }
        let selected = SelectedRow(rows, $id, placeholder)
        selectedRows[key] = selected
        return selected.lens
    }
}

/// The row that is selected, in sync with the rows.
@MainActor @usableFromInline
final class SelectedRow<Rows>
where
    Rows: RandomAccessCollection & MutableCollection & Sendable, Rows.Index: Sendable,
    Rows.Element: Identifiable & Equatable & Sendable, Rows.Element.ID: Sendable
{
    @usableFromInline let row: BehaviorRelay<Rows.Element>
    @usableFromInline let rows: BehaviorRelay<Rows>
    @usableFromInline let id: Lens<Rows.Element.ID?>
    @usableFromInline let placeholder: Rows.Element
    /// Its identity, and where it was last.
    @usableFromInline var place: (id: Rows.Element.ID, index: Rows.Index)?
    /// What was last taken from the rows, or passed on to them.
    @usableFromInline var common: Rows.Element
    /// Its texts in which something has been typed.
    private let texts = TypedTexts()
    @usableFromInline let identityChanges = IdentityChanges()
    @usableFromInline let bag = DisposeBag()

    @inlinable
    init(_ rows: BehaviorRelay<Rows>, _ id: Lens<Rows.Element.ID?>, _ placeholder: Rows.Element) {
        row = BehaviorRelay(value: placeholder)
        self.rows = rows
        self.id = id
        self.placeholder = placeholder
        common = placeholder
        // Another row at once, so that what is set next concerns that; the rows at the end of the change, when another one may be
        // selected in place of one that goes.
        bag.add(id.asDriver().drive(onNext: { [weak self] _ in self?.catchUp() }))
        bag.add(
            Driver.combineLatest(rows.asDriver(), id.asDriver())
                .drive(onNext: { [weak self] _ in self?.catchUp() }))
        bag.add(row.asDriver().drive(onNext: { [weak self] _ in self?.passOn() }))
    }

    /// The row, also where it is used before the rows or what is selected have been delivered.
    @inlinable
    var lens: Lens<Rows.Element> {
        Lens(
            following: row,
            catchUp: { [weak self] in
                guard let self else { return true }
                // It may be used while these are being changed in place.
                if rows.position == nil || id.position == nil { return false }
                catchUp()
                return true
            },
            passOn: { [weak self] in self?.passOn() },
            identityChanges: identityChanges)
    }

    /// Takes in the rows and what is selected, as they are now: what is being delivered may be older.
    @inlinable
    func catchUp() {
        let (rows, id) = (rows.value, id.value)
        let index = id.flatMap { rows.index(ofID: $0, near: place?.index) }
        let former = place?.id
        place = index.map { (rows[$0].id, $0) }
        let new = index.map { rows[$0] } ?? placeholder
        if place?.id == former { return show(new) }
        forgetTexts()
        identityChanges.change { show(new) }
    }

    @inlinable
    func show(_ new: Rows.Element) {
        if new == common { return }
        common = new
        if new != row.value { row.accept(new) }
    }

    /// Passes on what has been edited in the row since, unless that makes it another row, or there is none.
    @inlinable
    func passOn() {
        let new = row.value
        if new == common { return }
        guard let id = place?.id, new.id == id else { return row.accept(common) }
        guard let index = rows.value.index(ofID: id, near: place?.index) else { return }
        common = new
        passText()
        // Another thread may have moved it meanwhile.
        rows.modify { (rows: inout Rows) in
            if let index = rows.index(ofID: id, near: index) { rows[index] = new }
        }
    }

    /// Has a history of the rows know where in the row somebody types.
    @usableFromInline
    func passText() { BroughtText.pass(from: row, to: rows, texts.text(in:)) }

    @usableFromInline
    func forgetTexts() { texts.all = [:] }
}

/// The texts of the row that is selected in which something has been typed: the bound parts are those of all rows, one after
/// the other.
@MainActor
private final class TypedTexts {
    final class Text {
        weak var part: AnyObject?

        init(_ part: AnyObject) { self.part = part }
    }

    var all: [ObjectIdentifier: Text] = [:]

    /// The text in a part of the row.
    func text(in part: AnyObject) -> AnyObject {
        let id = ObjectIdentifier(part)
        if let known = all[id], known.part === part { return known }
        // Computed parts come and go with their bindings.
        all = all.filter { $0.value.part != nil }
        let new = Text(part)
        all[id] = new
        return new
    }
}

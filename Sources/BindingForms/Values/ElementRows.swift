import Binding

/// The rows of a ``ValueForm``: one for each element of a part of its value; see ``ValueForm/rows(_:_:)``. It is a driver of
/// them, for a list.
///
/// Elements come and go in the value, `form.value.lines.append(Line())`, and the rows follow. A row stays the same one for
/// as long as its element is there, and one of those that a reset restores stays the same for ever. An edit of a row is one
/// of its element, and the other way round. Of several elements with the same identity, the first one has a row.
@MainActor
public final class FormRows<Elements, Row: Sendable>: Sendable
where
    Elements: RandomAccessCollection & MutableCollection & RangeReplaceableCollection & Sendable,
    Elements.Index: Sendable,
    Elements.Element: Identifiable & Equatable & Sendable, Elements.Element.ID: Sendable
{
    /// The form of all rows, a part of the form that has them: for rules that show their messages there, such as one on
    /// the number of rows. Its reset restores the rows with their elements, and nothing else of the value.
    public let form: Form
    private let elements: Lens<Elements>
    /// What they are in, if that is an element in turn.
    private let whole: EditedPart?
    private let make: @MainActor (ValueForm<Elements.Element>) -> Row
    private nonisolated let entries: BehaviorRelay<[Entry]>
    /// The elements that were taken in last.
    private var latest: Elements?
    /// The rows that have been edited since, or have taken in their element by themselves.
    private var rowsSince: [Elements.Element.ID] = []
    /// The rows that have been set in a delivery, whose fields may have yet to be told of that.
    private var rowsOfDelivery: (delivery: UInt64, rows: [Elements.Element.ID]) = (0, [])
    /// The elements that a reset restores, and their rows, in order.
    private(set) var initial: (elements: Elements, rows: [Entry])
    /// The rows that there are, and those that a reset restores.
    private var known: [Elements.Element.ID: Entry] = [:]
    /// Rows that have gone, and that somebody may still hold.
    private var gone = WeakTable<Elements.Element.ID, RowPart>()
    /// Those of them that may be back at the end of the batch under way.
    private var leaving: [Entry] = []
    private var hasReportedDuplicate = false

    init(
        _ elements: Lens<Elements>, initially initialElements: Elements, of whole: EditedPart?,
        _ make: @escaping @MainActor (ValueForm<Elements.Element>) -> Row
    ) {
        self.elements = elements
        self.whole = whole
        self.make = make
        entries = BehaviorRelay(value: [])
        initial = (elements.value, [])
        form = Form([])
        take(elements.value)
        initial.rows = entries.value
        form.follow(
            entries.asDriver(), { $0.form },
            follow: { [weak self] in self?.follow() },
            current: { [weak self] in self?.catchUp().rows.map(\.form) },
            reset: { [weak self] in self?.restore() },
            keep: { [weak self] in
                let now = self?.catchUp()
                return {
                    // Some of its rows may have gone since, and are the same ones if they are still there.
                    if let now { withExtendedLifetime(now.rows) { self?.makeInitial(now.elements) } }
                }
            },
            initialChanged: { [weak self] in self?.initialChanged(of: $0) })
        form.add(input: elements.asDriver().drive(onNext: { [weak self] _ in self?.catchUp() }))
        let changes = elements.whenIdentityChanges { [weak self] in self?.beginAgain() }
        if let changes { form.add(input: changes) }
        if !areIdentical(initial.elements, initialElements) { setInitial(initialElements) }
    }

    /// The current rows, in order.
    public var rows: [Row] {
        follow()
        return entries.value.map(\.row)
    }

    /// The row of an element; `nil` if there is none.
    ///
    /// - Parameter id: The identity of the element.
    public subscript(id id: Elements.Element.ID) -> Row? {
        follow()
        // Which a computation follows.
        _ = entries.value
        return known[id].flatMap { $0.isGone ? nil : $0.row }
    }

    /// Takes in the elements as they are now, also in the fields of their rows, if they may have yet to be delivered.
    func follow() {
        guard !MainActorDispatcher.isComputing, elements.position != nil, !elements.isSetElsewhere else { return }
        catchUp()
        let rows = rowsOfDelivery
        rowsOfDelivery.rows = []
        for id in rows.rows where rows.delivery == MainActorDispatcher.delivery { known[id]?.form.follow() }
    }

    /// Takes in the elements as they are now, also within a batch.
    ///
    /// - Returns: They and their rows.
    @discardableResult
    private func catchUp() -> (elements: Elements, rows: [Entry]) {
        take(elements.value)
        // Observers may have edited them since.
        return (elements.value, entries.value)
    }

    /// Takes in elements. Observers of a row find the others as their elements are, and that it counts if it
    /// has come back.
    private func take(_ elements: Elements) {
        if rowsSince.isEmpty, let latest, areIdentical(latest, elements) { return }
        batch { takeIn(elements) }
    }

    private func takeIn(_ elements: Elements) {
        let (former, rowsSince) = (latest, rowsSince)
        latest = elements
        self.rowsSince = []
        let old = entries.value
        // Nearly always an element has changed, and none has come or gone.
        if let former, old.count == elements.count, let changed = changedOffsets(from: former, to: elements) {
            let changes = changed.map { offset in
                (
                    entry: old[offset], former: former[former.index(former.startIndex, offsetBy: offset)],
                    element: elements[elements.index(elements.startIndex, offsetBy: offset)]
                )
            }
            // A reset has set the rows already.
            if changes.allSatisfy({ $0.entry.id == $0.element.id && $0.entry.id == $0.former.id }) {
                for (entry, _, element) in changes { take(element, for: entry) }
                // They may be what they were before that.
                for id in rowsSince {
                    if let entry = known[id], let index = elements.index(ofID: id, near: entry.place.index) {
                        take(elements[index], for: entry)
                    }
                }
                return
            }
        }
        let new = entries(for: elements)
        // A reset sets the rows before their elements.
        keep(new)
        if new.elementsEqual(old, by: ===) { return }
        entries.accept(new)
        form.setRows(new.map(\.form))
    }

    /// The rows of elements, of which those are made that there have not been.
    private func entries(for elements: Elements) -> [Entry] {
        var entries: [Entry] = []
        var seen: Set<Elements.Element.ID> = []
        entries.reserveCapacity(elements.count)
        for index in elements.indices {
            let element = elements[index]
            guard seen.insert(element.id).inserted else {
                reportDuplicate(element.id)
                continue
            }
            if let entry = known[element.id] ?? gone[element.id]?.entry {
                entry.place.begin(at: index)
                take(element, for: entry)
                entries.append(entry)
            } else {
                entries.append(entry(of: element, at: index))
            }
        }
        return entries
    }

    private func reportDuplicate(_ id: Elements.Element.ID) {
        if hasReportedDuplicate { return }
        hasReportedDuplicate = true
        BindingDiagnostics.warn(.duplicateIdentity(id, row: Elements.Element.self))
    }

    /// Keeps rows, and those that a reset restores; others only for as long as a history does.
    private func keep(_ rows: [Entry]) {
        let initial = Set(form.rows?.initial ?? [])
        let former = known
        known = former.filter { initial.contains($0.value.form) }
        for entry in rows { known[entry.id] = entry }
        let ids = Set(rows.map(\.id))
        for (id, entry) in former where !ids.contains(id) {
            entry.place.end()
            gone.insert(entry.part, for: id)
            if !leaving.isEmpty || Batch.afterValues({ [weak self] in self?.leaving = [] }) { leaving.append(entry) }
        }
    }

    private func take(_ element: Elements.Element, for entry: Entry) {
        if take(element, for: entry.part) { noteInDelivery(entry.id) }
    }

    /// - Returns: Whether the element is another one than the row has taken in before.
    private func take(_ element: Elements.Element, for row: RowPart) -> Bool {
        // Most are as they were, which is found faster than by comparing them. Their rows may have been set since, which has
        // yet to be delivered.
        if row.rowPlace.isCommon(element) { return false }
        row.rowPlace.common = element
        if row.element.value != element { row.element.accept(element) }
        return true
    }

    /// Has a row take in its element as that is now, before it is used.
    ///
    /// - Returns: Whether it could: it may be used while the elements are being changed in place.
    private func catchUp(_ row: RowPart) -> Bool {
        guard let position = elements.position else { return false }
        if row.rowPlace.position == position || elements.isSetElsewhere { return true }
        row.rowPlace.position = position
        if let (all, index) = find(row), take(all[index], for: row) { noteSince(row.id) }
        return true
    }

    /// The elements and where among them a row's is; `nil` if it has gone. If it is not where it was, all rows take in their
    /// elements, by which observers may edit them.
    private func find(_ row: RowPart) -> (all: Elements, index: Elements.Index)? {
        let (id, place, all) = (row.id, row.rowPlace, elements.value)
        if let index = place.index, index >= all.startIndex, index < all.endIndex, all[index].id == id {
            return (all, index)
        }
        let now = catchUp().elements
        guard let former = place.index else { return nil }
        guard let index = now.index(ofID: id, near: former) else {
            place.end()
            return nil
        }
        place.index = index
        return (now, index)
    }

    /// Notes that a row and its element have been brought in line by themselves.
    private func noteSince(_ id: Elements.Element.ID) {
        if rowsSince.last != id { rowsSince.append(id) }
        noteInDelivery(id)
    }

    private func noteInDelivery(_ id: Elements.Element.ID) {
        let delivery = MainActorDispatcher.delivery
        if rowsOfDelivery.delivery != delivery { rowsOfDelivery = (delivery, []) }
        if rowsOfDelivery.rows.last != id { rowsOfDelivery.rows.append(id) }
    }

    /// - Parameter index: Where the element is; `nil` if it has gone already.
    private func entry(of element: Elements.Element, at index: Elements.Index?) -> Entry {
        let row = RowPart(BehaviorRelay(value: element), Place(index, element), in: elements.partPlace, of: whole)
        let (rows, weakRow) = (WeakReference(self), WeakReference(row))
        let form = ValueForm(
            of: Lens(
                following: row.element, catchUp: { rows.object?.catchUp(row) ?? true },
                passOn: { rows.object?.edited(row) }, origin: row))
        // First: the row may set something when it is made.
        _ = row.element.asDriver().skip(1).follow { _ in
            // What it has now: if it was set again meanwhile, that is delivered, too. Its element may have been set back to what
            // was delivered before, which is not delivered again.
            if let rows = rows.object, let row = weakRow.object, !rows.edited(row) { _ = rows.catchUp(row) }
        }
        if index == nil {
            form.home = self.form
            form.enablingChanged()
        }
        let entry = Entry(row, form, make(form))
        form.home = self.form
        return entry
    }

    /// Takes in that a row may have changed its element.
    ///
    /// - Returns: Whether it has.
    @discardableResult
    private func edited(_ row: RowPart) -> Bool {
        if row.rowPlace.isCommon(row.element.value) { return false }
        guard let (all, index) = find(row) else { return false }
        // Observers of what has been taken in may have edited it since.
        let element = row.element.value
        if row.rowPlace.isCommon(element) { return false }
        row.rowPlace.common = element
        noteSince(row.id)
        if all[index] == element { return true }
        // Another thread may have moved it meanwhile.
        elements.modify { all in if let index = all.index(ofID: row.id, near: index) { all[index] = element } }
        return true
    }

    /// Makes rows anew: the elements are those of another thing, also where they have the same identities.
    private func beginAgain() {
        for entry in known.values { entry.place.end() }
        (known, gone, leaving, latest) = ([:], WeakTable(), [], nil)
        (rowsSince, rowsOfDelivery.rows) = ([], [])
        form.outdateSnapshots()
        setInitial(elements.value)
    }

    private func restore() {
        follow()
        entries.accept(initial.rows)
        if !initial.elements.elementsEqual(elements.value) { elements.value = initial.elements }
    }

    // MARK: The initial elements

    /// Takes over the elements that a reset of a form restores.
    func takeInitial(_ elements: Elements, from form: Form) {
        let isOutdated = self.form.outdateSnapshots(like: form)
        if isOutdated || !areIdentical(initial.elements, elements) { setInitial(elements, isOutdated: isOutdated) }
    }

    /// Takes over the initial value of a row, if a reset restores it.
    private func initialChanged(of part: FormPart) {
        guard let offset = initial.rows.firstIndex(where: { $0.form === part }) else { return }
        let (row, start) = (initial.rows[offset], initial.elements.startIndex)
        let index = initial.elements.index(ofID: row.id, near: initial.elements.index(start, offsetBy: offset))
        guard let index, !areIdentical(initial.elements[index], row.form.initial) else { return }
        initial.elements[index] = row.form.initial
        if row.form.initial.id != row.id { setInitial(initial.elements) }
        form.passOnInitial()
    }

    /// Makes elements the initial ones, also for the form that has the rows.
    private func makeInitial(_ elements: Elements) {
        if areIdentical(initial.elements, elements) { return }
        setInitial(elements)
        form.passOnInitial()
    }

    /// Has a reset restore elements with their rows, which are made if there are none.
    ///
    /// - Parameter isOutdated: Whether snapshots so far say nothing about the rows any more.
    private func setInitial(_ elements: Elements, isOutdated: Bool = false) {
        catchUp()
        var seen: Set<Elements.Element.ID> = []
        var rows: [Entry] = []
        for element in elements where seen.insert(element.id).inserted {
            let entry = known[element.id] ?? gone[element.id]?.entry ?? entry(of: element, at: nil)
            known[element.id] = entry
            if isOutdated || !areIdentical(entry.form.initial, element) { entry.form.takeInitial(element, from: form) }
            rows.append(entry)
        }
        initial = (elements, rows)
        form.makeInitial(rows.map(\.form))
    }
}

extension FormRows: DriverConvertibleType {
    public typealias Element = [Row]

    public nonisolated func asObservable() -> Observable<[Row]> { asDriver().asObservable() }

    /// The rows, in order, whenever one comes or goes or is moved.
    public nonisolated func asDriver() -> Driver<[Row]> { entries.asDriver().map { $0.map(\.row) } }

    public nonisolated func asSharedSequence() -> Driver<[Row]> { asDriver() }
}

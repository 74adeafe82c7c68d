import Binding
import BindingCollections

/// A selection in a list, and what is to be selected. If several rows can be selected, the selection is predicted
/// completely, except for keys that extend it; if only one can, its invariants are checked.
@MainActor
final class CheckedSelection {
    private(set) var failure: String?

    private(set) var rows: [ListRow]
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let selection: Selection<Int>
    let mode: Selection<Int>.Mode
    private let removal: Selection<Int>.Removal
    /// The identities that are selected.
    private(set) var ids: Set<Int> = []
    /// The identities that are selected as soon as they are added.
    private var kept: Set<Int> = []
    private var following: (any Disposable)?
    private var toldIDs: Set<Int>?
    private var toldRows: [ListRow]?
    private var toldID: Int??
    private let bag = DisposeBag()
    private let traces: Bool
    private var history: [String] = []

    /// - Parameters:
    ///   - mode: How many rows can be selected.
    ///   - removal: What happens when a selected row goes.
    ///   - rows: The initial rows.
    ///   - traces: Whether each step is printed.
    init(
        _ mode: Selection<Int>.Mode, whenRemoved removal: Selection<Int>.Removal, rows: TreeArray<ListRow>,
        traces: Bool = false
    ) {
        (self.mode, self.removal, self.traces) = (mode, removal, traces)
        self.rows = Array(rows)
        tree = BehaviorRelay(value: rows)
        selection = Selection(mode, whenRemoved: removal)
        note("\(mode), \(removal), \(rows.count) rows")
        follow()
        // Which one is checked below.
        ids = selection.ids
        if mode != .exactlyOne { expect("selected at first", ids, []) }
        selection.rows(in: tree.asDriver().updates(by: \.id), by: \.id)
            .drive(onNext: { [unowned self] in toldRows = $0 }).disposed(by: bag)
        selection.$ids.asDriver().drive(onNext: { [unowned self] in toldIDs = $0 }).disposed(by: bag)
        selection.$id.asDriver().drive(onNext: { [unowned self] in toldID = $0 }).disposed(by: bag)
    }

    func dispose() {
        following?.dispose()
        bag.dispose()
    }

    private func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    private func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
        if value != expected { fail("\(what): \(value), expected \(expected)") }
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(text), after \((history.prefix(1) + history.dropFirst().suffix(30)).joined(separator: "; "))"
    }

    // MARK: Rows

    private var rowIDs: [Int] { rows.map(\.id) }

    private func isThere(_ id: Int) -> Bool { following == nil || rows.contains { $0.id == id } }

    /// Edits the rows.
    ///
    /// - Parameters:
    ///   - name: The name of the edit.
    ///   - new: What they are afterwards.
    ///   - edit: Does it.
    func edit(_ name: String, to new: [ListRow], _ edit: (inout TreeArray<ListRow>) -> Void) {
        let before = rowIDs
        note(name)
        rows = new
        tree.modify { edit(&$0) }
        if following != nil { rowsChanged(from: before) }
    }

    private func rowsChanged(from before: [Int]) {
        let there = Set(rowIDs)
        let gone = ids.subtracting(there)
        if mode != .multiple { return rowChanged(from: before, gone) }
        ids.subtract(gone)
        if removal == .keep { kept.formUnion(gone) }
        ids.formUnion(kept.intersection(there))
        kept.subtract(there)
        if ids.isEmpty, removal == .selectNext { selectNeighbor(of: gone, in: before) }
    }

    /// Checks the invariants if at most one row is selected.
    private func rowChanged(from before: [Int], _ gone: Set<Int>) {
        // A kept identity may have come back.
        if removal == .keep {
            ids = selection.ids
        } else if gone.isEmpty, !ids.isEmpty {
            return
        } else {
            ids = []
            if removal == .selectNext || mode == .exactlyOne { selectNeighbor(of: gone, in: before) }
            if ids.isEmpty, mode == .exactlyOne { ids = selection.ids }
        }
    }

    /// If all selected rows are gone, the next remaining row is selected, or the last one before.
    private func selectNeighbor(of gone: Set<Int>, in before: [Int]) {
        let there = Set(rowIDs)
        let candidates = gone.compactMap { id -> Int? in
            guard let index = before.firstIndex(of: id) else { return nil }
            return before[(index + 1)...].first(where: there.contains) ?? before[..<index].last(where: there.contains)
        }
        if candidates.isEmpty { return }
        ids = selection.ids
        if ids.count != 1 || !ids.isSubset(of: candidates) {
            fail("\(ids) in place of \(gone), expected \(candidates)")
        }
    }

    // MARK: Selecting

    func write(_ new: Set<Int>) {
        note("select \(new) alone")
        selection.ids = new
        written(new)
    }

    func writeOne(_ id: Int?) {
        note("select \(id.map { "\($0)" } ?? "nothing") alone")
        selection.id = id
        written(id.map { [$0] } ?? [])
    }

    private func written(_ new: Set<Int>) {
        guard mode == .multiple else {
            ids = selection.ids
            return
        }
        let there = new.filter(isThere)
        if ids.isEmpty || !there.isSuperset(of: ids) { kept = [] }
        if removal == .keep { kept.formUnion(new.subtracting(there)) }
        ids = there
    }

    func select(_ id: Int) {
        note("select \(id)")
        expect("selected", selection.select(id), isThere(id))
        guard mode == .multiple else {
            ids = isThere(id) ? [id] : selection.ids
            return
        }
        if isThere(id) { ids.insert(id) } else if removal == .keep { kept.insert(id) }
    }

    func deselect(_ id: Int) {
        note("deselect \(id)")
        selection.deselect(id)
        kept.remove(id)
        if mode != .exactlyOne { ids.remove(id) }
    }

    func toggle(_ id: Int) {
        if ids.contains(id) {
            note("toggle \(id)")
            expect("toggled", selection.toggle(id), mode == .exactlyOne)
            kept.remove(id)
            if mode != .exactlyOne { ids.remove(id) }
        } else {
            select(id)
        }
    }

    func selectAll() {
        note("select all")
        selection.selectAll()
        if mode == .multiple, following != nil { ids = Set(rowIDs) }
    }

    func extend(_ id: Int, adding isAdding: Bool) {
        note("extend to \(id)\(isAdding ? ", adding" : "")")
        let before = ids
        let hasExtended = selection.extend(to: id, adding: isAdding)
        expect("extended", hasExtended, isThere(id))
        guard hasExtended else { return }
        ids = selection.ids
        if !ids.contains(id) { fail("\(id) is not selected") }
        if isAdding, mode == .multiple {
            if !ids.isSuperset(of: before) { fail("\(before.subtracting(ids)) are selected no more") }
        } else {
            kept = []
            let places = rowIDs.indices.filter { ids.contains(rowIDs[$0]) }
            if following != nil, let first = places.first, let last = places.last, last - first + 1 != places.count {
                fail("what is selected is no range: \(places)")
            }
        }
    }

    func move(by offset: Int) {
        note("move by \(offset)")
        let before = selection.lead.flatMap { rowIDs.firstIndex(of: $0) }
        let result = selection.move(by: offset)
        guard following != nil, !rows.isEmpty else { return expect("moved", result, nil) }
        if let before { expect("moved", result, rowIDs[max(0, min(rows.count - 1, before + offset))]) }
        ids = Set([result].compactMap(\.self))
        kept = []
    }

    func toggleFollowing() {
        guard following == nil else {
            note("follow no more")
            following?.dispose()
            following = nil
            return
        }
        follow()
        let wanted = ids.union(kept)
        ids = wanted.intersection(rowIDs)
        kept = wanted.subtracting(ids)
    }

    private func follow() {
        note("follow")
        following = selection.follow(tree.asDriver().updates(by: \.id), by: \.id)
    }

    // MARK: Comparison

    func compare() {
        expect("selected", selection.ids, ids)
        expect("told", toldIDs, ids)
        expect("told of one", toldID, .some(selection.id))
        expect("rows", toldRows, rows.filter { ids.contains($0.id) })
        if following != nil, !ids.isSubset(of: rowIDs) { fail("\(ids) of \(rowIDs)") }
        if mode != .multiple, ids.count > 1 { fail("more than one: \(ids)") }
        if mode == .exactlyOne, ids.isEmpty, !rows.isEmpty { fail("none") }
        if ids.count == 1 { expect("the one", selection.id, ids.first) }
    }
}

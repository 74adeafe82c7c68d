import Binding
import BindingCollections

/// Runs a program of edits of a list and of a user's selection in it. If several rows can be selected, the selection is
/// predicted completely, except for keys that extend it; if only one can, its invariants are checked.
@MainActor
package final class SelectionInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?

    private var editor: ListEditor
    private var rows: [ListRow] = []
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let selection: Selection<Int>
    private let mode: Selection<Int>.Mode
    private let removal: Selection<Int>.Removal
    private var ids: Set<Int> = []
    /// The identities that are selected as soon as they are added.
    private var kept: Set<Int> = []
    private var following: (any Disposable)?
    private var toldIDs: Set<Int>?
    private var toldRows: [ListRow]?
    private var toldID: Int??
    private let bag = DisposeBag()
    private let traces: Bool
    private var history: [String] = []

    private init(_ program: Program, traces: Bool) {
        var program = program
        let shape = ListShape(program.next() % 240)
        mode = [.multiple, .multiple, .single, .exactlyOne][program.next(below: 4)]
        removal = [.deselect, .selectNext, .keep][program.next(below: 3)]
        self.traces = traces
        editor = ListEditor(program, limit: min(shape.limit, 30), hasDuplicates: false)
        rows = editor.firstRows()
        tree = BehaviorRelay(value: shape.tree(rows))
        selection = Selection(mode, whenRemoved: removal)
        note("\(mode), \(removal), \(shape)")
        follow()
        // Which one is checked below.
        ids = selection.ids
        if mode != .exactlyOne { expect("selected at first", ids, []) }
        selection.rows(in: tree.asDriver().updates(by: \.id), by: \.id)
            .drive(onNext: { [unowned self] in toldRows = $0 }).disposed(by: bag)
        selection.$ids.asDriver().drive(onNext: { [unowned self] in toldIDs = $0 }).disposed(by: bag)
        selection.$id.asDriver().drive(onNext: { [unowned self] in toldID = $0 }).disposed(by: bag)
    }

    package static func run(_ program: Program, traces: Bool = false) -> SelectionInterpreter {
        let interpreter = SelectionInterpreter(program, traces: traces)
        while !interpreter.editor.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.following?.dispose()
        interpreter.bag.dispose()
        return interpreter
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

    // MARK: Steps

    private var rowIDs: [Int] { rows.map(\.id) }

    private func isThere(_ id: Int) -> Bool { following == nil || rows.contains { $0.id == id } }

    private func step() {
        steps += 1
        switch editor.program.next(below: 20) {
        case 0, 1: write(Set((0..<editor.program.next(below: 4)).map { _ in anyID() }))
        case 2: writeOne(editor.program.next(below: 4) == 0 ? nil : anyID())
        case 3, 4: select(anyID())
        case 5: deselect(anyID())
        case 6: toggle(anyID())
        case 7: selectAll()
        case 8: extend(anyID())
        case 9: move()
        case 10 where mode == .multiple && editor.program.next(below: 4) == 0: toggleFollowing()
        default: edit()
        }
        compare()
    }

    /// The identity of a row, or sometimes of none.
    private func anyID() -> Int {
        let choice = editor.program.next()
        return rows.isEmpty || choice % 8 == 7 ? choice % 40 : rows[choice % rows.count].id
    }

    private func edit() {
        let before = rowIDs
        var other = editor
        _ = other.edit(&rows)
        note(other.name)
        tree.modify { _ = editor.edit(&$0) }
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

    private func write(_ new: Set<Int>) {
        note("select \(new) alone")
        selection.ids = new
        written(new)
    }

    private func writeOne(_ id: Int?) {
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

    private func select(_ id: Int) {
        note("select \(id)")
        expect("selected", selection.select(id), isThere(id))
        guard mode == .multiple else {
            ids = isThere(id) ? [id] : selection.ids
            return
        }
        if isThere(id) { ids.insert(id) } else if removal == .keep { kept.insert(id) }
    }

    private func deselect(_ id: Int) {
        note("deselect \(id)")
        selection.deselect(id)
        kept.remove(id)
        if mode != .exactlyOne { ids.remove(id) }
    }

    private func toggle(_ id: Int) {
        if ids.contains(id) {
            note("toggle \(id)")
            expect("toggled", selection.toggle(id), mode == .exactlyOne)
            kept.remove(id)
            if mode != .exactlyOne { ids.remove(id) }
        } else {
            select(id)
        }
    }

    private func selectAll() {
        note("select all")
        selection.selectAll()
        if mode == .multiple, following != nil { ids = Set(rowIDs) }
    }

    private func extend(_ id: Int) {
        let isAdding = editor.program.next(below: 2) == 0
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

    private func move() {
        let offset = editor.program.next(below: 7) - 3
        note("move by \(offset)")
        let before = selection.lead.flatMap { rowIDs.firstIndex(of: $0) }
        let result = selection.move(by: offset)
        guard following != nil, !rows.isEmpty else { return expect("moved", result, nil) }
        if let before { expect("moved", result, rowIDs[max(0, min(rows.count - 1, before + offset))]) }
        ids = Set([result].compactMap(\.self))
        kept = []
    }

    private func toggleFollowing() {
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

    private func compare() {
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

import Binding
import BindingCollections

/// Runs a small program of edits of a list, of which an operator calls a closure with each row: it is called for rows
/// that come, go or change, and not for others, and an object that it has made stays while its row does.
@MainActor
package final class SmallMapProgram {
    /// An operator with a closure of one row.
    package enum Operator: CaseIterable, Sendable {
        case map, mapUpdating, filter, grouped, uniqued, union, intersection, subtracting, count
        case following, filterOn, sortedOn, mapOn
    }

    /// What programs consist of.
    package struct Subject: Sendable {
        let operators: [Operator]
        let hasIdentity: Bool
        /// Whether rows move.
        let hasMoves: Bool
        /// Whether there are several edits in one update.
        let hasTransactions: Bool

        package init(_ operators: [Operator], hasIdentity: Bool, hasMoves: Bool, hasTransactions: Bool) {
            self.operators = operators
            self.hasIdentity = hasIdentity
            self.hasMoves = hasMoves
            self.hasTransactions = hasTransactions
        }
    }

    /// What is made of a row.
    private final class Object: Hashable, Sendable, CustomStringConvertible {
        let row: BehaviorRelay<ListRow>

        init(_ row: ListRow) { self.row = BehaviorRelay(value: row) }

        static func == (left: Object, right: Object) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        var description: String { "object of \(row.value)" }
    }

    private let subject: Subject
    private let choices: Choices
    private let tested: Operator
    private var stepsLeft: Int
    private var lastID: Int
    private let firstRows: [ListRow]
    private var rows: [ListRow]
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let other = BehaviorRelay(value: TreeArray([ListRow(2, key: 1), ListRow(9, key: 3)]))
    private var calls: [ListRow] = []
    /// The identities whose driver has been asked for: it answers once, so that a row stays without another answer.
    private var answered: Set<Int> = []
    private var followed: [ListRow]?
    private var objects: [Object]?
    private var shown: ShownList<Object>
    private var connection: (any Disposable)?
    private var failure: String?
    private var history: [[SmallListEdit]] = []

    /// - Parameters:
    ///   - subject: What programs consist of.
    ///   - size: The number of rows at first and of steps together.
    ///   - steps: The largest number of steps.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ subject: Subject, size: Int, steps: Int, _ choices: Choices) -> String? {
        let steps = 1 + choices.next(below: min(size, steps))
        return SmallMapProgram(subject, rows: size - steps, steps: steps, choices).run()
    }

    private init(_ subject: Subject, rows count: Int, steps: Int, _ choices: Choices) {
        self.subject = subject
        self.choices = choices
        stepsLeft = steps
        tested = choices.pick(subject.operators)
        // Objects are told apart, but not what an operator makes of a row and a value.
        shown = ShownList(id: tested == .mapOn ? nil : { ObjectIdentifier($0).hashValue }, checksEach: true)
        rows = SmallListEdit.rows(count)
        firstRows = rows
        lastID = count
        tree = BehaviorRelay(value: TreeArray(rows, shape: TreeShape(leaf: 4, branch: 4)))
    }

    private func run() -> String? {
        let list = tree.asDriver()
        connection = connect(subject.hasIdentity ? list.updates(by: \.id) : list.updates())
        while stepsLeft > 0, failure == nil { step() }
        connection?.dispose()
        return failure
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        let edits = history.map { $0.map(\.description).joined(separator: " and ") }.joined(separator: "; ")
        failure = "\(tested): \(text), after \(firstRows): \(edits)"
    }

    // MARK: Operators

    private func connect(_ list: ListUpdates<ListRow>) -> any Disposable {
        switch tested {
        case .map: show(list.map { [unowned self] in Object(called($0)) })
        case .mapUpdating:
            show(
                list.map(
                    by: \.id, { [unowned self] in Object(called($0)) },
                    updating: { [unowned self] in $0.row.accept(called($1)) }))
        case .filter: list.filter { [unowned self] in called($0).key == 1 }.drive { _ in }
        case .grouped: list.grouped { [unowned self] in called($0).key }.drive { _ in }
        case .uniqued: list.uniqued { [unowned self] in called($0).key }.drive { _ in }
        case .union: list.union(other.asDriver().updates(by: \.id)) { [unowned self] in called($0).id }.drive { _ in }
        case .intersection:
            list.intersection(other.asDriver().updates(by: \.id)) { [unowned self] in called($0).id }.drive { _ in }
        case .subtracting:
            list.subtracting(other.asDriver().updates(by: \.id)) { [unowned self] in called($0).id }.drive { _ in }
        case .count: list.count { [unowned self] in called($0).key == 1 }.drive(onNext: { _ in })
        case .following:
            list.following { [unowned self] in driver(of: $0) }
                .drive { [unowned self] in followed = $0.rows.map(\.row) }
        case .filterOn: list.filter(on: { [unowned self] in driver(of: $0) }, { $0 > 1 }).drive { _ in }
        case .sortedOn: list.sorted(on: { [unowned self] in driver(of: $0) }).drive { _ in }
        case .mapOn: show(list.map(on: { [unowned self] in driver(of: $0) }, { row, _ in Object(row) }))
        }
    }

    private func called(_ row: ListRow) -> ListRow {
        calls.append(row)
        return row
    }

    private func driver(of row: ListRow) -> Driver<Int> {
        let isFirst = answered.insert(called(row).id).inserted
        return isFirst || !subject.hasIdentity ? .just(row.key) : .never()
    }

    private func show(_ list: ListUpdates<Object>) -> any Disposable {
        list.drive { [unowned self] update in
            if let fault = shown.take(update) { fail(fault) }
            objects = Array(update.rows)
        }
    }

    // MARK: Steps

    private func step() {
        var (edited, transaction) = (rows, [SmallListEdit]())
        repeat {
            stepsLeft -= 1
            lastID += 1
            let edit = choices.pick(edits(of: edited))
            edit.perform(on: &edited)
            transaction.append(edit)
        } while subject.hasTransactions && stepsLeft > 0 && choices.next(below: 2) == 1
        history.append(transaction)
        let former = (rows: rows, objects: objects)
        calls = []
        rows = edited
        tree.modify { tree in for edit in transaction { edit.perform(on: &tree) } }
        checkCalls(former.rows)
        if let followed, followed != rows { fail("\(followed) are followed") }
        if let old = former.objects, let new = objects { checkObjects(new, old, of: former.rows) }
    }

    private func edits(of rows: [ListRow]) -> [SmallListEdit] {
        SmallListEdit.all(of: rows, new: lastID, limit: max(3, rows.count)).filter { edit in
            switch edit {
            case .move: subject.hasMoves
            case .set(let new): subject.hasMoves || new.isEmpty || new == rows
            // A text that is written anew is not the same to the bit, even if it is what it was before.
            case .write(let place, let row): row.text.utf8.count >= rows[place].text.utf8.count
            default: true
            }
        }
    }

    /// A closure is called for rows that have come, gone or changed.
    private func checkCalls(_ former: [ListRow]) {
        if let row = calls.first(where: { former.contains($0) && rows.contains($0) }) {
            fail("called for \(row), which stays, of \(former), now \(rows)")
        }
        if Set(calls).count < calls.count { fail("called twice: \(calls)") }
    }

    /// An object is of its row and, if that was there before, the same as then.
    private func checkObjects(_ objects: [Object], _ formerObjects: [Object], of formerRows: [ListRow]) {
        guard objects.count == rows.count else { return fail("\(objects) for \(rows)") }
        for (row, object) in zip(rows, objects) {
            if object.row.value != row { fail("\(object) for \(row)") }
            let place = formerRows.firstIndex { tested == .mapUpdating ? $0.id == row.id : $0 == row }
            if let place, formerObjects[place] !== object { fail("a new object for \(row), which stays") }
        }
    }
}

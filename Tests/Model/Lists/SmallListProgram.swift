import Binding
import BindingCollections

/// Runs a small program of edits of a list and of whatever else its observers depend on: after each step, each observer
/// has what a plain function makes of the rows, by edits that turn its former rows into the current ones.
@MainActor
package final class SmallListProgram {
    /// What programs consist of.
    package enum Subject {
        /// Any edits, of a list that several kinds of sources show.
        case updates
        /// The same, with rows that are there twice or have the same identity.
        case duplicates
        /// Some edits, and observers that come, go and do something when they receive an update.
        case observers
        /// Any edits, and a number of operators one after the other.
        case operators(Int)
        /// Any edits, and observers of properties such as the number of rows.
        case properties
    }

    /// A list that can be observed.
    private struct Node {
        let name: String
        let updates: ListUpdates<ListRow>
        var hasIdentity = true
        var plain: @MainActor ([ListRow], [ListRow]) -> [ListRow] = { rows, _ in rows }
    }

    private final class Observer {
        let node: Int
        let list: ListObserver
        var habit: SmallListHabit?

        @MainActor
        init(_ node: Int, _ name: String) {
            self.node = node
            list = ListObserver(name, checksEachUpdate: true)
        }
    }

    /// How much is to be done.
    package struct Extent: Sendable {
        /// The largest number of steps.
        let steps: Int
        /// Whether all edits are possible, or one of each kind.
        let hasAllEdits: Bool
        /// Whether all operators are possible, or one of each kind.
        let hasAllOperators: Bool

        package init(steps: Int, hasAllEdits: Bool = true, hasAllOperators: Bool = true) {
            self.steps = steps
            self.hasAllEdits = hasAllEdits
            self.hasAllOperators = hasAllOperators
        }
    }

    private let subject: Subject
    private let extent: Extent
    private let choices: Choices
    private var stepsLeft: Int
    private let limit: Int
    private var lastID: Int
    private var rows: [ListRow]
    private var other: [ListRow] = []
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let array: BehaviorRelay<[ListRow]>
    private let otherArray: BehaviorRelay<[ListRow]>
    private let parameters = ListLink.Parameters()
    private var links: [ListLink] = []
    private var nodes: [Node] = []
    private var observers: [Observer] = []
    private var failure: String?
    private let firstRows: [ListRow]
    /// What has been done; described only if something goes wrong, for it takes longer than to do it.
    private var history: [SmallListStep] = []

    /// - Parameters:
    ///   - subject: What programs consist of.
    ///   - size: The number of rows at first and of steps together.
    ///   - extent: How much is to be done.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ subject: Subject, size: Int, _ extent: Extent, _ choices: Choices) -> String? {
        // Not more than four rows.
        let least = max(1, size - 4)
        let steps = least + choices.next(below: max(1, min(size, extent.steps) - least + 1))
        return SmallListProgram(subject, rows: size - steps, steps: steps, extent, choices).run()
    }

    private init(_ subject: Subject, rows count: Int, steps: Int, _ extent: Extent, _ choices: Choices) {
        self.subject = subject
        self.extent = extent
        self.choices = choices
        stepsLeft = steps
        var rows = SmallListEdit.rows(count)
        lastID = count
        limit = max(3, count)
        if case .duplicates = subject {
            for place in rows.indices.dropFirst() {
                // Another row; the first one once more; one that has its identity alone.
                let kind = choices.next(below: 3)
                if kind > 0 { rows[place] = kind == 1 ? rows[0] : ListRow(rows[0].id, key: SmallListEdit.keys[1]) }
            }
        }
        (self.rows, firstRows) = (rows, rows)
        tree = BehaviorRelay(value: TreeArray(rows, shape: TreeShape(leaf: 4, branch: 4)))
        array = BehaviorRelay(value: rows)
        otherArray = BehaviorRelay(value: [])
    }

    private func run() -> String? {
        addNodes()
        compare()
        while stepsLeft > 0, failure == nil {
            perform(nextStep())
            compare()
        }
        for observer in observers { observer.list.dispose() }
        return failure
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        let steps = history.map(\.description).joined(separator: "; ")
        failure = "\(text), after \(links.isEmpty ? "" : "\(links) of ")\(firstRows): \(steps)"
    }

    // MARK: Lists

    private func addNodes() {
        switch subject {
        case .updates, .duplicates:
            nodes = [
                Node(name: "a tree", updates: tree.asDriver().updates(), hasIdentity: false),
                Node(name: "a tree by identity", updates: tree.asDriver().updates(by: \.id)),
                Node(name: "an array", updates: array.asDriver().updates(by: \.id)),
            ]
            for node in nodes.indices { come(node) }
        case .observers:
            nodes = [
                Node(name: "a tree", updates: tree.asDriver().updates(by: \.id)),
                Node(name: "an array", updates: array.asDriver().map { $0 }.updates(by: \.id)),
            ]
            come(0)
        case .operators(let count):
            addChain(of: count)
            come(0)
        case .properties:
            nodes = [Node(name: "a tree", updates: tree.asDriver().updates(by: \.id))]
            for property in 0..<ListObserver.properties { come(0, property: property) }
        }
    }

    private func addChain(of count: Int) {
        let hasIdentity = count > 1 || choices.next(below: 2) == 0
        links = (0..<count).map { _ in choices.pick(extent.hasAllOperators ? ListLink.allCases : ListLink.kinds) }
        if links.contains(where: \.readsOther) {
            other = [ListRow(2, key: SmallListEdit.keys[1]), ListRow(9, key: SmallListEdit.keys[0])]
            otherArray.accept(other)
        }
        let source = tree.asDriver()
        let base = hasIdentity ? source.updates(by: \.id) : source.updates()
        let otherUpdates = otherArray.asDriver().updates(by: \.id)
        let (links, parameters) = (links, parameters)
        nodes = [
            Node(
                name: hasIdentity ? "the result" : "the result without identity",
                updates: links.reduce(base) { list, link in link(list, otherUpdates, parameters) },
                hasIdentity: hasIdentity && links.allSatisfy(\.keepsIdentity),
                plain: { rows, other in links.reduce(rows) { list, link in link(list, other, parameters) } })
        ]
    }

    // MARK: Steps

    private func nextStep() -> SmallListStep {
        stepsLeft -= 1
        let edits = edits(of: rows)
        let others = otherSteps
        let choice = choices.next(below: edits.count + others.count)
        if choice >= edits.count { return others[choice - edits.count] }
        var transaction = [edits[choice]]
        var edited = rows
        edits[choice].perform(on: &edited)
        // Several in one change.
        while stepsLeft > 0, choices.next(below: 2) == 1 {
            stepsLeft -= 1
            lastID += 1
            let next = choices.pick(self.edits(of: edited))
            next.perform(on: &edited)
            transaction.append(next)
        }
        return .edits(transaction)
    }

    private func edits(of rows: [ListRow]) -> [SmallListEdit] {
        guard extent.hasAllEdits else { return SmallListEdit.some(of: rows, new: lastID + 1, limit: limit) }
        let hasDuplicates = if case .duplicates = subject { true } else { false }
        return SmallListEdit.all(of: rows, new: lastID + 1, limit: limit, hasDuplicates: hasDuplicates)
    }

    private var otherSteps: [SmallListStep] {
        var steps: [SmallListStep] = []
        if case .observers = subject {
            steps += nodes.indices.map { .come($0) } + observers.indices.map { .go($0) }
            for index in observers.indices where observers[index].habit == nil {
                steps += SmallListHabit.allCases.map { .habit(index, $0) }
            }
        }
        if links.contains(where: \.readsNumber) {
            steps += [0, 1, 2].filter { $0 != parameters.value }.map { .number($0) }
        }
        if links.contains(where: \.readsRange) { steps += [.range(1..<2), .range(1..<3), .range(0..<1)] }
        if links.contains(where: \.readsValuesOfRows) {
            for row in rows { for value in [6, 4] { steps.append(.value(value, ofRow: row.id)) } }
        }
        if links.contains(where: \.readsOther) {
            steps += SmallListEdit.some(of: other, new: 1, limit: 3).map { .editOther($0) }
        }
        return steps
    }

    private func perform(_ step: SmallListStep) {
        history.append(step)
        switch step {
        case .editInUpdate(let edit): self.edit([edit])
        case .edits(let edits): self.edit(edits)
        case .editOther(let edit):
            edit.perform(on: &other)
            otherArray.accept(other)
        case .number(let number): parameters.number.accept(number)
        case .range(let range): parameters.range.accept(range)
        case .value(let value, let id): parameters.ofRows[id % parameters.ofRows.count].accept(value)
        case .come(let node): come(node)
        case .go(let index): go(observers[index])
        case .habit(let index, let habit): observers[index].habit = habit
        }
    }

    private func edit(_ edits: [SmallListEdit]) {
        lastID += 1
        for edit in edits { edit.perform(on: &rows) }
        tree.modify { tree in for edit in edits { edit.perform(on: &tree) } }
        array.accept(rows)
    }

    // MARK: Observers

    private func come(_ index: Int, property: Int = ListObserver.properties) {
        let node = nodes[index]
        let observer = Observer(index, node.name)
        observers.append(observer)
        observer.list.told = { [unowned self, unowned observer] in told(observer, $0) }
        observer.list.connect(to: node.updates, property: property, hasIdentity: node.hasIdentity)
    }

    private func go(_ observer: Observer) {
        observer.list.dispose()
        observers.removeAll { $0 === observer }
    }

    private func told(_ observer: Observer, _ fault: String?) {
        if let fault { fail("\(observer.list.name): \(fault)") }
        guard observers.contains(where: { $0 === observer }) else {
            return fail("\(observer.list.name): told after it had gone")
        }
        guard let habit = observer.habit else { return }
        observer.habit = nil
        switch habit {
        case .edit:
            let edit = choices.pick(edits(of: rows))
            perform(.editInUpdate(edit))
        case .leave: go(observer)
        case .othersLeave: for other in observers where other !== observer { go(other) }
        case .anotherComes: come(observer.node)
        }
    }

    private func compare() {
        for observer in observers {
            let expected = nodes[observer.node].plain(rows, other)
            if let fault = observer.list.fault(expected) { fail("\(observer.list.name) \(fault)") }
        }
    }
}

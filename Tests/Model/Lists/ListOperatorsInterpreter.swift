import Binding
import BindingCollections

/// Runs a program of edits of two lists, from which operators derive others, and others from these: after each step,
/// each list equals the result of a plain function of the whole arrays, and its observers have been told so.
@MainActor
package final class ListOperatorsInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?
    /// The number of updates that the observers received.
    package private(set) var updates = 0

    /// A list that is derived from earlier ones.
    private struct Node {
        let name: String
        let updates: ListUpdates<ListRow>
        /// Whether its rows have identities.
        let hasIdentity: Bool
        /// How many times as many rows as a source it may have.
        let size: Int
        let plain: @MainActor ([[ListRow]]) -> [ListRow]
    }

    /// An observer of a node.
    private final class Observer {
        let node: Int
        let list: ListObserver
        /// Whether it edits a source when it receives the next update.
        var isGoingToEdit = false

        @MainActor
        init(_ node: Int, _ name: String) {
            self.node = node
            list = ListObserver("\(name) \(node)")
        }
    }

    private var editor: ListEditor
    private let tree: BehaviorRelay<TreeArray<ListRow>>
    private let array: BehaviorRelay<[ListRow]>
    /// The contents of the sources.
    private var sources: [[ListRow]]
    private var nodes: [Node] = []
    private var values: [[ListRow]] = []
    private var observers: [Observer] = []
    private var kept: [(tree: TreeArray<ListRow>, rows: [ListRow])] = []
    private let parameters = ListLink.Parameters()
    private let traces: Bool
    private var history: [String] = []

    private init(_ program: Program, traces: Bool) {
        var program = program
        let shape = ListShape(program.next())
        let hasDuplicates = program.next(below: 8) == 0
        self.traces = traces
        editor = ListEditor(program, limit: shape.limit, hasDuplicates: hasDuplicates)
        sources = [editor.firstRows(), editor.firstRows()]
        tree = BehaviorRelay(value: shape.tree(sources[0]))
        array = BehaviorRelay(value: sources[1])
        add("a tree", tree.asDriver().updates(by: \.id)) { [unowned self] _ in sources[0] }
        add("an array", array.asDriver().updates(by: \.id)) { [unowned self] _ in sources[1] }
        note("\(shape)")
        for _ in 0..<(1 + editor.program.next(below: 6)) { link() }
        for _ in 0..<(1 + editor.program.next(below: 3)) { come() }
        evaluate()
    }

    package static func run(_ program: Program, traces: Bool = false) -> ListOperatorsInterpreter {
        let interpreter = ListOperatorsInterpreter(program, traces: traces)
        interpreter.compare()
        while !interpreter.editor.program.isOver, interpreter.failure == nil { interpreter.step() }
        for observer in interpreter.observers { observer.list.dispose() }
        return interpreter
    }

    private func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(text), after \((history.prefix(10) + history.dropFirst(10).suffix(40)).joined(separator: "; "))"
    }

    // MARK: Derived lists

    private func add(
        _ name: String, _ updates: ListUpdates<ListRow>, hasIdentity: Bool = true, size: Int = 1,
        _ plain: @escaping @MainActor ([[ListRow]]) -> [ListRow]
    ) {
        nodes.append(Node(name: name, updates: updates, hasIdentity: hasIdentity, size: size, plain: plain))
    }

    private func link() {
        var link = ListLink.allCases[editor.program.next(below: ListLink.allCases.count)]
        // Often from the last one, to make long chains.
        let choice = editor.program.next(below: nodes.count + 4)
        let (input, other) = (min(choice, nodes.count - 1), editor.program.next(below: nodes.count))
        var size = link.size(nodes[input].size, nodes[other].size)
        if size > 6 { (link, size) = (.reversed, nodes[input].size) }
        let parameters = parameters
        note("\(nodes.count): \(link) of \(input) and \(other)")
        add(
            "\(link)", link(nodes[input].updates, nodes[other].updates, parameters),
            hasIdentity: link.keepsIdentity && nodes[input].hasIdentity, size: size
        ) { [link] in
            link($0[input], $0[other], parameters)
        }
    }

    private func evaluate() {
        values = []
        for node in nodes { values.append(node.plain(values)) }
    }

    // MARK: Steps

    private func step() {
        steps += 1
        let choice = editor.program.next(below: 24)
        switch choice {
        case 0: come()
        case 1: go()
        case 2, 3: changeNumber()
        case 4:
            let start = editor.program.next(below: 12)
            let range = start..<(start + editor.program.next(below: 8))
            note("range \(range)")
            parameters.range.accept(range)
        case 5:
            note("keep")
            kept.append((tree.value, sources[0]))
            if kept.count > 3 { kept.removeFirst() }
        case 6: bringBack()
        case 7, 8:
            let (index, number) = (editor.program.next(below: 5), editor.program.next(below: 10))
            note("number \(number) of rows \(index)")
            parameters.ofRows[index].accept(number)
        case 9, 10: editArray()
        case 11: editTree(3)
        case 12 where !observers.isEmpty:
            let index = editor.place(observers.count)
            note("observer \(index) is going to edit")
            observers[index].isGoingToEdit = true
        default: editTree(1)
        }
        evaluate()
        compare()
    }

    private func editTree(_ count: Int) {
        var other = editor
        for _ in 0..<count {
            _ = other.edit(&sources[0])
            note("\(other.name) in the tree")
        }
        tree.modify { for _ in 0..<count { _ = editor.edit(&$0) } }
    }

    private func editArray() {
        _ = editor.edit(&sources[1])
        note("\(editor.name) in the array")
        array.accept(sources[1])
    }

    private func bringBack() {
        guard !kept.isEmpty else { return }
        let (place, isTree) = (editor.place(kept.count), editor.program.next(below: 2) == 0)
        note("bring \(place) back to the \(isTree ? "tree" : "array")")
        sources[isTree ? 0 : 1] = kept[place].rows
        if isTree { tree.accept(kept[place].tree) } else { array.accept(kept[place].rows) }
    }

    private func changeNumber() {
        let number = editor.program.next(below: 12)
        note("number \(number)")
        parameters.number.accept(number)
    }

    private func come() {
        guard observers.count < 5 else { return go() }
        let node = nodes.count - 1 - editor.program.next(below: nodes.count)
        let property = editor.program.next(below: 40)
        note("an observer of \(node), \(property)")
        let observer = Observer(node, nodes[node].name)
        observers.append(observer)
        observer.list.told = { [unowned self, unowned observer] in told(observer, $0) }
        observer.list.connect(to: nodes[node].updates, property: property, hasIdentity: nodes[node].hasIdentity)
    }

    private func told(_ observer: Observer, _ fault: String?) {
        updates += 1
        if let fault { fail("\(observer.list.name): \(fault)") }
        guard observer.isGoingToEdit else { return }
        observer.isGoingToEdit = false
        note("in an update:")
        if editor.program.next(below: 4) == 0 { changeNumber() } else { editTree(1) }
    }

    private func go() {
        guard !observers.isEmpty else { return }
        let index = editor.place(observers.count)
        note("observer \(index) goes")
        observers[index].list.dispose()
        observers.remove(at: index)
    }

    private func compare() {
        for observer in observers {
            if let fault = observer.list.fault(values[observer.node]) { fail("\(observer.list.name) \(fault)") }
        }
    }
}

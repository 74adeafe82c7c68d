import BindingCollections

/// Runs a program of edits on trees and on arrays: each tree equals its array, and so does each kept copy.
package struct TreeInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?

    /// A tree, and its expected content.
    private struct Pair {
        var tree: TreeArray<ListRow>
        var array: [ListRow]
    }

    private var editor: ListEditor
    private let makesTree: @Sendable ([ListRow]) -> TreeArray<ListRow>
    /// The trees that are edited.
    private var lists: [Pair]
    /// Copies that are kept unchanged; the oldest ones are dropped.
    private var kept: [Pair] = []
    /// Whether the first kept copy is also held elsewhere.
    private let isSharing: Bool
    private let traces: Bool
    private var history: [String] = []

    private init(_ program: Program, sharing shared: TreeArray<ListRow>?, traces: Bool) {
        var program = program
        let shape = ListShape(program.next())
        let hasDuplicates = program.next(below: 2) == 0
        makesTree = shape.tree
        self.traces = traces
        editor = ListEditor(program, limit: shape.limit, hasDuplicates: hasDuplicates)
        let rows = editor.firstRows()
        let tree = shared ?? shape.tree(rows)
        lists = (0..<2).map { _ in Pair(tree: tree, array: Array(tree)) }
        kept = shared == nil ? [] : [lists[0]]
        isSharing = shared != nil
        note("\(shape)")
    }

    /// - Parameter shared: An initial tree that others hold, and may edit copies of at the same time.
    package static func run(
        _ program: Program, sharing shared: TreeArray<ListRow>? = nil, traces: Bool = false
    ) -> TreeInterpreter {
        var interpreter = TreeInterpreter(program, sharing: shared, traces: traces)
        while !interpreter.editor.program.isOver, interpreter.failure == nil { interpreter.step() }
        for (index, pair) in (interpreter.lists + interpreter.kept).enumerated() {
            interpreter.compare("\(index) at the end", pair, thoroughly: true)
        }
        return interpreter
    }

    private mutating func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    private mutating func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
        if value != expected { fail("\(what): \(value), expected \(expected)") }
    }

    private mutating func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(text), after \(history.suffix(40).joined(separator: "; "))"
    }

    // MARK: Steps

    private mutating func step() {
        steps += 1
        let choice = editor.program.next(below: 32)
        let index = choice % 2
        let before = lists[index]
        switch choice {
        case 0, 1: keep(lists[index])
        case 2, 3: bringBack(index)
        case 4: lists[0] = lists[1]
        case 5: append(index)
        case 6, 7: cut(index)
        case 8: look(index)
        case 9 where steps % 4 == 0: reshape(index)
        default: edit(index)
        }
        compare("\(index)", lists[index], thoroughly: steps % 8 == 0)
        compareChange("the last step", from: before, to: lists[index])
        if !kept.isEmpty {
            let other = steps % kept.count
            compare("copy \(other)", kept[other], thoroughly: false)
            if steps % 4 == 0 { compareChange("copy \(other)", from: kept[other], to: lists[index]) }
        }
    }

    private mutating func edit(_ index: Int) {
        var other = editor
        let expected = other.edit(&lists[index].array)
        note("\(other.name) in \(index)")
        let result = editor.edit(&lists[index].tree)
        expect("what was given back", result, expected)
    }

    private mutating func keep(_ pair: Pair) {
        note("keep")
        kept.append(pair)
        if kept.count > 6 { kept.remove(at: isSharing ? 1 : 0) }
    }

    private mutating func bringBack(_ index: Int) {
        guard !kept.isEmpty else { return keep(lists[index]) }
        let place = editor.place(kept.count)
        note("bring copy \(place) of \(kept.count) back to \(index)")
        lists[index] = kept[place]
    }

    private mutating func append(_ index: Int) {
        let other = editor.place(1 + kept.count)
        let pair = other == 0 ? lists[1 - index] : kept[other - 1]
        let range = editor.range(pair.array.count)
        guard lists[index].array.count + range.count <= editor.limit else { return note("nothing") }
        note("append \(range) of \(other) to \(index)")
        lists[index].array += pair.array[range]
        lists[index].tree.append(tree: range.count == pair.tree.count ? pair.tree : pair.tree.subtree(range))
    }

    /// Replaces a tree by one with nodes of another size, or by one that shares no memory with the previous ones.
    private mutating func reshape(_ index: Int) {
        let (array, makesOther) = (lists[index].array, editor.program.next(below: 3) == 0)
        note("\(makesOther ? "nodes of another size" : "a stranger") in place of \(index)")
        lists[index].tree = makesOther ? TreeArray(array) : makesTree(array)
    }

    private mutating func cut(_ index: Int) {
        let (range, keepsRange) = (editor.range(lists[index].array.count), editor.program.next(below: 3) == 0)
        let pair = lists[index]
        if keepsRange {
            note("only \(range) of \(index)")
            lists[index] = Pair(tree: pair.tree.subtree(range), array: Array(pair.array[range]))
        } else {
            note("all but \(range) of \(index), as two parts")
            lists[index].tree = pair.tree.subtree(0..<range.lowerBound)
            lists[index].tree.append(tree: pair.tree.subtree(range.upperBound..<pair.tree.count))
            lists[index].array.removeSubrange(range)
        }
    }

    /// Reads a tree without editing it.
    private mutating func look(_ index: Int) {
        let (pair, range) = (lists[index], editor.range(lists[index].array.count))
        note("look at \(range) of \(index)")
        expect("a slice", Array(pair.tree[range]), Array(pair.array[range]))
        expect("a slice's tree", Array(TreeArray(pair.tree[range])), Array(pair.array[range]))
        expect("backwards", Array(pair.tree.reversed()), pair.array.reversed())
        let (slice, part) = (pair.tree[range], pair.array[range])
        expect("a slice backwards", slice.reversed().map(\.self), part.reversed())
        expect("a slice backwards by index", slice.reversed().indices.map { slice.reversed()[$0] }, part.reversed())
        expect("a walk backwards", slice.reversed().reduce(into: []) { $0.append($1) }, part.reversed())
        expect("a slice's rows", slice.map(\.text), part.map(\.text))
        expect("rows", pair.tree.map(\.id), pair.array.map(\.id))
        expect("a slice's start", Array(slice.prefix(3)), Array(part.prefix(3)))
        expect("equal", pair.tree == lists[1 - index].tree, pair.array == lists[1 - index].array)
        expect("equal to a stranger", pair.tree, makesTree(pair.array))
        expect("hash", pair.tree.hashValue, makesTree(pair.array).hashValue)
        let key = editor.program.next(below: 12)
        expect("first index", pair.tree.firstIndex { $0.key == key }, pair.array.firstIndex { $0.key == key })
        expect("last index", pair.tree.lastIndex { $0.key == key }, pair.array.lastIndex { $0.key == key })
        expect("last in a slice", slice.lastIndex { $0.key == key }, part.lastIndex { $0.key == key })
        expect("first in a slice", slice.firstIndex { $0.key == key }, part.firstIndex { $0.key == key })
        expect("picked", Array(pair.tree.filter { $0.key > key }), pair.array.filter { $0.key > key })
        if let defect = pair.tree.filter({ $0.key != key }).defect { fail("picked: \(defect)") }
        var sorted = pair
        sorted.tree.sort { $0.key < $1.key }
        sorted.array.sort { $0.key < $1.key }
        let place = sorted.array.firstIndex { $0.key >= key } ?? sorted.array.count
        expect("partitioning index", sorted.tree.partitioningIndex { $0.key >= key }, place)
    }

    // MARK: Comparison

    private mutating func compare(_ what: String, _ pair: Pair, thoroughly: Bool) {
        guard pair.tree.count == pair.array.count else {
            return fail("\(what): \(pair.tree.count) rows, expected \(pair.array.count)")
        }
        if let defect = pair.tree.defect { return fail("\(what): \(defect)") }
        var index = 0
        for row in pair.tree {
            guard index < pair.array.count, row == pair.array[index] else {
                return fail("\(what), walked at \(index): \(row), expected \(pair.array)")
            }
            index += 1
        }
        guard index == pair.array.count else { return fail("\(what): walked \(index), expected \(pair.array.count)") }
        for index in stride(from: thoroughly ? 0 : steps % 7, to: pair.array.count, by: thoroughly ? 1 : 7)
        where pair.tree[index] != pair.array[index] {
            return fail("\(what) at \(index): \(pair.tree[index]), expected \(pair.array[index])")
        }
    }

    private mutating func compareChange(_ what: String, from old: Pair, to new: Pair) {
        let splices = new.tree.splices(from: old.tree)
        if let fault = ListSplice.fault(of: splices, from: old.array, to: new.array) {
            fail("the differences since \(what): \(fault)")
        }
    }
}

import BindingCollections
import TestSupport
import Testing

@Suite("Updates applied, and as changes of list models")
struct ItemsChangeTests {
    @Test("edits are changes one after another, a move two")
    func changes() {
        let old = [0, 1, 2, 3, 4, 5]
        let update = ListUpdate(from: old, to: [4, 7, 0, 2, 3], by: \.self)
        let expected = [
            ItemsChange(position: 5, removed: 1, added: 0), ItemsChange(position: 1, removed: 1, added: 0),
            ItemsChange(position: 3, removed: 1, added: 0), ItemsChange(position: 0, removed: 0, added: 1),
            ItemsChange(position: 1, removed: 0, added: 1),
        ]
        expectEqual(update.itemsChanged, expected)
        let steps = Array(update.steps(from: TreeArray(old)))
        expectEqual(steps.map(\.change), expected)
        #expect(
            steps.map { Array($0.rows) } == [
                [0, 1, 2, 3, 4], [0, 2, 3, 4], [0, 2, 3], [4, 0, 2, 3], [4, 7, 0, 2, 3],
            ])
    }

    @Test("a replacement is one change, and so is a reload, of all rows of before")
    func single() {
        let replacement = ListUpdate(from: ["a", "b", "c"], to: ["a", "x", "y"])
        expectEqual(replacement.itemsChanged, [ItemsChange(position: 1, removed: 2, added: 2)])
        let reload = ListUpdate(from: Array(0..<100), to: Array(100..<170))
        expectEqual(reload.itemsChanged, [ItemsChange(position: 0, removed: 100, added: 70)])
        let steps = Array(reload.steps(from: TreeArray(0..<100)))
        expectEqual(steps, [ListStep(change: reload.itemsChanged[0], rows: TreeArray(100..<170))])
        #expect(Array(ListUpdate(from: [1], to: [1]).steps(from: [1])).isEmpty)
    }

    @Test("a model that has shown one list has all its rows replaced when it is bound to another")
    func anotherList() {
        let first = ListUpdate(rows: ["x", "y"], change: .reload, previousCount: 0)
        let steps = Array(first.steps(from: ["a", "b", "c"]))
        expectEqual(steps, [ListStep(change: ItemsChange(position: 0, removed: 3, added: 2), rows: ["x", "y"])])
    }

    @Test("updates are applied to arrays, slices and trees")
    func applying() {
        let update = ListUpdate(from: [1, 2, 3, 4], to: [4, 1, 9, 3], by: \.self)
        expectEqual([1, 2, 3, 4].applying(update), [4, 1, 9, 3])
        expectEqual([0, 0, 1, 2, 3, 4][2...].applying(update), [4, 1, 9, 3])
        expectEqual(TreeArray([1, 2, 3, 4]).applying(update), [4, 1, 9, 3])
        var rows = ContiguousArray(0..<100)
        rows.apply(ListUpdate(from: Array(0..<100), to: Array(100..<200)))
        expectEqual(rows, ContiguousArray(100..<200))
    }

    @Test("an update of a list with another number of rows stops the program")
    func wrongList() async {
        await #expect(processExitsWith: .failure) {
            _ = [1].applying(ListUpdate(from: [1, 2, 3], to: [1, 3]))
        }
        await #expect(processExitsWith: .failure) {
            _ = ListUpdate(from: [1, 2, 3], to: [1, 3]).steps(from: [1])
        }
    }
}

import BindingCollections
import TestSupport
import Testing

@Suite("Changes of arrays")
struct ChangesOfArraysTests {
    struct Person: Identifiable, Sendable {
        let id: Int
        var name: String
        var key: String { "\(id)" }
    }

    @Test("edits between arrays are those of an update, without a tree")
    func edits() {
        let old = (0..<20).map { Person(id: $0, name: "\($0)") }
        var new = old
        new.remove(at: 3)
        new[7].name = "another"
        new.insert(new.remove(at: 15), at: 1)
        let expected = ListUpdate(from: old, to: new).change
        expectEqual(expected, .edits([.remove(3..<4), .move(from: 15, to: 1), .replace(8..<9)]))
        expectEqual(ListUpdate.Change(from: old, to: new), expected)
        expectEqual(ListUpdate.Change(from: old, to: new, by: \.key), expected)
        expectEqual(ListUpdate.Change(from: [1, 2, 3], to: [1, 3]), .edits([.remove(1..<2)]))
        expectEqual(ListUpdate.Change(from: old, to: old), .edits([]))
    }
}

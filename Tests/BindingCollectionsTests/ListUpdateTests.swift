import BindingCollections
import TestSupport
import Testing

@Suite("Updates from one list to another")
struct ListUpdateTests {
    private func people(_ ids: some Sequence<Int>) -> [Member] { ids.map { Member(id: $0, name: "no. \($0)") } }

    @Test("equal lists have nothing to do")
    func equal() {
        let update = ListUpdate(from: people(0..<5), to: people(0..<5))
        #expect(update.isEmpty && update.previousCount == 5)
        #expect(ListUpdate(from: TreeArray(people(0..<5)), to: TreeArray(people(0..<5))).isEmpty)
        #expect(ListUpdate(from: [Int](), to: []).isEmpty)
        #expect(ListUpdate(from: TreeArray<Int>(), to: []).isEmpty)
    }

    @Test("what was inserted, removed and replaced in one list is reported range by range")
    func ranges() {
        var new = people(0..<10)
        new[8].name = "other"
        new.remove(at: 4)
        new.insert(contentsOf: people(20..<22), at: 1)
        let expected: [ListEdit] = [.remove(4..<5), .insert(1..<3), .replace(9..<10)]
        expectEqual(ListUpdate(from: people(0..<10), to: new).edits, expected)
        expectEqual(ListUpdate(from: TreeArray(people(0..<10)), to: TreeArray(new)).edits, expected)
        expectEqual(ListUpdate(from: people(0..<10), to: new, by: \.id).edits, expected)
        expectEqual(ListUpdate(from: TreeArray(people(0..<10)), to: TreeArray(new), by: \.id).edits, expected)
    }

    @Test("without identities, a row that took the place of another replaces it; the rest of them came, or went")
    func replacements() {
        let old: [String] = ["a", "b", "c", "d", "e", "f"]
        expectEqual(
            ListUpdate(from: old, to: ["a", "x", "c", "y", "e", "f"]).edits, [.replace(1..<2), .replace(3..<4)])
        expectEqual(
            ListUpdate(from: old, to: ["a", "x", "y", "z", "d", "e", "f"]).edits, [.insert(3..<4), .replace(1..<3)])
        expectEqual(ListUpdate(from: old, to: ["a", "x", "f"]).edits, [.remove(2..<5), .replace(1..<2)])
        expectEqual(ListUpdate(from: ["a"], to: ["b"]).edits, [.replace(0..<1)])
    }

    @Test("rows that cannot be compared are the same to the bit")
    func bits() {
        let old = (0..<6).map { Line(number: $0) }
        var new = old
        new[1].number = 7
        new[4].number = 8
        expectEqual(ListUpdate(from: old, to: new).edits, [.replace(1..<2), .replace(4..<5)])
        expectEqual(ListUpdate(from: TreeArray(old), to: TreeArray(new)).edits, [.replace(1..<2), .replace(4..<5)])
    }

    @Test("rows that are equal, but made anew, are the same")
    func madeAnew() {
        func lines(_ numbers: some Sequence<Int>) -> [String] {
            numbers.map { "a line that is on the heap, no. \($0)" }
        }
        #expect(ListUpdate(from: lines(0..<500), to: lines(0..<500)).isEmpty)
        #expect(
            ListUpdate(from: TreeArray(lines(0..<500)), to: TreeArray(lines(1..<501))).edits
                == [.remove(0..<1), .insert(499..<500)])
    }

    @Test("one row that moved is one move", arguments: [(0, 99), (99, 0), (10, 90), (90, 10), (5, 6), (6, 5), (3, 20)])
    func oneMove(from: Int, to: Int) {
        let old = people(0..<100)
        var new = old
        new.insert(new.remove(at: from), at: to)
        for update in [ListUpdate(from: old, to: new), ListUpdate(from: TreeArray(old), to: TreeArray(new))] {
            expectEqual(rows(old, by: update), new)
            expectEqual(update.edits?.count, 1)
            expectEqual(update.moveCount, 1)
        }
    }

    @Test("rows that change places are two moves, neighbours one", arguments: [(0, 99), (10, 80), (3, 5), (40, 41)])
    func swap(first: Int, second: Int) {
        let old = people(0..<100)
        var new = old
        new.swapAt(first, second)
        let update = ListUpdate(from: old, to: new)
        expectEqual(rows(old, by: update), new)
        #expect(update.edits?.count == (second - first > 1 ? 2 : 1))
        expectEqual(update.moveCount, update.edits?.count)
    }

    @Test("of a block that moved, the rows move, not those that it passed", arguments: [1, 2, 3, 9, 40])
    func block(length: Int) {
        let old = people(0..<1_000)
        let new = Array(old[length..<700] + old[..<length] + old[700...])
        let update = ListUpdate(from: old, to: new)
        expectEqual(rows(old, by: update), new)
        expectEqual(update.edits?.count, length)
        let back = ListUpdate(from: new, to: old)
        expectEqual(rows(new, by: back), old)
        expectEqual(back.edits?.count, length)
    }

    @Test("C39: rows that moved and changed are moved, and replaced where they are now")
    func movedAndChanged() {
        let old = people(0..<10)
        var new = old
        new[2].name = "other"
        new.insert(new.remove(at: 2), at: 7)
        expectEqual(ListUpdate(from: old, to: new).edits, [.move(from: 2, to: 7), .replace(7..<8)])
    }

    @Test("moves are counted in the list that the removals leave, and insertions come after")
    func together() {
        let old = people(0..<6)
        let new = people([4, 7, 0, 2, 3])
        let update = ListUpdate(from: old, to: new)
        expectEqual(update.edits, [.remove(5..<6), .remove(1..<2), .move(from: 3, to: 0), .insert(1..<2)])
        expectEqual(rows(old, by: update), new)
    }

    @Test("lists that share nothing are compared by identity")
    func strangers() {
        let old = people(0..<20_000)
        var new = old.enumerated().filter { $0.offset % 97 != 0 }.map(\.element)
        for place in stride(from: 0, to: new.count, by: 113) { new[place].name += "!" }
        new.insert(contentsOf: people(30_000..<30_100), at: 12_000)
        new.insert(contentsOf: people(40_000..<40_100), at: 3_000)
        new.append(new.remove(at: 77))
        let update = ListUpdate(from: TreeArray(old), to: TreeArray(new))
        expectEqual(update.moveCount, 1)
        expectEqual(rows(old, by: update), new)
    }

    @Test("without identities, many rows that came in the midst are one edit, beside others")
    func farAhead() {
        let old = Array(0..<1_000)
        var new = old
        new[0] = -1
        new[999] = -2
        new.insert(contentsOf: 5_000..<5_100, at: 300)
        let expected: [ListEdit] = [.insert(300..<400), .replace(0..<1), .replace(1_099..<1_100)]
        expectEqual(ListUpdate(from: old, to: new).edits, expected)
    }

    @Test("of several rows with one identity each goes its way")
    func twins() {
        let update = ListUpdate(from: [7, 7, 7] + Array(0..<7), to: Array(0..<7) + [7, 7, 7], by: \.self)
        #expect(update.edits?.count == 3 && update.moveCount == 3)
    }

    @Test("a short list always gets edits")
    func short() {
        var random = SplitMix(state: 5)
        let old = people(0..<50)
        let new = people((25..<75).shuffled(using: &random))
        let update = ListUpdate(from: old, to: new)
        #expect(update.edits != nil)
        expectEqual(rows(old, by: update), new)
        expectEqual(ListUpdate(from: [1, 2, 3], to: [4, 5]).edits, [.remove(2..<3), .replace(0..<2)])
    }

    @Test("a long list with nothing in common, or with more edits than a tenth of the rows, is reloaded")
    func reload() {
        expectEqual(ListUpdate(from: Array(0..<100), to: Array(100..<200)).change, .reload)
        expectEqual(ListUpdate(from: people(0..<100), to: people(100..<200)).change, .reload)
        expectEqual(ListUpdate(from: people(0..<5_000), to: people((0..<5_000).reversed())).change, .reload)
        let old = people(0..<2_000)
        func changed(_ count: Int) -> [Member] {
            var new = old
            for place in 0..<count { new[place * 8].name = "other" }
            return new
        }
        expectEqual(ListUpdate(from: old, to: changed(200)).edits?.count, 200)
        expectEqual(ListUpdate(from: old, to: changed(201)).change, .reload)
    }

    @Test("a list that is emptied, or filled, is one edit, however long")
    func all() {
        expectEqual(ListUpdate(from: people(0..<1_000), to: []).edits, [.remove(0..<1_000)])
        expectEqual(ListUpdate(from: [], to: people(0..<1_000)).edits, [.insert(0..<1_000)])
        expectEqual(ListUpdate(from: TreeArray(0..<1_000), to: []).edits, [.remove(0..<1_000)])
        expectEqual(ListUpdate(from: [], to: TreeArray(0..<1_000)).edits, [.insert(0..<1_000)])
    }

    @Test("C39: an update is made on one actor and delivered on another")
    func elsewhere() async {
        let update = await Task.detached { ListUpdate(from: [1, 2, 3], to: [1, 3], by: \.self) }.value
        expectEqual(update.edits, [.remove(1..<2)])
        expectEqual([1, 2, 3].applying(update), [1, 3])
    }

    @Test("identities that are computed, or large, or parts of parts, are as good")
    func kindsOfIdentity() {
        struct Inner: Equatable, Sendable {
            var isSmall = false
            var key = ""
        }
        struct Row: Equatable, Sendable {
            var inner = Inner()
            var text = ""
            var computed: String { "key \(inner.key) that is on the heap" }
        }
        let old = (0..<100).map { Row(inner: Inner(key: "\($0)"), text: "\($0)") }
        var new = old.map { Row(inner: $0.inner, text: $0.text) }
        new.append(new.remove(at: 10))
        new[50].text = "other"
        let expected: [ListEdit] = [.move(from: 10, to: 99), .replace(50..<51)]
        expectEqual(ListUpdate(from: old, to: new, by: \.inner.key).edits, expected)
        expectEqual(ListUpdate(from: old, to: new, by: \.computed).edits, expected)
    }
}

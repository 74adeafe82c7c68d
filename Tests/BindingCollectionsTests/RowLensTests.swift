import Binding
import BindingCollections
import TestSupport
import Testing

/// Rows of a list that are changed through lenses. Optimized, and for any type of row, this is where changing a tree in place
/// was miscompiled.
@Suite("Rows through lenses")
struct RowLensTests {
    private struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var name = ""
        var count = 0
    }

    @Test("each row of a list is changed by a part and as a whole", arguments: [1, 40, 3_000])
    func rows(count: Int) throws {
        let rows = BehaviorRelay(value: TreeArray((0..<count).map { Row(id: $0) }))
        var expected = Array(rows.value)
        for id in stride(from: 0, to: count, by: max(1, count / 40)) {
            let row = try #require(rows.element(id: id))
            row.name.value = "row \(id)"
            row.count.modify { $0 += id }
            expected[id].name = "row \(id)"
            expected[id].count += id
            expectEqual(row.value, expected[id])
            row.value = Row(id: id, name: row.name.value + "!", count: row.count.value + 1)
            row.modify { $0.count += 1 }
            expected[id] = Row(id: id, name: "row \(id)!", count: id + 2)
        }
        expectEqual(Array(rows.value), expected)
    }

    @Test("a change in place copies what another list shares, and leaves that list as it was")
    func shared() {
        var rows = TreeArray((0..<3_000).map { Row(id: $0) })
        let former = rows
        for index in [0, 31, 32, 1_500, 2_999] { rows[index].name = "new" }
        #expect(former.filter { !$0.name.isEmpty }.isEmpty)
        expectEqual(rows.filter { !$0.name.isEmpty }.map(\.id), [0, 31, 32, 1_500, 2_999])
        #expect(rows.splices(from: former).reduce(0) { $0 + $1.old.count } <= 5 * 64)
    }
}

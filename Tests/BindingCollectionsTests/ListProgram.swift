import Binding
import BindingCollections
import TestSupport

/// A row for tests: with few keys, so that many rows share one, and a number that can change. Unlike ``Item`` it is not
/// `Identifiable`: rows are told apart by their `id` only where a test says so, and otherwise by being equal.
struct TestRow: Hashable, Sendable {
    var id: Int
    var key: Int
    var number: Int

    static func random(_ random: inout SplitMix) -> TestRow {
        TestRow(
            id: .random(in: 0..<1_000_000_000, using: &random), key: .random(in: 0..<6, using: &random),
            number: .random(in: -9...9, using: &random))
    }
}

/// Random edits of a short list, mostly of one row, for operators that are compared with plain functions of arrays.
struct ListProgram {
    var random: SplitMix
    /// Whether the same row may be added to the list twice.
    var repeatsRows = true

    /// Changes rows in one of many ways.
    mutating func edit(_ rows: inout TreeArray<TestRow>) {
        func place(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let count = rows.count
        switch place(12) {
        case 0...2:
            rows.insert(.random(&random), at: place(count + 1))
        case 3 where count > 0:
            rows.remove(at: place(count))
        case 5 where count > 0:
            rows[place(count)].number += 1
        case 6 where count > 0:
            rows[place(count)].key = place(6)
        case 7 where count > 0:
            let row = rows.remove(at: place(count))
            rows.insert(row, at: place(count))
        case 8:
            let start = place(count + 1)
            let end = min(count, start + place(6))
            let new = (0..<place(7)).map { _ in TestRow.random(&random) }
            rows.replaceSubrange(start..<end, with: new)
        case 9 where place(4) == 0:
            rows = TreeArray(rows.shuffled(using: &random))
        case 10 where place(6) == 0:
            rows = TreeArray((0..<place(40)).map { _ in TestRow.random(&random) })
        case 11 where count > 0 && repeatsRows:
            // The same row twice.
            rows.insert(rows[place(count)], at: place(count + 1))
        default:
            rows.append(.random(&random))
        }
    }

    /// Makes some edits, which an observer sees as one.
    mutating func edits(of rows: inout TreeArray<TestRow>) {
        for _ in 0...Int.random(in: 0..<3, using: &random) { edit(&rows) }
    }
}

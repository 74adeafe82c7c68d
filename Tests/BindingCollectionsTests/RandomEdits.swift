import BindingCollections
import TestSupport

/// A row for tests: with few keys, so that there are ties, and a name that distinguishes rows.
struct Item: Hashable, Sendable, Identifiable {
    var id: Int
    var key: Int
    var name: String

    init(_ id: Int, key: Int) {
        self.id = id
        self.key = key
        name = "row \(id), key \(key)"
    }
}

/// Random edits of a list, of all kinds, also of many rows at once, for the stages of operators and for long lists.
struct RandomEdits {
    var random: SplitMix
    var keys = 8
    private var lastID = 0

    init(seed: UInt64, keys: Int = 8) {
        random = SplitMix(state: seed)
        self.keys = keys
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func item() -> Item {
        lastID += 1
        return Item(lastID, key: number(below: keys))
    }

    mutating func items(_ count: Int) -> [Item] { (0..<count).map { _ in item() } }

    private mutating func range(in count: Int) -> Range<Int> {
        let (first, second) = (number(below: count + 1), number(below: count + 1))
        let start = min(first, second)
        return start..<min(max(first, second), start + [1, 3, 200][number(below: 3)])
    }

    /// Makes one edit, or several at once.
    mutating func edit(_ rows: inout TreeArray<Item>) {
        for _ in 0..<[1, 1, 1, 2, 5][number(below: 5)] { editOnce(&rows) }
    }

    private mutating func editOnce(_ rows: inout TreeArray<Item>) {
        let range = range(in: rows.count)
        switch number(below: rows.count > 300 ? 16 : 12) {
        case 0: rows.insert(item(), at: range.lowerBound)
        case 1: rows.append(item())
        case 2: rows.insert(contentsOf: items([2, 10, 60][number(below: 3)]), at: range.lowerBound)
        case 3: if !rows.isEmpty { rows.remove(at: number(below: rows.count)) }
        case 4, 12, 13: rows.removeSubrange(range)
        case 5, 6: for index in range { rows[index].key = number(below: keys) }
        case 7: for index in range { rows[index] = item() }
        case 8: rows.replaceSubrange(range, with: items(number(below: 6)))
        case 9: if !rows.isEmpty { rows.append(rows[number(below: rows.count)]) }
        case 10:
            // Many places at once.
            for index in rows.indices where index % 3 == 0 { rows[index].key = number(below: keys) }
        case 11:
            if !rows.isEmpty {
                let row = rows.remove(at: number(below: rows.count))
                rows.insert(row, at: number(below: rows.count + 1))
            }
        case 14: rows = TreeArray(items(number(below: 200)))
        default: rows = TreeArray(rows.shuffled(using: &random))
        }
    }
}

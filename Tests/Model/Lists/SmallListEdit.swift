import Binding
import BindingCollections

/// An edit of a list of a few rows.
enum SmallListEdit: CustomStringConvertible {
    case insert(ListRow, at: Int)
    case remove(at: Int)
    case move(from: Int, to: Int)
    /// Puts another row in the place of one.
    case replace(at: Int, ListRow)
    /// Writes the parts of a row where it is.
    case write(at: Int, ListRow)
    /// Sets the whole list, without anything of the former one.
    case set([ListRow])

    /// The keys of rows, which `ListLink`'s operators tell apart.
    static let keys = [3, 1]

    /// The initial rows of a list, each with another identity.
    static func rows(_ count: Int) -> [ListRow] {
        (0..<count).map { ListRow($0 + 1, key: $0 % 3 == 0 ? keys[0] : keys[1]) }
    }

    /// All edits of some rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - id: The identity of a new row.
    ///   - limit: The largest number of rows.
    ///   - hasDuplicates: Whether rows may be there twice, or have the same identity.
    static func all(of rows: [ListRow], new id: Int, limit: Int, hasDuplicates: Bool = false) -> [SmallListEdit] {
        let fresh = keys.map { ListRow(id, key: $0) }
        var edits: [SmallListEdit] = []
        if rows.count < limit {
            for place in 0...rows.count { for row in fresh { edits.append(.insert(row, at: place)) } }
            if hasDuplicates {
                for row in rows { for place in [0, rows.count] { edits.append(.insert(row, at: place)) } }
            }
        }
        for (place, row) in rows.enumerated() {
            edits.append(.remove(at: place))
            edits.append(.replace(at: place, fresh[place % 2]))
            edits.append(.write(at: place, row.withOtherKey))
            edits.append(.write(at: place, row.withOtherText))
            // To the next place is the same as from there to this one.
            for other in rows.indices where other != place && other + 1 != place {
                edits.append(.move(from: place, to: other))
            }
            if hasDuplicates, let other = rows.first(where: { $0.id != row.id }) {
                edits.append(.replace(at: place, other))
                edits.append(.replace(at: place, other.withOtherKey))
            }
        }
        guard !rows.isEmpty else { return edits }
        return edits + [.set(rows), .set(rows.reversed()), .set([])]
    }

    /// A few edits of some rows, of each kind one.
    static func some(of rows: [ListRow], new id: Int, limit: Int) -> [SmallListEdit] {
        var edits: [SmallListEdit] = rows.count < limit ? [.insert(ListRow(id, key: keys[1]), at: 0)] : []
        guard let last = rows.last else { return edits }
        edits += [.remove(at: 0), .write(at: rows.count - 1, last.withOtherKey)]
        return rows.count < 2 ? edits : edits + [.move(from: 0, to: rows.count - 1)]
    }

    func perform<List: EditableList<ListRow>>(on list: inout List) {
        switch self {
        case .insert(let row, let place): list.insert(row, at: place)
        case .remove(let place): list.remove(at: place)
        case .move(let place, let other): list.insert(list.remove(at: place), at: other)
        case .replace(let place, let row): list[place] = row
        case .write(let place, let row):
            list[place].key = row.key
            list[place].text = row.text
        case .set(let rows): list = List(rows)
        }
    }

    var description: String {
        switch self {
        case .insert(let row, let place): "insert \(row) at \(place)"
        case .remove(let place): "remove \(place)"
        case .move(let place, let other): "move \(place) to \(other)"
        case .replace(let place, let row): "put \(row) at \(place)"
        case .write(let place, let row): "write \(row) at \(place)"
        case .set(let rows): "set \(rows)"
        }
    }
}

extension ListRow {
    fileprivate var withOtherKey: ListRow {
        var row = self
        row.key = key == SmallListEdit.keys[0] ? SmallListEdit.keys[1] : SmallListEdit.keys[0]
        return row
    }

    fileprivate var withOtherText: ListRow {
        var row = self
        if text.hasSuffix("!") { row.text.removeLast() } else { row.text += "!" }
        return row
    }
}

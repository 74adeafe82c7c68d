import BindingCollections
import TestSupport
import Testing

/// A row with an identity that can be compared.
struct Member: Identifiable, Equatable, Sendable {
    var id: Int
    var name = ""
}

/// A row without an identity that cannot be compared.
struct Line: Sendable {
    var number: Int
    var text = ""
}

/// Applies the edits of an update as documented, one row at a time, and checks that they are in order.
func rows<Row>(_ old: [Row], by update: ListUpdate<Row>, _ place: SourceLocation = #_sourceLocation) -> [Row] {
    guard case .edits(let edits) = update.change else { return Array(update.rows) }
    expectEqual(update.previousCount, old.count, sourceLocation: place)
    var rows = old
    var (phase, border) = (0, Int.max)
    for edit in edits {
        let next: (phase: Int, range: Range<Int>) =
            switch edit {
            case .remove(let range): (0, range)
            case .move(let from, let to): (1, min(from, to)..<(max(from, to) + 1))
            case .insert(let range): (2, range)
            case .replace(let range): (3, range)
            }
        #expect(next.phase >= phase && !next.range.isEmpty, "\(edits)", sourceLocation: place)
        if next.phase != phase { border = next.phase == 0 ? .max : -1 }
        phase = next.phase
        if phase == 0 {
            #expect(next.range.upperBound < border, "\(edits)", sourceLocation: place)
            border = next.range.lowerBound
        } else if phase > 1 {
            #expect(next.range.lowerBound > border, "\(edits)", sourceLocation: place)
            border = next.range.upperBound
        }
        switch edit {
        case .remove(let range): for place in range.reversed() { rows.remove(at: place) }
        case .move(let from, let to):
            #expect(from != to, sourceLocation: place)
            let row = rows.remove(at: from)
            rows.insert(row, at: to)
        case .insert(let range): for place in range { rows.insert(update.rows[place], at: place) }
        case .replace(let range): for place in range { rows[place] = update.rows[place] }
        }
    }
    return rows
}

extension ListUpdate {
    /// The edits, or `nil` for a reload.
    var edits: [ListEdit]? {
        if case .edits(let edits) = change { edits } else { nil }
    }

    /// The number of rows that move.
    var moveCount: Int? {
        edits?.filter { if case .move = $0 { true } else { false } }.count
    }
}

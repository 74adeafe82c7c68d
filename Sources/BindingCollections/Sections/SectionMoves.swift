import Binding

/// Finds the rows that have gone from one section and come to another.
@usableFromInline
struct SectionMoves<Key: Hashable & Sendable, Row: Sendable> {
    @usableFromInline typealias Update = SectionedUpdate<Key, Row>
    @usableFromInline typealias Place = Update.RowPlace

    /// What happens to a section's rows.
    @usableFromInline
    struct Edited {
        /// The rows that go, in ascending order.
        @usableFromInline var removed: [Range<Int>] = []
        /// The rows that come, by where they are then.
        @usableFromInline var inserted: [Range<Int>] = []
        /// Where rows that have moved so far were.
        @usableFromInline var movedOut: [Int] = []
        /// Before which of the previous rows those that have moved so far have come.
        @usableFromInline var movedIn: [Int] = []

        @inlinable
        init() {}

        /// Before which of the previous rows one belongs that comes.
        @inlinable
        func origin(ofInserted place: Int) -> Int {
            // Behind as many rows that stay as there are before it.
            var place = place
            for range in inserted.reversed() where range.lowerBound < place {
                place -= Swift.min(place, range.upperBound) - range.lowerBound
            }
            if place == 0 { return 0 }
            for range in removed where range.lowerBound < place { place += range.count }
            return place
        }

        /// Where a previous row is, or the place before it, after the moves so far.
        @inlinable
        func current(_ place: Int) -> Int {
            place - movedOut.count { $0 < place } + movedIn.count { $0 <= place }
        }
    }

    /// Up to how many rows are moved.
    @inlinable static var limit: Int { 64 }

    @usableFromInline let identity: RowIdentity<Row>?
    @usableFromInline var edited: [Int: Edited] = [:]
    @usableFromInline var gone: [(row: Row, place: Place)] = []
    @usableFromInline var come: [(row: Row, place: Place)] = []

    @inlinable
    init(
        _ parts: [Update.RowsOfSection], from old: TreeArray<ListSection<Key, Row>>, by identity: RowIdentity<Row>?
    ) {
        self.identity = identity
        guard identity != nil, parts.count > 1 else { return }
        for part in parts {
            guard case .edits(let edits) = part.update.change else { continue }
            var section = Edited()
            for edit in edits {
                switch edit {
                case .remove(let range):
                    section.removed.append(range)
                    let rows = old[part.section].rows.elements(range)
                    gone += zip(rows, range).map { ($0, Place(section: part.section, row: $1)) }
                case .insert(let range):
                    section.inserted.append(range)
                    let rows = part.update.rows.elements(range)
                    come += zip(rows, range).map { ($0, Place(section: part.section, row: $1)) }
                case .move, .replace: break
                }
            }
            // The last ones are removed first.
            section.removed.reverse()
            edited[part.section] = section
        }
    }

    /// The moves, in the order of where the rows go.
    @inlinable
    mutating func moves() -> [Update.RowMove] {
        let splice = ListSplice(old: 0..<gone.count, new: 0..<come.count)
        guard !gone.isEmpty, !come.isEmpty,
            let origins = RowOrigins(
                [splice], from: TreeArray(gone.lazy.map(\.row)), to: TreeArray(come.lazy.map(\.row)), by: identity
            )?.origins,
            origins.count(where: { $0 != nil }) <= Self.limit
        else { return [] }
        var moves: [Update.RowMove] = []
        for (row, origin) in zip(come, origins) {
            // Within a section, it has been removed and inserted, because it moved too far.
            guard let origin, gone[origin].place.section != row.place.section else { continue }
            moves.append(move(from: gone[origin].place, to: row.place))
        }
        return moves
    }

    @inlinable
    mutating func move(from old: Place, to new: Place) -> Update.RowMove {
        var (source, target) = (edited[old.section] ?? Edited(), edited[new.section] ?? Edited())
        let origin = target.origin(ofInserted: new.row)
        let from = source.current(old.row)
        let to = target.current(origin)
        source.movedOut.append(old.row)
        target.movedIn.append(origin)
        (edited[old.section], edited[new.section]) = (source, target)
        return Update.RowMove(
            from: Place(section: old.section, row: from), to: Place(section: new.section, row: to))
    }
}

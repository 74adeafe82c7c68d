import Binding
import BindingCollections

/// Observed lists, compared with arrays that are rebuilt and compared; and the differences of plain arrays.
enum Lists {
    typealias Line = TreeArrays.Line

    static let all = [rows, numbers, againstFew, onePercent, shuffled, standardDifference]

    private static let rows = anew(
        "rows", makeLines, id: { (line: Line) in line.id }, change: change, isShown: isShown,
        by: { (left: Line, right: Line) in left.name < right.name }
    )

    private static let numbers = anew(
        "numbers", { count in (0..<count).map(TreeArrays.scattered) }, id: { (number: Int) in number },
        change: { (number: inout Int) in number = scattered(number) }, isShown: { (number: Int) in number % 5 > 0 },
        by: { (left: Int, right: Int) in left < right })

    /// Another number that is also shown, at a different place.
    private static func scattered(_ number: Int) -> Int { TreeArrays.scattered(number) / 5 * 5 + 1 }

    /// Another name, and therefore another place.
    private static let change: @Sendable (inout Line) -> Void = { line in
        line.amount = scattered(line.amount)
        line.name = "the line with the amount \(line.amount)"
    }

    private static let isShown: @Sendable (Line) -> Bool = { $0.amount % 5 > 0 }

    @Sendable
    static func makeLines(_ count: Int) -> [Line] { TreeArrays.makeLines(count) }

    /// One edit and the resulting list update; for rebuilt arrays, the update is found by the identities of all rows.
    private static func anew<Row: Sendable, ID: Hashable & Sendable>(
        _ what: String, _ make: @escaping @Sendable (Int) -> [Row], id: @escaping @Sendable (Row) -> ID,
        change: @escaping @Sendable (inout Row) -> Void, isShown: @escaping @Sendable (Row) -> Bool,
        by areInOrder: @escaping @Sendable (Row, Row) -> Bool
    ) -> Case {
        let count = TreeArrays.usual
        return Case(
            "an edit of \(grouped(count)) \(what), filtered and sorted, against arrays made and compared anew",
            expected: { $0 },
            [
                .floor { tally in
                    let rows = Bindable(wrappedValue: make(count))
                    let places = TreeArrays.places(below: count)
                    var shown: [ID] = []
                    _ = rows.projectedValue.map { $0.filter(isShown).sorted(by: areInOrder).map(id) }
                        .drive(onNext: { new in
                            tally.add(new.difference(from: shown).isEmpty ? 0 : 1)
                            shown = new
                        })
                    return { times in
                        for time in 0..<times { change(&rows.wrappedValue[places[time % places.count]]) }
                    }
                },
                .binding(repetitions: 100) { tally in
                    shownEdits(make(count), tally, change, isShown, areInOrder)
                },
            ])
    }

    /// Edits rows that are shown filtered and sorted.
    @MainActor
    private static func shownEdits<Row: Sendable>(
        _ rows: [Row], _ tally: Tally, _ change: @escaping @Sendable (inout Row) -> Void,
        _ isShown: @escaping @Sendable (Row) -> Bool, _ areInOrder: @escaping @Sendable (Row, Row) -> Bool
    ) -> Work {
        let places = TreeArrays.places(below: rows.count)
        let rows = Bindable(wrappedValue: TreeArray(rows))
        _ = rows.projectedValue.updates().filter { isShown($0) }.sorted { areInOrder($0, $1) }
            .drive(onNext: { tally.add($0.change == .reload ? 0 : 1) })
        return { times in
            for time in 0..<times { change(&rows.wrappedValue[places[time % places.count]]) }
        }
    }

    private static func shownLines(_ count: Int, _ tally: Tally) -> @MainActor () -> Work {
        { shownEdits(makeLines(count), tally, change, isShown, { $0.name < $1.name }) }
    }

    static let againstFew = Case(
        "an edit of 100,000 rows, filtered and sorted, against 1,000", expected: { $0 },
        [.floor { shownLines(1_000, $0)() }, .binding { shownLines(100_000, $0)() }])

    /// An edit of a list of a given length, filtered and sorted.
    static func shown(_ count: Int) -> Case {
        Case("an edit, filtered and sorted", expected: { $0 }, [.binding { shownLines(count, $0)() }])
    }

    // The differences of plain arrays.

    private static let old = makeLines(TreeArrays.usual)

    /// One row in a hundred removed, added or changed.
    private static let new: [Line] = {
        var rows = old
        for place in stride(from: rows.count - 1, to: 0, by: -300) {
            rows.remove(at: place)
            rows.insert(Line(rows.count + place), at: place / 2)
            rows[place / 3].amount += 1
        }
        return rows
    }()

    /// The cost of hashing the identities of both lists once.
    private static let hashing = Contender.floor { tally in
        { times in
            for _ in 0..<times {
                var ids = Set<Int>(minimumCapacity: old.count)
                for row in old { ids.insert(row.id) }
                tally.add(ids.count == old.count ? 1 : 0)
            }
        }
    }

    private static func difference(_ name: String, to new: [Line], against floor: Contender) -> Case {
        Case(
            name, expected: { $0 },
            [
                floor,
                .binding { tally in
                    { times in
                        for _ in 0..<times { tally.add(ListUpdate.Change(from: old, to: new) == .edits([]) ? 0 : 1) }
                    }
                },
            ])
    }

    static let onePercent = difference(
        "the edits between two arrays of 100,000, 1 % changed, against hashing all identities once", to: new,
        against: hashing)

    static let shuffled = difference(
        "the edits between an array of 100,000 and itself shuffled, against hashing all identities once",
        to: {
            var generator = Numbers(state: 1)
            return old.shuffled(using: &generator)
        }(), against: hashing)

    static let standardDifference = difference(
        "the edits between two arrays of 100,000, 1 % changed, against difference(from:)", to: new,
        against: .floor { tally in
            let (old, new) = (old.map(\.id), new.map(\.id))
            return { times in
                for _ in 0..<times { tally.add(new.difference(from: old).isEmpty ? 0 : 1) }
            }
        })

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    // Growth.

    static func sections(_ count: Int) -> Case {
        observed(count) { $0.grouped { $0.amount % 100 }.drive(onNext: $1) }
    }

    static func unique(_ count: Int) -> Case { observed(count) { $0.uniqued { $0.id }.drive(onNext: $1) } }

    static func models(_ count: Int) -> Case { observed(count) { $0.map { $0.amount }.drive(onNext: $1) } }

    /// An edit of a list of a given length that is observed in a certain way.
    private static func observed<Row>(
        _ count: Int,
        _ observe:
            @escaping @MainActor (ListUpdates<Line>, @escaping @MainActor (ListUpdate<Row>) -> Void) -> any Disposable
    ) -> Case {
        Case(
            "an edit", expected: { $0 },
            [
                .binding { tally in
                    let places = TreeArrays.places(below: count)
                    let rows = Bindable(wrappedValue: TreeArray(makeLines(count)))
                    _ = observe(rows.projectedValue.updates()) { tally.add($0.rows.isEmpty ? 0 : 1) }
                    return { times in
                        for time in 0..<times { rows.wrappedValue[places[time % places.count]].amount += 1 }
                    }
                }
            ])
    }
}

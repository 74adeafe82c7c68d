import Binding
import BindingCollections

/// A quarter of all rows changed at once, compared with doing the operator's work anew for all.
enum Batches {
    private typealias Line = TreeArrays.Line

    static let all = [
        batch("mapped", { TreeArray($0.map { $0.amount ^ 1 }) }, { $0.map { $0.amount ^ 1 } }),
        batch(
            "mapped without nil", { TreeArray($0.compactMap { $0.amount % 5 > 0 ? $0.amount : nil }) },
            { $0.compactMap { $0.amount % 5 > 0 ? $0.amount : nil } }),
        batch("filtered", { TreeArray($0.filter { $0.amount % 3 > 0 }) }, { $0.filter { $0.amount % 3 > 0 } }),
        batch("sorted", { TreeArray($0.sorted { $0.amount < $1.amount }) }, { $0.sorted { $0.amount < $1.amount } }),
        batch("summed", { $0.reduce(0.0) { $0 + Double($1.amount) } }, { $0.sum { Double($0.amount) } }),
        batch("reversed", { TreeArray($0.reversed()) }, { $0.reversed() }),
        batch(
            "grouped",
            { lines in
                var groups: [Int: [Line]] = [:]
                for line in lines { groups[line.id % 12, default: []].append(line) }
                return TreeArray(groups.values)
            }, { $0.grouped { $0.id % 12 } }),
        batch(
            "made unique",
            { lines in
                var keys: Set<Int> = []
                return TreeArray(lines.filter { keys.insert($0.id % 1_000).inserted })
            }, { $0.uniqued { $0.id % 1_000 } }),
        batch(
            "intersected",
            { lines in
                let keys = Set(others.map(\.id))
                return TreeArray(lines.filter { keys.contains($0.id) })
            }, { $0.intersection(BehaviorRelay(value: TreeArray(others)).updates()) }),
        batch(
            "joined",
            { lines in
                let partners = Dictionary(grouping: others) { $0.id }
                var pairs: [JoinedRow<Line, Line>] = []
                for line in lines {
                    for partner in partners[line.id % 1_000] ?? [] {
                        pairs.append(JoinedRow(left: line, right: partner))
                    }
                }
                return TreeArray(pairs)
            },
            {
                $0.innerJoin(
                    BehaviorRelay(value: TreeArray(others)).updates(), on: { $0.id % 1_000 }, equals: { $0.id })
            }),
        batch(
            "flattened", { TreeArray($0.flatMap { [$0.id, $0.amount] }) }, { $0.flatMap { [$0.id, $0.amount] } }),
    ]

    /// The other list of what has two.
    private static let others = TreeArrays.makeLines(1_000)

    private static func batch<Anew: Sendable, Row: Sendable>(
        _ what: String, _ anew: @escaping @Sendable (TreeArray<Line>) -> TreeArray<Anew>,
        _ operators: @escaping @MainActor @Sendable (ListUpdates<Line>) -> ListUpdates<Row>
    ) -> Case {
        batch(what, anew) { operators($0).rows }
    }

    private static func batch<Anew: Sendable, Value: Sendable>(
        _ what: String, _ anew: @escaping @Sendable (TreeArray<Line>) -> Anew,
        _ operators: @escaping @MainActor @Sendable (ListUpdates<Line>) -> Driver<Value>
    ) -> Case {
        let lines = TreeArrays.lines
        let change: @MainActor @Sendable (inout TreeArray<Line>) -> Void = { rows in
            for index in stride(from: 0, to: rows.count, by: 4) { rows[index].amount &+= 1 }
        }
        return Case(
            "a quarter of \(grouped(lines.count)) rows changed at once, \(what), against starting over",
            expected: { $0 },
            [
                .floor { tally in
                    var rows = TreeArray(lines)
                    var result = anew(rows)
                    return { times in
                        for _ in 0..<times {
                            // Somebody else holds the former rows, as an observer does.
                            let former = rows
                            change(&rows)
                            result = anew(rows)
                            tally.add(1)
                            withExtendedLifetime((former, result)) {}
                        }
                    }
                },
                .binding { tally in
                    let rows = BehaviorRelay(value: TreeArray(lines))
                    let subscription = operators(rows.updates()).drive(onNext: { _ in tally.add(1) })
                    tally.reset()
                    return { times in
                        for _ in 0..<times { rows.modify(change) }
                        withExtendedLifetime(subscription) {}
                    }
                },
            ])
    }
}

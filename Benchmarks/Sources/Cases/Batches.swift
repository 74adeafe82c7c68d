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
        batch("reversed", { TreeArray($0.reversed()) }, { $0.reversed() }),
        batch(
            "grouped",
            { lines in
                var groups: [Int: [Line]] = [:]
                for line in lines { groups[line.id % 12, default: []].append(line) }
                return TreeArray(groups.values)
            }, { $0.grouped { $0.id % 12 } }),
    ]

    private static func batch<Anew: Sendable, Row: Sendable>(
        _ what: String, _ anew: @escaping @MainActor @Sendable (TreeArray<Line>) -> TreeArray<Anew>,
        _ operators: @escaping @MainActor @Sendable (ListUpdates<Line>) -> ListUpdates<Row>
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
                            tally.add(result.isEmpty ? 0 : 1)
                            withExtendedLifetime(former) {}
                        }
                    }
                },
                .binding { tally in
                    let rows = BehaviorRelay(value: TreeArray(lines))
                    let subscription = operators(rows.updates()).rows.drive(onNext: { tally.add($0.isEmpty ? 0 : 1) })
                    tally.reset()
                    return { times in
                        for _ in 0..<times { rows.modify(change) }
                        withExtendedLifetime(subscription) {}
                    }
                },
            ])
    }
}

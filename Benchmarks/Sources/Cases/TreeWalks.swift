import BindingCollections

/// Walking through a ``TreeArray`` compared with an array: all the ways that do not go by index, and writing each row.
enum TreeWalks {
    static let all = [
        walk("for in", of: numbers, { walked($0, into: $1) }, { walked($0, into: $1) }),
        walk("reduce", of: numbers, { $1.add($0.reduce(0, &+)) }, { $1.add($0.reduce(0, &+)) }),
        walk("contains", of: numbers, { $1.add($0.contains(-1) ? 0 : total) }, { $1.add($0.contains(-1) ? 0 : total) }),
        walk("map", of: numbers, { $1.add(sum($0.map { $0 ^ 1 })) }, { $1.add(sum($0.map { $0 ^ 1 })) }),
        walk("a slice", of: numbers, { walked($0[0...], into: $1) }, { walked($0[0...], into: $1) }),
        walk("reversed", of: numbers, { walked($0.reversed(), into: $1) }, { walked($0.reversed(), into: $1) }),
        walk("map of rows", of: lines, { $1.add(sum($0.map(\.id))) }, { $1.add(sum($0.map(\.id))) }),
        write(
            "numbers", numbers, { for index in $0.indices { $0[index] += 1 } },
            { for index in $0.indices { $0[index] += 1 } }),
        write(
            "rows", lines, { for index in $0.indices { $0[index].amount += 1 } },
            { for index in $0.indices { $0[index].amount += 1 } }),
    ]

    private static let count = TreeArrays.usual
    private static let total = sumBelow(count)
    private static let numbers = Array(0..<count)
    private static let lines = TreeArrays.lines

    private static func sum(_ numbers: [Int]) -> Int { numbers.reduce(0, &+) }

    private static func walked(_ numbers: some Sequence<Int>, into tally: Tally) {
        var sum = 0
        for number in numbers { sum &+= number }
        tally.add(sum)
    }

    /// A walk whose numbers add up to ``total``.
    private static func walk<Element: Sendable>(
        _ name: String, of elements: [Element], _ array: @escaping @MainActor @Sendable ([Element], Tally) -> Void,
        _ tree: @escaping @MainActor @Sendable (TreeArray<Element>, Tally) -> Void
    ) -> Case {
        Case(
            "\(name), \(grouped(count)), against an array", parts: count, expected: { $0 * total },
            [
                .floor { tally in
                    { times in
                        for _ in 0..<times { array(elements, tally) }
                    }
                },
                .binding { tally in
                    let list = TreeArray(elements)
                    return { times in
                        for _ in 0..<times { tree(list, tally) }
                    }
                },
            ])
    }

    /// A loop that writes each element of a list that nobody else holds.
    private static func write<Element: Sendable>(
        _ name: String, _ elements: [Element], _ array: @escaping @MainActor @Sendable (inout [Element]) -> Void,
        _ tree: @escaping @MainActor @Sendable (inout TreeArray<Element>) -> Void
    ) -> Case {
        Case(
            "writing each of \(grouped(count)) \(name) by index, against an array", parts: count,
            expected: { $0 * count },
            [
                .floor { tally in
                    var list = elements
                    return { times in
                        for _ in 0..<times {
                            array(&list)
                            tally.add(list.count)
                        }
                    }
                },
                .binding { tally in
                    var list = TreeArray(elements)
                    return { times in
                        for _ in 0..<times {
                            tree(&list)
                            tally.add(list.count)
                        }
                    }
                },
            ])
    }
}

import BindingCollections

/// Walking through a ``TreeArray`` compared with an array: all the ways that do not go by index, and writing each row.
enum TreeWalks {
    static let all = [
        walk("for in", of: numbers, copies: 4, { walkedInCopies($0, into: $1) }, { walkedInCopies($0, into: $1) }),
        walk("reduce", of: numbers, copies: 4, { reducedInCopies($0, into: $1) }, { reducedInCopies($0, into: $1) }),
        walk("contains", of: numbers, { $1.add($0.contains(-1) ? 0 : total) }, { $1.add($0.contains(-1) ? 0 : total) }),
        walk("map", of: numbers, { $1.add(sum($0.map { $0 ^ 1 })) }, { $1.add(sum($0.map { $0 ^ 1 })) }),
        walk("a slice", of: numbers, { walked($0[0...], into: $1) }, { walked($0[0...], into: $1) }),
        walk(
            "reversed", of: numbers, copies: 4, { walkedInCopies($0.reversed(), into: $1) },
            { walkedInCopies($0.reversed(), into: $1) }),
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

    /// A loop of seven instructions takes twice as long where it crosses a boundary of 64 bytes, which is up to the linker. So
    /// the shortest loops are there four times, each in a function of its own, and all of them are measured together.
    private static func walkedInCopies(_ numbers: some Sequence<Int>, into tally: Tally) {
        tally.add(walked(numbers, in: FirstCopy.self))
        tally.add(walked(numbers, in: SecondCopy.self))
        tally.add(walked(numbers, in: ThirdCopy.self))
        tally.add(walked(numbers, in: FourthCopy.self))
    }

    private static func reducedInCopies(_ numbers: some Sequence<Int>, into tally: Tally) {
        tally.add(reduced(numbers, in: FirstCopy.self))
        tally.add(reduced(numbers, in: SecondCopy.self))
        tally.add(reduced(numbers, in: ThirdCopy.self))
        tally.add(reduced(numbers, in: FourthCopy.self))
    }

    @inline(never)
    private static func walked<Copy: LoopCopy>(_ numbers: some Sequence<Int>, in copy: Copy.Type) -> Int {
        var sum = Copy.bits
        for number in numbers { sum &+= number }
        return sum &- Copy.bits
    }

    @inline(never)
    private static func reduced<Copy: LoopCopy>(_ numbers: some Sequence<Int>, in copy: Copy.Type) -> Int {
        let sum = numbers.reduce(Copy.bits, &+)
        return sum &- Copy.bits
    }

    /// A walk whose numbers add up to ``total``.
    private static func walk<Element: Sendable>(
        _ name: String, of elements: [Element], copies: Int = 1,
        _ array: @escaping @Sendable ([Element], Tally) -> Void,
        _ tree: @escaping @Sendable (TreeArray<Element>, Tally) -> Void
    ) -> Case {
        Case(
            "\(name), \(grouped(count)), against an array", parts: count * copies, expected: { $0 * total * copies },
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

/// One of several copies of a loop, which begins with a number of its own so that they are not made one function.
private protocol LoopCopy {
    static var bits: Int { get }
}

private enum FirstCopy: LoopCopy {
    static var bits: Int { 1 }
}

private enum SecondCopy: LoopCopy {
    static var bits: Int { 0x1234 }
}

private enum ThirdCopy: LoopCopy {
    static var bits: Int { 0x12_3456_789A }
}

private enum FourthCopy: LoopCopy {
    static var bits: Int { 0x7654_3210_1234_5678 }
}

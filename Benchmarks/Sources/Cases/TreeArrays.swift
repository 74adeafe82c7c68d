import BindingCollections

/// The cost of a ``TreeArray`` compared with an array, both with rows of 40 bytes that contain a string.
enum TreeArrays {
    static let all =
        [
            replacing(usual),
            edit(
                "inserting a row and removing it",
                { rows, place, spare in
                    rows.insert(spare[place], at: place)
                    rows.remove(at: place)
                },
                { rows, place, spare in
                    rows.insert(spare[place], at: place)
                    rows.remove(at: place)
                }),
            appending, reading, pages, walking, findingEdits,
        ] + TreeWalks.all + Batches.all

    /// A typical row of a list.
    struct Line: Identifiable, Equatable, Sendable {
        let id: Int
        var name: String
        var amount: Int
        var isDone = false

        init(_ number: Int) {
            id = number
            // In no order, and long enough to be stored on the heap.
            amount = scattered(number)
            name = "the line with the amount \(amount)"
        }
    }

    static let usual = 100_000

    /// A number with up to six digits for each number, in no order.
    static func scattered(_ number: Int) -> Int {
        let mixed = (UInt64(truncatingIfNeeded: number) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        return Int(((mixed ^ (mixed >> 31)) &* 0xBF58_476D_1CE4_E5B9) >> 32) % 1_000_000
    }

    static let lines = makeLines(usual)

    static func makeLines(_ count: Int) -> [Line] { (0..<count).map(Line.init) }

    /// Indices spread over a list, the same each time.
    static func places(below count: Int) -> [Int] { (0..<1_000).map { ($0 &* 7_919 &+ 13) % count } }

    /// An edit while a copy of the previous value is held, as observers do.
    static func edit(
        _ what: String, of count: Int = usual,
        _ array: @escaping @Sendable (inout [Line], Int, [Line]) -> Void,
        _ tree: @escaping @Sendable (inout TreeArray<Line>, Int, [Line]) -> Void
    ) -> Case {
        Case(
            "\(what) of \(grouped(count)) while a copy is held, against an array", expected: { $0 * count },
            [
                .floor { tally in
                    let spare = makeLines(count)
                    let places = places(below: count)
                    var (rows, held) = (spare, spare)
                    return { times in
                        for time in 0..<times {
                            array(&rows, places[time % places.count], spare)
                            held = rows
                            tally.add(held.count)
                        }
                    }
                },
                .binding { tally in
                    let spare = makeLines(count)
                    let places = places(below: count)
                    var rows = TreeArray(spare)
                    var held = rows
                    return { times in
                        for time in 0..<times {
                            tree(&rows, places[time % places.count], spare)
                            held = rows
                            tally.add(held.count)
                        }
                    }
                },
            ])
    }

    static func replacing(_ count: Int) -> Case {
        edit("replacing a row", of: count, { $0[$1] = $2[$1] }, { $0[$1] = $2[$1] })
    }

    static let appending = Case(
        "appending \(grouped(usual)) rows one by one that nobody else holds, against an array", parts: usual,
        expected: { $0 * usual },
        [
            .floor { tally in
                { times in
                    for _ in 0..<times {
                        var rows: [Line] = []
                        for line in lines { rows.append(line) }
                        tally.add(rows.count)
                    }
                }
            },
            .binding { tally in
                { times in
                    for _ in 0..<times {
                        var rows: TreeArray<Line> = []
                        for line in lines { rows.append(line) }
                        tally.add(rows.count)
                    }
                }
            },
        ])

    static let reading = reads("reading a row of \(grouped(usual)) at random, beyond an array's", places(below: usual))

    static let pages = reads(
        "reading a row in a page of 100 of \(grouped(usual))",
        places(below: usual).prefix(100).flatMap { place in (0..<100).map { min(place, usual - 100) + $0 } })

    private static func reads(_ name: String, _ places: [Int]) -> Case {
        let sum = places.reduce(0) { $0 + lines[$1].amount }
        return Case(
            name, parts: places.count, expected: { $0 * sum },
            [
                .floor { tally in
                    { times in
                        for _ in 0..<times {
                            for place in places { tally.add(lines[place].amount) }
                        }
                    }
                },
                .binding { tally in
                    let rows = TreeArray(lines)
                    return { times in
                        for _ in 0..<times {
                            for place in places { tally.add(rows[place].amount) }
                        }
                    }
                },
            ])
    }

    static let walking: Case = {
        let sum = lines.reduce(0) { $0 + $1.name.utf8.count }
        return Case(
            "walking through \(grouped(usual)) rows, against an array", parts: usual, expected: { $0 * sum },
            [
                .floor { tally in
                    let rows = lines
                    return { times in
                        for _ in 0..<times {
                            for line in rows { tally.add(line.name.utf8.count) }
                        }
                    }
                },
                .binding { tally in
                    let rows = TreeArray(lines)
                    return { times in
                        for _ in 0..<times {
                            for line in rows { tally.add(line.name.utf8.count) }
                        }
                    }
                },
            ])
    }()

    static let findingEdits = finding(1_000, against: 10)

    /// Finding many edits, compared with finding a few; both per edit.
    static func finding(_ many: Int, against few: Int) -> Case {
        Case(
            "finding \(grouped(many)) edits among \(grouped(usual)) rows, each against those of \(few)", parts: many,
            expected: { $0 * many },
            [
                .floor { tally in
                    let update = updates(few, of: usual)
                    return { times in
                        for _ in 0..<times {
                            for _ in 0..<(many / few) { tally.add(update()) }
                        }
                    }
                },
                .binding { tally in
                    let update = updates(many, of: usual)
                    return { times in
                        for _ in 0..<times { tally.add(update()) }
                    }
                },
            ])
    }

    /// Finding one edit among a given number of rows.
    static func finding(among count: Int) -> Case {
        Case(
            "finding an edit", expected: { $0 },
            [
                .binding { tally in
                    let update = updates(1, of: count)
                    return { times in
                        for _ in 0..<times { tally.add(update()) }
                    }
                }
            ])
    }

    /// Finds edits spread over a list, and counts them.
    private static func updates(_ edits: Int, of count: Int) -> () -> Int {
        let old = TreeArray(makeLines(count))
        var new = old
        for number in 0..<edits { new[number * (count / edits)].amount += 1 }
        return {
            guard case .edits(let found) = ListUpdate(from: old, to: new).change else { return 0 }
            return found.count
        }
    }
}

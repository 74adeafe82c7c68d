import BindingCollections

/// The ways to edit a list, including methods that no protocol of the standard library requires.
protocol EditableList<Element>: RangeReplaceableCollection, MutableCollection, RandomAccessCollection
where Index == Int {
    mutating func sort(by isBefore: (Element, Element) throws -> Bool) rethrows
    mutating func reverse()
    mutating func shuffle<Generator: RandomNumberGenerator>(using generator: inout Generator)
    mutating func moveSubranges(_ subranges: RangeSet<Int>, to place: Int) -> Range<Int>
    mutating func removeSubranges(_ subranges: RangeSet<Int>)
}

extension Array: EditableList {}
extension TreeArray: EditableList {}

/// Edits of a list, decided by the bytes of a program. Two editors in the same state make equal edits of equal lists,
/// whatever the lists' types.
struct ListEditor {
    var program: Program
    /// The largest number of rows in a list.
    let limit: Int
    /// Whether several rows of a list may have the same identity.
    let hasDuplicates: Bool
    private(set) var lastID = 0
    /// The name of the last edit.
    private(set) var name = ""

    init(_ program: Program, limit: Int, hasDuplicates: Bool) {
        self.program = program
        self.limit = limit
        self.hasDuplicates = hasDuplicates
    }

    // MARK: Parts of edits

    mutating func row() -> ListRow {
        lastID += 1
        return ListRow(lastID, key: program.next(below: 10))
    }

    /// The initial rows of a list.
    mutating func firstRows() -> [ListRow] {
        let count = program.next() * limit / 255
        return (0..<count).map { _ in
            lastID += 1
            return ListRow(lastID, key: lastID * lastID % 10)
        }
    }

    mutating func rows() -> [ListRow] {
        let choice = program.next()
        let count = choice < 240 ? choice % 5 : choice % 37
        return (0..<count).map { _ in
            lastID += 1
            return ListRow(lastID, key: (choice + lastID * 7) % 10)
        }
    }

    /// A new row for a list: sometimes with the identity of an existing one.
    private mutating func row(for list: some EditableList<ListRow>) -> ListRow {
        guard hasDuplicates, !list.isEmpty, program.next(below: 4) == 0 else { return row() }
        return ListRow(list[place(list.count)].id, key: program.next(below: 10))
    }

    mutating func place(_ count: Int) -> Int { count == 0 ? 0 : program.next(below: count) }

    mutating func range(_ count: Int) -> Range<Int> {
        let start = program.next(below: count + 1)
        let length = program.next()
        return start..<min(count, start + (length < 200 ? length % 6 : length))
    }

    private mutating func ranges(_ count: Int) -> RangeSet<Int> {
        RangeSet((0..<(1 + program.next(below: 3))).map { _ in range(count) })
    }

    // MARK: Edits

    /// Edits a list.
    ///
    /// - Returns: What the list returned.
    mutating func edit<List: EditableList<ListRow>>(_ list: inout List) -> [ListRow] {
        let choice = program.next(below: 40)
        if list.count > limit {
            name = "shorten"
            list.removeSubrange((limit / 3)..<(list.count - 2))
            return []
        }
        if list.isEmpty || choice < 10 { return add(choice, &list) }
        if choice < 20 { return remove(choice, &list) }
        if choice < 29 { return write(choice, &list) }
        return rearrange(choice, &list)
    }

    private mutating func add<List: EditableList<ListRow>>(_ choice: Int, _ list: inout List) -> [ListRow] {
        switch choice {
        case 0, 1:
            name = "append"
            list.append(row(for: list))
        case 2:
            name = "append several"
            list.append(contentsOf: rows())
        case 3:
            name = "append a sequence"
            list.append(contentsOf: AnySequence(rows()))
        case 4, 5, 6:
            name = "insert"
            let row = row(for: list)
            list.insert(row, at: program.next(below: list.count + 1))
        case 7, 8:
            name = "insert several"
            let rows = rows()
            list.insert(contentsOf: rows, at: program.next(below: list.count + 1))
        case 9 where hasDuplicates:
            name = "insert some of its own"
            let range = range(list.count)
            list.insert(contentsOf: list[range], at: program.next(below: list.count + 1))
        default:
            name = "+="
            list += rows()
        }
        return []
    }

    private mutating func remove<List: EditableList<ListRow>>(_ choice: Int, _ list: inout List) -> [ListRow] {
        switch choice {
        case 10, 11, 12:
            name = "remove"
            return [list.remove(at: place(list.count))]
        case 13:
            name = "remove the first"
            return [list.removeFirst()]
        case 14:
            name = "remove the last"
            return [list.removeLast()]
        case 15:
            let (count, atStart) = (range(list.count).count, program.next(below: 2) == 0)
            name = "remove the \(atStart ? "first" : "last") \(count)"
            if atStart { list.removeFirst(count) } else { list.removeLast(count) }
        case 16, 17:
            let range = range(list.count)
            name = "remove \(range)"
            list.removeSubrange(range)
        case 18:
            let ranges = ranges(list.count)
            name = "remove \(ranges)"
            list.removeSubranges(ranges)
        default:
            let key = program.next(below: 20)
            name = "remove all with \(key)"
            // Rarely all of them.
            if key == 19 { list.removeAll(keepingCapacity: true) } else { list.removeAll { $0.key == key } }
        }
        return []
    }

    private mutating func write<List: EditableList<ListRow>>(_ choice: Int, _ list: inout List) -> [ListRow] {
        let index = place(list.count)
        switch choice {
        case 20, 21:
            name = "set the key at \(index)"
            list[index].key = program.next(below: 10)
        case 22:
            name = "write in the text at \(index)"
            list[index].text += "!"
        case 23:
            name = "put another row at \(index)"
            let old = list[index]
            list[index] = row(for: list)
            return [old]
        case 24:
            name = "write \(index) as it is"
            list[index] = list[index]
        case 25:
            name = "set several keys"
            let step = 1 + program.next(below: 9)
            for index in stride(from: index, to: list.count, by: step) { list[index].key += 1 }
        case 26:
            let range = range(list.count)
            name = "replace \(range)"
            list.replaceSubrange(range, with: rows())
        case 27:
            let range = range(list.count)
            name = "reverse \(range) as a slice"
            list[range].reverse()
        default:
            let range = range(list.count)
            name = "set the keys of \(range) in a slice"
            for index in range { list[range][index].key = index % 10 }
            list[range].removeAll { $0.key == 3 }
        }
        return []
    }

    private mutating func rearrange<List: EditableList<ListRow>>(_ choice: Int, _ list: inout List) -> [ListRow] {
        switch choice {
        case 29:
            name = "swap"
            let index = place(list.count)
            list.swapAt(index, place(list.count))
        case 30, 31:
            name = "move one"
            let row = list.remove(at: place(list.count))
            list.insert(row, at: program.next(below: list.count + 1))
        case 32, 33:
            let (ranges, place) = (ranges(list.count), program.next(below: list.count + 1))
            name = "move \(ranges) to \(place)"
            return Array(list[list.moveSubranges(ranges, to: place)])
        case 34:
            name = "reverse"
            list.reverse()
        case 35:
            name = "sort"
            list.sort { $0.key < $1.key }
        case 36:
            name = "shuffle"
            var generator = SplitMix(state: UInt64(program.next()))
            list.shuffle(using: &generator)
        case 37:
            let key = program.next(below: 10)
            name = "part by \(key)"
            return Array(list[list.partition { $0.key < key }...])
        case 38:
            name = "other rows altogether"
            list.replaceSubrange(0..<list.count, with: rows())
        default:
            rebuild(&list)
        }
        return []
    }

    /// Replaces all rows by new ones with the same identities that share no memory with them: some are gone, some have
    /// changed, some have moved.
    private mutating func rebuild<List: EditableList<ListRow>>(_ list: inout List) {
        name = "the rows from elsewhere"
        let (gone, changed, moves) = (program.next(below: 9), program.next(below: 9), program.next(below: 4))
        var rows = list.filter { $0.id % 9 != gone }.map {
            ListRow($0.id, key: $0.id % 9 == changed ? ($0.key + 1) % 10 : $0.key)
        }
        for _ in 0..<moves where !rows.isEmpty {
            let row = rows.remove(at: place(rows.count))
            rows.insert(row, at: program.next(below: rows.count + 1))
        }
        list.replaceSubrange(0..<list.count, with: rows)
    }
}

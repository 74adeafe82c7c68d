import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

private struct Guest: Identifiable, Hashable, Sendable {
    var id: Int
    var name = ""
}

@MainActor
private final class GuestRow {
    private(set) var guest: Guest
    let bag = DisposeBag()

    init(_ guest: Guest) { self.guest = guest }

    func show(_ guest: Guest) { self.guest = guest }
}

@MainActor
private final class IdentifiedRow: Identifiable {
    let id: Int

    init(_ id: Int) { self.id = id }
}

@Suite("map of lists")
@MainActor
struct MapTests {
    private let bag = DisposeBag()

    @Test("the rows that a closure makes, one for each")
    func rows() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 3])
        var made = 0
        var seen: [ListUpdate<String>] = []
        numbers.asDriver().updates().map { number in
            made += 1
            return "\(number)"
        }.drive { seen.append($0) }.disposed(by: bag)
        numbers.modify { $0[1] = 7 }
        expectEqual(seen.map { Array($0.rows) }, [["1", "2", "3"], ["1", "7", "3"]])
        expectEqual(made, 4)
    }

    @Test("a key path makes the rows")
    func keyPath() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: [Guest(id: 1, name: "Ada")])
        var seen: [[String]] = []
        people.asDriver().updates().map(\.name).elements.drive { seen.append($0) }.disposed(by: bag)
        people.modify { $0[0].name = "Grace" }
        expectEqual(seen, [["Ada"], ["Grace"]])
    }

    @Test("C40: a model stays while its row does, is made anew when that changes, and is released with it")
    func models() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: [Guest(id: 1), Guest(id: 2), Guest(id: 3)])
        var rows: TreeArray<GuestRow> = []
        people.asDriver().updates().map { GuestRow($0) }.drive { rows = $0.rows }.disposed(by: bag)
        let (first, last) = (rows[0], rows[2])
        weak let second = rows[1]
        #expect(second != nil)
        people.modify { $0[1].name = "Grace" }
        #expect(second == nil)
        expectEqual(rows.map(\.guest.name), ["", "Grace", ""])
        weak let removed = rows[1]
        people.modify { _ = $0.remove(at: 1) }
        #expect(removed == nil)
        #expect(rows.count == 2 && rows[0] === first && rows[1] === last)
    }

    @Test("C40: the bindings of a model end when its row goes, and those of all when the last observer leaves")
    func bindings() {
        let clock = BehaviorRelay(value: 0)
        let people = BehaviorRelay<TreeArray<Guest>>(value: [Guest(id: 1), Guest(id: 2)])
        var heard: [Int] = []
        let list = people.asDriver().updates().map { person in
            let row = GuestRow(person)
            clock.asDriver().skip(1).drive(onNext: { _ in heard.append(person.id) }).disposed(by: row.bag)
            return row
        }
        let one = list.drive { _ in }
        let other = list.drive { _ in }
        clock.accept(1)
        expectEqual(heard, [1, 2])
        people.modify { $0.removeSubrange(0..<1) }
        clock.accept(2)
        expectEqual(heard, [1, 2, 2])
        one.dispose()
        clock.accept(3)
        expectEqual(heard, [1, 2, 2, 2])
        other.dispose()
        clock.accept(4)
        expectEqual(heard, [1, 2, 2, 2])
        #expect(!clock.hasObservers)
    }

    @Test("C40: a row that moves in one update keeps its model, one that comes back later does not")
    func moves() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: TreeArray((0..<9).map { Guest(id: $0) }))
        var rows: TreeArray<GuestRow> = []
        people.asDriver().updates().map { GuestRow($0) }.drive { rows = $0.rows }.disposed(by: bag)
        let before = Array(rows)
        people.modify { people in
            people.append(people.removeFirst())
            people.swapAt(3, 5)
            people[4].name = "new"
        }
        expectEqual(rows.map(\.guest), Array(people.value))
        let kept = rows.filter { row in before.contains { $0 === row } }
        expectEqual(kept.count, 8)
        #expect(rows[8] === before[0] && rows[3] === before[6] && rows[5] === before[4])
        var removed: Guest?
        people.modify { removed = $0.removeFirst() }
        if let removed { people.modify { $0.insert(removed, at: 0) } }
        expectEqual(rows.map(\.guest), Array(people.value))
        #expect(rows[0] !== before[1])
    }

    @Test("models of a whole new list of the same rows are kept")
    func replacedAsAWhole() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: TreeArray((0..<100).map { Guest(id: $0) }))
        var made = 0
        var rows: TreeArray<GuestRow> = []
        people.asDriver().updates().map { person in
            made += 1
            return GuestRow(person)
        }.drive { rows = $0.rows }.disposed(by: bag)
        people.accept(TreeArray((0..<100).reversed().map { Guest(id: $0) }))
        expectEqual(made, 100)
        #expect(rows.map(\.guest.id) == (0..<100).reversed())
    }

    @Test("identities that are not unique: each row still has a model of its own value")
    func duplicates() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: [])
        var rows: TreeArray<GuestRow> = []
        people.asDriver().updates().map { GuestRow($0) }.drive { rows = $0.rows }.disposed(by: bag)
        var random = SplitMix(state: 7)
        for _ in 0..<Effort.steps(300) {
            people.modify { people in
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let person = Guest(
                        id: Int.random(in: 0..<3, using: &random), name: Bool.random(using: &random) ? "a" : "b")
                    people.insert(person, at: Int.random(in: 0...people.count, using: &random))
                }
                if people.count > 8 { people.removeSubrange(2..<5) }
                people.swapAt(0, people.count - 1)
            }
            expectEqual(rows.map(\.guest), Array(people.value))
            expectEqual(Set(rows.map { ObjectIdentifier($0) }).count, rows.count)
        }
    }

    @Test("C40: with an update, a model stays for as long as the identity of its row, and gets each new value once")
    func updating() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: TreeArray((0..<5).map { Guest(id: $0) }))
        var told: [Guest] = []
        var updates: [ListUpdate<GuestRow>] = []
        var lists = 0
        let list = people.asDriver().updates().map(
            { GuestRow($0) },
            updating: { row, person in
                told.append(person)
                row.show(person)
            })
        list.drive { updates.append($0) }.disposed(by: bag)
        list.elements.drive { _ in lists += 1 }.disposed(by: bag)
        let before = Array(updates[0].rows)
        people.modify { $0[2].name = "Ada" }
        expectEqual(told, [Guest(id: 2, name: "Ada")])
        expectEqual(before[2].guest.name, "Ada")
        expectEqual(updates.count, 1, "the list has the same models")
        expectEqual(lists, 1)
        people.modify { people in
            let moved = people.remove(at: 2)
            people.append(Guest(id: moved.id, name: "Grace"))
            people.remove(at: 0)
        }
        expectEqual(told.count, 2)
        let rows = updates[1].rows
        expectEqual(rows.map(\.guest), Array(people.value))
        #expect(rows.last === before[2])
        people.accept([])
        people.accept([Guest(id: 2)])
        #expect(updates.last?.rows.first !== before[2])
    }

    @Test("with an update, by a key path: models are released when their rows go, and with the last observer")
    func updatingByKeyPath() {
        let people = BehaviorRelay<TreeArray<Guest>>(value: [Guest(id: 1), Guest(id: 2)])
        weak var first: GuestRow?
        weak var second: GuestRow?
        let binding = people.asDriver().updates().map(by: \.id, { GuestRow($0) }) { $0.show($1) }.drive {
            first = $0.rows.first
            second = $0.rows.last
        }
        people.modify { $0[0].name = "Ada" }
        #expect(first?.guest.name == "Ada" && second != nil)
        people.modify { $0.removeSubrange(0..<1) }
        #expect(first?.guest.id == 2 && second === first)
        binding.dispose()
        #expect(first == nil && second == nil)
    }

    @Test("behind a map, rows are distinguished by their id, and objects by their identity")
    func identities() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2])
        let updates = numbers.asDriver().updates()
        #expect(updates.map { "\($0)" }.identity == nil)
        #expect(updates.map { Guest(id: $0) }.identity != nil)
        #expect(updates.map { IdentifiedRow($0) }.identity != nil)
        #expect(updates.map { GuestRow(Guest(id: $0)) }.identity != nil)
    }

    @Test("a model that changes the source while it is made is followed by what comes of that")
    func reentrant() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1])
        var seen: [[Int]] = []
        numbers.asDriver().updates().map { number in
            if number < 5 { numbers.modify { $0.append(number + 1) } }
            return number * 10
        }.elements.drive { seen.append($0) }.disposed(by: bag)
        expectEqual(seen.last, [10, 20, 30, 40, 50])
        expectEqual(seen.map(\.count), seen.map(\.count).sorted())
    }

    @Test("without those of which nothing is made")
    func compactMap() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["1", "x", "3"])
        var seen: [[Int]] = []
        words.asDriver().updates().compactMap { Int($0) }.drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        words.modify { $0[1] = "y" }
        words.modify { $0[1] = "2" }
        words.modify { $0.insert("z", at: 0) }
        words.modify { $0[1] = "a" }
        words.modify { $0.removeSubrange(0..<3) }
        expectEqual(seen, [[1, 3], [1, 2, 3], [2, 3], [3]])
        // Many at once.
        let numbers = BehaviorRelay(value: TreeArray(0..<200))
        var found: [[Int]] = []
        numbers.asDriver().updates().compactMap { $0 < 0 ? nil : $0 }.elements.drive { found.append($0) }
            .disposed(by: bag)
        for number in [-1, -2, 5] {
            numbers.modify { numbers in for index in stride(from: 0, to: 200, by: 5) { numbers[index] = number } }
            expectEqual(found.last, numbers.value.filter { $0 >= 0 })
        }
        expectEqual(found.count, 3, "what was nil and still is has not changed")
        let guests = words.asDriver().updates().compactMap { word in Int(word).map { Guest(id: $0) } }
        #expect(guests.identity != nil)
    }

    @Test(
        "random edits: what map and compactMap make of the array, and no model twice", arguments: 0..<6 as Range<UInt64>
    )
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed), repeatsRows: false)
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let list = rows.asDriver().updates(by: \.id)
        var models: [GuestRow] = []
        var updated: [GuestRow] = []
        var even: [Int] = []
        list.map { GuestRow($0.guest) }.drive { models = Array($0.rows) }.disposed(by: bag)
        list.map(by: \.id, { GuestRow($0.guest) }, updating: { $0.show($1.guest) }).drive { updated = Array($0.rows) }
            .disposed(by: bag)
        list.compactMap { $0.number % 2 == 0 ? $0.number : nil }.drive { even = Array($0.rows) }.disposed(by: bag)
        for _ in 0..<Effort.steps(300) {
            let old = Array(rows.value)
            let (oldModels, oldUpdated) = (models, updated)
            rows.modify { program.edits(of: &$0) }
            let array = Array(rows.value)
            expectEqual(models.map(\.guest), array.map(\.guest))
            expectEqual(updated.map(\.guest), array.map(\.guest))
            expectEqual(even, array.map(\.number).filter { $0 % 2 == 0 })
            for (place, row) in array.enumerated() {
                guard let before = old.firstIndex(where: { $0.id == row.id }) else { continue }
                #expect(updated[place] === oldUpdated[before])
                #expect((models[place] === oldModels[before]) == (old[before] == row))
            }
        }
    }
}

extension TestRow {
    fileprivate var guest: Guest { Guest(id: id, name: "\(key) \(number)") }
}

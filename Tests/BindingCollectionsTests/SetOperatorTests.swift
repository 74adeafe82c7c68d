import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

/// The plain functions of arrays that the operators are compared with.
extension [TestRow] {
    func uniquedByKey() -> [TestRow] {
        var seen: Set<Int> = []
        return filter { seen.insert($0.key).inserted }
    }
}

@Suite("lists as sets")
@MainActor
struct SetOperatorTests {
    private let bag = DisposeBag()

    private func rows<Row>(_ list: ListUpdates<Row>) -> Shared<[Row]> {
        let rows = Shared<[Row]>([])
        list.drive { rows.value = Array($0.rows) }.disposed(by: bag)
        return rows
    }

    @Test("the first of each key; where it goes, the next one takes its place")
    func uniqued() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["ant", "bee", "ape", "bat", "asp"])
        let seen = rows(words.asDriver().updates().uniqued { $0.first })
        expectEqual(seen.value, ["ant", "bee"])
        words.modify { $0.removeSubrange(0..<1) }
        expectEqual(seen.value, ["bee", "ape"])
        words.modify { $0[1] = "cat" }
        expectEqual(seen.value, ["bee", "cat", "asp"])
        words.modify { $0.insert("auk", at: 0) }
        expectEqual(seen.value, ["auk", "bee", "cat"])
        words.accept([])
        expectEqual(seen.value, [])
        words.accept(["x", "x"])
        expectEqual(seen.value, ["x"])
    }

    private struct Job: Identifiable, Equatable, Sendable {
        var id: Int
        var isDone = false
    }

    @Test("C42: a row that goes from one part of a source to another moves: it stays selected, and keeps what map made")
    func parts() {
        let jobs = BehaviorRelay<TreeArray<Job>>(value: TreeArray((0..<4).map { Job(id: $0) }))
        let list = jobs.asDriver().updates()
        let (open, done) = (list.filter { !$0.isDone }, list.filter(\.isDone))
        let all = open.merged(with: done)
        var changes: [ListUpdate<Job>.Change] = []
        all.drive { changes.append($0.change) }.disposed(by: bag)
        let made = rows(all.map({ _ in Counter() }, updating: { _, _ in }))
        let selection = Selection<Int>(.single)
        selection.follow(all).disposed(by: bag)
        selection.select(1)
        let objects = made.value
        changes = []
        jobs.modify { $0[1].isDone = true }
        expectEqual(changes.count, 1)
        #expect(
            changes.allSatisfy { change in
                guard case .edits(let edits) = change else { return false }
                return edits.contains { if case .move = $0 { true } else { false } }
                    && !edits.contains { if case .remove = $0 { true } else { false } }
            }, "\(changes)")
        expectEqual(selection.ids, [1])
        #expect(Set(made.value.map(ObjectIdentifier.init)) == Set(objects.map(ObjectIdentifier.init)))
    }

    @Test("C42: sets of lists that change together send one update, and no state that never was")
    func setsOfOneSource() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: TreeArray(0..<6))
        let list = numbers.asDriver().updates()
        let (even, small) = (list.filter { $0.isMultiple(of: 2) }, list.filter { $0 < 3 })
        var seen: [[[Int]]] = [[], [], [], []]
        for (place, set) in [
            even.union(small), even.intersection(small), even.subtracting(small), list.subtracting(list),
        ].enumerated() {
            set.drive { seen[place].append(Array($0.rows)) }.disposed(by: bag)
        }
        numbers.accept([2, 4, 1, 6])
        expectEqual(
            seen, [[[0, 2, 4, 1], [2, 4, 6, 1]], [[0, 2], [2]], [[4], [4, 6]], [[]]])
    }

    @Test("without a key, rows are distinguished by their id, or by being equal")
    func defaults() {
        struct Guest: Identifiable, Hashable, Sendable {
            var id: Int
            var name: String
        }
        let guests = BehaviorRelay<TreeArray<Guest>>(value: [
            Guest(id: 1, name: "Ada"), Guest(id: 1, name: "Grace"),
        ])
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 1])
        let others = BehaviorRelay<TreeArray<Int>>(value: [2, 3])
        let (list, other) = (numbers.asDriver().updates(), others.asDriver().updates())
        expectEqual(rows(guests.asDriver().updates().uniqued()).value.map(\.name), ["Ada"])
        expectEqual(rows(list.uniqued()).value, [1, 2])
        expectEqual(rows(list.union(other)).value, [1, 2, 3])
        expectEqual(rows(list.intersection(other)).value, [2])
        expectEqual(rows(list.subtracting(other)).value, [1, 1])
    }

    @Test("a row of the other list that goes, of several with its key, changes nothing until it is the last")
    func multiplicity() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 3])
        let others = BehaviorRelay<TreeArray<Int>>(value: [2, 2])
        var told = 0
        let list = numbers.asDriver().updates().intersection(others.asDriver().updates())
        list.drive { _ in told += 1 }.disposed(by: bag)
        let seen = rows(list)
        others.modify { $0.removeSubrange(0..<1) }
        #expect(seen.value == [2] && told == 1)
        others.accept([])
        #expect(seen.value == [] && told == 2)
    }

    @Test("both lists may be one")
    func same() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2])
        let list = numbers.asDriver().updates()
        let (none, all, once) = (rows(list.subtracting(list)), rows(list.intersection(list)), rows(list.union(list)))
        numbers.modify { $0.append(3) }
        numbers.modify { $0.removeSubrange(0..<2) }
        expectEqual(none.value, [])
        expectEqual(all.value, [3])
        expectEqual(once.value, [3])
    }

    @Test("nothing is kept of rows that have gone")
    func released() {
        final class Key: Hashable, Sendable {
            let number: Int

            init(_ number: Int) { self.number = number }

            static func == (left: Key, right: Key) -> Bool { left.number == right.number }

            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        weak var last: Key?
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 1, 2])
        let key: @MainActor (Int) -> Key = { number in
            let key = Key(number)
            if number == 2 { last = key }
            return key
        }
        let list = numbers.asDriver().updates()
        let bindings = [
            list.uniqued(on: key).drive { _ in }, list.grouped(by: key).drive { _ in },
        ]
        #expect(last != nil)
        numbers.modify { $0.removeSubrange(2..<3) }
        #expect(last == nil)
        numbers.modify { $0.append(2) }
        #expect(last != nil)
        for binding in bindings { binding.dispose() }
        #expect(last == nil)
    }

    @Test(
        "C40: random edits of both lists: what the plain functions make of the arrays",
        arguments: 0..<8 as Range<UInt64>)
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed))
        let one = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let two = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let list = one.asDriver().updates()
        let other = two.asDriver().updates()
        let uniqued = rows(list.uniqued(on: \.key))
        let union = rows(list.union(other, on: \.key))
        let intersection = rows(list.intersection(other, on: \.number))
        let subtracting = rows(list.subtracting(other, on: \.number))
        for _ in 0..<Effort.steps(500) {
            if Bool.random(using: &program.random) {
                one.modify { program.edits(of: &$0) }
            } else {
                two.modify { program.edits(of: &$0) }
            }
            let (array, others) = (Array(one.value), Array(two.value))
            let numbers = Set(others.map(\.number))
            expectEqual(uniqued.value, array.uniquedByKey())
            #expect(union.value == (array + others).uniquedByKey())
            expectEqual(intersection.value, array.filter { numbers.contains($0.number) })
            expectEqual(subtracting.value, array.filter { !numbers.contains($0.number) })
        }
    }
}

import Binding
import BindingCollections
import TestSupport
import Testing

@Suite("Updates of random lists")
@MainActor
struct ListUpdateRandomTests {
    /// The edits of a list between two updates.
    private static func change(_ people: inout [Member], next: inout Int, _ random: inout SplitMix) {
        func place(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let count = people.count
            switch Int.random(in: 0..<14, using: &random) {
            case 0...2:
                let new = (0..<Int.random(in: 1...4, using: &random)).map { Member(id: next + $0, name: "\($0)") }
                next += 4
                people.insert(contentsOf: new, at: place(count + 1))
            case 3...4 where count > 0:
                let start = place(count)
                people.removeSubrange(start..<min(count, start + Int.random(in: 1...4, using: &random)))
            case 5...6 where count > 0: people[place(count)].name += "!"
            case 7...8 where count > 0: people.insert(people.remove(at: place(count)), at: place(count))
            case 9 where count > 1: people.swapAt(place(count), place(count))
            case 10:
                let (start, end) = (place(count), place(count))
                let block = Array(people[min(start, end)..<max(start, end)])
                people.removeSubrange(min(start, end)..<max(start, end))
                people.insert(contentsOf: block, at: place(people.count + 1))
            case 11:
                switch place(8) {
                case 0: people.shuffle(using: &random)
                case 1: people.reverse()
                case 2: people.sort { $0.id < $1.id }
                case 3: people.removeAll()
                case 4:
                    people = (0..<place(300)).map { Member(id: next + $0) }
                    next += 300
                case 5: people = people.map { Member(id: $0.id, name: $0.name + "?") }
                default: people.sort { $0.name < $1.name }
                }
            case 12 where count > 0: people[place(count)] = people[place(count)]  // two with one identity
            case 13 where count > 0:
                people.insert(Member(id: people[place(count)].id, name: "twin"), at: place(count))
            default: break
            }
        }
    }

    @Test("C39: the edits make the new rows of the old ones", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func edits(seed: UInt64) {
        let warnings = collectingWarnings {
            var random = SplitMix(state: seed)
            var next = 0
            var people: [Member] = []
            var tree = TreeArray<Member>()
            for _ in 0..<Effort.steps(250) {
                let (old, oldTree) = (people, tree)
                if people.isEmpty {
                    people = (0..<Int.random(in: 0...120, using: &random)).map { Member(id: next + $0) }
                }
                next += 200
                Self.change(&people, next: &next, &random)
                // Sometimes a list that shares rows with the previous one, sometimes an unrelated one.
                if Bool.random(using: &random) {
                    tree.apply(ListUpdate(from: old, to: people, by: \.id))
                } else {
                    tree = TreeArray(people)
                }
                expectEqual(Array(tree), people)
                for update in [
                    ListUpdate(from: old, to: people), ListUpdate(from: oldTree, to: tree),
                    ListUpdate(from: oldTree, to: tree, identity: nil),
                    ListUpdate(arraysWithoutIdentity: old, people),
                ] {
                    expectEqual(Array(update.rows), people)
                    guard rows(old, by: update) == people else {
                        Issue.record("seed \(seed): \(old.map(\.id)) to \(people.map(\.id)): \(update.change)")
                        return
                    }
                    expectEqual(old.applying(update), people)
                    expectEqual(Array(oldTree.applying(update)), people)
                    var model = old
                    for (step, change) in zip(Array(update.steps(from: oldTree)), update.itemsChanged) {
                        expectEqual(step.change, change)
                        let added = step.rows[change.position..<(change.position + change.added)]
                        model.replaceSubrange(change.position..<(change.position + change.removed), with: added)
                        expectEqual(model, Array(step.rows))
                    }
                    expectEqual(model, people)
                }
            }
        }
        #expect(!warnings.isEmpty)
    }

    @Test("C41: rows of which many have one identity come out right", arguments: [1, 2, 3] as [UInt64])
    func duplicates(seed: UInt64) {
        let warnings = collectingWarnings {
            var random = SplitMix(state: seed)
            func numbers() -> [Int] {
                let bound = Int.random(in: 1...12, using: &random)
                return (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0..<bound, using: &random)
                }
            }
            var old = numbers()
            for _ in 0..<Effort.steps(1_500) {
                let new = numbers()
                for update in [
                    ListUpdate(from: old, to: new, by: \.self), ListUpdate(from: old, to: new),
                    ListUpdate(from: TreeArray(old), to: TreeArray(new), by: \.self),
                ] {
                    guard rows(old, by: update) == new else {
                        Issue.record("seed \(seed): \(old) to \(new): \(update.change)")
                        return
                    }
                }
                old = new
            }
        }
        #expect(!warnings.isEmpty)
    }

    @Test("long lists come out right, and so do blocks that moved far", arguments: [1, 2] as [UInt64])
    func long(seed: UInt64) {
        var random = SplitMix(state: seed)
        var next = 10_000
        var (people, tree) = ((0..<4_000).map { Member(id: $0) }, TreeArray<Member>())
        tree = TreeArray(people)
        for step in 0..<40 {
            let (old, oldTree) = (people, tree)
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                let place = Int.random(in: 0..<people.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: people.remove(at: place)
                case 1:
                    people.insert(Member(id: next), at: place)
                    next += 1
                case 2: people[place].name += "!"
                default: people.insert(people.remove(at: place), at: Int.random(in: 0..<people.count, using: &random))
                }
            }
            if step % 3 == 0 {
                let block = people[500..<(500 + Int.random(in: 1...600, using: &random))]
                people.removeSubrange(block.indices)
                people.insert(contentsOf: block, at: Int.random(in: 0...people.count, using: &random))
            }
            tree = step % 2 == 0 ? TreeArray(people) : tree.applying(ListUpdate(from: old, to: people))
            for update in [ListUpdate(from: old, to: people), ListUpdate(from: oldTree, to: tree)] {
                #expect(step % 3 == 0 || update.edits != nil)
                guard rows(old, by: update) == people else {
                    Issue.record("seed \(seed), step \(step): \(update.change)")
                    return
                }
            }
        }
    }

    @Test("observers of arrays hold the rows of the latest one, whenever they came", arguments: [1, 2, 3] as [UInt64])
    func observers(seed: UInt64) {
        _ = collectingWarnings {
            var random = SplitMix(state: seed)
            var next = 0
            let relay = BehaviorRelay<[Member]>(value: [])
            let updates = relay.updates()
            let bag = DisposeBag()
            var held: [[Member]] = []
            for step in 0..<Effort.steps(300) {
                if step % 40 == 0 {
                    let observer = held.count
                    held.append([])
                    updates.drive { held[observer].apply($0) }.disposed(by: bag)
                }
                next += 200
                relay.modify { people in
                    if people.isEmpty { people = (0..<150).map { Member(id: next + $0) } }
                    Self.change(&people, next: &next, &random)
                }
                #expect(held.allSatisfy { $0 == relay.value })
            }
        }
    }

    @Test("rows that moved at random are about as many moves", arguments: [1, 2, 3, 4] as [UInt64])
    func fewMoves(seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<50 {
            let old = (0..<1_000).map { Member(id: $0) }
            var new = old
            let count = Int.random(in: 1...20, using: &random)
            for _ in 0..<count {
                let row = new.remove(at: Int.random(in: 0..<1_000, using: &random))
                new.insert(row, at: Int.random(in: 0...999, using: &random))
            }
            let update = ListUpdate(from: old, to: new)
            expectEqual(rows(old, by: update), new)
            expectEqual(update.edits?.count, update.moveCount)
            #expect(update.moveCount ?? .max <= count)
        }
    }
}

extension ListUpdate where Row == Member {
    /// By values and places alone.
    init(arraysWithoutIdentity old: [Row], _ new: [Row]) {
        func update<Other>(_ old: [Other], _ new: [Other]) -> ListUpdate<Other> {
            ListUpdate<Other>(from: old, to: new)
        }
        self = update(old, new)
    }
}

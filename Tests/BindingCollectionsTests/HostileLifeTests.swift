import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Long chains, many observers, leaks, and wrong indices.
@Suite("Long chains and many observers of lists")
@MainActor
struct HostileLifeTests {
    private static func chain(_ list: ListUpdates<Item>, _ length: Int) -> ListUpdates<Item> {
        (0..<length).reduce(list) { list, step in
            switch step % 6 {
            case 0: list.filter { $0.key >= 0 }
            case 1: list.sorted { $0.id < $1.id }
            case 2: list.reversed()
            case 3: list.map { $0 }
            case 4: list.uniqued()
            default: list.prefix(1_000_000)
            }
        }
    }

    @Test("a chain of fifty operators sends one edit as one, and leaves nothing behind")
    func longChain() throws {
        try withoutLeaks {
            let rows = BehaviorRelay(value: TreeArray((0..<300).map { Item($0, key: $0 % 8) }))
            let bag = DisposeBag()
            var changes: [ListUpdate<Item>.Change] = []
            let list = Self.chain(rows.updates(), 50)
            let control = ListControl(list, bag)
            list.drive { changes.append($0.change) }.disposed(by: bag)
            rows.modify { $0[150].name = "new" }
            rows.modify { _ = $0.remove(at: 299) }
            expectEqual(Set(control.rows), Set(rows.value))
            expectEqual(changes.count, 3)
            for change in changes.dropFirst() {
                guard case .edits(let edits) = change else {
                    Issue.record("\(change)")
                    continue
                }
                expectEqual(edits.count, 1)
            }
        }
    }

    @Test(
        "a thousand observers of one stage, and a thousand stages of one source, get the same, and are all released")
    func manyObservers() throws {
        try withoutLeaks {
            let rows = BehaviorRelay(value: TreeArray((0..<50).map { Item($0, key: $0 % 8) }))
            let bag = DisposeBag()
            var asked = 0
            let shared = rows.updates().filter {
                asked += 1
                return $0.key > 2
            }
            var shown = [TreeArray<Item>](repeating: [], count: 1_000)
            for number in shown.indices { shared.drive { shown[number].apply($0) }.disposed(by: bag) }
            expectEqual(asked, 50)
            var own = [TreeArray<Item>](repeating: [], count: 1_000)
            for number in own.indices {
                rows.updates().sorted(by: \.name).drive { own[number].apply($0) }.disposed(by: bag)
            }
            rows.modify { $0[3] = Item(1_000, key: 7) }
            rows.modify { $0.removeSubrange(10..<20) }
            expectEqual(asked, 51)
            #expect(Set(shown).count == 1 && Array(shown[0]) == rows.value.filter { $0.key > 2 })
            #expect(Set(own).count == 1 && Array(own[0]) == rows.value.sorted { $0.name < $1.name })
            bag.dispose()
            #expect(!rows.hasObservers)
        }
    }

    @MainActor final class Model: Sendable {
        let name: Driver<String>
        let bag = DisposeBag()
        var heard = 0

        init(_ item: Item, _ clock: BehaviorRelay<Int>) {
            name = clock.asDriver().map { "\(item.name) at \($0)" }
            name.drive(onNext: { [weak self] _ in self?.heard += 1 }).disposed(by: bag)
        }
    }

    @Test("what operators made of rows, and all that they hold, is gone when the last observer is")
    func release() throws {
        weak var model: Model?
        weak var kept: Model?
        try withoutLeaks {
            let clock = BehaviorRelay(value: 0)
            let rows = BehaviorRelay(value: TreeArray((0..<200).map { Item($0, key: $0 % 8) }))
            let other = BehaviorRelay(value: TreeArray((0..<20).map { Item($0, key: $0 % 8) }))
            let selection = Selection<Int>(.multiple)
            let bag = DisposeBag()
            let list = rows.updates()
            selection.follow(list).disposed(by: bag)
            selection.rows(in: list).drive(onNext: { _ in }).disposed(by: bag)
            selection.isSelected(3).drive(onNext: { _ in }).disposed(by: bag)
            list.subtracting(other.updates()).map { Model($0, clock) }.drive { model = $0.rows.last }.disposed(by: bag)
            list.map({ Model($0, clock) }, updating: { _, _ in }).drive { kept = $0.rows.first }.disposed(by: bag)
            list.map { Model($0, clock) }.following { $0.name }.drive { _ in }.disposed(by: bag)
            list.map { Model($0, clock) }.sorted(on: { $0.name }).drive { _ in }.disposed(by: bag)
            list.grouped(by: \.key).sorted(by: \.key).sectionUpdates().drive(onNext: { _ in }).disposed(by: bag)
            clock.accept(1)
            rows.modify { $0.removeSubrange(30..<60) }
            #expect(model?.heard == 2 && kept?.heard == 2)
            bag.dispose()
            #expect(model == nil && kept == nil)
            #expect(!clock.hasObservers && !rows.hasObservers && !other.hasObservers)
        }
    }

    @Test("moves of all kinds, of rows that repeat too, lead from any list to any other")
    func moves() {
        _ = collectingWarnings { move() }
    }

    private func move() {
        var random = SplitMix(state: 71)
        for round in 0..<Effort.steps(400) {
            let limit = [3, 10, 1_000][round % 3]
            func list() -> [Int] {
                (0..<Int.random(in: 0...25, using: &random)).map { _ in Int.random(in: 0..<limit, using: &random) }
            }
            let old = list()
            let new = round % 2 == 0 ? old.shuffled(using: &random) : list() + old.shuffled(using: &random).prefix(9)
            let (oldTree, newTree) = (TreeArray(old), TreeArray(new))
            for update in [
                ListUpdate(from: oldTree, to: newTree, by: \.self), ListUpdate(from: oldTree, to: newTree),
                ListUpdate(from: old, to: new, by: \.self), ListUpdate(from: old, to: new),
            ] {
                expectEqual(rows(old, by: update), new)
                #expect(old.applying(update) == new && oldTree.applying(update) == newTree)
                expectEqual(Array(([-1, -1] + old)[2...].applying(update)), new)
                var (stepped, last) = (old, oldTree)
                for step in update.steps(from: oldTree) {
                    let range = step.change.position..<(step.change.position + step.change.removed)
                    let added = step.change.position..<(step.change.position + step.change.added)
                    stepped.replaceSubrange(range, with: step.rows[added])
                    expectEqual(stepped, Array(step.rows))
                    last = step.rows
                }
                expectEqual(last, newTree)
            }
        }
    }

    @Test("an index out of range, of any size, stops the program with a message", arguments: [-1, 5, .max, .min])
    func indices(index: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
            let rows = TreeArray(0..<5)
            print(rows[index])
        }
        #expect(Optimization.isOn || text(result).contains("TreeArray"))
    }

    @Test("an edit of a range that is not there stops the program with a message", arguments: 0..<10)
    func ranges(which: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [which] in
            var rows = TreeArray(0..<5)
            switch which {
            case 0: rows.removeSubrange(-2..<1)
            case 1: rows.replaceSubrange(4..<Int.max, with: [1])
            case 2: rows.insert(1, at: -1)
            case 3: rows.insert(contentsOf: [1, 2], at: 6)
            case 4: rows.moveSubranges(RangeSet(1..<2), to: 6)
            case 5: rows.moveSubranges(RangeSet(-1..<2), to: 0)
            case 6: rows.swapAt(0, 5)
            case 7: rows = TreeArray(repeating: 1, count: -1)
            case 8: rows.removeSubranges(RangeSet(3..<9))
            default: print(rows[2..<7].count)
            }
        }
        let text = text(result)
        #expect(Optimization.isOn || text.contains("TreeArray") || text.contains("atal error"), "\(which): \(text)")
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
}

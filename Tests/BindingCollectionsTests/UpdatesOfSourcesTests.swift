import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("Updates of drivers, relays and properties")
@MainActor
struct UpdatesOfSourcesTests {
    final class ViewModel {
        @Bindable var people: TreeArray<Member> = []
        @Bindable var lines: TreeArray<Line> = []
        @Bindable var array: [Member] = []
        @Bindable var plain: [Line] = []
        @Mutable var chosen: TreeArray<Member> = []
        @Mutable var chosenArray: [Member] = []
        @Mutable var chosenLines: [Line] = []
    }

    private func changes<Row>(of updates: ListUpdates<Row>, _ edit: () -> Void) -> [ListUpdate<Row>.Change] {
        var seen: [ListUpdate<Row>.Change] = []
        let binding = updates.drive { seen.append($0.change) }
        edit()
        binding.dispose()
        return seen
    }

    @Test("of each kind of property, with and without identity")
    func kinds() {
        let model = ViewModel()
        let move: [ListUpdate<Member>.Change] = [.reload, .edits([.insert(0..<3)]), .edits([.move(from: 0, to: 2)])]
        func fill(_ people: inout [Member]) { people = [Member(id: 1), Member(id: 2), Member(id: 3)] }
        func rotate<Rows: RangeReplaceableCollection>(_ rows: inout Rows) { rows.append(rows.removeFirst()) }
        #expect(
            changes(of: model.$people.updates()) {
                model.people = [Member(id: 1), Member(id: 2), Member(id: 3)]
                rotate(&model.people)
            } == move)
        #expect(
            changes(of: model.$chosen.updates()) {
                model.chosen = [Member(id: 1), Member(id: 2), Member(id: 3)]
                rotate(&model.chosen)
            } == move)
        #expect(
            changes(of: model.$array.updates()) {
                fill(&model.array)
                rotate(&model.array)
            } == move)
        #expect(
            changes(of: model.$chosenArray.updates(by: \.id)) {
                fill(&model.chosenArray)
                rotate(&model.chosenArray)
            } == move)
        #expect(
            changes(of: model.$lines.updates()) {
                model.lines = [Line(number: 1), Line(number: 2), Line(number: 3)]
                rotate(&model.lines)
            } == [.reload, .edits([.insert(0..<3)]), .edits([.remove(0..<1), .insert(2..<3)])])
        model.lines = []
        #expect(
            changes(of: model.$lines.updates(by: \.number)) {
                model.lines = [Line(number: 1), Line(number: 2), Line(number: 3)]
                rotate(&model.lines)
            } == [.reload, .edits([.insert(0..<3)]), .edits([.move(from: 0, to: 2)])])
        for (updates, edit) in [
            (model.$plain.updates(by: \.number), { (lines: [Line]) in model.plain = lines }),
            (model.$chosenLines.updates(by: \.number), { model.chosenLines = $0 }),
        ] {
            #expect(
                changes(of: updates) {
                    edit([Line(number: 1), Line(number: 2), Line(number: 3)])
                    edit([Line(number: 2), Line(number: 3), Line(number: 1)])
                } == [.reload, .edits([.insert(0..<3)]), .edits([.move(from: 0, to: 2)])])
        }
    }

    @Test("C39: nothing is sent where nothing changed")
    func distinct() {
        let model = ViewModel()
        model.array = [Member(id: 1)]
        model.people = [Member(id: 1)]
        #expect(
            changes(of: model.$array.updates()) {
                model.array = [Member(id: 1)]
                model.array = model.array
            } == [.reload])
        #expect(
            changes(of: model.$people.updates()) {
                model.people = [Member(id: 1)]
                model.people[0].name = ""
            } == [.reload])
    }

    @Test("C39: a late observer gets all rows at once, and then each change")
    func late() {
        let relay = BehaviorRelay(value: [Member(id: 1), Member(id: 2)])
        let updates = relay.updates()
        let bag = DisposeBag()
        var (first, second): ([ListUpdate<Member>], [ListUpdate<Member>]) = ([], [])
        updates.drive { first.append($0) }.disposed(by: bag)
        relay.accept([Member(id: 2)])
        updates.drive { second.append($0) }.disposed(by: bag)
        relay.accept([Member(id: 2), Member(id: 3)])
        expectEqual(first.map(\.change), [.reload, .edits([.remove(0..<1)]), .edits([.insert(1..<2)])])
        expectEqual(second.map(\.change), [.reload, .edits([.insert(1..<2)])])
        expectEqual(first.last?.rows, second.last?.rows)
    }

    @Test("stages behind an array look only at what changed in it")
    func stagesBehind() {
        let relay = BehaviorRelay(value: (0..<1_000).map { Member(id: $0, name: "\($0)") })
        let bag = DisposeBag()
        var made = 0
        var seen: [ListUpdate<String>] = []
        relay.updates().map { person in
            made += 1
            return person.name
        }.drive { seen.append($0) }.disposed(by: bag)
        made = 0
        relay.modify { $0 = $0.map { Member(id: $0.id, name: "\($0.name)") } }
        relay.modify { $0[300].name = "Ada" }
        relay.modify { $0.insert(Member(id: 5_000, name: "Grace"), at: 10) }
        relay.modify { $0.removeSubrange(700..<701) }
        #expect(made < 100)
        let changes = seen.dropFirst().map(\.change)
        expectEqual(changes, [.edits([.replace(300..<301)]), .edits([.insert(10..<11)]), .edits([.remove(700..<701)])])
        expectEqual(Array(seen.last!.rows), relay.value.map(\.name))
    }

    @Test("an array of which more changed than edits are worth is right, too")
    func wholeArray() {
        let relay = BehaviorRelay(value: (0..<500).map { Member(id: $0) })
        var held: [Member] = []
        let binding = relay.updates().drive { held.apply($0) }
        for rows in [
            (500..<900).map { Member(id: $0) }, [], [Member(id: 3)], (0..<900).reversed().map { Member(id: $0) },
        ] {
            relay.accept(rows)
            expectEqual(held, rows)
        }
        binding.dispose()
    }

    @Test("C39: an observer that edits the source gets its edits in order")
    func reentrant() {
        let relay = BehaviorRelay<TreeArray<Member>>(value: [])
        let bag = DisposeBag()
        var held: [[Member]] = [[], []]
        relay.updates().drive { update in
            held[0].apply(update)
            if (1..<4).contains(update.rows.count) {
                relay.modify { $0.insert(Member(id: -$0.count), at: 0) }
                relay.modify { $0.swapAt(0, 1) }
            }
        }.disposed(by: bag)
        relay.updates().drive { held[1].apply($0) }.disposed(by: bag)
        relay.modify { $0.append(Member(id: 1)) }
        #expect(held[0] == Array(relay.value) && held[1] == held[0])
        #expect(held[0].count >= 4)
    }

    @Test("an observer that ends its own subscription gets no more")
    func disposal() {
        let relay = BehaviorRelay<[Member]>(value: [])
        let bag = DisposeBag()
        var count = 0
        relay.updates().drive { _ in
            count += 1
            if count == 2 { bag.dispose() }
        }.disposed(by: bag)
        for number in 0..<5 { relay.accept([Member(id: number)]) }
        expectEqual(count, 2)
    }

    @Test("a binding by an operator, to a closure and to a control")
    func operators() {
        let model = ViewModel()
        let bag = DisposeBag()
        var held: [Member] = []
        bag.insert(model.$people.updates() => { held.apply($0) })
        let list = ListBox()
        bag.insert(model.$people.updates() => Binder(list) { $0.update($1) })
        bag.insert(model.$array.updates() => Binder(list) { list, _ in list.updateCount += 100 })
        model.people = [Member(id: 1), Member(id: 2)]
        model.people[1].name = "Ada"
        expectEqual(held, Array(model.people))
        expectEqual(list.rows, model.people)
        expectEqual(list.updateCount, 103)
    }

    final class ListBox {
        var rows: TreeArray<Member> = []
        var updateCount = 0

        func update(_ update: ListUpdate<Member>) {
            rows.apply(update)
            updateCount += 1
        }
    }

    @Test("an object is called for as long as it lives, and completion and disposal are reported")
    func closures() throws {
        try withoutLeaks {
            let subject = PublishSubject<[Member]>()
            var list: ListBox? = ListBox()
            var calls: [String] = []
            let ended = Counter()
            let driver = subject.asDriver(onErrorJustReturn: [])
            let bag = DisposeBag()
            driver.updates().drive(with: list!) { $0.update($1) }.disposed(by: bag)
            driver.updates().drive(
                onNext: { calls.append("\($0.rows.count)") }, onCompleted: { calls.append("completed") },
                onDisposed: { ended.add() }
            ).disposed(by: bag)
            let recorder = Recorder<ListUpdate<Member>>()
            driver.updates().drive(recorder).disposed(by: bag)
            subject.onNext([Member(id: 1)])
            expectEqual(list?.rows, [Member(id: 1)])
            weak let gone = list
            list = nil
            #expect(gone == nil)
            subject.onNext([])
            subject.onCompleted()
            expectEqual(calls, ["1", "0", "completed"])
            expectEqual(ended.value, 1)
            #expect(recorder.count == 3 && recorder.isCompleted)
        }
    }

    @Test(
        "C41: several rows with one identity are reported once by each observer, with the identity, and come out right")
    func duplicates() {
        func identities(_ body: () -> Void) -> [Int] {
            collectingWarnings(body).compactMap {
                guard case .duplicateIdentity(let id as Int, let row) = $0, row == Member.self else { return nil }
                return id
            }
        }
        let relay = BehaviorRelay(value: TreeArray([Member(id: 7), Member(id: 7)]))
        let bag = DisposeBag()
        var held: [Member] = []
        expectEqual(identities { relay.updates().drive { held.apply($0) }.disposed(by: bag) }, [7])
        expectEqual(identities { relay.accept([Member(id: 8), Member(id: 8, name: "b")]) }, [])
        expectEqual(held, Array(relay.value))

        // Not among the first rows, but among those that changed: before, after, and among those that were added.
        for (old, new) in [
            ([1, 2, 2, 3], [4, 5]), ([4, 5], [1, 2, 3, 2]), ([1, 2], [1, 2, 3, 3]), ([5], [5, 6, 7, 5]),
        ] {
            let array = BehaviorRelay<[Member]>(
                value: old.first == 1 && old.count > 2 ? [] : old.map { Member(id: $0) })
            let bag = DisposeBag()
            var seen: [[Member]] = [[], []]
            let updates = array.updates()
            let met = identities {
                updates.drive { seen[0].apply($0) }.disposed(by: bag)
                updates.drive { seen[1].apply($0) }.disposed(by: bag)
                array.accept(old.map { Member(id: $0) })
                array.accept(new.map { Member(id: $0, name: "new") })
                expectEqual(seen, [array.value, array.value])
            }
            // Remaining rows are not compared with added ones.
            #expect(met.count == (new.last == 5 && old == [5] ? 0 : 1))
        }
    }

    @Test("what a warning of several rows with one identity says")
    func warning() {
        let text = "\(BindingDiagnostics.Warning.duplicateIdentity("x", row: Member.self))"
        #expect(text.contains("Member") && text.contains("identity x"))
    }
}

import Binding
import BindingCollections
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// A detail pane beside a list: the selected row, bound both ways.
@Suite("The row that is selected, to be edited")
@MainActor
struct SelectedRowTests {
    struct Person: Equatable, Identifiable {
        var id: Int
        var name = ""
        var age = 1
    }

    private let people = BehaviorRelay<TreeArray<Person>>(
        value: [Person(id: 1, name: "Ada"), Person(id: 2, name: "Grace"), Person(id: 3, name: "Alan")])
    private let selection = Selection<Int>(.single, whenRemoved: .selectNext)
    private let field = TextField()
    private let bag = DisposeBag()

    init() {
        bag.insert {
            selection.follow(people.updates())
            selection.row(in: people, or: Person(id: 0, name: "–")).name <=> field.rx.text
        }
    }

    @Test("the control shows the selected row, and what is typed is written to that")
    func follows() {
        expectEqual(field.text, "–")
        selection.select(2)
        expectEqual(field.text, "Grace")
        field.type("Grace Hopper")
        expectEqual(people.value.map(\.name), ["Ada", "Grace Hopper", "Alan"])
        selection.select(1)
        expectEqual(field.text, "Ada")
        field.type("Ada Lovelace")
        expectEqual(people.value.map(\.name), ["Ada Lovelace", "Grace Hopper", "Alan"])
    }

    @Test("a row that moves, changes or goes is followed")
    func rowsChange() {
        selection.select(2)
        people.modify { $0.swapAt(1, 2) }
        field.type("G")
        expectEqual(people.value.map(\.name), ["Ada", "Alan", "G"])
        people.modify { $0[2].name = "Grace" }
        expectEqual(field.text, "Grace")
        people.modify { _ = $0.remove(at: 2) }
        expectEqual(field.text, "Alan")
        field.type("A")
        expectEqual(people.value.map(\.name), ["Ada", "A"])
    }

    @Test("while nothing is selected, what is typed is taken back")
    func nothing() {
        field.type("nobody")
        expectEqual(field.text, "–")
        selection.select(1)
        selection.id = nil
        field.type("nobody")
        expectEqual(field.text, "–")
        expectEqual(people.value.map(\.name), ["Ada", "Grace", "Alan"])
        people.modify { $0.removeAll() }
        field.type("nobody")
        #expect(people.value.isEmpty)
    }

    @Test("an edit of one part leaves the others, and costs one update of the row")
    func parts() {
        let age = selection.row(in: people, or: Person(id: 0)).age
        selection.select(3)
        var updates = 0
        let subscription = people.asDriver().skip(1).drive(onNext: { _ in updates += 1 })
        age.value = 41
        field.type("Turing")
        expectEqual(people.value[2], Person(id: 3, name: "Turing", age: 41))
        expectEqual(updates, 2)
        subscription.dispose()
    }

    @Test("an array does as well, without a selection that follows it, and rows that are not there are none")
    func array() {
        let rows = BehaviorRelay(value: [Person(id: 1, name: "Ada")])
        let selection = Selection<Int>()
        let name = selection.row(in: rows, or: Person(id: 0)).name
        selection.id = 7
        expectEqual(name.value, "")
        rows.modify { $0.append(Person(id: 7, name: "new")) }
        expectEqual(name.value, "new")
        name.value = "old"
        expectEqual(rows.value[1].name, "old")
        rows.modify { _ = $0.removeLast() }
        expectEqual(name.value, "")
    }

    @Test("the selection and its rows are released together")
    func lifetime() {
        weak var rows: BehaviorRelay<[Person]>?
        weak var selection: Selection<Int>?
        do {
            let new = BehaviorRelay(value: [Person(id: 1)])
            let following = Selection<Int>()
            following.row(in: new, or: Person(id: 0)).name.value = "x"
            (rows, selection) = (new, following)
        }
        #expect(rows == nil && selection == nil)
    }

    @Test("in an observer or a batch, what is written to the selected row is written to the one that is selected now")
    func withinAChange() {
        struct Person: Identifiable, Equatable {
            let id: Int
            var name = ""
            var age = 0
        }
        let people = BehaviorRelay<TreeArray<Person>>(value: [Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob")])
        let selection = Selection<Int>()
        let row = selection.row(in: people, or: Person(id: 0))
        let field = TextField()
        let (birthday, next, none) = (PublishRelay<Void>(), PublishRelay<Void>(), PublishRelay<Void>())
        let bag = DisposeBag()
        bag.insert {
            selection.follow(people.updates())
            row.name <=> field.rx.text
            birthday.asSignal() => {
                people.modify { for place in $0.indices { $0[place].age += 1 } }
                row.name.value += "!"
                row.age.modify { $0 *= 10 }
            }
            next.asSignal() => {
                selection.select(2)
                row.name.value = "Eve"
            }
            none.asSignal() => {
                selection.deselectAll()
                row.name.value = "Nobody"
            }
        }
        selection.select(1)
        birthday.accept(())
        expectEqual(Array(people.value), [Person(id: 1, name: "Ada!", age: 10), Person(id: 2, name: "Bob", age: 1)])
        expectEqual(field.text, "Ada!")
        next.accept(())
        expectEqual(people.value.map(\.name), ["Ada!", "Eve"])
        expectEqual(field.text, "Eve")
        none.accept(())
        expectEqual(people.value.map(\.name), ["Ada!", "Eve"])
        expectEqual(field.text, "")
        batch {
            selection.select(1)
            expectEqual(row.value.name, "Ada!")
            row.name.value = "Grace"
            selection.select(2)
            row.name.value = "Edith"
        }
        expectEqual(people.value.map(\.name), ["Grace", "Edith"])
        expectEqual(field.text, "Edith")
        batch {
            people.modify { $0[1].age = 7 }
            row.age.modify { $0 += 1 }
            people.modify { $0[1].name = "Emmy" }
        }
        expectEqual(people.value[1], Person(id: 2, name: "Emmy", age: 8))
    }

    @Test("the same while Observation is told of reads, with which no computation has to do")
    func withinAChangeWithObservation() {
        struct Person: Identifiable, Equatable {
            let id: Int
            var name = ""
        }
        let people = BehaviorRelay<TreeArray<Person>>(value: [Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob")])
        let selection = Selection<Int>(.single)
        let row = selection.row(in: people, or: Person(id: 0))
        let next = PublishRelay<Void>()
        let bag = DisposeBag()
        bag.insert {
            next.asSignal() => {
                selection.select(2)
                row.name.value += "!"
            }
        }
        selection.select(1)
        ObservationBridge.begin()
        next.accept(())
        ObservationBridge.end()
        expectEqual(people.value.map(\.name), ["Ada", "Bob!"])
    }

    /// Ways to hold back what is typed.
    enum Holding: CaseIterable {
        case delayed, committed
    }

    @Test(
        "what is being typed when another row is selected is not written to that, also if it is equal",
        arguments: Holding.allCases)
    func heldBack(holding: Holding) {
        people.modify { $0[1].name = "Ada" }
        let (other, scheduler) = (TextField(), TestScheduler())
        let text =
            holding == .delayed
            ? other.rx.text.delayed(.seconds(1), scheduler: scheduler)
            : other.rx.text.committed(on: other.rx.editingDidEnd)
        let name = selection.row(in: people, or: Person(id: 0, name: "–")).name
        bag.insert(name <=> text)
        selection.select(1)
        other.type("Ada L")
        selection.select(2)
        expectEqual(other.text, "Ada")
        scheduler.advance(by: .seconds(1))
        other.leave()
        expectEqual(people.value.map(\.name), ["Ada", "Ada", "Alan"])
        other.type("Grace")
        scheduler.advance(by: .seconds(1))
        other.leave()
        expectEqual(people.value.map(\.name), ["Ada", "Grace", "Alan"])
    }

    @Test("text that cannot be read, or stands for nothing, is that of one row")
    func unreadable() {
        let whole = ValueConverter<String, Int>(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("This is no number") }
                return number
            },
            format: { "\($0)" })
        let (age, other, message) = (TextField(), TextField(), Label())
        let row = selection.row(in: people, or: Person(id: 0, name: "–"))
        bag.insert {
            row.age <=> age.rx.text.converted(by: whole, failures: message.rx.text)
            row.age <=> other.rx.text.converted(by: whole)
        }
        selection.select(1)
        age.type("x")
        expectEqual([age.text, other.text, message.text], ["x", "1", "This is no number"])
        // Nothing else has changed.
        people.modify { $0[0].name = "Ada L" }
        expectEqual(age.text, "x")
        selection.select(2)
        expectEqual([age.text, other.text, message.text], ["1", "1", ""])
        age.type("7")
        expectEqual(people.value.map(\.age), [1, 7, 1])
        expectEqual(other.text, "7")
        batch {
            age.type("y")
            selection.select(1)
        }
        expectEqual(people.value.map(\.age), [1, 7, 1])
        expectEqual([age.text, other.text], ["1", "1"])
    }
}

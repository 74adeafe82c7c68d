import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// One form for whichever row is selected: a pane with "Save" and "Revert" beside a list.
@MainActor
@Suite("The form of the selected row")
struct SelectedRowFormTests {
    struct Article: Equatable, Identifiable {
        var id: Int
        var name = ""
        var price = 5
    }

    private let articles = BehaviorRelay<TreeArray<Article>>(value: [
        Article(id: 1, name: "Tea"), Article(id: 2, name: "Milk"), Article(id: 3, name: "Salt", price: 1),
    ])
    private let selection = Selection<Int>()
    private let form: ValueForm<Article>
    private let name: Field<String, String>
    private let price: Field<String, Int>
    private let bag = DisposeBag()
    private var names: [String] { articles.value.map(\.name) }

    init() {
        bag.insert(selection.follow(articles.updates()))
        form = ValueForm(of: selection.row(in: articles, or: Article(id: 0, price: 0)))
        name = form.field(\.name, .notEmpty)
        price = form.field(\.price, as: .integer)
        selection.id = 1
    }

    private func expectUntouched(_ form: Form) {
        let state = form.state
        #expect(state.isValid && !state.isDirty && !state.isTouched && !state.isSubmitted)
    }

    @Test("another row is shown as it is, and nobody has edited or visited it")
    func another() {
        price.raw = "much"
        form.touchAll()
        #expect(form.state.status == .invalid && form.state.isTouched)
        // Of the same price.
        selection.id = 2
        expectEqual([name.raw, price.raw], ["Milk", "5"])
        expectUntouched(form)
        name.raw = "Cream"
        #expect(form.state.isDirty)
        selection.id = 1
        expectEqual([name.raw, price.raw], ["Tea", "5"])
        expectUntouched(form)
        expectEqual(names, ["Tea", "Cream", "Salt"])
    }

    @Test("a reset restores what the row was when it was selected")
    func reset() {
        name.raw = "Green tea"
        selection.id = 2
        name.raw = "Cream"
        price.raw = "7"
        form.reset()
        expectEqual(articles.value.map(\.id), [1, 2, 3])
        expectEqual(names, ["Green tea", "Milk", "Salt"])
        expectEqual([name.raw, price.raw], ["Milk", "5"])
        selection.id = 1
        form.reset()
        expectEqual(names, ["Green tea", "Milk", "Salt"])
    }

    @Test("what a control holds back for one row is not written to another, also if that is equal")
    func heldBack() {
        let control = TextField()
        bag.insert(price <=> control.rx.text.committed(on: control.rx.editingDidEnd))
        control.type("7")
        selection.id = 2
        expectEqual(control.text, "5")
        form.commit()
        control.leave()
        expectEqual(articles.value.map(\.price), [5, 5, 1])
    }

    @Test("a row that changes, or is selected again, is the same one")
    func same() {
        name.raw = "Green tea"
        price.raw = "much"
        selection.id = 1
        articles.modify { $0.append(Article(id: 4)) }
        articles.modify { $0.swapAt(0, 2) }
        expectEqual(price.raw, "much")
        #expect(form.state.isDirty)
        articles.modify { $0[2].name = "Black tea" }
        expectEqual([name.raw, price.raw], ["Black tea", "much"])
        form.reset()
        expectEqual(names, ["Salt", "Milk", "Tea", ""])
    }

    @Test("a row that goes leaves the placeholder, and is another one when it comes back")
    func gone() {
        name.raw = "Green tea"
        articles.modify { _ = $0.remove(at: 0) }
        expectEqual([name.raw, price.raw], ["", "0"])
        #expect(!form.state.isDirty)
        form.reset()
        expectEqual(names, ["Milk", "Salt"])
        articles.modify { $0.append(Article(id: 1, name: "Green tea")) }
        selection.id = 1
        expectEqual(name.raw, "Green tea")
        #expect(!form.state.isDirty)
        form.reset()
        expectEqual(names, ["Milk", "Salt", "Green tea"])
    }

    @Test(
        "the same in a batch, and in an observer of the rows, before anything is delivered", arguments: [false, true])
    func atOnce(isObserver: Bool) {
        price.raw = "much"
        let act = {
            selection.id = 2
            expectEqual([price.raw, name.raw], ["5", "Milk"])
            expectUntouched(form)
            name.raw = "Cream"
            #expect(name.state.isDirty)
            form.reset()
            expectEqual(names, ["Tea", "Milk", "Salt"])
            selection.id = 3
            #expect(!name.state.isDirty)
            name.raw = "Sugar"
        }
        if isObserver {
            var isDone = false
            bag.insert(
                articles.asDriver().skip(1).drive(onNext: { _ in
                    if !isDone {
                        isDone = true
                        act()
                    }
                }))
            articles.modify { $0[2].price = 2 }
        } else {
            batch { act() }
        }
        expectEqual(names, ["Tea", "Milk", "Sugar"])
        form.reset()
        expectEqual(names, ["Tea", "Milk", "Salt"])
        expectEqual(price.raw, isObserver ? "2" : "1")
    }

    @Test("a form of a part of the row, and of a row's rows")
    func parts() {
        struct Order: Equatable, Identifiable {
            var id: Int
            var lines: [Article] = []
        }
        let orders = BehaviorRelay<[Order]>(value: [
            Order(id: 1, lines: [Article(id: 1, name: "Tea"), Article(id: 2, name: "Milk")]),
            Order(id: 2, lines: [Article(id: 1, name: "Salt")]),
        ])
        let selection = Selection<Int>()
        let form = ValueForm(of: selection.row(in: orders, or: Order(id: 0)).lines)
        let rows = form.rows(\.self) { $0.field(\.name) }
        selection.id = 1
        expectEqual(rows.rows.map(\.raw), ["Tea", "Milk"])
        rows.rows[0].raw = "Green tea"
        form.value.removeLast()
        selection.id = 2
        expectEqual(rows.rows.map(\.raw), ["Salt"])
        expectUntouched(form)
        rows.rows[0].raw = "Sugar"
        form.reset()
        expectEqual(orders.value[1].lines.map(\.name), ["Salt"])
        expectEqual(orders.value[0].lines.map(\.name), ["Green tea"])
        selection.id = 1
        expectEqual(rows.rows.map(\.raw), ["Green tea"])
    }

    /// Runs something in an observer of something else, or in a batch, before anything has read what was selected.
    private func act(isObserver: Bool, _ body: @escaping @MainActor () -> Void) {
        let next = PublishRelay<Void>()
        let observer = next.asSignal().emit(onNext: body)
        if isObserver { next.accept(()) } else { batch { body() } }
        observer.dispose()
    }

    @Test("what is called right after another row has been selected is about that", arguments: [false, true])
    func atOnceWithoutReading(isObserver: Bool) {
        let former = articles.value
        act(isObserver: isObserver) {
            selection.id = 2
            form.reset()
        }
        expectEqual(articles.value, former)
        name.raw = "Cream"
        expectEqual(names, ["Tea", "Cream", "Salt"])
        act(isObserver: isObserver) {
            selection.id = 3
            name.reset(to: "Sugar")
        }
        expectEqual(names, ["Tea", "Cream", "Sugar"])
        act(isObserver: isObserver) {
            selection.id = 2
            price.touch()
        }
        #expect(price.state.isTouched)
        form.add(name, as: "name")
        act(isObserver: isObserver) {
            selection.id = 3
            #expect(throws: Never.self) { try form.reset(to: ["name": "Salt"]) }
        }
        expectEqual(names, ["Tea", "Cream", "Salt"])
        name.raw = "Sugar"
        var late: Field<Int, Int>?
        act(isObserver: isObserver) {
            selection.id = 1
            late = form.field(\.price)
        }
        form.reset()
        expectEqual([late?.value, articles.value[0].price], [5, 5])
        #expect(!form.state.isDirty)
        act(isObserver: isObserver) {
            selection.id = 2
            form.reset(to: Article(id: 2, name: "Oat milk"))
        }
        expectEqual(names, ["Tea", "Oat milk", "Sugar"])
    }

    @Test("a reset right after another row has been selected, of a part that says nothing of the row")
    func resetOfPart() {
        struct Address: Equatable {
            var city = ""
            var zip = 0
        }
        struct Person: Equatable, Identifiable {
            var id: Int
            var address = Address()
        }
        let people = BehaviorRelay<[Person]>(value: [
            Person(id: 1, address: Address(city: "Rome", zip: 1)),
            Person(id: 2, address: Address(city: "Oslo", zip: 2)),
        ])
        let former = people.value
        let selection = Selection<Int>()
        let form = ValueForm(of: selection.row(in: people, or: Person(id: 0)).address)
        let city = form.field(\.city)
        selection.id = 1
        batch {
            selection.id = 2
            form.reset()
        }
        expectEqual(people.value, former)
        expectEqual(city.raw, "Oslo")
    }

    @Test("the row may be read while what is selected is changed in place")
    func readInPlace() {
        let selection = Selection<Int>([1])
        let row = selection.row(in: articles, or: Article(id: 0))
        selection.$ids.modify { $0 = [row.value.id + 1] }
        expectEqual(row.value.name, "Milk")
    }

    @Test("in an observer, what a binding brings after another row has been selected is that row's")
    func binding() {
        let draft = BehaviorRelay(value: "")
        bag.insert(name <=> draft)
        act(isObserver: true) {
            selection.id = 2
            draft.accept("Cream")
        }
        expectEqual(names, ["Tea", "Cream", "Salt"])
        expectEqual([draft.value, name.raw], ["Cream", "Cream"])
    }

    @Test("to select a row changes nothing in it, and is no step of the rows' history")
    func selectsOnly() {
        struct Counted: Equatable, Identifiable {
            let id: Int
            var name = "" { didSet { edits += 1 } }
            var edits = 0
        }
        let rows = BehaviorRelay<[Counted]>(value: [Counted(id: 1), Counted(id: 2)])
        let (history, selection) = (UndoHistory(rows), Selection<Int>())
        let form = ValueForm(of: selection.row(in: rows, or: Counted(id: 0)))
        let name = form.field(\.name)
        selection.id = 1
        name.raw = "x"
        history.undo()
        selection.id = 2
        expectEqual(rows.value.map(\.edits), [0, 0])
        expectEqual([history.undoCount, history.redoCount], [0, 1])
    }

    @Test("a row does not become another one by an edit")
    func otherIdentity() {
        form.value.id = 9
        expectEqual([form.value.id, articles.value[0].id], [1, 1])
        form.value = Article(id: 2, name: "x")
        expectEqual(form.value, articles.value[0])
        selection.id = 2
        name.raw = "Cream"
        expectEqual(names, ["Tea", "Cream", "Salt"])
    }

    @Test("a rule that takes time is asked about each row, also where two are equal")
    func rules() {
        let scheduler = TestScheduler()
        var asked: [Int] = []
        form.rule(price, after: .milliseconds(300), scheduler: scheduler) { [form] _ in
            asked.append(form.value.id)
            return .just(form.value.id == 1 ? "taken" : nil)
        }
        scheduler.advance(by: .seconds(1))
        #expect(!form.state.isValid)
        selection.id = 2
        scheduler.advance(by: .seconds(1))
        #expect(form.state.isValid)
        expectEqual(asked.suffix(2), [1, 2])
    }

    @Test("a submission that waits is withdrawn when another row is selected")
    func submission() async {
        let answers = PublishSubject<String?>()
        form.rule(name, after: .zero) { _ in answers.asObservable() }
        var saved: [String] = []
        let save = form.command(of: self.form) { saved.append($0.value.name) }
        save.start(())
        selection.id = 2
        answers.onNext(nil)
        await save.finished()
        expectEqual(saved, [])
    }

    @Test("a row's rows are made anew for another row, also where they have the same identities")
    func nestedRows() {
        struct Order: Equatable, Identifiable {
            var id: Int
            var lines = [Article(id: 1, price: 5)]
        }
        let orders = BehaviorRelay<[Order]>(value: [Order(id: 1), Order(id: 2)])
        let selection = Selection<Int>()
        let form = ValueForm(of: selection.row(in: orders, or: Order(id: 0, lines: [])))
        let rows = form.rows(\.lines) { ($0, $0.field(\.price, as: .integer)) }
        selection.id = 1
        let control = TextField()
        bag.insert(rows.rows[0].0.content.name <=> control.rx.text.committed(on: control.rx.editingDidEnd))
        control.type("x")
        rows.rows[0].1.raw = "much"
        selection.id = 2
        control.leave()
        expectEqual(rows.rows.map(\.1.raw), ["5"])
        #expect(form.state.isValid && !form.state.isDirty)
        expectEqual(orders.value[1], Order(id: 2))
        rows.rows[0].1.raw = "7"
        form.reset()
        expectEqual(orders.value, [Order(id: 1), Order(id: 2)])
        rows.rows[0].1.raw = "8"
        rows.form.reset()
        expectEqual(orders.value, [Order(id: 1), Order(id: 2)])
        orders.accept([Order(id: 1), Order(id: 2, lines: [Article(id: 1, price: 9), Article(id: 3)])])
        let former = orders.value
        selection.id = 1
        batch {
            selection.id = 2
            rows.form.reset()
        }
        expectEqual(orders.value, former)
    }

    @Test("two forms of the selected row, of which one is released")
    func severalForms() {
        var other: ValueForm<Article>? = ValueForm(of: selection.row(in: articles, or: Article(id: 0)))
        other?.field(\.name).raw = "Green tea"
        expectEqual([name.raw, names[0]], ["Green tea", "Green tea"])
        weak let released = other
        other = nil
        #expect(released == nil)
        selection.id = 2
        expectEqual(name.raw, "Milk")
    }
}

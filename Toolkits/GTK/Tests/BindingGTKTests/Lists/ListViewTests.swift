import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite(.serialized) struct ListViewTests {
    let bag = DisposeBag()

    @Test func rowsOfATreeArrayAreShown() async throws {
        let people = BehaviorRelay(value: people(0..<3))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        try await eventually { probe.texts == ["Person 0", "Person 1", "Person 2"] }
        #expect(probe.rows == Array(people.value))
        #expect(probe.takeChanges() == [.init(0, 0, 3)])
    }

    @Test func rowsOfAPlainArrayAreShown() {
        let names = BehaviorRelay(value: ["a", "b"])
        let probe = ListProbe()
        bag.insert(names.updates(by: \.self).map { Person($0.hashValue, $0) } => probe.list.rx.rows)
        #expect(probe.texts == ["a", "b"])
        names.accept(["b", "c", "a"])
        #expect(probe.texts == ["b", "c", "a"])
        #expect(!probe.takeChanges().dropFirst().contains { $0.removed > 1 || $0.added > 1 })
    }

    @Test func editsAreReportedAndNothingElse() {
        let people = BehaviorRelay(value: people(0..<1000))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        _ = probe.takeChanges()
        people.modify { $0.insert(Person(1000), at: 10) }
        #expect(probe.takeChanges() == [.init(10, 0, 1)])
        people.modify { $0.removeSubrange(4..<6) }
        #expect(probe.takeChanges() == [.init(4, 2, 0)])
        people.modify { $0.insert($0.remove(at: 0), at: 7) }
        #expect(probe.takeChanges() == [.init(0, 1, 0), .init(7, 0, 1)])
        people.modify { $0[3] = Person(2000) }
        #expect(probe.takeChanges() == [.init(3, 1, 0), .init(3, 0, 1)])
        #expect(probe.rows == Array(people.value))
        people.modify { $0.shuffle() }
        #expect(probe.takeChanges() == [.init(0, 999, 999)])
        #expect(probe.rows == Array(people.value))
    }

    @Test func manyEditsAreReportedAsOne() {
        let people = BehaviorRelay(value: people(0..<1000))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        _ = probe.takeChanges()
        let kept = probe.rowWidgets[5]
        people.modify { rows in rows.removeAll { $0.id % 30 == 0 } }
        #expect(probe.takeChanges() == [.init(0, 1000, 966)])
        #expect(probe.rowWidgets[4] == kept)
        #expect(probe.texts == people.value.prefix(probe.texts.count).map(\.name))
        people.modify { rows in for index in rows.indices where index % 12 == 0 { rows[index].name += "!" } }
        #expect(probe.takeChanges().isEmpty)
        #expect(probe.texts == people.value.prefix(probe.texts.count).map(\.name))
    }

    @Test func rowsKeepTheirWidgetsThroughReloads() async throws {
        let people = BehaviorRelay(value: people(0..<2000))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        try await probe.scroll(toFraction: 0.5)
        people.accept(BindingGTKTests.people(2000..<4000))
        try await probe.frames()
        let widgets = Set(probe.rowWidgets)
        // Far above the rows that have widgets, including the very first one.
        people.modify { rows in rows.removeAll { $0.id < 2300 && $0.id % 10 == 5 } }
        #expect(probe.takeChanges().last == .init(0, 2000, 1970))
        #expect(Set(probe.rowWidgets) == widgets)
    }

    @Test func aRowThatIsAnotherValueIsShownInItsWidget() {
        let people = BehaviorRelay(value: people(0..<10))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        _ = probe.takeChanges()
        let widgets = probe.rowWidgets
        people.modify { $0[2].name = "Ada" }
        #expect(probe.texts[2] == "Ada")
        #expect(probe.takeChanges().isEmpty)
        #expect(probe.rowWidgets == widgets)
        #expect(probe.rows == Array(people.value))
    }

    @Test func aReloadShowsRowsAnewThatHaveChanged() {
        let people = BehaviorRelay(value: people(0..<100))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        people.modify { rows in
            rows.shuffle()
            for index in rows.indices { rows[index].name += "!" }
        }
        #expect(probe.texts == people.value.prefix(probe.texts.count).map(\.name))
    }

    @Test func rowsWithOneIdentityAreShown() {
        let people = BehaviorRelay<TreeArray<Person>>(value: [Person(1, "a"), Person(1, "b"), Person(2, "c")])
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        #expect(probe.texts == ["a", "b", "c"])
        people.modify { $0.insert(Person(3, "d"), at: 0) }
        people.modify { _ = $0.removeLast() }
        #expect(probe.texts == ["d", "a", "b"])
        people.accept([Person(1, "x"), Person(4, "y"), Person(1, "z")])
        #expect(probe.texts == ["x", "y", "z"])
    }

    @Test func randomEditsLeaveWhatIsInTheArray() {
        var random = SplitMix(state: 7)
        var next = 50
        let people = BehaviorRelay(value: people(0..<50))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        for _ in 0..<2000 {
            people.modify { rows in
                for _ in 0...Int.random(in: 0..<3, using: &random) {
                    let place = Int.random(in: 0...rows.count, using: &random)
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0, 1:
                        rows.insert(Person(next), at: place)
                        next += 1
                    case 2, 3: if place < rows.count { rows.remove(at: place) }
                    case 4:
                        if place < rows.count {
                            let row = rows.remove(at: place)
                            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
                        }
                    case 5: if place < rows.count { rows[place].name += "." }
                    case 6:
                        if place < rows.count { rows[place] = Person(next) }
                        next += 1
                    default:
                        if Int.random(in: 0..<20, using: &random) == 0 { rows.shuffle(using: &random) }
                        if Int.random(in: 0..<40, using: &random) == 0 { rows.removeAll { $0.id % 3 == 0 } }
                    }
                }
            }
            let expected = Array(people.value)
            guard probe.rows == expected, probe.texts == expected.prefix(probe.texts.count).map(\.name) else {
                Issue.record("\(probe.rows) instead of \(expected)")
                return
            }
        }
        #expect(probe.changes.count > 1500)
    }

    @Test func rowsAreActivated() {
        let probe = ListProbe()
        probe.list.model.apply(ListUpdate(from: [], to: people(0..<5)))
        var activated: [Person] = []
        bag.insert(probe.list.rx.activated => { activated.append($0) })
        probe.activate(3)
        #expect(activated == [Person(3)])
    }

    @Test func theScrollPositionStaysWithItsRow() async throws {
        let people = BehaviorRelay(value: people(0..<1000))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        try await probe.scroll(toFraction: 0.5)
        let top = try #require(probe.top)
        #expect(top.text != "Person 0")
        people.modify { $0.insert(contentsOf: (2000..<2100).map { Person($0) }, at: 0) }
        try await probe.frames()
        #expect(probe.top?.text == top.text)
        people.modify { $0.removeSubrange(10..<50) }
        try await probe.frames()
        #expect(probe.top?.text == top.text)
        // Too many edits to report one by one: the list is reported anew, and the row is found all the same.
        people.modify { rows in rows.removeAll { $0.id % 2 == 1 && $0.name != top.text } }
        #expect(probe.changes.last?.position == 0)
        try await probe.frames()
        #expect(probe.top?.text == top.text)
    }

    @Test func aRowWithTheFocusKeepsItWhereverItGoes() async throws {
        let people = BehaviorRelay(value: people(0..<500))
        let probe = ListProbe(
            ListView<Person, Entry>(
                make: { Entry() }, show: { entry, person in entry.properties.text = person.name }))
        bag.insert(people.updates() => probe.list.rx.rows)
        try await probe.frames()
        let row = probe.rowWidgets[2]
        #expect(gtk_widget_child_focus(row, GTK_DIR_TAB_FORWARD) != 0)
        let focus = gtk_window_get_focus(probe.window.typed())
        #expect(focus != nil)
        people.modify { $0.insert($0.remove(at: 2), at: 9) }
        people.modify { $0[9].name = "Ada" }
        people.modify { _ = $0.remove(at: 0) }
        people.modify { $0.reverse() }
        try await probe.frames()
        #expect(gtk_window_get_focus(probe.window.typed()) == focus)
        #expect(probe.rowWidgets.contains(row))
        people.modify { rows in rows.removeAll { $0.name == "Ada" } }
        #expect(!probe.rowWidgets.contains(row))
    }

    @Test func aRowIsScrolledTo() async throws {
        let probe = ListProbe()
        probe.list.model.apply(ListUpdate(from: [], to: people(0..<1000)))
        let wanted = PublishRelay<Int>()
        bag.insert(wanted => probe.list.rx.scrollTo)
        wanted.accept(700)
        try await eventually { probe.isInView("Person 700") }
        probe.list.scroll(to: 5)
        probe.list.scroll(to: 300)
        try await eventually { probe.isInView("Person 300") }
        probe.list.scroll(to: 5000)
        try await probe.frames()
        #expect(probe.isInView("Person 300"))
    }

    @Test func onlyRowsInViewHaveWidgetsAndThoseAreUsedAgain() async throws {
        var (made, bound, ended) = (0, 0, 0)
        let list = ListView<Person, Label> {
            made += 1
            return Label()
        } show: { label, person, bag in
            bound += 1
            label.properties.label = person.name
            bag.insert(Disposables.create { MainActor.assumeIsolated { ended += 1 } })
        }
        let probe = ListProbe(list)
        list.model.apply(ListUpdate(from: [], to: people(0..<100_000)))
        for step in 0..<50 { try await probe.scroll(toFraction: Double(step) / 50) }
        #expect(made < 1000)
        #expect(bound > made * 2)
        #expect(bound - ended == probe.rowWidgets.count)
        list.model.apply(ListUpdate(from: list.model.rows, to: []))
        #expect(bound == ended)
    }

    @Test func rowsAreBoundAsLongAsTheyHaveAWidget() {
        let names = BehaviorRelay(value: "Ada")
        let probe = ListProbe(
            ListView<Person, Label>(
                make: { Label() }, show: { label, _, bag in bag.insert(names => label.rx.label) }))
        probe.list.model.apply(ListUpdate(from: [], to: people(0..<2)))
        #expect(probe.texts == ["Ada", "Ada"])
        names.accept("Grace")
        #expect(probe.texts == ["Grace", "Grace"])
        probe.list.model.apply(ListUpdate(from: people(0..<2), to: []))
        #expect(!names.hasObservers)
    }

    @Test func aListMayBeUsedWhenItsWindowIsClosed() async throws {
        let people = BehaviorRelay(value: people(0..<100))
        let probe = ListProbe()
        bag.insert(people.updates() => probe.list.rx.rows)
        try await probe.frames()
        probe.window.destroy()
        people.modify { _ = $0.remove(at: 3) }
        people.modify { $0.shuffle() }
        probe.list.model.selectedID = 7
        probe.list.scroll(to: 50)
        #expect(probe.rows == Array(people.value))
    }

    @Test func nothingIsLeftWhenTheWindowIsClosed() async throws {
        let people = BehaviorRelay(value: people(0..<100))
        let selection = BehaviorRelay<Int?>(value: nil)
        weak var list: ListView<Person, Label>?
        weak var model: ListModel<Person>?
        weak var row: Label?
        weak var window: Window?
        do {
            let probe = ListProbe(
                ListView<Person, Label>(
                    make: {
                        let label = Label()
                        row = label
                        return label
                    }, show: { label, person, bag in bag.insert(Driver.just(person.name) => label.rx.label) }))
            (list, model, window) = (probe.list, probe.list.model, probe.window)
            bag.insert {
                people.updates() => probe.list.rx.rows
                selection <=> probe.list.rx.selectedID
                probe.list.rx.activated => { _ in }
            }
            selection.accept(90)
            try await probe.frames()
            #expect(row != nil)
        }
        try await eventually { window == nil }
        #expect(list == nil)
        #expect(model == nil)
        #expect(row == nil)
    }
}

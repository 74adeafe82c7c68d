import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite(.serialized) struct ListSelectionTests {
    let bag = DisposeBag()
    let rows = BehaviorRelay(value: people(0..<50))

    private func probe(_ mode: ListSelectionMode = .single) -> ListProbe<ListView<Person, Label>> {
        let probe = ListProbe(selectionMode: mode)
        bag.insert(rows.updates() => probe.list.rx.rows)
        return probe
    }

    @Test func oneRowIsSelectedBothWays() {
        let probe = probe()
        let selected = BehaviorRelay<Int?>(value: 4)
        bag.insert(selected <=> probe.list.rx.selectedID)
        #expect(probe.selectedTexts == ["Person 4"])
        probe.click(7)
        #expect(selected.value == 7)
        #expect(probe.selectedTexts == ["Person 7"])
        selected.accept(2)
        #expect(probe.selectedTexts == ["Person 2"])
        probe.click(2, modify: true)
        #expect(selected.value == nil)
        #expect(probe.selectedTexts == [])
        probe.click(3)
        probe.click(5, modify: true)
        #expect(selected.value == 5)
        #expect(probe.selectedTexts == ["Person 5"])
        probe.click(9, extend: true)
        #expect(selected.value == 9)
        gtk_selection_model_select_all(probe.list.model.opaque)
        #expect(selected.value == 9)
    }

    @Test func severalRowsAreSelectedBothWays() {
        let probe = probe(.multiple)
        let selected = BehaviorRelay<Set<Int>>(value: [1, 2])
        bag.insert(selected <=> probe.list.rx.selectedIDs)
        #expect(probe.selectedTexts == ["Person 1", "Person 2"])
        probe.click(4, modify: true)
        #expect(selected.value == [1, 2, 4])
        probe.click(1, modify: true)
        #expect(selected.value == [2, 4])
        probe.click(5)
        #expect(selected.value == [5])
        probe.click(8, extend: true)
        #expect(selected.value == [5, 6, 7, 8])
        #expect(probe.selectedTexts == ["Person 5", "Person 6", "Person 7", "Person 8"])
        gtk_selection_model_select_all(probe.list.model.opaque)
        #expect(selected.value == Set(0..<50))
        gtk_selection_model_unselect_all(probe.list.model.opaque)
        #expect(selected.value == [])
        selected.accept([3, 5])
        #expect(probe.selectedTexts == ["Person 3", "Person 5"])
        #expect(probe.list.model.selectedID == nil)
    }

    @Test func nothingIsSelectedWhereNothingCanBe() {
        let probe = probe(.none)
        probe.click(3)
        #expect(probe.list.model.selectedIDs == [])
    }

    @Test func theSelectionStaysWithItsRow() {
        let probe = probe()
        var told: [Int?] = []
        bag.insert(probe.list.rx.selectedID => { told.append($0) })
        probe.click(7)
        rows.modify { $0.insert(Person(100), at: 0) }
        #expect(probe.selectedTexts == ["Person 7"])
        rows.modify { $0.insert($0.remove(at: 8), at: 2) }
        #expect(probe.selectedTexts == ["Person 7"])
        rows.modify { $0[2].name = "Ada" }
        #expect(probe.selectedTexts == ["Ada"])
        rows.modify { $0.removeSubrange(0..<2) }
        #expect(probe.selectedTexts == ["Ada"])
        rows.modify { $0.reverse() }
        rows.modify { $0.removeAll { $0.id > 12 } }
        #expect(probe.selectedTexts == ["Ada"])
        #expect(told == [nil, 7])
    }

    @Test func aRowThatComesBackIsSelectedAgain() {
        let probe = probe()
        let selected = BehaviorRelay<Int?>(value: 7)
        bag.insert(selected <=> probe.list.rx.selectedID)
        let all = rows.value
        rows.accept(people(20..<30))
        #expect(probe.selectedTexts == [])
        #expect(selected.value == 7)
        rows.accept(all)
        #expect(probe.selectedTexts == ["Person 7"])
    }

    @Test func aRowThatIsWantedIsSelectedAndSeenWhenItComes() async throws {
        rows.accept([])
        let probe = probe()
        probe.list.model.selectedID = 800
        rows.accept(people(0..<1000))
        try await eventually { probe.isInView("Person 800") }
        #expect(probe.selectedTexts == ["Person 800"])
        rows.modify { $0.removeAll { $0.id == 800 } }
        try await probe.scroll(toFraction: 0)
        rows.modify { $0.insert(Person(800), at: 600) }
        try await eventually { probe.isInView("Person 800") }
        #expect(probe.selectedTexts == ["Person 800"])
    }

    @Test func arrowKeysBeginAtTheRowThatIsScrolledTo() async throws {
        let probe = probe()
        let selected = BehaviorRelay<Int?>(value: nil)
        var activated: [Int] = []
        bag.insert {
            selected <=> probe.list.rx.selectedID
            probe.list.rx.activated => { activated.append($0.id) }
        }
        try await User.look(at: probe.window)
        #expect(gtk_widget_child_focus(probe.list.widget, GTK_DIR_TAB_FORWARD) != 0)
        selected.accept(30)
        try await eventually { probe.isInView("Person 30") }
        try await probe.frames()
        try await User.press("Down")
        try await eventually { selected.value == 31 }
        try await User.press("Return")
        try await eventually { activated == [31] }
        rows.modify { $0.insert($0.remove(at: 31), at: 3) }
        try await User.press("Down")
        try await eventually { selected.value == 3 }
    }

    @Test func settingTheSelectionIsNoEdit() {
        let probe = probe()
        var edits: [Int?] = []
        bag.insert(probe.list.rx.selectedID.changed => { edits.append($0) })
        probe.list.model.selectedID = 3
        bag.insert(Driver.just(4) => probe.list.rx.selectedID)
        #expect(probe.selectedTexts == ["Person 4"])
        #expect(edits.isEmpty)
        probe.click(5)
        #expect(edits == [5])
    }

    @Test func whatAViewModelMakesOfAClickIsShown() {
        let selection = Selection<Int>(.exactlyOne, whenRemoved: .selectNext)
        bag.insert(selection.follow(rows.updates()))
        let probe = probe()
        bag.insert(selection.$id <=> probe.list.rx.selectedID)
        probe.click(4)
        probe.click(4, modify: true)
        #expect(selection.id == 4)
        #expect(probe.selectedTexts == ["Person 4"])
        rows.modify { _ = $0.remove(at: 4) }
        #expect(probe.selectedTexts == ["Person 5"])
        #expect(selection.id == 5)
    }

    @Test func filteringKeepsTheSelection() {
        let query = BehaviorRelay(value: "")
        let probe = ListProbe()
        bag.insert(
            rows.updates().filter(by: query.asDriver()) { $1.isEmpty || $0.name.hasSuffix($1) } => probe.list.rx.rows)
        probe.click(12)
        query.accept("2")
        #expect(probe.texts == ["Person 2", "Person 12", "Person 22", "Person 32", "Person 42"])
        #expect(probe.selectedTexts == ["Person 12"])
        query.accept("3")
        #expect(probe.selectedTexts == [])
        query.accept("")
        #expect(probe.selectedTexts == ["Person 12"])
    }
}

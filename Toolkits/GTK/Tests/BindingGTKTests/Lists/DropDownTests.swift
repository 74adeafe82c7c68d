import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite(.serialized) struct DropDownTests {
    enum Plan: String, CaseIterable, Sendable {
        case free, team, company
    }

    let bag = DisposeBag()
    let plans = DropDown(Plan.allCases) { $0.rawValue.uppercased() }

    /// The text in the box.
    private var title: String? {
        gtk_drop_down_get_selected_item(plans.opaque)
            .map { String(cString: gtk_string_object_get_string(OpaquePointer($0))) }
    }

    /// Chooses as the user does.
    private func choose(_ place: Int) { gtk_drop_down_set_selected(plans.opaque, guint(place)) }

    @Test func theFirstIsChosenAtFirst() {
        #expect(plans.selection == .free)
        #expect(plans.selectedIndex == 0)
        #expect(title == "FREE")
        #expect(DropDown(["a", "b"]).selection == "a")
        #expect(DropDown([]).selection == nil)
    }

    @Test func valuesAreChosenBothWays() {
        let plan = BehaviorRelay<Plan?>(value: .team)
        bag.insert(plan <=> plans.rx.selection)
        #expect(title == "TEAM")
        choose(2)
        #expect(plan.value == .company)
        plan.accept(nil)
        #expect(title == nil)
        #expect(plans.selectedIndex == nil)
    }

    @Test func placesAreChosenBothWays() {
        let place = BehaviorRelay<Int?>(value: 1)
        bag.insert(place <=> plans.rx.selectedIndex)
        #expect(title == "TEAM")
        #expect(plans.selection == .team)
        choose(0)
        #expect(place.value == 0)
        place.accept(nil)
        #expect(plans.selection == nil)
        place.accept(17)
        #expect(plans.selection == nil)
    }

    @Test func settingIsNoEdit() {
        var edits: [Plan?] = []
        bag.insert(plans.rx.selection.changed => { edits.append($0) })
        plans.selection = .team
        plans.selectedIndex = 2
        plans.options = [.company, .free]
        #expect(edits.isEmpty)
        choose(1)
        #expect(edits == [.free])
    }

    @Test func whatIsChosenStaysWhenTheOptionsChange() {
        let options = BehaviorRelay<[Plan]>(value: [.free, .team])
        let plan = BehaviorRelay<Plan?>(value: .company)
        bag.insert {
            plan <=> plans.rx.selection
            options => plans.rx.options
        }
        #expect(title == nil)
        options.accept([.team, .company, .free])
        #expect(title == "COMPANY")
        #expect(plans.selectedIndex == 1)
        options.accept([.company])
        #expect(title == "COMPANY")
        options.accept([])
        #expect(title == nil)
        #expect(plan.value == .company)
        options.accept(Plan.allCases)
        #expect(title == "COMPANY")
    }

    @Test func nothingStaysChosenWhenTheOptionsChange() {
        plans.selection = nil
        plans.options = [.team, .company]
        #expect(title == nil)
        #expect(plans.selection == nil)
        let empty = DropDown<String>([])
        empty.options = ["a"]
        #expect(empty.selectedIndex == nil)
        #expect(empty.selection == nil)
    }

    @Test func theOptionsAreChangedByAnObserverOfTheChoice() {
        let plan = BehaviorRelay<Plan?>(value: .free)
        var told: [Plan?] = []
        bag.insert {
            plan <=> plans.rx.selection
            plan => { [plans] choice in
                if choice == .team { plans.options = [.company, .free, .team] }
                if choice == .free { plans.options = [.free, .team, .company] }
            }
            plans.rx.selection.changed => { told.append($0) }
        }
        for _ in 1...3 {
            told = []
            choose(1)
            #expect(told == [.team])
            #expect(plan.value == .team && plans.selection == .team)
            #expect(plans.selectedIndex == 2)
            #expect(title == "TEAM")
            #expect(offered == ["COMPANY", "FREE", "TEAM"])
            choose(1)
            #expect(told == [.team, .free])
            #expect(plan.value == .free && plans.selectedIndex == 0)
            #expect(title == "FREE")
            #expect(offered == ["FREE", "TEAM", "COMPANY"])
        }
    }

    @Test func theOptionsAreChangedWithTheSamePlaceChosen() {
        var told: [Plan?] = []
        bag.insert(
            plans.rx.selection.asDriver().skip(1) => { [plans] choice in
                told.append(choice)
                if choice == .team { plans.options = [.company, .team, .free] }
            })
        #expect(warnings { choose(1) } == [])
        #expect(told == [.team])
        #expect(plans.selectedIndex == 1)
        #expect(title == "TEAM")
        #expect(offered == ["COMPANY", "TEAM", "FREE"])
    }

    @Test func anObserverOfTheChoiceChoosesWhatIsNotThere() {
        plans.options = [.free, .team]
        let plan = BehaviorRelay<Plan?>(value: .free)
        var told: [Plan?] = []
        bag.insert {
            plan <=> plans.rx.selection
            plan => { if $0 == .team { plan.accept(.company) } }
            plan => { told.append($0) }
        }
        choose(1)
        #expect(told == [.free, .team, .company])
        #expect(plan.value == .company && plans.selection == .company)
        #expect(title == nil)
        plans.options = [.company]
        #expect(title == "COMPANY")
        #expect(plan.value == .company)
    }

    @Test func anObserverOfTheChoiceTakesItAway() {
        let plan = BehaviorRelay<Plan?>(value: .free)
        var told: [Plan?] = []
        bag.insert {
            plan <=> plans.rx.selection
            plan => { [plans] choice in if choice == .team { plans.options = [.company] } }
            plan => { told.append($0) }
        }
        #expect(warnings { choose(1) } == [])
        #expect(told == [.free, .team])
        #expect(plan.value == .team && plans.selection == .team)
        #expect(plans.selectedIndex == nil)
        choose(0)
        #expect(told == [.free, .team, .company])
        #expect(plan.value == .company)
    }

    @Test func anOptionIsChosenByKeysAndTheOptionsChange() async throws {
        let plan = BehaviorRelay<Plan?>(value: .free)
        let window = Window("Plans", width: 300, height: 300)
        window.child = Box(.vertical, [plans])
        bag.insert {
            plan <=> plans.rx.selection
            plan => { [plans] choice in if choice == .team { plans.options = [.company, .free, .team] } }
        }
        try await User.look(at: window)
        plans.grabFocus()
        try await User.press("space")
        try await eventually("the options are shown") { popover.map { gtk_widget_get_mapped($0) != 0 } == true }
        try await User.press("Down", "Return")
        try await eventually("one is chosen") { plan.value == .team }
        try await eventually("the options are hidden") { popover.map { gtk_widget_get_mapped($0) != 0 } == false }
        #expect(plans.selectedIndex == 2)
        #expect(labels(in: children(of: plans.widget)[0]).contains("TEAM"))
        window.destroy()
    }

    /// The options that GTK offers.
    private var offered: [String] {
        let model = gtk_drop_down_get_model(plans.opaque)
        return (0..<g_list_model_get_n_items(model)).map { place in
            let item = g_list_model_get_item(model, place)!
            defer { g_object_unref(item) }
            return String(cString: gtk_string_object_get_string(OpaquePointer(item)))
        }
    }

    /// The bubble with the options.
    private var popover: UnsafeMutablePointer<GtkWidget>? {
        children(of: plans.widget).first { String(cString: gtk_widget_get_css_name($0)) == "popover" }
    }
}

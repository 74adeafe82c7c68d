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

    /// What is read in the box.
    private var title: String? {
        gtk_drop_down_get_selected_item(plans.opaque)
            .map { String(cString: gtk_string_object_get_string(OpaquePointer($0))) }
    }

    /// Chooses as its user does.
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
}

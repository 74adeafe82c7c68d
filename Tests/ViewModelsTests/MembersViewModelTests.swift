import Binding
import BindingCollections
import BindingTesting
import TestSupport
import Testing
import ViewModels

@Suite("Members view model")
@MainActor
struct MembersViewModelTests {
    private let scheduler = TestScheduler()
    private let model: MembersViewModel
    private let bag = DisposeBag()

    init() {
        model = MembersViewModel(service: LocalClub(scheduler: scheduler))
    }

    private func latest<Value: Sendable>(_ driver: Driver<Value>) -> Value? {
        var latest: Value?
        driver.drive(onNext: { latest = $0 }).dispose()
        return latest
    }

    private var shown: [String] { latest(model.shown.rows)?.map(\.name) ?? [] }

    @Test("Those are shown whose name is looked for, in either order")
    func shownInOrder() {
        expectEqual(shown, LocalDirectory.members)
        model.query = " AD "
        expectEqual(shown, ["Ada Lovelace", "Adele Goldberg", "Radia Perlman"])
        expectEqual(latest(model.summary), "3 of 15")
        model.order = "points"
        expectEqual(shown, ["Adele Goldberg", "Ada Lovelace", "Radia Perlman"])
        model.order = "nonsense"
        model.query = ""
        expectEqual(shown, LocalDirectory.members)
        expectEqual(latest(model.summary), "15 members")
    }

    @Test("Of the list only its changes are sent")
    func updates() {
        var changes: [ListUpdate<Member>.Change] = []
        model.shown.drive { changes.append($0.change) }.disposed(by: bag)
        scheduler.advance(by: 1000)
        scheduler.advance(by: 1000)
        expectEqual(changes, [.reload, .edits([.insert(3..<4)]), .edits([.replace(8..<9)])])
    }

    @Test("Whoever is selected stays so while others come, go and change places, and is back when looked for no more")
    func selection() {
        var selected: [String] = []
        model.selected.drive { selected.append($0.map { "\($0.name) \($0.points)" } ?? "nobody") }.disposed(by: bag)
        model.selection.id = "12"
        scheduler.advance(by: 4000)
        model.order = "points"
        scheduler.advance(by: 1000)
        model.query = "ada"
        #expect(model.selection.id == nil)
        scheduler.advance(by: 5000)
        model.query = ""
        expectEqual(model.selection.id, "12")
        expectEqual(selected, ["nobody", "Radia Perlman 33", "Radia Perlman 93", "nobody", "Radia Perlman 93"])
    }

    @Test("Somebody new is added and selected, and nobody twice")
    func add() {
        expectEqual(model.canAdd, false)
        model.query = "  hedy   LAMARR "
        expectEqual(model.canAdd, false)
        model.add()
        expectEqual(model.members.count, 15)
        model.query = " Hedy  West"
        expectEqual(model.canAdd, true)
        model.add()
        expectEqual(model.members.last, Member(id: "16", name: "Hedy West", points: 0))
        #expect(model.query == "" && model.selection.id == "16")
    }

    @Test("Whoever is selected is removed, and the next is selected, or else the one before")
    func remove() {
        model.remove()
        expectEqual(model.members.count, 15)
        model.query = "ad"
        model.selection.id = "2"
        model.remove()
        expectEqual(shown, ["Ada Lovelace", "Radia Perlman"])
        expectEqual(model.selection.id, "12")
        model.remove()
        expectEqual(model.selection.id, "1")
        model.remove()
        #expect(shown == [] && model.selection.id == nil)
        expectEqual(model.members.count, 12)
    }

    @Test("News of somebody who is not there is no news")
    func news() {
        for member in model.members {
            model.selection.id = member.id
            model.remove()
        }
        scheduler.advance(by: 60_000)
        expectEqual(shown, ["Annie Easley", "Karen Spärck Jones", "Lynn Conway", "Niklaus Wirth"])
    }
}

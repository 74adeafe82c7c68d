import Binding
import BindingCollections
import BindingControls
import BindingOperators
import TestSupport
import Testing

@MainActor
private final class Button: Sendable {
    let name: String
    @ViewAction var press: () -> Void

    init(_ name: String) { self.name = name }
}

@MainActor
private final class ButtonsViewModel {
    @Bindable var items: TreeArray<Button> = []

    var list: ListUpdates<Button> { $items.updates().map { $0 } }
}

@Suite("what happens to the rows of lists")
@MainActor
struct ItemEventsTests {
    private let bag = DisposeBag()

    @Test("rows that come and go: those that move or change do neither, if they have identities")
    func turnover() {
        let members = BehaviorRelay<TreeArray<Member>>(value: [Member(id: 1), Member(id: 2)])
        let log = Recorder<String>()
        members.updates().onItemAdded { log("+\($0.id)") }.onItemRemoved { log("-\($0.id)\($0.name)") }
            .drive { log("\($0.rows.count)") }.disposed(by: bag)
        members.modify { $0[1].name = "b" }
        members.modify { $0.swapAt(0, 1) }
        members.modify {
            $0.remove(at: 0)
            $0.append(Member(id: 3))
        }
        members.modify { $0 = [] }
        expectEqual(
            log.elements, ["+1", "+2", "2", "2", "2", "+3", "-2b", "2", "-1", "-3", "0"])
    }

    @Test("without identities, a row that changes goes, and another one comes")
    func withoutIdentity() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2])
        let log = Recorder<String>()
        numbers.updates().onItemRemoved { log("-\($0)") }.onItemAdded { log("+\($0)") }.drive { _ in }
            .disposed(by: bag)
        numbers.modify { $0[0] = 5 }
        expectEqual(log.elements, ["+1", "+2", "-1", "+5"])
    }

    @Test("events of rows, from those that are there, wherever they move")
    func events() {
        let viewModel = ButtonsViewModel()
        let items = ["a", "b", "c"].map { Button($0) }
        viewModel.items = TreeArray(items[0..<2])
        let pressed = Recorder<String>()
        viewModel.list.mergeMany { item in item.$press.map { item.name } }
            .emit { pressed($0) }.disposed(by: bag)
        items[0].press()
        items[2].press()
        viewModel.items.swapAt(0, 1)
        items[0].press()
        items[1].press()
        viewModel.items[0] = items[2]
        items[1].press()
        items[2].press()
        viewModel.items = []
        for item in items { item.press() }
        viewModel.items = [items[1]]
        items[1].press()
        expectEqual(pressed.elements, ["a", "a", "b", "c", "b"])
    }

    @Test("each event of a batch arrives, and one that removes its row is the row's last")
    func eventsOfBatches() {
        let viewModel = ButtonsViewModel()
        let items = ["a", "b"].map { Button($0) }
        viewModel.items = TreeArray(items)
        let pressed = Recorder<String>()
        viewModel.list.mergeMany { item in item.$press.map { item } }.emit { item in
            pressed(item.name)
            viewModel.items.removeAll { $0 === item }
        }.disposed(by: bag)
        batch {
            items[1].press()
            items[0].press()
            items[0].press()
        }
        items[1].press()
        #expect(viewModel.items.isEmpty)
        expectEqual(Set(pressed.elements), ["a", "b"])
    }

    @Test("several observers of events share the rows' signals; nothing is kept when they leave")
    func lifetimes() {
        weak var row: Button?
        weak var owner: ButtonsViewModel?
        do {
            let viewModel = ButtonsViewModel()
            let item = Button("a")
            viewModel.items = [item]
            let seen = Recorder<Int>()
            let events = viewModel.list.mergeMany { $0.$press }
            let first = events.emit { seen(1) }
            _ = events.emit { seen(2) }
            item.press()
            first.dispose()
            item.press()
            expectEqual(seen.elements, [1, 2, 2])
            (row, owner) = (item, viewModel)
        }
        #expect(row == nil)
        #expect(owner == nil)
    }

    @Test("a row that has gone is released")
    func rowsAreReleased() {
        let viewModel = ButtonsViewModel()
        weak var row: Button?
        viewModel.list.mergeMany { item in item.$press.map { [weak item] in item?.name } }.emit { _ in }.disposed(
            by: bag)
        do {
            let item = Button("a")
            viewModel.items = [item, Button("b")]
            row = item
        }
        #expect(row != nil)
        viewModel.items.removeFirst()
        #expect(row == nil)
    }
}

import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Rows that the user drags with the mouse.
@MainActor @Suite struct RowDragTests {
    /// Two lists beside each other, between which rows can be moved.
    @MainActor private final class TwoLists: Window {
        let left = BehaviorRelay(value: people(0..<4))
        let right = BehaviorRelay(value: people(10..<12))
        private(set) var texts: [String: Label] = [:]
        private(set) var lists: [any ListControl<Person>] = []
        var drops: [RowDrop<Person>] = []
        let bag = DisposeBag()

        init(isTable: Bool, mode: ListSelectionMode = .single) {
            super.init("Rows", width: 400, height: 300)
            let show: @MainActor (Label, Person) -> Void = { [unowned self] label, person in
                label.properties.label = person.name
                texts[person.name] = label
            }
            if isTable {
                let column = Column<Person>(
                    "Name", make: { Label() }, show: { label, person, _ in show(label, person) })
                bind(left, ColumnView<Person>([column], selectionMode: mode))
            } else {
                bind(left, ListView<Person, Label>(selectionMode: mode, make: { Label() }, show: show))
            }
            bind(right, ListView<Person, Label>(make: { Label() }, show: show))
            child = Box(.horizontal, lists.map { ScrolledWindow($0).with(\.hexpand, true) })
        }

        private func bind<List: ListControl>(_ rows: BehaviorRelay<TreeArray<Person>>, _ list: List)
        where List.Row == Person {
            lists.append(list)
            list.setRowsDraggable { $0.map(\.name).joined(separator: ", ") }
            bag.insert {
                rows.updates() => list.rx.rows
                list.rx.droppedRows => { [unowned self] drop in
                    drops.append(drop)
                    let ids = Set(drop.rows.map(\.id))
                    for other in [left, right] where other !== rows {
                        other.modify { $0.removeAll { ids.contains($0.id) } }
                    }
                    rows.modify { drop.move(in: &$0) }
                }
            }
        }

        func label(_ id: Int) throws -> Label { try #require(texts["Person \(id)"]) }
        var ids: [[Int]] { [left.value.map(\.id), right.value.map(\.id)] }

        func show() async throws {
            try await User.look(at: self)
            try await eventually("the rows are there") { texts.count == 6 }
        }
    }

    @Test func aTableScrollsWhileRowsAreDraggedNearItsEdges() async throws {
        let people = BehaviorRelay(value: people(0..<300))
        let table = ColumnView<Person>([Column("Name") { $0.name }])
        table.setRowsDraggable()
        let bag = DisposeBag()
        bag.insert {
            people.updates() => table.rx.rows
            table.rx.droppedRows => { drop in people.modify { drop.move(in: &$0) } }
        }
        let window = Window("Rows", width: 300, height: 300)
        window.child = ScrolledWindow(table)
        defer { window.destroy() }
        try await User.look(at: window)
        try await eventually("the rows are there") { label("Person 2", in: table) != nil }
        let adjustment = gtk_scrollable_get_vadjustment(table.opaque)
        var value: Double { gtk_adjustment_get_value(adjustment) }
        try await User.hold(try #require(label("Person 2", in: table)), over: table) { move in
            try await move((0.5, 0.96))
            try await eventually("it scrolls down") { value > 600 }
            try await move((0.5, 0.15))
            try await eventually("it scrolls up, to its start") { value == 0 }
            try await move((0.5, 0.96))
            try await eventually("and down") { value > 300 }
        }
        try await eventually("it is dropped far below") { people.value.firstIndex { $0.id == 2 }! > 10 }
        // The list shows its rows where they are now, and no others than these.
        try await User.waitForLayout(of: table)
        try await Task.sleep(for: .milliseconds(100))
        let end = value
        try await Task.sleep(for: .milliseconds(200))
        #expect(value == end)
    }

    /// The label with a text in a widget.
    private func label(_ text: String, in widget: Widget) -> Label? {
        func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> Label? {
            if let label = GObject.of(widget) as? Label, label.properties.label == text { return label }
            return children(of: widget).lazy.compactMap { find($0) }.first
        }
        return find(widget.widget)
    }

    @Test(arguments: [false, true])
    func rowsAreMovedWithinAListAndToAnotherOne(_ isTable: Bool) async throws {
        let window = TwoLists(isTable: isTable)
        try await window.show()
        // On the lower half.
        try await User.drag(window.label(0), to: window.label(2), at: (0.5, 0.9))
        try await eventually("it is moved") { window.ids[0] == [1, 2, 0, 3] }
        #expect(window.drops.last?.isFromSameList == true && window.drops.last?.index == 3)
        // On the upper half.
        try await User.drag(window.label(3), to: window.label(1), at: (0.5, 0.1))
        try await eventually("it is moved") { window.ids[0] == [3, 1, 2, 0] }
        // Onto itself.
        try await User.drag(window.label(1), to: window.label(1), at: (0.5, 0.1))
        try await eventually("it is dropped") { window.drops.count == 3 }
        #expect(window.ids[0] == [3, 1, 2, 0])

        try await User.drag(window.label(1), to: window.label(11), at: (0.5, 0.1))
        try await eventually("it is in the other list") { window.ids == [[3, 2, 0], [10, 1, 11]] }
        #expect(window.drops.last?.isFromSameList == false && window.drops.last?.nextID == 11)
        // Below the rows.
        try await User.drag(window.label(10), to: window.lists[0], at: (0.5, 0.95))
        try await eventually("it is in the first list") { window.ids == [[3, 2, 0, 10], [1, 11]] }
        #expect(window.drops.last?.nextID == nil)
        window.destroy()
    }

    @Test func theSelectedRowsAreDraggedTogether() async throws {
        let window = TwoLists(isTable: false, mode: .multiple)
        try await window.show()
        let list = try #require(window.lists[0] as? ListView<Person, Label>)
        list.model.selectedIDs = [3, 1]
        try await User.drag(window.label(3), to: window.label(10), at: (0.5, 0.1))
        try await eventually("they are moved") { window.ids == [[0, 2], [1, 3, 10, 11]] }
        list.model.selectedIDs = [0]
        try await User.drag(window.label(2), to: window.label(10), at: (0.5, 0.1))
        try await eventually("one is moved") { window.ids == [[0], [1, 3, 2, 10, 11]] }
        window.destroy()
    }

    @Test func rowsAreDroppedOnARowAndOnOtherWidgets() async throws {
        let window = TwoLists(isTable: false)
        let entry = Entry()
        var (pairs, rows): ([(value: [Person], row: Person)], [[Person]]) = ([], [])
        let place = Label("Here")
        let box = try #require(window.child as? Box)
        window.child = nil
        window.child = Box(.vertical, [box.with(\.vexpand, true), entry, place])
        let right = try #require(window.lists[1] as? ListView<Person, Label>)
        window.bag.insert {
            right.rx.droppedOnRow(.rows(of: Person.self)) => { pairs.append($0) }
            place.rx.dropped(.rows(of: Person.self)) => { rows.append($0) }
        }
        try await window.show()
        try await User.drag(window.label(2), to: window.label(11), isTaken: false)
        try await eventually("it is dropped") { pairs.first?.row.id == 11 && pairs.first?.value == [Person(2)] }
        try await User.drag(window.label(1), to: place)
        try await eventually("it is dropped") { rows == [[Person(1)]] }
        try await User.drag(window.label(1), to: entry)
        try await eventually("its name is dropped") { entry.properties.text == "Person 1" }
        window.destroy()
    }

    @Test func aLineShowsWhereRowsWouldBeDropped() async throws {
        let window = TwoLists(isTable: false)
        try await window.show()
        func line() -> [String] {
            window.texts.sorted { $0.key < $1.key }.compactMap { name, label in
                let row = gtk_widget_get_parent(label.widget)
                let names = ["before", "after"].filter { gtk_widget_has_css_class(row, "binding-drop-\($0)") != 0 }
                return names.isEmpty ? nil : "\(names.joined(separator: " and ")) \(name)"
            }
        }
        var lines: [[String]] = []
        try await User.drag(window.label(0), to: window.label(2), at: (0.5, 0.9)) { lines.append(line()) }
        try await User.drag(window.label(0), to: window.label(10), at: (0.5, 0.1)) { lines.append(line()) }
        #expect(lines == [["after Person 2"], ["before Person 10"]])
        try await eventually("the line has gone") { line().isEmpty && window.drops.count == 2 }
        window.destroy()
    }

    @Test func aListScrollsWhileRowsAreDraggedToItsEdgeAndStopsWithTheDrop() async throws {
        let window = TwoLists(isTable: false)
        window.left.accept(people(0..<200))
        try await User.look(at: window)
        try await eventually("the rows are there") { window.texts["Person 1"] != nil }
        let list = window.lists[0]
        let adjustment = gtk_scrollable_get_vadjustment(list.opaque)
        var passed: Double = 0
        try await User.drag(window.label(1), to: list, at: (0.5, 0.98)) {
            // As long as the button is pressed.
            let end = ContinuousClock.now + .seconds(20)
            while gtk_adjustment_get_value(adjustment) < 300, ContinuousClock.now < end {
                g_main_context_iteration(nil, 0)
            }
            passed = gtk_adjustment_get_value(adjustment)
        }
        try await eventually("it is dropped") { window.drops.count == 1 }
        #expect(passed >= 300 && (window.drops.first?.index ?? 0) > 10)
        // The list takes the row where it was dropped.
        try await Task.sleep(for: .milliseconds(300))
        let value = gtk_adjustment_get_value(adjustment)
        try await Task.sleep(for: .milliseconds(200))
        #expect(gtk_adjustment_get_value(adjustment) == value, "it stops with the drop")
        window.destroy()
    }

    @Test func rowsThatAreNotShownKeepTheirPlaces() {
        func move(_ moved: [Int], before next: Int?, in ids: [Int]) -> [Int] {
            var rows = ids.map { Person($0, "new") }
            RowDrop(rows: moved.map { Person($0) }, index: 0, nextID: next, isFromSameList: true).move(in: &rows)
            return rows.map(\.id)
        }
        #expect(move([1], before: 3, in: [0, 1, 2, 3]) == [0, 2, 1, 3])
        #expect(move([1, 2], before: nil, in: [0, 1, 2, 3]) == [0, 3, 1, 2])
        // It has gone while it was dragged.
        #expect(move([7], before: 0, in: [0]) == [0])
        var others = [Person(0)]
        RowDrop(rows: [Person(7)], index: 0, nextID: 0, isFromSameList: false).move(in: &others)
        #expect(others.map(\.id) == [7, 0])
        // The next one has gone meanwhile.
        #expect(move([0], before: 9, in: [0, 1]) == [1, 0])
        var rows = [Person(0, "new"), Person(1)]
        RowDrop(rows: [Person(0, "old")], index: 2, nextID: nil, isFromSameList: true).move(in: &rows)
        #expect(rows == [Person(1), Person(0, "new")])
    }
}

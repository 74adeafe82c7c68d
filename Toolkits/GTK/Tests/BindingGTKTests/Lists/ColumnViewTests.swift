import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite(.serialized) struct ColumnViewTests {
    let bag = DisposeBag()
    let rows = BehaviorRelay<TreeArray<Person>>(value: [Person(1, "Grace"), Person(2, "Ada"), Person(3, "Edsger")])

    private func probe() -> ListProbe<ColumnView<Person>> {
        ListProbe(
            ColumnView<Person>([
                Column("Name", id: "name", sortedBy: .ascending(\.name), expands: true) { $0.name },
                Column("Number", id: "number", alignment: 1, sortedBy: .ascending(\.id)) { "\($0.id)" },
                Column("Initial", make: { Label() }) { (label: Label, person, _) in
                    label.properties.label = String(person.name.prefix(1))
                },
            ]))
    }

    /// Does what a click on a header does, or a second one.
    private func click(_ probe: ListProbe<ColumnView<Person>>, _ column: guint, again: Bool = false) {
        let item = g_list_model_get_item(gtk_column_view_get_columns(probe.list.opaque), column)!
        defer { g_object_unref(item) }
        gtk_column_view_sort_by_column(
            probe.list.opaque, OpaquePointer(item), again ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING)
    }

    @Test func cellsShowTheirRow() {
        let probe = probe()
        bag.insert(rows.updates() => probe.list.rx.rows)
        #expect(probe.texts == ["Grace, 1, G", "Ada, 2, A", "Edsger, 3, E"])
        rows.modify { $0[1].name = "Barbara" }
        #expect(probe.texts == ["Grace, 1, G", "Barbara, 2, B", "Edsger, 3, E"])
        #expect(probe.takeChanges().count == 1)
        #expect(probe.rows == Array(rows.value))
    }

    @Test func rowsAreSelectedAndActivated() {
        let probe = probe()
        let selected = BehaviorRelay<Int?>(value: 2)
        var activated: [Person] = []
        bag.insert {
            rows.updates() => probe.list.rx.rows
            selected <=> probe.list.rx.selectedID
            probe.list.rx.activated => { activated.append($0) }
        }
        #expect(probe.selectedTexts == ["Ada, 2, A"])
        probe.click(2)
        #expect(selected.value == 3)
        probe.activate(0)
        #expect(activated == [Person(1, "Grace")])
    }

    @Test func aRowIsScrolledTo() async throws {
        let probe = probe()
        bag.insert(rows.updates() => probe.list.rx.rows)
        rows.accept(people(0..<1000))
        probe.list.scroll(to: 700)
        try await eventually { probe.isInView("Person 700") }
    }

    @Test func theHeaderSaysWhatToSortBy() {
        let probe = probe()
        let sorting = BehaviorRelay<ColumnSorting?>(value: nil)
        bag.insert(sorting <=> probe.list.rx.sorting)
        bag.insert(rows.updates().sorted(by: probe.list.order) => probe.list.rx.rows)
        #expect(probe.rows.map(\.id) == [1, 2, 3])
        click(probe, 0)
        #expect(sorting.value == ColumnSorting(column: "name"))
        #expect(probe.rows.map(\.name) == ["Ada", "Edsger", "Grace"])
        click(probe, 0, again: true)
        #expect(sorting.value == ColumnSorting(column: "name", isAscending: false))
        #expect(probe.rows.map(\.name) == ["Grace", "Edsger", "Ada"])
        click(probe, 1)
        #expect(sorting.value == ColumnSorting(column: "number"))
        #expect(probe.rows.map(\.id) == [1, 2, 3])
        sorting.accept(ColumnSorting(column: "name", isAscending: false))
        #expect(probe.list.sorting == ColumnSorting(column: "name", isAscending: false))
        click(probe, 0)
        #expect(sorting.value == ColumnSorting(column: "name"))
        sorting.accept(nil)
        #expect(probe.list.sorting == nil)
    }

    @Test func anOrderThatIsSetIsTheOrderOfTheRows() {
        let probe = probe()
        let sorting = BehaviorRelay<ColumnSorting?>(value: nil)
        bag.insert(rows.updates().sorted(by: probe.list.order) => probe.list.rx.rows)
        bag.insert(sorting <=> probe.list.rx.sorting)
        probe.list.sorting = ColumnSorting(column: "name")
        #expect(probe.rows.map(\.name) == ["Ada", "Edsger", "Grace"])
        sorting.accept(ColumnSorting(column: "name", isAscending: false))
        #expect(probe.rows.map(\.name) == ["Grace", "Edsger", "Ada"])
        sorting.accept(nil)
        #expect(probe.rows.map(\.id) == [1, 2, 3])
    }

    @Test func aClickOnTheHeaderSorts() async throws {
        let probe = probe()
        bag.insert(rows.updates().sorted(by: probe.list.order) => probe.list.rx.rows)
        try await User.look(at: probe.window)
        try await probe.frames()
        let titles = children(of: children(of: probe.list.widget)[0])
        try await User.click(try #require(GObject.of(titles[0]) as? Widget))
        try await eventually { probe.rows.map(\.name) == ["Ada", "Edsger", "Grace"] }
        try await User.click(try #require(GObject.of(titles[1]) as? Widget))
        try await eventually { probe.rows.map(\.id) == [1, 2, 3] }
    }

    @Test func settingTheSortingIsNoEdit() {
        let probe = probe()
        var edits: [ColumnSorting?] = []
        bag.insert(probe.list.rx.sorting.changed => { edits.append($0) })
        probe.list.sorting = ColumnSorting(column: "number", isAscending: false)
        bag.insert(Driver.just(ColumnSorting(column: "name")) => probe.list.rx.sorting)
        #expect(edits.isEmpty)
        click(probe, 1)
        #expect(edits == [ColumnSorting(column: "number")])
    }

    @Test func nothingIsLeftWhenTheWindowIsClosed() async throws {
        weak var table: ColumnView<Person>?
        weak var model: ListModel<Person>?
        do {
            let probe = probe()
            (table, model) = (probe.list, probe.list.model)
            bag.insert {
                rows.updates().sorted(by: probe.list.order) => probe.list.rx.rows
                Driver.just(ColumnSorting(column: "name")) => probe.list.rx.sorting
            }
            try await probe.frames()
        }
        try await eventually { table == nil }
        #expect(model == nil)
    }
}

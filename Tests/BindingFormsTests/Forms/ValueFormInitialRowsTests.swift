import Binding
import BindingForms
import TestSupport
import Testing

/// What is initial for rows that come and go, and for rows that are saved or loaded by themselves.
@MainActor
@Suite("What rows of forms of values restore")
struct ValueFormInitialRowsTests {
    private typealias Address = ValueFormInitialTests.Address
    private typealias Customer = ValueFormInitialTests.Customer
    private typealias Book = ValueFormInitialTests.Book

    @Test("values by key are initial also for rows that have gone and that a reset brings back")
    func resetOfGoneRowByKey() throws {
        let form = ValueForm(Book(customers: [Customer(id: 1, name: "Ada")]))
        let rows = form.rows(\.customers) { row in
            let name = row.field(\.name)
            row.add(name, as: "name")
            return name
        }
        _ = form.field(\.customers, .count(1...))
        form.add(rows.form, as: "customers")
        form.value.customers = []
        try form.reset(to: ["customers": [["name": "Grace"]]])
        expectEqual(form.value.customers.map(\.name), ["Grace"])
        #expect(!form.state.isDirty)
        form.value.customers = []
        form.reset()
        expectEqual(form.value.customers.map(\.name), ["Grace"])
    }

    @Test("what the factory of a row sets for an element that has gone is not taken for what the element is")
    func factoryOfAbsentRow() {
        let form = ValueForm(Book())
        let all = form.field(\.customers)
        let rows = form.rows(\.customers) { row in
            if row.value.name.isEmpty { row.value.name = "New" }
            return row.field(\.name)
        }
        all.reset(to: [Customer(id: 1)])
        expectEqual(rows.rows.map(\.raw), form.value.customers.map(\.name))
        form.value.customers = []
        form.reset()
        expectEqual(rows.rows.map(\.raw), form.value.customers.map(\.name))

        let late = ValueForm(Book(customers: [Customer(id: 1)]))
        late.value.customers = []
        let lateRows = late.rows(\.customers) { row in
            row.value.name = "New"
            return row.field(\.name)
        }
        late.value.customers = [Customer(id: 1)]
        expectEqual(lateRows.rows.map(\.raw), late.value.customers.map(\.name))
    }

    @Test("fields that are not dirty any more because one of them has been saved say so together")
    func reportedTogether() {
        let form = ValueForm(Address())
        let same = ValueForm(of: form.content[\.self])
        form.add(same)
        let fields = [form.field(\.zip), same.field(\.zip)]
        fields[0].raw = 2
        var found: [[Bool]] = []
        let bag = DisposeBag()
        for field in fields {
            bag.insert(field.isDirty.drive(onNext: { _ in found.append((fields + [form]).map(\.state.isDirty)) }))
        }
        found = []
        fields[1].markPristine()
        expectEqual(found, [[false, false, false], [false, false, false]])
    }

    @Test("a form of a part of the whole that is in a row, too, has what was loaded")
    func formOfWholeInRow() throws {
        let form = ValueForm(Book(customers: [Customer(id: 1, address: Address(city: "Oslo"))]))
        let rows = form.rows(\.customers) { row in
            let address = ValueForm(of: form.content.customers.element(id: row.value.id)!.address)
            row.add(address)
            return address.field(\.city)
        }
        let loaded = Book(customers: [Customer(id: 1, address: Address(city: "Bergen"))])
        form.reset(to: loaded)
        expectEqual(form.value, loaded)
        rows.rows[0].raw = "Turin"
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(form.value, loaded)
        #expect(!form.state.isDirty)
    }

    @Test("a row that is loaded during a save, and removed, keeps what was loaded")
    func rowLoadedAndRemovedDuringSave() {
        let form = ValueForm(Book(customers: [Customer(id: 1, name: "a"), Customer(id: 2)]))
        let rows = form.rows(\.customers) { row in (form: row, name: row.field(\.name)) }
        rows.rows[0].name.raw = "b"
        let saved = form.snapshot()
        rows.rows[0].form.reset(to: Customer(id: 1, name: "loaded"))
        form.value.customers.removeFirst()
        form.markPristine(saved)
        form.reset()
        expectEqual(form.value.customers.map(\.name), ["loaded", ""])
    }

    @Test("what is saved by itself while the value is changed in place does no harm")
    func savedDuringChange() {
        let form = ValueForm(Book(customers: [Customer(id: 1)]))
        let rows = form.rows(\.customers) { $0.field(\.name) }
        let title = form.field(\.title)
        rows.rows[0].raw = "a"
        form.content.modify { book in
            rows.rows[0].markPristine()
            title.markPristine()
            book.title = "b"
        }
        expectEqual(form.value, Book(title: "b", customers: [Customer(id: 1, name: "a")]))
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(form.value, Book(title: "", customers: [Customer(id: 1, name: "a")]))
        #expect(!form.state.isDirty)
    }

    @Test("a row that is loaded with another identity is another row, which a reset restores")
    func loadedWithOtherIdentity() {
        let form = ValueForm(Book(customers: [Customer(id: 1, name: "a"), Customer(id: 2)]))
        let rows = form.rows(\.customers) { row in (form: row, name: row.field(\.name)) }
        rows.rows[0].form.reset(to: Customer(id: 9, name: "b"))
        expectEqual(rows.rows.map(\.name.raw), ["b", ""])
        #expect(!form.state.isDirty)
        rows.rows[0].name.raw = "c"
        form.reset()
        expectEqual(form.value.customers, [Customer(id: 9, name: "b"), Customer(id: 2)])
        #expect(!form.state.isDirty)
    }

    @Test("a save that ends late does not make initial what was there before the initial value was loaded again")
    func sameLoadedDuringSave() {
        let loaded = Book(customers: [Customer(id: 1, name: "a")])
        let form = ValueForm(loaded)
        let title = form.field(\.title)
        let rows = form.rows(\.customers) { row in (form: row, name: row.field(\.name)) }
        let other = Form(title)
        title.raw = "x"
        rows.rows[0].name.raw = "b"
        let (saved, savedRow) = (other.snapshot(), rows.rows[0].form.snapshot())
        form.reset(to: loaded)
        other.markPristine(saved)
        rows.rows[0].form.markPristine(savedRow)
        #expect(!form.state.isDirty)
        form.reset()
        expectEqual(form.value, loaded)
    }
}

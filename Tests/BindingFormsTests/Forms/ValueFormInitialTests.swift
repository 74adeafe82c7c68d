import Binding
import BindingCollections
import BindingForms
import BindingTesting
import TestSupport
import Testing

/// What is initial where several parts of a form edit the same thing, and where something else is loaded meanwhile.
@MainActor
@Suite("What forms of values restore")
struct ValueFormInitialTests {
    struct Address: Equatable {
        var city = "Rome"
        var zip = 1
    }

    struct Customer: Equatable, Identifiable {
        var id = 1
        var name = ""
        var address = Address()
    }

    struct Book: Equatable {
        var title = ""
        var customers: [Customer] = []
    }

    /// Where the form of a part is.
    enum Place: CaseIterable {
        case part, deeper, computed
    }

    @Test("what is loaded is initial for a form of a part, too", arguments: Place.allCases)
    func formOfPart(place: Place) throws {
        let customers = BehaviorRelay(value: [Customer(name: "Ada")])
        let first = try #require(customers.element(id: 1))
        let form = place == .computed ? ValueForm(of: first) : ValueForm(Customer(name: "Ada"))
        let address = ValueForm(of: form.content.address)
        let city = address.field(\.city)
        form.add(place == .deeper ? Form(Form(address)) : address)
        let loaded = Customer(name: "Grace", address: Address(city: "Oslo"))
        form.reset(to: loaded)
        expectEqual(form.value, loaded)
        expectEqual(city.raw, "Oslo")
        #expect(!form.state.isDirty && !address.state.isDirty)
        city.raw = "Bergen"
        form.value.address.zip = 2
        address.reset()
        expectEqual(form.value, loaded)
        city.raw = "Bergen"
        form.reset()
        expectEqual(form.value, loaded)
    }

    @Test("and for a form of a part of a row")
    func formOfPartOfRow() {
        let form = ValueForm(Book(customers: [Customer(id: 1), Customer(id: 2)]))
        let rows = form.rows(\.customers) { row in
            let address = ValueForm(of: row.content.address)
            let city = address.field(\.city)
            row.add(address)
            return city
        }
        let loaded = Book(customers: [
            Customer(id: 1, address: Address(city: "Oslo")), Customer(id: 3, address: Address(city: "Bergen")),
        ])
        form.reset(to: loaded)
        expectEqual(form.value, loaded)
        expectEqual(rows.rows.map(\.raw), ["Oslo", "Bergen"])
        #expect(!form.state.isDirty)
    }

    @Test("a form that edits another value keeps what is initial there")
    func otherValue() {
        let form = ValueForm(Customer())
        let other = ValueForm(Address(city: "Turin"))
        let city = other.field(\.city)
        form.add(other)
        city.raw = "Milan"
        form.reset(to: Customer(name: "Grace"))
        expectEqual(city.raw, "Turin")
    }

    @Test("a field of all elements restores what a row has been saved with")
    func fieldOfAllElements() {
        let form = ValueForm(Book(customers: [Customer(name: "a")]))
        let rows = form.rows(\.customers) { row in (form: row, name: row.field(\.name)) }
        let all = form.field(\.customers, .count(1...))
        rows.rows[0].name.raw = "b"
        rows.rows[0].form.markPristine()
        rows.rows[0].name.raw = "c"
        form.reset()
        expectEqual(rows.rows[0].name.raw, "b")
        #expect(!form.state.isDirty && !all.state.isDirty && !rows.rows[0].form.state.isDirty)
    }

    @Test("a save that ends after something else has been loaded does not make the former content initial")
    func lateSave() {
        let form = ValueForm(Book(title: "first", customers: [Customer(id: 1, name: "a")]))
        let title = form.field(\.title)
        let rows = form.rows(\.customers) { $0.field(\.name) }
        title.raw = "first, edited"
        rows.rows[0].raw = "b"
        let saved = form.snapshot()
        let loaded = Book(title: "second", customers: [Customer(id: 1, name: "z")])
        form.reset(to: loaded)
        form.markPristine(saved)
        #expect(!form.state.isDirty)
        title.raw = "x"
        form.reset()
        expectEqual(form.value, loaded)
        // A later one counts.
        title.raw = "second, edited"
        form.markPristine(form.snapshot())
        form.reset()
        expectEqual(title.raw, "second, edited")
    }

    @Test("nor does one of a part, or of a row, if the whole has been loaded")
    func lateSaveOfPart() {
        let form = ValueForm(Book(customers: [Customer(id: 1, name: "a")]))
        let rows = form.rows(\.customers) { row in
            let address = ValueForm(of: row.content.address)
            let city = address.field(\.city)
            row.add(address)
            return (form: row, address: address, city: city)
        }
        rows.rows[0].city.raw = "Oslo"
        let saved = [
            rows.rows[0].address.snapshot(), rows.rows[0].form.snapshot(), rows.form.snapshot(), form.snapshot(),
        ]
        let loaded = Book(customers: [Customer(id: 1, address: Address(city: "Bergen")), Customer(id: 2)])
        form.reset(to: loaded)
        rows.rows[0].address.markPristine(saved[0])
        rows.rows[0].form.markPristine(saved[1])
        rows.form.markPristine(saved[2])
        form.markPristine(saved[3])
        #expect(!form.state.isDirty)
        rows.rows[0].city.raw = "x"
        form.reset()
        expectEqual(form.value, loaded)
    }

    @Test("what is typed into a form of a part of a row is taken back step by step")
    func historyOfPartOfRow() {
        let form = ValueForm(Book(customers: [Customer()]))
        let rows = form.rows(\.customers) { row in
            let address = ValueForm(of: row.content.address)
            let zip = address.field(\.zip, as: .integer)
            row.add(address)
            return zip
        }
        let history = UndoHistory(form.content)
        let zip = rows.rows[0]
        zip.raw = "07"
        history.endGroup()
        zip.raw = "07x"
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual(zip.raw, "07")
        history.undo()
        expectEqual([zip.raw, "\(form.value.customers[0].address.zip)"], ["1", "1"])
        history.redo()
        expectEqual(zip.raw, "07")
    }

    @Test("so in a field, and in a form of the selected row that another one has taken the place of")
    func lateSaveOfOther() {
        let name = Field("a")
        let plain = Form(name)
        let saved = plain.snapshot()
        name.reset(to: "b")
        plain.markPristine(saved)
        name.raw = "c"
        plain.reset()
        expectEqual(name.raw, "b")

        let rows = BehaviorRelay(value: [Customer(id: 1, name: "Ada"), Customer(id: 2, name: "Grace")])
        let selection = Selection<Int>([1])
        let form = ValueForm(of: selection.row(in: rows, or: Customer(id: 0)))
        let field = form.field(\.name)
        let savedRow = form.snapshot()
        selection.select(2)
        form.markPristine(savedRow)
        field.raw = "x"
        form.reset()
        expectEqual(rows.value.map(\.name), ["Ada", "Grace"])
    }

    @Test("elements with the same identity are reported, once")
    func duplicates() {
        let warnings = collectingWarnings {
            let form = ValueForm(Book())
            let rows = form.rows(\.customers) { $0.field(\.name) }
            for _ in 0..<2 {
                form.value.customers = [Customer(id: 0, name: "one"), Customer(id: 0)]
                expectEqual(rows.rows.map(\.raw), ["one"])
                form.value.customers = []
            }
        }
        expectEqual(warnings.count, 1)
    }
}

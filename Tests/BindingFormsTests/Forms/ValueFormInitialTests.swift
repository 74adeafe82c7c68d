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

    @Test("so is what is typed into a form of an optional part, of an element, or of rows of an optional part")
    func historyOfComputedPart() throws {
        let form = ValueForm(Order(customers: [Customer(id: 1)]))
        let gift = ValueForm(of: form.content.gift.or(Address()))
        let element = ValueForm(of: try #require(form.content.customers.element(id: 1)).address)
        let others = ValueForm(of: form.content.others.or([Customer(id: 2)]))
        let rows = others.rows(\.self) { $0.field(\.address.zip, as: .integer) }
        form.add(gift, element, others)
        for zip in [gift.field(\.zip, as: .integer), element.field(\.zip, as: .integer), rows.rows[0]] {
            let history = UndoHistory(form.content)
            zip.raw = "x"
            expectEqual(history.undoCount, 1)
            history.endGroup()
            zip.raw = "05"
            history.undo()
            expectEqual(zip.raw, "x")
            history.undo()
            expectEqual(zip.raw, "1")
        }
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

    @Test("a form of a part that is added late has what a reset of the whole restores", arguments: [false, true])
    func lateForm(isAddedWithinAnother: Bool) {
        let form = ValueForm(Customer(address: Address(city: "Oslo")))
        form.value.address.city = "Bergen"
        let address = ValueForm(of: form.content.address)
        let city = address.field(\.city)
        #expect(!address.state.isDirty)
        form.add(isAddedWithinAnother ? Form(Form(address)) : address)
        #expect(address.state.isDirty && city.state.isDirty && form.state.isDirty)
        address.reset()
        expectEqual([form.value.address.city, city.raw], ["Oslo", "Oslo"])
        #expect(!form.state.isDirty)
    }

    @Test("so have rows that are made late, also those of elements that have gone")
    func lateRows() {
        let form = ValueForm(Book(customers: [Customer(id: 1, name: "a"), Customer(id: 2, name: "b")]))
        form.value.customers.removeFirst()
        form.value.customers[0].name = "edited"
        form.value.customers.append(Customer(id: 3, name: "c"))
        var made: [Int] = []
        let rows = form.rows(\.customers) { row in
            made.append(row.value.id)
            return (form: row, name: row.field(\.name))
        }
        expectEqual(rows.rows.map(\.name.raw), ["edited", "c"])
        #expect(rows.rows[0].form.state.isDirty && !rows.rows[1].form.state.isDirty && rows.form.state.isDirty)
        form.reset()
        expectEqual(rows.rows.map(\.name.raw), ["a", "b"])
        expectEqual(form.value.customers.map(\.name), ["a", "b"])
        #expect(!form.state.isDirty)
        // Once each.
        expectEqual(made.sorted(), [1, 2, 3])
    }

    @Test("a row that is made for an element that has gone does not count until that is back")
    func rowOfAbsentElement() {
        let form = ValueForm(Book(customers: [Customer(id: 1)]))
        form.value.customers = []
        var absent: ValueForm<Customer>?
        let rows = form.rows(\.customers) { row in
            absent = row
            return row.field(\.name, .notEmpty)
        }
        expectEqual(absent?.state.status, .disabled)
        #expect(form.state.isValid && form.currentProblems.isEmpty)
        form.reset()
        expectEqual(absent?.state.status, .invalid)
        expectEqual(rows.rows.count, 1)
        #expect(!form.state.isValid)
    }

    /// What has been saved or loaded by itself.
    enum Owner: CaseIterable {
        case field, form, otherForm
    }

    @Test("a part that a field and two forms edit is saved and loaded in all of them", arguments: Owner.allCases)
    func severalOwners(owner: Owner) {
        let form = ValueForm(Customer(address: Address(city: "Oslo")))
        let (address, other) = (ValueForm(of: form.content.address), ValueForm(of: form.content.address))
        let (city, otherCity) = (address.field(\.city), other.field(\.city))
        form.add(address, Form(other))
        let field = form.field(\.address)
        let parts: [FormPart] = [field, address, other]
        field.value.city = "Bergen"
        switch owner {
        case .field: field.markPristine()
        case .form: city.markPristine()
        case .otherForm: other.markPristine()
        }
        #expect(parts.allSatisfy { !$0.state.isDirty } && !form.state.isDirty)
        switch owner {
        case .field: field.reset(to: Address(city: "Turin"))
        case .form: city.reset(to: "Turin")
        case .otherForm: other.reset(to: Address(city: "Turin"))
        }
        #expect(parts.allSatisfy { !$0.state.isDirty } && !form.state.isDirty)
        expectEqual([city.raw, otherCity.raw, form.value.address.city], ["Turin", "Turin", "Turin"])
        otherCity.raw = "Rome"
        #expect(parts.allSatisfy { $0.state.isDirty })
        form.reset()
        expectEqual([city.raw, otherCity.raw, form.value.address.city], ["Turin", "Turin", "Turin"])
        #expect(parts.allSatisfy { !$0.state.isDirty } && !form.state.isDirty)
    }

    @Test("a part that is loaded during a save of the whole keeps what was loaded, also if it was made during that")
    func partLoadedDuringSave() {
        let form = ValueForm(Customer(name: "Ada", address: Address(city: "Oslo")))
        let name = form.field(\.name)
        let address = ValueForm(of: form.content.address)
        let city = address.field(\.city)
        form.add(address)
        (name.raw, city.raw) = ("Grace", "Bergen")
        let saved = form.snapshot()
        let late = ValueForm(of: form.content.address)
        form.add(late)
        late.reset(to: Address(city: "Turin"))
        form.markPristine(saved)
        #expect(!form.state.isDirty)
        (name.raw, city.raw) = ("x", "x")
        form.reset()
        expectEqual([name.raw, city.raw], ["Grace", "Turin"])
    }

    struct Order: Equatable {
        var customers: [Customer] = []
        var gift: Address?
        var others: [Customer]?
    }

    @Test("a default in place of nil is no initial value")
    func defaultForNil() {
        let form = ValueForm(Order())
        let gift = ValueForm(of: form.content.gift.or(Address()))
        let city = gift.field(\.city)
        form.add(gift)
        gift.markPristine()
        form.markPristine()
        city.raw = "Oslo"
        form.reset()
        expectEqual(form.value.gift, nil)
        city.raw = "Oslo"
        gift.markPristine()
        city.raw = "Bergen"
        form.reset()
        expectEqual(form.value.gift?.city, "Oslo")
    }

    @Test("a form of an element that has gone shows what it was last, and not what it was initially")
    func lastOfElement() throws {
        let form = ValueForm(Order(customers: [Customer(id: 1, name: "a")]))
        let element = ValueForm(of: try #require(form.content.customers.element(id: 1)))
        form.add(element)
        let name = element.field(\.name)
        name.raw = "b"
        form.markPristine()
        name.raw = "c"
        let title = form.field(\.gift)
        title.markPristine()
        form.value.customers = []
        expectEqual(element.value.name, "c")
        form.value.customers = [Customer(id: 1, name: "d")]
        form.value.customers = []
        title.value = Address()
        title.markPristine()
        expectEqual(element.value.name, "d")
    }

    @Test(
        "a form of an element is not dirty if something is loaded in which the element is not",
        arguments: [false, true])
    func loadedWithoutElement(isInBatch: Bool) throws {
        let form = ValueForm(Order(customers: [Customer(id: 1, name: "a")]))
        let element = ValueForm(of: try #require(form.content.customers.element(id: 1)))
        let name = element.field(\.name)
        form.add(element)
        name.raw = "b"
        if isInBatch { batch { form.reset(to: Order()) } } else { form.reset(to: Order()) }
        #expect(!form.state.isDirty && !name.state.isDirty)
        form.reset()
        #expect(!form.state.isDirty)
        // A new one has what it is when its form is made.
        form.value.customers = [Customer(id: 2, name: "new")]
        let other = ValueForm(of: try #require(form.content.customers.element(id: 2)))
        let otherName = other.field(\.name)
        form.add(other)
        otherName.raw = "x"
        let gift = form.field(\.gift)
        gift.value = Address()
        gift.markPristine()
        #expect(otherName.state.isDirty)
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

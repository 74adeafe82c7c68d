import Binding
import BindingCollections
import BindingForms
import BindingOperators
import TestSupport
import Testing

/// A structure in, and the same structure out.
@MainActor
@Suite("Forms of a value")
struct ValueFormTests {
    struct Order: Codable, Equatable {
        struct Line: Codable, Equatable, Identifiable {
            var id: Int
            var article = ""
            var count = 1
        }

        struct Address: Codable, Equatable { var city = "" }

        var customer = ""
        var address = Address()
        var note: String?
        /// Has no field.
        var number = 0
        var lines: [Line] = []
    }

    @MainActor
    final class LineModel {
        let form: ValueForm<Order.Line>
        let article: Field<String, String>
        let count: Field<String, Int>

        init(_ form: ValueForm<Order.Line>) {
            self.form = form
            article = form.field(\.article, .given)
            count = form.field(\.count, as: .whole, .atLeast(1))
        }
    }

    private let order = BehaviorRelay(
        value: Order(customer: "Ada", number: 7, lines: [.init(id: 1, article: "Tea"), .init(id: 2, article: "Milk")]))
    private let form: ValueForm<Order>
    private let customer: Field<String, String>
    private let city: Field<String, String>
    private let lines: FormRows<[Order.Line], LineModel>

    init() {
        form = ValueForm(of: order)
        customer = form.field(\.customer, name: "Customer", .given)
        city = form.field(\.address.city)
        lines = form.rows(\.lines) { LineModel($0) }
    }

    @Test("what is typed is in the value, and what the program sets is shown")
    func bothWays() {
        customer.raw = "Grace"
        city.raw = "Turin"
        expectEqual(form.value.customer, "Grace")
        expectEqual(order.value.address.city, "Turin")
        order.modify { $0.customer = "Alan" }
        expectEqual(customer.raw, "Alan")
        #expect(form.state.isDirty)
        form.value.customer = "Ada"
        city.raw = ""
        #expect(!form.state.isDirty)
        expectEqual(form.value.number, 7)
    }

    @Test("what cannot be read leaves the value as it is, until the program sets another one")
    func unreadable() {
        let count = lines.rows[0].count
        count.raw = "two"
        expectEqual(order.value.lines[0].count, 1)
        expectEqual(form.state.status, .invalid)
        order.modify { $0.lines[0].count = 5 }
        expectEqual(count.raw, "5")
        expectEqual(form.state.status, .valid)
    }

    @Test("a reset restores the whole value, parts without a field and rows included")
    func reset() {
        let first = order.value
        customer.raw = ""
        order.modify { $0.number = 8 }
        lines.rows[1].article.raw = "Cream"
        order.modify { _ = $0.lines.removeFirst() }
        form.touchAll()
        form.reset()
        expectEqual(order.value, first)
        expectEqual(lines.rows.map(\.article.raw), ["Tea", "Milk"])
        #expect(!form.state.isDirty && !form.state.isTouched)
    }

    @Test("another value is the initial one from then on")
    func resetToAnother() {
        lines.rows[0].count.raw = "x"
        customer.touch()
        let other = Order(
            customer: "Grace", lines: [.init(id: 2, article: "Rum", count: 3), .init(id: 9, article: "Ice")])
        form.reset(to: other)
        expectEqual(form.value, other)
        expectEqual(lines.rows.map(\.article.value), ["Rum", "Ice"])
        expectEqual(lines.rows.map(\.count.raw), ["3", "1"])
        #expect(!form.state.isDirty && !form.state.isTouched && form.state.isValid)
        lines.rows[0].count.raw = "4"
        form.value.lines.removeLast()
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(form.value, other)
    }

    @Test("a field that is added late has what a reset restores, like the others")
    func lateField() {
        let form = ValueForm(of: order)
        form.value.customer = "Grace"
        let customer = form.field(\.customer)
        expectEqual(customer.raw, "Grace")
        #expect(customer.state.isDirty && form.state.isDirty)
        form.reset()
        expectEqual([customer.raw, form.value.customer, order.value.customer], ["Ada", "Ada", "Ada"])
        #expect(!form.state.isDirty)
    }

    @Test("after a save, what was saved is the initial value, and what was typed meanwhile is dirty")
    func save() {
        customer.raw = "Grace"
        order.modify {
            $0.lines.removeLast()
            $0.number = 8
        }
        let saved = form.snapshot()
        city.raw = "Turin"
        order.modify {
            $0.lines.removeAll()
            $0.number = 9
        }
        form.markPristine(saved)
        #expect(form.state.isDirty && city.state.isDirty && !customer.state.isDirty)
        form.reset()
        expectEqual(order.value.customer, "Grace")
        expectEqual(order.value.address.city, "")
        expectEqual(order.value.lines.map(\.id), [1])
        expectEqual(order.value.number, 8)
        form.value.customer = "Alan"
        form.markPristine()
        #expect(!form.state.isDirty)
        form.reset()
        expectEqual(order.value.customer, "Alan")
    }

    @Test("a field, a row or the rows by themselves may be made pristine: a reset restores what they held then")
    func pristineParts() {
        customer.raw = "Grace"
        customer.markPristine()
        lines.rows[0].count.raw = "5"
        lines.rows[0].form.markPristine()
        city.raw = "Turin"
        form.reset()
        expectEqual(order.value.customer, "Grace")
        expectEqual(order.value.address.city, "")
        expectEqual(order.value.lines.map(\.count), [5, 1])
        order.modify { $0.lines.reverse() }
        lines.form.markPristine()
        order.modify { $0.lines.removeAll() }
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(order.value.lines.map(\.article), ["Milk", "Tea"])
        #expect(!form.state.isDirty)
    }

    @Test("rows follow their elements, and stay the same while these are there")
    func rows() {
        let before = lines.rows
        order.modify { $0.lines.append(.init(id: 3)) }
        expectEqual(lines.rows.count, 3)
        #expect(lines.rows[0] === before[0])
        expectEqual(form.state.status, .invalid)
        #expect(form.firstInvalid === lines.rows[2].article)
        lines.rows[2].article.raw = "Ice"
        expectEqual(order.value.lines[2].article, "Ice")
        order.modify { $0.lines.reverse() }
        #expect(lines[id: 1] === before[0])
        #expect(lines.rows[2] === before[0])
        before[0].article.raw = "Coffee"
        expectEqual(order.value.lines[2].article, "Coffee")
        expectEqual(form.state.status, .valid)
        var told: [[String]] = []
        let subscription = lines.asDriver().drive(onNext: { told.append($0.map(\.article.value)) })
        order.modify { _ = $0.lines.removeLast() }
        before[0].article.raw = "nowhere"
        expectEqual(order.value.lines.map(\.article), ["Ice", "Milk"])
        expectEqual(told, [["Ice", "Milk", "Coffee"], ["Ice", "Milk"]])
        subscription.dispose()
    }

    @Test("an element that is taken back by an undo has its row again, and nothing is dirty")
    func rowsAndUndo() {
        let history = UndoHistory(order)
        let row = lines.rows[1]
        order.modify { _ = $0.lines.removeLast() }
        #expect(form.state.isDirty)
        history.undo()
        #expect(lines.rows[1] === row)
        #expect(!form.state.isDirty)
    }

    @Test("a row whose element goes is not found, and is released unless a reset can bring it back")
    func goneRows() {
        weak let initial = lines.rows[1]
        order.modify { $0.lines[1] = .init(id: 3, article: "Ice") }
        weak let later = lines.rows[1]
        #expect(initial != nil && later != nil && lines[id: 3] === later)
        #expect(lines[id: 2] == nil)
        order.modify { _ = $0.lines.removeLast() }
        #expect(initial != nil && later == nil && lines[id: 3] == nil)
        form.reset()
        #expect(lines.rows[1] === initial && lines[id: 2] === initial)
    }

    @Test("of two elements with the same identity the first one has a row")
    func twins() {
        order.modify { $0.lines = [.init(id: 1, article: "a"), .init(id: 1, article: "b")] }
        expectEqual(lines.rows.map(\.article.value), ["a"])
        lines.rows[0].article.raw = "c"
        expectEqual(order.value.lines.map(\.article), ["c", "b"])
        let twins: [Order.Line] = [.init(id: 1, article: "a"), .init(id: 1, article: "b"), .init(id: 2, article: "c")]
        for _ in 0..<2 {
            form.reset(to: Order(lines: twins))
            expectEqual(order.value.lines, twins)
            #expect(!form.state.isDirty)
            lines.rows[1].article.raw = "d"
            form.reset()
            expectEqual(order.value.lines, twins)
        }
    }

    @Test("a rule on the number of rows is one across a field of them")
    func numberOfRows() {
        let number = form.field(\.lines, .count(1...))
        order.modify { $0.lines.removeAll() }
        expectEqual(form.state.status, .invalid)
        #expect(form.firstInvalid === number)
        order.modify { $0.lines = [.init(id: 4, article: "Tea")] }
        expectEqual(form.state.status, .valid)
    }

    @Test("a form of a value holds its rows and fields, and nothing holds it")
    func lifetime() {
        weak var form: ValueForm<Order>?
        weak var row: LineModel?
        do {
            let new = ValueForm(order.value)
            let lines = new.rows(\.lines) { LineModel($0) }
            row = lines.rows.first
            new.value.lines.append(.init(id: 5))
            form = new
            #expect(row != nil)
        }
        #expect(form == nil && row == nil)
    }

    @Test("an edit in an observer of another part is there at the end of the change")
    func observers() {
        let subscription = customer.values.skip(1).drive(onNext: { name in
            self.city.value = name
            #expect(self.city.state.isDirty)
        })
        form.value.customer = "Turin"
        expectEqual(order.value.address.city, "Turin")
        subscription.dispose()
    }

    @Test("several edits in a batch are one change of the value")
    func batched() {
        var told = 0
        let subscription = order.asDriver().skip(1).drive(onNext: { _ in told += 1 })
        batch {
            customer.raw = "Grace"
            city.raw = "Turin"
        }
        expectEqual(order.value.customer, "Grace")
        expectEqual(order.value.address.city, "Turin")
        #expect(told <= 2)
        subscription.dispose()
    }

    @Test("a row and its element that are set in one batch agree at its end")
    func conflicts() {
        for isRowFirst in [true, false] {
            batch {
                if isRowFirst { lines.rows[0].article.raw = "typed" }
                order.modify { $0.lines[0].article = "set \(isRowFirst)" }
                if !isRowFirst { lines.rows[0].article.raw = "typed" }
            }
            expectEqual(lines.rows[0].article.value, order.value.lines[0].article)
            expectEqual(lines.rows[0].form.value, order.value.lines[0])
        }
        batch {
            customer.raw = "typed"
            order.modify { $0.customer = "set" }
        }
        expectEqual(customer.value, order.value.customer)
        // The same within an observer.
        let subscription = city.values.skip(1).drive(onNext: { city in
            self.order.modify { $0.lines[1].article = "set" }
            self.lines.rows[1].article.raw = city
            self.order.modify { $0.lines.reverse() }
        })
        city.raw = "Turin"
        subscription.dispose()
        expectEqual(lines.rows.map(\.article.value), order.value.lines.map(\.article))
        expectEqual(lines.rows.map(\.form.value), order.value.lines)
    }

    @Test("all elements replaced at once: rows that stay are set, and no edit goes astray")
    func replaced() {
        order.modify { $0.lines = (0..<50).map { .init(id: $0, article: "\($0)") } }
        order.modify { order in for index in order.lines.indices { order.lines[index].count = 2 } }
        expectEqual(Set(lines.rows.map(\.count.value)), [2])
        order.modify { $0.lines.reverse() }
        lines[id: 3]?.article.raw = "three"
        expectEqual(order.value.lines[46].article, "three")
        expectEqual(order.value.lines.count, 50)
    }

    @Test("what a row sets when it is made is in the value")
    func rowThatSets() {
        let form = ValueForm(Order(lines: [.init(id: 1)]))
        let rows = form.rows(\.lines) { line in
            line.value.article = "line \(line.value.id)"
            return LineModel(line)
        }
        form.value.lines.append(.init(id: 2))
        expectEqual(form.value.lines.map(\.article), ["line 1", "line 2"])
        expectEqual(rows.rows.map(\.article.value), ["line 1", "line 2"])
    }

    @Test("rows may be in a TreeArray, of models or of elements")
    func treeArray() {
        let models = BehaviorRelay<TreeArray<LineModel>>(value: [])
        let form = Form(of: models) { $0.form }
        models.modify { $0.append(LineModel(ValueForm(.init(id: 1)))) }
        expectEqual(form.state.status, .invalid)
        #expect(form.state.isDirty)
        form.reset()
        expectEqual(models.value.count, 0)

        let whole = ValueForm(TreeArray([Order.Line(id: 1, article: "Tea"), Order.Line(id: 2)]))
        let rows = whole.rows(\.self) { LineModel($0) }
        #expect(whole.firstInvalid === rows[id: 2]?.article)
        rows[id: 2]?.article.raw = "Milk"
        expectEqual(whole.value.map(\.article), ["Tea", "Milk"])
    }

    @Test("elements may be a slice, whose indices do not begin at zero")
    func slices() {
        let all = (0..<6).map { Order.Line(id: $0, article: "\($0)") }
        let form = ValueForm(all[2..<4])
        let rows = form.rows(\.self) { LineModel($0) }
        rows[id: 3]?.article.raw = "three"
        expectEqual(form.value.map(\.article), ["2", "three"])
        // The same elements at other indices.
        form.reset(to: Array(all[1..<4]).dropFirst())
        expectEqual(rows.rows.map(\.article.value), ["2", "3"])
        rows[id: 3]?.article.raw = "three"
        expectEqual(form.value.map(\.article), ["2", "three"])
        form.reset(to: all[3..<6])
        #expect(!form.state.isDirty)
        expectEqual(rows.rows.map(\.article.value), ["3", "4", "5"])
        rows[id: 5]?.article.raw = "five"
        form.value.removeFirst()
        expectEqual(rows.rows.map(\.article.value), ["4", "five"])
        rows[id: 4]?.article.raw = "four"
        expectEqual(form.value.map(\.article), ["four", "five"])
        form.reset()
        expectEqual(form.value.map(\.article), ["3", "4", "5"])
        #expect(!form.state.isDirty)
    }
}

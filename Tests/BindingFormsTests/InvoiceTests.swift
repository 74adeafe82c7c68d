import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// A complete form, written as users of the library write theirs, following the documents.

struct Day: Comparable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension ValueConverter where Raw == String, Value == Day {
    /// A day as "2026-11-22".
    static var day: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let match = text.wholeMatch(of: /(\d{4})-(\d\d?)-(\d\d?)/), let year = Int(match.1),
                    let month = Int(match.2), let day = Int(match.3), 1...12 ~= month, 1...31 ~= day
                else { throw ConversionError("Write a day as 2026-11-22") }
                return Day(year: year, month: month, day: day)
            },
            format: { day in
                "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)-\(day.day < 10 ? "0" : "")\(day.day)"
            })
    }
}

enum Currency: String, CaseIterable, Sendable {
    case eur = "EUR"
    case usd = "USD"
}

struct Customer: Equatable, Sendable {
    var number: Int
    var name: String
}

enum InvoiceRejection: Error {
    case unknownArticle(row: Int)
}

/// A server that takes 200 milliseconds for an answer, and 900 for one to a short request.
@MainActor
final class InvoiceServer {
    let clock: TestClock
    var customers = [Customer(number: 7, name: "Ada Ltd"), Customer(number: 8, name: "Grace Inc")]
    var articles: Set<String> = ["Tea", "Cup"]
    private(set) var asked: [String] = []
    private(set) var sent: [[String]] = []
    private(set) var drafts: [[String]] = []

    init(clock: TestClock) { self.clock = clock }

    func customer(_ name: String) async throws -> Customer? {
        asked.append(name)
        try await clock.sleep(for: .milliseconds(name.count < 4 ? 900 : 200))
        return customers.first { $0.name == name }
    }

    func send(_ articles: [String]) async throws {
        try await clock.sleep(for: .milliseconds(200))
        if let row = articles.firstIndex(where: { !self.articles.contains($0) }) {
            throw InvoiceRejection.unknownArticle(row: row)
        }
        sent.append(articles)
    }

    func saveDraft(_ articles: [String]) async throws {
        try await clock.sleep(for: .milliseconds(200))
        drafts.append(articles)
    }
}

@MainActor
final class InvoiceRowModel {
    @Validated(as: .trimmed, .notEmpty) var article = ""
    @Validated(as: .integer, .in(1...999)) var quantity = 1
    @Validated(as: .decimal, .in(0...)) var price = 0.0
    @Validated(as: .optional(.decimal), .ifPresent(.in(0...100))) var discount: Double? = nil
    let form = Form()
    var sum: Double { Double(quantity) * price * (1 - (discount ?? 0) / 100) }

    init() { form.add($article, $quantity, $price, $discount) }
}

@MainActor
final class AddressModel {
    @Validated(.notBlank) var street = ""
    @Validated(.matches(/\d{5}/)) var zip = ""
    let form = Form()

    init() { form.add($street, $zip) }
}

@MainActor
final class InvoiceModel: BindingContext {
    let disposeBag = DisposeBag()
    @Validated(as: .trimmed, .notEmpty) var customer = ""
    @Validated(
        as: .trimmed(.optional(.lossless)), .ifPresent(.matches(/[A-Z]{2}[0-9A-Z]{2,12}/).message("No VAT number")))
    var vatNumber: String? = nil
    @Validated(as: .day) var date = Day(year: 2026, month: 11, day: 22)
    @Validated(as: .day) var due = Day(year: 2026, month: 12, day: 22)
    @Validated(as: .oneOf) var currency = Currency.eur
    @Validated(.count(0...20).message("The note may be cut off").hint) var note = ""
    @Validated var hasShipping = false
    @Mutable var rows: [InvoiceRowModel] = []
    @Bindable private(set) var found: Customer?
    @ViewAction.NoParam var close: () -> Void
    let shipping = AddressModel()
    let form = Form()
    let discard = Interaction<String, Bool>()
    private let server: InvoiceServer
    var net: Double { rows.reduce(0) { $0 + $1.sum } }
    var vat: Double { net * 0.19 }
    var total: Double { net * 1.19 }
    private(set) lazy var submit = form.command(of: self) { me in
        do {
            try await me.server.send(me.rows.map(\.article))
            me.form.markPristine()
        } catch InvoiceRejection.unknownArticle(let row) {
            if me.rows.indices.contains(row) { me.rows[row].$article.reject("No such article") }
            throw CommandRefusal.invalid  // or it would count as sent
        }
    }
    private(set) lazy var saveDraft = Command(of: self) { me in
        let saved = me.form.snapshot()
        try await me.server.saveDraft(me.rows.map(\.article))
        me.form.markPristine(saved)
    }
    private(set) lazy var leave = Command(of: self) { me in
        if me.form.state.isDirty, try await !me.discard.ask("Discard what you have typed?") { return }
        me.close()
    }

    init(server: InvoiceServer, scheduler: TestScheduler) {
        self.server = server
        form.add(
            $customer, $vatNumber, $date, $due, $currency, Form(of: $rows) { $0.form }, $hasShipping, shipping.form,
            $note
        )
        .rule($date, $due) { $0 <= $1 ? nil : "Due before the date" }
        .rule($customer, after: .milliseconds(300), scheduler: scheduler) { [weak self] name in
            let customer = try await server.customer(name)
            self?.found = customer
            return customer == nil ? "Nobody of this name" : nil
        }
        shipping.form.enabled(by: $hasShipping.values)
        binding {
            // An asynchronous rule does not run for a value that breaks another rule, so it cannot reset `found`.
            $customer.values => { [weak self] _ in self?.found = nil }
        }
    }

    func addRow() { rows.append(InvoiceRowModel()) }
    func remove(_ row: InvoiceRowModel) { rows.removeAll { $0 === row } }
    func reset() { form.reset() }
}

/// A field with its message.
@MainActor
final class Entry: BindingContext {
    let disposeBag = DisposeBag()
    let field = TextField()
    let message = Label()

    func show<Value>(_ model: Field<String, Value>) {
        binding {
            model <=> field.rx.text
            field.rx.editingDidEnd => model.touch
            model.messageText => message.rx.text
        }
    }

    func type(_ text: String) {
        field.type(text)
        field.leave()
    }
}

@MainActor
final class InvoiceRowView: BindingContext {
    let disposeBag = DisposeBag()
    let model: InvoiceRowModel
    let (article, quantity, price, discount) = (Entry(), Entry(), Entry(), Entry())
    let sum = Label()
    let remove = Button()

    init(_ model: InvoiceRowModel, of invoice: InvoiceModel) {
        self.model = model
        article.show(model.$article)
        quantity.show(model.$quantity)
        price.show(model.$price)
        discount.show(model.$discount)
        binding {
            Driver.derived { "\(model.sum)" } => sum.rx.text
            remove.rx.tap => { [weak invoice] in invoice?.remove(model) }
        }
    }
}

@MainActor
final class InvoiceView: BindingContext {
    let disposeBag = DisposeBag()
    let (customer, vatNumber, date, due) = (TextField(), TextField(), TextField(), TextField())
    let (currency, note, street, zip) = (TextField(), TextField(), TextField(), TextField())
    let (customerMessage, vatNumberMessage, dateMessage, dueMessage) = (Label(), Label(), Label(), Label())
    let (currencyMessage, noteMessage, streetMessage, zipMessage) = (Label(), Label(), Label(), Label())
    let (found, net, vat, total, thanks) = (Label(), Label(), Label(), Label(), Label())
    let hasShipping = Switch()
    let (add, submit, saveDraft, reset, leave) = (Button(), Button(), Button(), Button(), Button())
    private(set) var rows: [InvoiceRowView] = []
    private(set) var focus: AnyObject?
    private(set) var isClosed = false
    private(set) var failures: [any Error] = []

    init(_ model: InvoiceModel) {
        binding {
            model.$customer <=> customer.rx.text
            customer.rx.editingDidEnd => model.$customer.touch
            model.$customer.messageText => customerMessage.rx.text
            model.$found.map { $0.map { "No. \($0.number)" } ?? "" } => found.rx.text
            model.$vatNumber <=> vatNumber.rx.text
            vatNumber.rx.editingDidEnd => model.$vatNumber.touch
            model.$vatNumber.messageText => vatNumberMessage.rx.text
            model.$date <=> date.rx.text
            date.rx.editingDidEnd => model.$date.touch
            model.$date.messageText => dateMessage.rx.text
            model.$due <=> due.rx.text
            due.rx.editingDidEnd => model.$due.touch
            model.$due.messageText => dueMessage.rx.text
            model.$currency <=> currency.rx.text
            currency.rx.editingDidEnd => model.$currency.touch
            model.$currency.messageText => currencyMessage.rx.text
            model.$note <=> note.rx.text
            note.rx.editingDidEnd => model.$note.touch
            model.$note.messageText => noteMessage.rx.text
            model.$hasShipping <=> hasShipping.rx.isOn
            model.shipping.$street <=> street.rx.text
            street.rx.editingDidEnd => model.shipping.$street.touch
            model.shipping.$street.messageText => streetMessage.rx.text
            model.shipping.$zip <=> zip.rx.text
            zip.rx.editingDidEnd => model.shipping.$zip.touch
            model.shipping.$zip.messageText => zipMessage.rx.text
            Driver.derived { "\(model.net)" } => net.rx.text
            Driver.derived { "\(model.vat)" } => vat.rx.text
            Driver.derived { "\(model.total)" } => total.rx.text
            model.$rows => { [weak self, weak model] rows in
                guard let self, let model else { return }
                self.rows = rows.map { row in
                    self.rows.first { $0.model === row } ?? InvoiceRowView(row, of: model)
                }
            }
            add.rx.tap => model.addRow
            reset.rx.tap => model.reset
            submit.rx.command(model.submit)
            saveDraft.rx.command(model.saveDraft)
            leave.rx.command(model.leave)
            model.submit.errors => { [weak self] in self?.failures.append($0) }
            model.submit.values => { [weak self] in self?.thanks.text = "Sent" }
            model.form.refusals => { [weak self] in self?.focus = $0 }
            model.$close => { [weak self] in self?.isClosed = true }
        }
    }
}

@Suite("An invoice, from the documents alone")
@MainActor
struct InvoiceTests {
    let scheduler = TestScheduler()
    let server: InvoiceServer
    let model: InvoiceModel
    let view: InvoiceView

    init() {
        server = InvoiceServer(clock: TestClock(scheduler))
        model = InvoiceModel(server: server, scheduler: scheduler)
        view = InvoiceView(model)
    }

    /// Advances time step by step and lets tasks run in between.
    func pass(_ milliseconds: Int) async {
        for _ in 0..<milliseconds / 50 {
            await giveWay()
            scheduler.advance(by: .milliseconds(50))
        }
        await giveWay()
    }

    /// Lets tasks run, here and, as long as one of the least priority has to wait for them, elsewhere.
    private func giveWay() async {
        for _ in 0..<5 {
            for _ in 0..<4 { await Task.yield() }
            await Task.detached(priority: .background) {}.value
        }
    }

    func fill() async {
        view.customer.type("Ada Ltd")
        view.add.press()
        view.rows[0].article.type("Tea")
        view.rows[0].price.type("4.5")
        await pass(1_000)
    }

    @Test("begins valid but for what has to be given, and says nothing yet")
    func beginning() {
        expectEqual(view.date.text, "2026-11-22")
        expectEqual(view.currency.text, "EUR")
        expectEqual(view.customerMessage.text, "")
        expectEqual(model.form.state.status, .invalid)
        #expect(!model.form.state.isDirty)
        expectEqual(view.net.text, "0.0")
    }

    @Test("the customer is looked up while one types")
    func lookup() async {
        view.customer.type("Ada")
        await pass(400)  // the question for "Ada" is on its way
        expectEqual(server.asked, ["Ada"])
        view.customer.type("Ada Ltd")
        expectEqual(model.$customer.state.status, .pending)
        await pass(600)
        expectEqual(server.asked, ["Ada", "Ada Ltd"])
        expectEqual(view.found.text, "No. 7")
        expectEqual(model.$customer.state.status, .valid)
        await pass(2_000)  // the late answer to "Ada"
        expectEqual(view.found.text, "No. 7")
        view.customer.type("Nobody")
        view.customer.leave()
        await pass(600)
        expectEqual(view.customerMessage.text, "Nobody of this name")
        expectEqual(view.found.text, "")
    }

    @Test("text that is cleared shows no customer any more")
    func clearedLookup() async {
        await fill()
        view.customer.type("")
        await pass(1_000)
        expectEqual(view.found.text, "")
    }

    @Test("the VAT number may be left out")
    func vatNumber() {
        view.vatNumber.type("12")
        view.vatNumber.leave()
        expectEqual(view.vatNumberMessage.text, "No VAT number")
        view.vatNumber.type(" DE123456789 ")
        expectEqual(view.vatNumberMessage.text, "")
        expectEqual(model.vatNumber, "DE123456789")
        view.vatNumber.type("  ")
        #expect(model.vatNumber == nil)
        #expect(model.$vatNumber.state.isValid)
        #expect(!model.$vatNumber.state.isDirty)
    }

    @Test("due not before the date")
    func dates() {
        view.due.type("2026-11-1")
        view.due.leave()
        expectEqual(view.dueMessage.text, "Due before the date")
        expectEqual(view.dateMessage.text, "")
        view.date.type("yesterday")
        view.date.leave()
        expectEqual(view.dateMessage.text, "Write a day as 2026-11-22")
        expectEqual(view.dueMessage.text, "")  // the rule is not asked
        view.date.type("2026-10-31")
        expectEqual(view.dateMessage.text, "")
        #expect(model.$due.state.isValid)
    }

    @Test("currencies")
    func currency() {
        view.currency.type("USD")
        expectEqual(model.currency, .usd)
        view.currency.type("DM")
        view.currency.leave()
        #expect(view.currencyMessage.text != "")
        expectEqual(model.currency, .usd)
    }

    @Test("sums follow the rows")
    func sums() {
        view.add.press()
        view.add.press()
        view.rows[0].quantity.type("4")
        view.rows[0].price.type("2.5")
        view.rows[1].price.type("100")
        view.rows[1].discount.type("25")
        expectEqual(view.rows.map(\.sum.text), ["10.0", "75.0"])
        expectEqual(view.net.text, "85.0")
        view.rows[1].discount.type("")
        expectEqual(view.net.text, "110.0")
        view.rows[0].remove.press()
        expectEqual(view.net.text, "100.0")
        view.rows[0].discount.type("101")
        expectEqual(view.rows[0].discount.message.text, "This must be from 0 to 100")
        view.rows[0].remove.press()
        expectEqual(view.net.text, "0.0")
        #expect(view.rows.isEmpty)
    }

    @Test("a long note is a hint")
    func note() async {
        await fill()
        view.note.type(String(repeating: "x", count: 21))
        view.note.leave()
        expectEqual(view.noteMessage.text, "The note may be cut off")
        #expect(model.form.state.isValid)
    }

    @Test("the shipping address counts where it is another one")
    func shipping() async {
        await fill()
        #expect(model.form.state.isValid)
        view.hasShipping.toggle()
        expectEqual(model.form.state.status, .invalid)
        #expect(model.form.firstInvalid === model.shipping.$street)
        view.street.type("Main Street 1")
        view.zip.type("1")
        view.zip.leave()
        #expect(view.zipMessage.text != "")
        view.hasShipping.toggle()
        expectEqual(view.zipMessage.text, "")
        #expect(model.form.state.isValid)
    }

    @Test("is sent, and clean after that")
    func submission() async {
        await fill()
        #expect(model.form.state.isDirty)
        view.submit.press()
        #expect(!view.submit.isEnabled)
        await pass(400)
        expectEqual(server.sent, [["Tea"]])
        expectEqual(view.thanks.text, "Sent")
        #expect(!model.form.state.isDirty)
        #expect(view.submit.isEnabled)
    }

    @Test("sent at once: waits for the customer's answer, not for the pause")
    func submissionAtOnce() async {
        view.customer.type("Ada Ltd")
        view.submit.press()
        // The pause would have to pass first.
        for _ in 0..<10_000 where server.asked.isEmpty { await giveWay() }
        expectEqual(server.asked, ["Ada Ltd"])
        for _ in 0..<100 where server.sent.isEmpty { await pass(50) }
        expectEqual(server.sent, [[]])
    }

    @Test("says all that is wrong when it is sent, and moves to the first")
    func invalidSubmission() async {
        view.add.press()
        view.submit.press()
        await pass(400)
        #expect(server.sent.isEmpty)
        #expect(view.customerMessage.text != "")
        #expect(view.rows[0].article.message.text != "")
        #expect(view.focus === model.$customer)
        #expect(view.failures.isEmpty)
    }

    @Test("a row that the server refuses")
    func refusedRow() async {
        await fill()
        view.add.press()
        view.rows[1].article.type("Coffee")
        view.submit.press()
        await pass(400)
        #expect(server.sent.isEmpty)
        expectEqual(view.thanks.text, "")
        #expect(view.failures.isEmpty)
        expectEqual(view.rows[1].article.message.text, "No such article")
        #expect(view.focus === model.rows[1].$article)
        view.rows[1].article.type("Cup")
        expectEqual(view.rows[1].article.message.text, "")
        view.submit.press()
        await pass(400)
        expectEqual(server.sent, [["Tea", "Cup"]])
    }

    @Test("reset")
    func reset() async {
        await fill()
        view.date.type("tomorrow")
        view.hasShipping.toggle()
        view.reset.press()
        expectEqual(view.customer.text, "")
        expectEqual(view.date.text, "2026-11-22")
        #expect(view.rows.isEmpty)
        #expect(!view.hasShipping.isOn)
        expectEqual(view.customerMessage.text, "")
        #expect(!model.form.state.isDirty)
        #expect(!model.form.state.isTouched)
    }

    @Test("a draft needs no validity, and is what a reset goes back to")
    func draft() async {
        view.add.press()
        view.rows[0].article.type("Coffee")
        view.rows[0].price.type("-1")
        view.saveDraft.press()
        await pass(400)
        expectEqual(server.drafts, [["Coffee"]])
        #expect(!model.form.state.isDirty)
        view.rows[0].article.type("Tea")
        view.rows[0].remove.press()
        view.reset.press()
        expectEqual(view.rows.map(\.article.field.text), ["Coffee"])
    }

    @Test("what is typed while a draft is being saved is not saved")
    func editWhileSaving() async {
        view.note.type("one")
        view.saveDraft.press()
        await pass(100)
        view.note.type("two")
        await pass(400)
        expectEqual(server.drafts.count, 1)
        #expect(model.form.state.isDirty)
    }

    @Test("a draft with text that cannot be read")
    func unreadableDraft() async {
        view.date.type("soon")
        view.saveDraft.press()
        await pass(400)
        expectEqual(server.drafts.count, 1)
        // There is no value that could have been saved.
        #expect(model.form.state.isDirty)
        view.reset.press()
        #expect(!model.form.state.isDirty)
    }

    @Test("asks before what was typed is thrown away")
    func closing() async {
        var answers: [Bool] = [false, true]
        let answering = model.discard.answer { _ in answers.removeFirst() }
        view.note.type("x")
        view.leave.press()
        await model.leave.finished()
        #expect(!view.isClosed)
        view.leave.press()
        await model.leave.finished()
        #expect(view.isClosed)
        answering.dispose()
    }

    @Test("closes without a question where nothing was typed")
    func cleanClosing() async {
        view.leave.press()
        await model.leave.finished()
        #expect(view.isClosed)
    }

    @Test("the model goes with its view")
    func release() async {
        weak var model: InvoiceModel?
        do {
            let mine = InvoiceModel(server: server, scheduler: scheduler)
            let view = InvoiceView(mine)
            view.add.press()
            view.submit.press()
            await pass(400)
            model = mine
        }
        await letTasksRun { model == nil }
        #expect(model == nil)
    }
}

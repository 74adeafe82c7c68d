import Binding
import BindingCollections
import BindingForms
import BindingOperators
import TestSupport
import Testing

/// The rows of a form of a value by themselves, and in the middle of a change.
@MainActor
@Suite("Rows of a form of a value")
struct ValueFormRowsTests {
    struct Line: Equatable, Identifiable {
        var id: Int
        var article = ""
    }

    struct Order: Equatable {
        var customer = "Ada"
        var lines: TreeArray<Line> = [Line(id: 1, article: "Tea"), Line(id: 2, article: "Milk")]
    }

    @MainActor
    final class LineModel {
        let form: ValueForm<Line>
        let article: Field<String, String>

        init(_ form: ValueForm<Line>) {
            self.form = form
            article = form.field(\.article)
        }
    }

    private let form = ValueForm(Order())
    private let customer: Field<String, String>
    private let lines: FormRows<TreeArray<Line>, LineModel>

    init() {
        customer = form.field(\.customer)
        lines = form.rows(\.lines) { LineModel($0) }
    }

    private var articles: [String] { form.value.lines.map(\.article) }

    @Test("a reset of the rows by themselves restores the elements, and nothing else of the value")
    func resetOfRows() {
        customer.raw = "Grace"
        let former = lines.rows
        lines.rows[1].article.raw = "Sugar"
        form.value.lines.remove(at: 0)
        form.value.lines.append(Line(id: 3, article: "Jam"))
        let history = UndoHistory(form.content)
        lines.form.reset()
        expectEqual(articles, ["Tea", "Milk"])
        expectEqual(lines.rows.map(\.article.raw), ["Tea", "Milk"])
        expectEqual(lines.rows.map(ObjectIdentifier.init), former.map(ObjectIdentifier.init))
        #expect(!lines.form.state.isDirty)
        expectEqual(form.value.customer, "Grace")
        expectEqual(history.undoCount, 1)
        history.undo()
        expectEqual(articles, ["Sugar", "Jam"])
        expectEqual(lines.rows.map(\.article.raw), ["Sugar", "Jam"])
    }

    @Test("a reset of the rows restores what they were when they, or one of them, were made pristine")
    func resetOfPristineRows() {
        form.value.lines.append(Line(id: 3, article: "Jam"))
        lines.form.markPristine()
        lines.rows[0].article.raw = "Coffee"
        lines.rows[0].form.markPristine()
        lines.rows[0].article.raw = "Water"
        form.value.lines.remove(at: 1)
        lines.form.reset()
        expectEqual(articles, ["Coffee", "Milk", "Jam"])
        #expect(!lines.form.state.isDirty)
        form.reset()
        expectEqual(articles, ["Coffee", "Milk", "Jam"])
        form.reset(to: Order(lines: [Line(id: 3, article: "Honey"), Line(id: 4, article: "Salt")]))
        expectEqual(articles, ["Honey", "Salt"])
        form.value.lines.removeAll()
        lines.form.reset()
        expectEqual(articles, ["Honey", "Salt"])
        expectEqual(lines.rows.map(\.article.raw), ["Honey", "Salt"])
    }

    @Test("within a batch the rows are those of the elements")
    func rowsInABatch() {
        let count = lines.asDriver().map(\.count)
        var counts: [Int] = []
        let binding = count.drive(onNext: { counts.append($0) })
        batch {
            form.value.lines.append(Line(id: 3, article: "Jam"))
            expectEqual(lines.rows.map(\.form.value.id), [1, 2, 3])
            lines[id: 3]?.article.raw = "Honey"
            form.value.lines.remove(at: 0)
            #expect(lines[id: 1] == nil)
            #expect(lines[id: 3] != nil)
            lines.form.reset()
            expectEqual(lines.rows.map(\.form.value.id), [1, 2])
            #expect(lines[id: 3] == nil)
            expectEqual(lines[id: 1]?.article.raw, "Tea")
            form.value.lines.append(Line(id: 4))
        }
        expectEqual(counts, [2, 3])
        expectEqual(articles, ["Tea", "Milk", ""])
        binding.dispose()
    }

    @Test("a computation that reads the rows is right at the end of a batch, and when it is first asked within one")
    func computed() {
        let names = DerivedValue { [lines] in lines.rows.map(\.article.raw).joined(separator: " ") }
        var texts: [String] = []
        let binding = names.asDriver().drive(onNext: { texts.append($0) })
        batch {
            form.value.lines.append(Line(id: 3, article: "Jam"))
            form.value.lines.remove(at: 0)
            expectEqual(DerivedValue { [lines] in lines.rows.count }.value, 2)
        }
        lines.rows[0].article.raw = "Cream"
        expectEqual(texts, ["Tea Milk", "Milk Jam", "Cream Jam"])
        binding.dispose()
    }

    @Test("a row that comes back counts when its observers are called")
    func returningRow() {
        let milk = lines.rows[1]
        var states: [FormStatus] = []
        let binding = milk.article.values.skip(1).drive(onNext: { _ in states.append(milk.form.state.status) })
        form.value.lines.remove(at: 1)
        expectEqual(milk.form.state.status, .disabled)
        form.value.lines.append(Line(id: 2, article: "Cream"))
        expectEqual(states, [.valid])
        expectEqual(milk.article.raw, "Cream")
        binding.dispose()
    }

    @Test("what an observer of a row sets or removes, while several rows are being set, stays")
    func observersOfSeveral() {
        let binding = lines.rows[0].article.values.skip(1)
            .drive(onNext: { [form, lines] article in
                expectEqual(lines.rows[1].form.value.article, "Sugar")
                if article == "Coffee" {
                    form.value.lines[1].article = "Cream"
                    lines[id: 2]?.article.raw = "Whipped cream"
                } else {
                    form.value.lines.remove(at: 1)
                    expectEqual(lines.rows.count, 1)
                }
            })
        form.value.lines = [Line(id: 1, article: "Coffee"), Line(id: 2, article: "Sugar")]
        expectEqual(articles, ["Coffee", "Whipped cream"])
        expectEqual(lines.rows.map(\.article.raw), ["Coffee", "Whipped cream"])
        form.value.lines = [Line(id: 1, article: "Tea"), Line(id: 2, article: "Sugar")]
        expectEqual(articles, ["Tea"])
        expectEqual(lines.rows.map(\.article.raw), ["Tea"])
        binding.dispose()
    }

    @Test("a row that reads the rows while it is being made sees those before it")
    func readWhileMade() {
        var seen: [Int] = []
        var rows: FormRows<TreeArray<Line>, LineModel>?
        let form = ValueForm(Order())
        rows = form.rows(\.lines) {
            seen.append(rows?.rows.count ?? 0)
            return LineModel($0)
        }
        form.value.lines.append(Line(id: 3))
        expectEqual(seen, [0, 0, 2])
        expectEqual(rows?.rows.count, 3)
    }
}

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
        var count = 1
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

    @Test(
        "C21: what a batch sets in a row and in its value is there at its end, also beside rows that come, and it comes to rest"
    )
    func batchOfRowAndValue() {
        batch {
            lines.rows[0].article.raw = "Coffee"
            lines.rows[0].form.value.count = 4
        }
        expectEqual(form.value.lines[0], Line(id: 1, article: "Coffee", count: 4))
        batch {
            customer.raw = "Grace"
            lines.rows[0].article.raw = "Water"
            form.value.lines.append(Line(id: 3))
        }
        expectEqual(articles, ["Water", "Milk", ""])
        batch {
            form.value.lines.append(Line(id: 4))
            lines.rows[1].form.value.article = "Cream"
        }
        expectEqual(articles, ["Water", "Cream", "", ""])
        expectEqual(lines.rows.map(\.article.raw), articles)
    }

    @Test("C21: an observer may correct what is being set in its row, and in the whole value")
    func corrected() {
        let row = lines.rows[0]
        let binding = row.form.content.subscribe(onNext: { [row] line in
            MainActor.assumeIsolated { if line.count > 99 { row.form.value.count = 99 } }
        })
        row.form.value.count = 120
        expectEqual(form.value.lines[0].count, 99)
        expectEqual(row.form.value.count, 99)
        binding.dispose()
        let other = form.content.customer.asDriver().skip(1).drive(onNext: { [row] _ in
            row.article.raw = "Juice"
            row.form.value.count = 3
        })
        customer.raw = "Grace"
        expectEqual(form.value.lines[0], Line(id: 1, article: "Juice", count: 3))
        other.dispose()
    }

    @Test("a snapshot keeps its rows, which a reset to it brings back")
    func snapshotOfRows() {
        form.value.lines.append(Line(id: 3, article: "Jam"))
        let jam = ObjectIdentifier(lines.rows[2])
        let saved = form.snapshot()
        form.value.lines.removeLast()
        form.markPristine(saved)
        #expect(form.state.isDirty)
        form.reset()
        #expect(!form.state.isDirty)
        expectEqual(articles, ["Tea", "Milk", "Jam"])
        expectEqual(lines.rows.map(ObjectIdentifier.init).last, jam)
    }

    @Test("rows that a batch adds and makes pristine are initial ones")
    func pristineInABatch() {
        batch {
            form.value.lines.append(Line(id: 3, article: "Jam"))
            lines.form.markPristine()
        }
        form.value.lines.removeAll()
        lines.form.reset()
        expectEqual(articles, ["Tea", "Milk", "Jam"])
        #expect(!lines.form.state.isDirty)
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

    @Test("C34: rows follow their elements where a batch resets the form and then sets what there was before")
    func resetAndSetAgain() {
        form.value.lines.append(Line(id: 3, article: "Jam"))
        batch {
            form.reset()
            form.value.lines.append(Line(id: 3, article: "Jam"))
        }
        expectEqual(lines.rows.map(\.article.raw), ["Tea", "Milk", "Jam"])
        lines.rows[0].article.raw = "Coffee"
        let binding = form.content.customer.asDriver().skip(1).drive(onNext: { [form] _ in
            form.reset()
            form.value.lines[0].article = "Coffee"
        })
        customer.raw = "Grace"
        expectEqual(lines.rows.map(\.article.raw), articles)
        binding.dispose()
    }

    @Test("C21: what an observer of a row sets or removes, while several rows are being set, stays")
    func observersOfSeveral() {
        let binding = lines.rows[0].article.values.skip(1)
            .drive(onNext: { [form, lines] article in
                expectEqual(lines.rows[1].form.value.article, "Sugar")
                if article == "Coffee" {
                    form.value.lines[1].article = "Cream"
                    lines[id: 2]?.article.raw = "Whipped cream"
                } else {
                    form.value.lines.remove(at: 1)
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
}

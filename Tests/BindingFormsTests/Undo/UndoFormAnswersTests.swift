import Binding
import BindingCollections
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// What is typed into the fields of a form comes back as it was typed, whatever happens in between.
@MainActor
@Suite("UndoHistory of a form's content, and what answers it")
struct UndoFormAnswersTests {
    struct Bill: Equatable, Sendable {
        struct Line: Equatable, Identifiable, Sendable {
            var id: Int
            var code = ""
        }

        var customer = ""
        var price = 0.0
        var count = 1
        var lines = [Line(id: 1), Line(id: 2)]
    }

    private let form = ValueForm(Bill())
    private let customer: Field<String, String>
    private let price: Field<String, Double>
    private let count: Field<String, Int>
    private let bag = DisposeBag()

    init() {
        customer = form.field(\.customer)
        price = form.field(\.price, as: ValueConverter(parse: { try number($0) }, format: { "\($0)" }))
        count = form.field(\.count, as: .integer)
    }

    @Test("C37: a field that an observer sets in answer to an undo, through the value, shows what had been typed")
    func textAfterAnAnswer() {
        let history = UndoHistory(form.content)
        price.raw = "9.50"
        count.raw = "7x"
        customer.raw = "Ada"
        customer.raw = "Grace"
        form.content.customer.asDriver().skip(1).drive(onNext: { _ in
            form.value.price = 1
            form.value.count = 5
        })
        .disposed(by: bag)
        history.undo()
        expectEqual([customer.raw, price.raw, count.raw], ["Ada", "9.50", "7x"])
        expectEqual([form.value.price, Double(form.value.count)], [9.5, 1])
        #expect(!count.state.isValid && price.state.isValid)
        expectEqual([history.undoCount, history.redoCount], [3, 1])
        history.redo()
        expectEqual([customer.raw, price.raw, count.raw], ["Grace", "9.50", "7x"])
    }

    @Test("C37: what had been typed is shown if its value comes back at last, whichever part is restored first")
    func textAfterSeveralAnswers() {
        let other = BehaviorRelay(value: 0)
        price.raw = "9.50"
        count.raw = "7x"
        // Before the history hears of it.
        other.asDriver().skip(1).drive(onNext: { _ in
            form.value.price = 1
            form.value.count = 5
        })
        .disposed(by: bag)
        var answers = 0
        form.content.asDriver().skip(1).drive(onNext: { value in
            guard other.value == 0, value.price == 9.5, answers < 2 else { return }
            answers += 1
            form.value.price = 1
        })
        .disposed(by: bag)
        let history = UndoHistory(other, form.content)
        other.accept(2)
        form.value.price = 9.5
        price.raw = "9.50"
        count.raw = "7x"
        history.clear()
        history.begin()
        other.accept(0)
        history.cancel()
        expectEqual([other.value, form.value.count], [2, 5])
        expectEqual([price.raw, count.raw], ["9.50", "7x"])
    }

    @Test("C37: what observers make of a text that comes back is reverted, too, and one change")
    func answersToTheText() {
        let (other, edits) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let history = UndoHistory(other, form.content, edits)
        count.raw = "7x"
        batch {
            other.accept(1)
            form.value.customer = "Ada"
        }
        other.asDriver().skip(1).drive(onNext: { _ in form.value.count = 5 }).disposed(by: bag)
        count.asDriver().skip(1).drive(onNext: { _ in edits.accept(edits.value + 1) }).disposed(by: bag)
        let valid = DrivenValues(count.isValid)
        history.undo()
        expectEqual([other.value, edits.value, form.value.count], [0, 0, 1])
        expectEqual([customer.raw, count.raw], ["", "7x"])
        expectEqual(valid.elements, [false])
    }

    @Test("C37: an observer that insists keeps its value, and a field shows it")
    func insists() {
        let history = UndoHistory(form.content)
        price.raw = "9.50"
        customer.raw = "Ada"
        form.content.asDriver().skip(1).drive(onNext: { _ in if form.value.price != 1 { form.value.price = 1 } })
            .disposed(by: bag)
        history.undo()
        expectEqual([customer.raw, price.raw], ["", "1.0"])
        expectEqual(form.value.price, 1)
    }

    @Test("C37: a field that came after a step shows what the value is after an undo of that")
    func laterField() {
        let history = UndoHistory(form.content)
        form.value.lines[0].code = "A"
        form.value.lines[0].code = "B"
        let rows = form.rows(\.lines) { $0.field(\.code) }
        history.undo()
        expectEqual(rows.rows.map(\.raw), ["A", ""])
        history.undo()
        expectEqual(rows.rows.map(\.raw), ["", ""])
        history.redo()
        expectEqual(rows.rows.map(\.raw), ["A", ""])
    }

    @Test("a row that a reset brings back counts at once, and one that it removes does not")
    func rowsOfReset() {
        let rows = form.rows(\.lines) { $0.field(\.code, .notEmpty) }
        let edits: [@MainActor () -> Void] = [
            {
                form.value.lines.removeLast()
                form.value.lines.append(Bill.Line(id: 3))
            },
            { form.value.lines[1] = Bill.Line(id: 3) },
        ]
        for edit in edits {
            edit()
            let third = rows.rows[1]
            #expect(rows[id: 3] === third && rows[id: 2] == nil)
            form.reset()
            expectEqual(rows.rows.map(\.state.status), [.invalid, .invalid])
            #expect(third.state.status == .disabled && rows[id: 3] == nil)
            edit()
            batch {
                form.reset()
                expectEqual(rows.rows.map(\.state.status), [.invalid, .invalid])
            }
        }
    }

    @Test("a row that has gone does not count in another form either, unless that of the rows has gone, too")
    func rowInAnotherForm() {
        let other = Form(Field("", []))
        var form: ValueForm<Bill>? = ValueForm(Bill())
        var rows = form.map { form in
            form.rows(\.lines) { line in
                let code = line.field(\.code, .notEmpty)
                other.add(line)
                return code
            }
        }
        let codes = rows?.rows ?? []
        form?.value.lines.removeLast()
        expectEqual(codes.map(\.state.status), [.invalid, .disabled])
        other.isEnabled = false
        other.isEnabled = true
        expectEqual(codes.map(\.state.status), [.invalid, .disabled])
        (form, rows) = (nil, nil)
        other.isEnabled = false
        other.isEnabled = true
        expectEqual(codes.map(\.state.status), [.invalid, .invalid])
    }

    @Test("a row that is released is not asked any more, nor is what it leaves behind")
    func releasedRow() {
        final class Row: Sendable {
            let code: Field<String, String>
            let inner: Form
            nonisolated(unsafe) var asked = 0

            @MainActor
            init(_ line: ValueForm<Bill.Line>) {
                code = line.field(\.code, .notEmpty)
                inner = Form(Field("", [.notEmpty]))
                line.add(inner)
                line.rule(code) { [unowned self] _ in
                    asked += 1
                    return nil
                }
            }
        }
        let rows = form.rows(\.lines) { Row($0) }
        form.value.lines.append(Bill.Line(id: 3))
        weak let gone = rows.rows[2]
        let (code, inner) = (rows.rows[2].code, rows.rows[2].inner)
        #expect(inner.state.status == .invalid)
        form.value.lines.removeLast()
        #expect(gone == nil)
        expectEqual(
            [code.state.status, inner.state.status, inner.fields[0].state.status], [.disabled, .disabled, .disabled])
        expectEqual(code.currentMessages, [])
        // In another form it counts again.
        let other = Form(code)
        #expect(code.state.status == .invalid && !other.state.isValid)
    }

    @Test("what is typed into the form of the selected row is taken back in the rows, whichever is selected by then")
    func selectedRow() {
        let rows = BehaviorRelay(value: [Bill.Line(id: 1, code: "a"), Bill.Line(id: 2, code: "b")])
        let history = UndoHistory(rows)
        let selection = Selection<Int>()
        bag.insert(selection.follow(rows.asDriver().updates()))
        let form = ValueForm(of: selection.row(in: rows, or: Bill.Line(id: 0)))
        let code = form.field(\.code, as: .trimmed)
        selection.id = 1
        expectEqual(code.raw, "a")
        for text in ["x", "x ", "x y "] { code.raw = text }
        expectEqual(rows.value[0].code, "x y")
        expectEqual(history.undoCount, 2)
        history.undo()
        expectEqual([code.raw, rows.value[0].code], ["x", "x"])
        history.undo()
        expectEqual([code.raw, rows.value[0].code], ["a", "a"])
        history.redo()
        history.redo()
        expectEqual([code.raw, rows.value[0].code], ["x y", "x y"])
        selection.id = 2
        history.undo()
        expectEqual([code.raw, rows.value[0].code], ["b", "x"])
    }

    @Test("a rule that takes time is not asked about a row that has gone, and is when an undo has brought it back")
    func ruleOfGoneRow() {
        let scheduler = TestScheduler()
        var asked: [String] = []
        let rows = form.rows(\.lines) { line in
            let code = line.field(\.code)
            line.rule(code, after: .milliseconds(300), scheduler: scheduler) { code in
                asked.append(code)
                return code == "late" ? Observable<String?>.never() : .just(code == "tea" ? "no tea" : nil)
            }
            return code
        }
        scheduler.advance(by: .seconds(1))
        asked = []
        let history = UndoHistory(form.content)
        let code = rows.rows[1]
        code.raw = "tea"
        form.value.lines.removeLast()
        scheduler.advance(by: .seconds(1))
        expectEqual(asked, [])
        #expect(!code.state.isPending)
        history.undo()
        #expect(code.state.isPending && form.state.isPending)
        scheduler.advance(by: .seconds(1))
        expectEqual(asked, ["tea"])
        expectEqual(code.currentMessages, ["no tea"])
        // What is known is not asked again.
        form.value.lines.removeLast()
        expectEqual(code.currentMessages, [])
        history.undo()
        scheduler.advance(by: .seconds(1))
        expectEqual(code.currentMessages, ["no tea"])
        expectEqual(asked, ["tea"])
        // A question under way is not waited for.
        code.raw = "late"
        scheduler.advance(by: .seconds(1))
        #expect(form.state.isPending)
        form.value.lines.removeLast()
        #expect(!form.state.isPending && !code.state.isPending)
        form.reset()
        #expect(rows.rows[1] === code && code.raw.isEmpty && code.state.isPending)
    }
}

private func number(_ text: String) throws -> Double {
    guard let number = Double(text) else { throw ConversionError("not a number") }
    return number
}

import Binding
import BindingCollections
import BindingForms

/// A form of a value with rows, which have rows.
@MainActor
final class SmallOrderForm {
    struct Part: Identifiable, Equatable, Sendable {
        var id: Int
        var size = 1
    }

    struct Line: Identifiable, Equatable, Sendable {
        var id: Int
        var count = 1
        var note = ""
        var parts: [Part] = [Part(id: 1)]
    }

    struct Order: Equatable, Sendable {
        var amount = 1
        var flag = false
        var lines: TreeArray<Line> = [Line(id: 1), Line(id: 2)]
    }

    @MainActor
    final class PartRow {
        let form: ValueForm<Part>
        let size: Field<String, Int>

        init(_ form: ValueForm<Part>) {
            self.form = form
            size = form.field(\.size, as: .integer)
        }
    }

    @MainActor
    final class Row {
        let form: ValueForm<Line>
        let count: Field<String, Int>
        let parts: FormRows<[Part], PartRow>

        init(_ form: ValueForm<Line>) {
            self.form = form
            count = form.field(\.count, as: .integer, Rule { $0 < 9 ? nil : "Too many" })
            parts = form.rows(\.parts) { PartRow($0) }
        }
    }

    /// Everything that can be read.
    struct Content: Equatable, CustomStringConvertible {
        struct RowContent: Equatable {
            /// Whether it is one of those that there are at first.
            var isFirst: Bool
            var isSecond: Bool
            var text: String
            var value: Int
            var element: Line
            var sizes: [String]
            var state: FormState
        }

        var amount: String
        var value: Int
        var slider: Int
        var amountState: FormState
        var lines: TreeArray<Line>
        var linesState: FormState
        var rows: [RowContent]
        var order: Order
        var state: FormState

        /// What is typed.
        var texts: [String] { [amount] + rows.flatMap { [$0.text] + $0.sizes } }

        /// Whether fields and rows show what the value is.
        var agrees: Bool {
            let shown = rows.allSatisfy { row in
                row.value == row.element.count && Self.shows(row.text, row.value)
                    && zip(row.sizes, row.element.parts).allSatisfy { Self.shows($0, $1.size) }
                    && row.sizes.count == row.element.parts.count
            }
            return shown && value == order.amount && slider == value && lines == order.lines
                && Self.shows(amount, value)
                && rows.map(\.element) == Array(order.lines)
        }

        /// A text that cannot be read leaves the value as it is.
        private static func shows(_ text: String, _ value: Int) -> Bool { Int(text).map { $0 == value } ?? true }

        var description: String {
            let lines = order.lines.map { "\($0.id):\($0.count)\($0.note)\($0.parts.map(\.size))" }
            let rows = rows.map { row in
                "\(row.element.id):\(row.text)=\(row.value)=\(row.element.count)\(row.sizes) \(Self.text(of: row.state))"
            }
            return """
                \(amount)=\(value)=\(slider) \(lines.map(\.count)) \(Self.text(of: linesState)) \(Self.text(of: amountState)), \(order.amount) \(lines.joined(separator: " ")), \
                \(rows.joined(separator: " ")), \(Self.text(of: state))
                """
        }

        private static func text(of state: FormState) -> String { "\(state.status)\(state.isDirty ? "*" : "")" }
    }

    let form = ValueForm(Order())
    let amount: Field<String, Int>
    /// Another field for the same part, and one for all elements.
    let slider: Field<Int, Int>
    let lines: Field<TreeArray<Line>, TreeArray<Line>>
    let rows: FormRows<TreeArray<Line>, Row>
    /// The rows that there are at first, and the row of the first one.
    let first: Row
    let second: Row
    let part: PartRow

    init() {
        amount = form.field(\.amount, as: .integer, Rule { $0 < 9 ? nil : "Too much" })
        slider = form.field(\.amount)
        lines = form.field(\.lines, Rule { $0.count != 1 ? nil : "Too few" })
        rows = form.rows(\.lines) { Row($0) }
        (first, second) = (rows.rows[0], rows.rows[1])
        part = first.parts.rows[0]
    }

    func read() -> Content {
        // In this order, as an earlier read may not be what makes a later one right.
        let state = form.state
        let rows = rows.rows.map { row in
            let state = row.form.state
            return Content.RowContent(
                isFirst: row === first, isSecond: row === second, text: row.count.raw, value: row.count.value,
                element: row.form.value,
                sizes: row.parts.rows.map(\.size.raw), state: state)
        }
        return Content(
            amount: amount.raw, value: amount.value, slider: slider.raw, amountState: amount.state,
            lines: lines.value, linesState: lines.state, rows: rows, order: form.value,
            state: state)
    }

    /// Changes the first element.
    func editFirst(_ change: (inout Line) -> Void) { if !form.value.lines.isEmpty { change(&form.value.lines[0]) } }

    /// Changes the first part of the first element.
    func editFirstPart(_ change: (inout Part) -> Void) { editFirst { if !$0.parts.isEmpty { change(&$0.parts[0]) } } }
}

/// A statement of a small program.
@MainActor
struct SmallOrderStatement {
    let name: String
    let run: @MainActor (SmallOrderForm) -> Void

    init(_ name: String, _ run: @escaping @MainActor (SmallOrderForm) -> Void) { (self.name, self.run) = (name, run) }

    static func all(of subject: SmallValueFormProgram.Subject) -> [SmallOrderStatement] {
        switch subject {
        case .field: ofField
        case .row: ofRow
        case .rows: [ofField[0], ofField[3], ofRow[0], ofRow[2], ofRow[3]] + ofRows
        case .rowsOfRow: [ofRow[0], ofRow[7], ofRow[9], ofRows[0], ofRows[5]] + ofRowsOfRow
        }
    }

    private static let ofField: [SmallOrderStatement] = [
        .init("amount.raw = 5") { $0.amount.raw = "5" },
        .init("amount.raw = x") { $0.amount.raw = "x" },
        .init("amount.value = 6") { $0.amount.value = 6 },
        .init("form.value.amount = 7") { $0.form.value.amount = 7 },
        .init("form.value.amount = 1") { $0.form.value.amount = 1 },
        .init("form.value = Order(amount: 12)") { $0.form.value = SmallOrderForm.Order(amount: 12) },
        .init("form.content.amount.value = 8") { $0.form.content.amount.value = 8 },
        .init("form.value.flag.toggle()") { $0.form.value.flag.toggle() },
        .init("amount.value += 1") { $0.amount.value += 1 },
        .init("form.value.amount += 1") { $0.form.value.amount += 1 },
        .init("amount.reset()") { $0.amount.reset() },
        .init("form.reset()") { $0.form.reset() },
        .init("type 4") { $0.amount.asObserver().onNext("4") },
        .init("amount.reformat()") { $0.amount.reformat() },
        .init("amount.markPristine()") { $0.amount.markPristine() },
        .init("slider.raw = 3") { $0.slider.raw = 3 },
        .init("slider.value += 2") { $0.slider.value += 2 },
    ]

    private static let ofRow: [SmallOrderStatement] = [
        .init("row.count.raw = 5") { $0.first.count.raw = "5" },
        .init("row.count.raw = x") { $0.first.count.raw = "x" },
        .init("row.form.value.count = 6") { $0.first.form.value.count = 6 },
        .init("form.value.lines[0].count = 7") { $0.editFirst { $0.count = 7 } },
        .init("form.value.lines[0].count = 1") { $0.editFirst { $0.count = 1 } },
        .init("row.form.value.count += 1") { $0.first.form.value.count += 1 },
        .init("form.value.lines[0].count += 1") { $0.editFirst { $0.count += 1 } },
        .init("row.form.value.note = n") { $0.first.form.value.note = "n" },
        .init("form.value.lines[0].note = m") { $0.editFirst { $0.note = "m" } },
        .init("row.form.reset()") { $0.first.form.reset() },
        .init("form.reset()") { $0.form.reset() },
        .init("rows.form.reset()") { $0.rows.form.reset() },
        .init("row.count.value += 1") { $0.first.count.value += 1 },
        .init("row.form.markPristine()") { $0.first.form.markPristine() },
    ]

    private static let ofRows: [SmallOrderStatement] = [
        .init("form.value.lines.removeFirst()") {
            if !$0.form.value.lines.isEmpty { $0.form.value.lines.removeFirst() }
        },
        .init("form.value.lines.append(3)") { form in
            if !form.form.value.lines.contains(where: { $0.id == 3 }) {
                form.form.value.lines.append(SmallOrderForm.Line(id: 3))
            }
        },
        .init("form.value.lines.reverse()") { $0.form.value.lines.reverse() },
        .init("lines.value = [5]") { $0.lines.value = [SmallOrderForm.Line(id: 5)] },
        .init("lines.value.append(6)") { form in
            if !form.lines.value.contains(where: { $0.id == 6 }) { form.lines.value.append(SmallOrderForm.Line(id: 6)) }
        },
        .init("second.count.raw = 4") { $0.second.count.raw = "4" },
        .init("rows.last.count.raw = 3") { $0.rows.rows.last?.count.raw = "3" },
        .init("form.reset()") { $0.form.reset() },
        .init("rows.form.reset()") { $0.rows.form.reset() },
        .init("form.reset(to:)") {
            $0.form.reset(
                to: SmallOrderForm.Order(
                    amount: 3, lines: [SmallOrderForm.Line(id: 2, count: 2), SmallOrderForm.Line(id: 4)]))
        },
    ]

    private static let ofRowsOfRow: [SmallOrderStatement] = [
        .init("part.size.raw = 5") { $0.part.size.raw = "5" },
        .init("part.size.raw = x") { $0.part.size.raw = "x" },
        .init("part.form.value.size += 1") { $0.part.form.value.size += 1 },
        .init("row.form.value.parts[0].size += 2") { form in
            if !form.first.form.value.parts.isEmpty { form.first.form.value.parts[0].size += 2 }
        },
        .init("form.value.lines[0].parts[0].size += 3") { $0.editFirstPart { $0.size += 3 } },
        .init("form.value.lines[0].parts[0].size = 1") { $0.editFirstPart { $0.size = 1 } },
        .init("row.form.value.parts = [3]") { $0.first.form.value.parts = [SmallOrderForm.Part(id: 3)] },
        .init("form.value.lines[0].parts.append(2)") { form in
            form.editFirst {
                if !$0.parts.contains(where: { $0.id == 2 }) { $0.parts.append(SmallOrderForm.Part(id: 2)) }
            }
        },
        .init("row.parts.form.reset()") { $0.first.parts.form.reset() },
        .init("part.form.reset()") { $0.part.form.reset() },
        .init("row.parts.last.size.raw = 4") { $0.first.parts.rows.last?.size.raw = "4" },
    ]
}

import Binding
import BindingCollections
import BindingForms
import BindingOperators
import Model
import TestSupport
import Testing

/// Random edits of a form of a value, in its fields, its rows and the value itself, with undo, redo and transactions of a
/// history that has the value alone, compared with a list of what was shown.
@Suite("Undo histories of forms beside a model")
@MainActor
struct UndoFormModelTests {
    @Test("C37: what users see is taken back step by step")
    func programs() async {
        await runPrograms("undo of forms", length: 20...300) { program in
            let run = UndoFormInterpreter(program)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }
}

private struct Order: Equatable, Sendable {
    struct Line: Equatable, Identifiable, Sendable {
        let id: Int
        var article = ""
        var count = 1
    }

    var customer = ""
    var age = 20
    var lines: TreeArray<Line> = [Line(id: 1), Line(id: 2)]
}

@MainActor
private final class LineModel {
    let id: Int
    let article: Field<String, String>
    let count: Field<String, Int>

    init(_ form: ValueForm<Order.Line>) {
        id = form.value.id
        article = form.field(\.article, as: .trimmed)
        count = form.field(\.count, as: .integer, .in(1...9))
    }
}

/// What is shown, and what is edited.
private struct Snapshot: Equatable {
    var order: Order
    var texts: [String]
}

@MainActor
private struct UndoFormInterpreter {
    private(set) var steps = 0
    private(set) var failure: String?

    private let form = ValueForm(Order())
    private let customer: Field<String, String>
    private let age: Field<String, Int>
    private let lines: FormRows<TreeArray<Order.Line>, LineModel>
    private let history: UndoHistory
    private var nextID = 3

    private struct Level {
        var past: [Snapshot] = []
        var future: [Snapshot] = []
        let start: Snapshot
    }

    private var levels: [Level] = []

    init(_ program: Program) {
        customer = form.field(\.customer, as: .trimmed, .notEmpty)
        age = form.field(\.age, as: .integer)
        lines = form.rows(\.lines) { LineModel($0) }
        history = UndoHistory(form.content)
        var program = program
        levels = [Level(start: snapshot)]
        var trace: [String] = []
        while !program.isOver, failure == nil {
            steps += 1
            let former = snapshot
            let (action, expected) = act(&program)
            // Typing does not go on with the step before.
            history.endGroup()
            trace.append(action)
            let counts = (history.undoCount, history.redoCount)
            if let expected {
                if snapshot != expected { failure = "\(trace): \(snapshot), where \(expected) is expected" }
            } else if snapshot != former {
                levels[levels.count - 1].past.append(former)
                levels[levels.count - 1].future = []
            }
            let level = levels[levels.count - 1]
            if counts != (level.past.count, level.future.count) {
                failure = "\(trace): \(counts) steps, where \((level.past.count, level.future.count)) are expected"
            }
            if failure == nil { failure = disagreement.map { "\(trace): \($0)" } }
        }
    }

    private var snapshot: Snapshot {
        Snapshot(
            order: form.value,
            texts: [customer.raw, age.raw] + lines.rows.flatMap { ["\($0.id)", $0.article.raw, $0.count.raw] })
    }

    /// What the form shows and is not in its value.
    private var disagreement: String? {
        let order = form.value
        if lines.rows.map(\.id) != order.lines.map(\.id) { return "rows \(lines.rows.map(\.id)) of \(order.lines)" }
        for (row, line) in zip(lines.rows, order.lines) {
            if row.count.value != line.count { return "\(row.count.value) of \(line)" }
            if row.article.value != line.article { return "\(row.article.value) of \(line)" }
        }
        if age.value != order.age || customer.value != order.customer { return "\(age.value) of \(order.age)" }
        let isReadable = Int(age.raw) != nil
        return age.state.isValid == isReadable ? nil : "'\(age.raw)' is \(age.state.status)"
    }

    /// - Returns: What has been done, and what has to be shown then, if that is known.
    private mutating func act(_ program: inout Program) -> (String, Snapshot?) {
        let kind = program.next(below: 16)
        let argument = program.next()
        let text = ["", "3", "03", "3x", "x3", "A", "A ", "A B", "7"][argument % 9]
        let row = lines.rows.isEmpty ? nil : lines.rows[argument / 9 % lines.rows.count]
        switch kind {
        case 0, 1:
            age.raw = text
            return ("age '\(text)'", nil)
        case 2:
            customer.raw = text
            return ("customer '\(text)'", nil)
        case 3, 4:
            row?.count.raw = text
            return ("count of \(row?.id ?? 0) '\(text)'", nil)
        case 5:
            row?.article.raw = text
            return ("article of \(row?.id ?? 0) '\(text)'", nil)
        case 6:
            form.value.age = argument % 9
            return ("age = \(argument % 9)", nil)
        case 7: return changeLines(argument)
        case 8:
            batch {
                age.raw = text
                row?.count.raw = text
                form.value.customer = text
            }
            return ("batch '\(text)' \(row?.id ?? 0)", nil)
        case 9:
            guard argument % 4 == 0 else { return ("", nil) }
            form.reset()
            return ("reset", nil)
        default: return steer(kind)
        }
    }

    private mutating func changeLines(_ argument: Int) -> (String, Snapshot?) {
        let count = form.value.lines.count
        switch argument % 4 {
        case 0 where count > 0:
            form.value.lines.remove(at: argument / 4 % count)
            return ("remove \(argument / 4 % count)", nil)
        case 1:
            form.value.lines.insert(Order.Line(id: nextID, count: nextID), at: argument / 4 % (count + 1))
            nextID += 1
            return ("insert at \(argument / 4 % (count + 1))", nil)
        case 2 where count > 0:
            form.value.lines[argument / 4 % count].count = argument % 9
            return ("count at \(argument / 4 % count) = \(argument % 9)", nil)
        default:
            form.value.lines.reverse()
            return ("reverse", nil)
        }
    }

    private mutating func steer(_ kind: Int) -> (String, Snapshot) {
        let former = snapshot
        let top = levels.count - 1
        switch kind {
        case 10, 11:
            history.undo()
            guard let last = levels[top].past.popLast() else { return ("undo", former) }
            levels[top].future.append(former)
            return ("undo", last)
        case 12, 13:
            history.redo()
            guard let next = levels[top].future.popLast() else { return ("redo", former) }
            levels[top].past.append(former)
            return ("redo", next)
        case 14:
            history.begin()
            levels.append(Level(start: former))
            return ("begin", former)
        default:
            guard top > 0 else { return ("", former) }
            let start = levels.removeLast().start
            if steps % 2 == 0 {
                history.cancel()
                return ("cancel", start)
            }
            history.commit()
            if start != former {
                levels[top - 1].past.append(start)
                levels[top - 1].future = []
            }
            return ("commit", former)
        }
    }
}

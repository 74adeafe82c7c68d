import Binding
import BindingForms

/// Runs a program of edits, resets, submissions and late answers on a form and on ``FormModel``, in virtual time.
@MainActor
package final class FormInterpreter {
    package private(set) var steps = 0
    package var failure: String? { form.failure }

    private var program: Program
    private let form: CheckedForm

    package init(_ program: Program, traces: Bool = false) {
        var program = program
        let (trims, orders) = (program.next(below: 2) == 0, program.next(below: 2) == 0)
        self.program = program
        form = CheckedForm(trims: trims, orders: orders, traces: traces)
    }

    package static func run(_ program: Program, traces: Bool = false) -> FormInterpreter {
        let interpreter = FormInterpreter(program, traces: traces)
        interpreter.form.compare()
        while !interpreter.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.form.dispose()
        return interpreter
    }

    private func step() {
        steps += 1
        let choice = program.next(below: 29)
        let index = program.next(below: 4)
        switch choice {
        case 0...6: form.type(index, text(of: index))
        case 7, 8: form.set(index, value(of: index))
        case 9: form.touch(index)
        case 10: form.reject(index)
        case 11: form.reset(index)
        case 12: form.reset(index, to: value(of: index))
        case 13: form.markPristine(index)
        case 14: form.toggle(index)
        case 15: form.toggleInner()
        case 16: onForm(index)
        case 17...20: form.advance(by: program.next(below: 16))
        case 21...24: onRows(choice - 21)
        case 25: form.patch(index, value(of: index))
        case 26: form.resetForm(to: index, value(of: index))
        case 27: form.setPart(index % 2, value(of: index % 2))
        default: form.prepareSubmission()
        }
        form.compare()
    }

    private func text(of index: Int) -> String {
        let letters = Array(index == 0 ? "ab 1" : "0123-")
        return String(
            (0..<program.next(below: index == 0 ? 7 : 4)).map { _ in letters[program.next(below: letters.count)] })
    }

    private func value(of index: Int) -> String { index == 0 ? text(of: 0) : "\(program.next(below: 40))" }

    private func onForm(_ choice: Int) {
        switch choice {
        case 0: form.reset()
        case 1: form.touchAll()
        case 2: form.markPristine()
        default: form.validate()
        }
    }

    private func onRows(_ choice: Int) {
        let place = program.next(below: 4)
        switch choice {
        case 0 where form.rowCount < 5:
            form.addRow(form.newTitle(isEmpty: place == 0), at: min(place, form.rowCount))
        case 1 where place < form.rowCount: form.removeRow(place)
        case 2 where place < form.rowCount: form.reverseRows()
        case 3 where place < form.rowCount: form.typeInRow(place, program.next(below: 2) == 0 ? "" : "x")
        default: break
        }
    }
}

import Binding
import BindingForms

/// Runs a small program of what users, programs and time do to a form.
@MainActor
package struct SmallFormProgram {
    /// What programs consist of.
    package enum Subject {
        /// What can be done to fields and to the form as a whole.
        case fields
        /// Edits of what rules that take time read, and time that passes.
        case asynchronousRules
        /// Rows that come, go and are edited.
        case rows
        /// Submissions that wait, and what is done meanwhile.
        case submissions
        /// The same, in which the age alone is edited, enabled and disabled; it is disabled at first.
        case enablingInSubmissions
        /// Rows that are disabled and removed during a submission.
        case rowsInSubmissions
        /// Snapshots that are made the initial content later; no row is removed.
        case snapshots
        /// The same of rows alone, which may be removed.
        case snapshotsOfRows
        /// Rows of which one is there twice.
        case twins
    }

    private typealias Step = @MainActor (CheckedForm) -> Void

    private let subject: Subject
    private let form: CheckedForm

    /// - Parameters:
    ///   - subject: What programs consist of.
    ///   - size: The number of steps.
    ///   - varies: Whether the view model may edit fields, too.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ subject: Subject, size: Int, varies: Bool, _ choices: Choices) async -> String? {
        let program = SmallFormProgram(subject, varies: varies, choices)
        program.form.compare()
        for _ in 0..<size where program.form.failure == nil {
            choices.pick(program.steps)(program.form)
            await program.form.settle()
            program.form.compare()
        }
        program.form.dispose()
        return program.form.failure
    }

    private init(_ subject: Subject, varies: Bool, _ choices: Choices) {
        self.subject = subject
        switch subject {
        case .fields, .asynchronousRules:
            let edits = varies && choices.next(below: 2) == 1
            form = CheckedForm(trims: edits, orders: edits)
            if case .asynchronousRules = subject, choices.next(below: 2) == 1 {
                // The rules have answered.
                form.type(FormModel.name, choices.pick(["a", "b"]))
                form.advance(by: 20)
            }
        case .rows: form = CheckedForm(trims: false, orders: false, titles: choices.pick([[], ["x"], ["x", "y"]]))
        case .submissions, .enablingInSubmissions, .rowsInSubmissions:
            form = CheckedForm(trims: false, orders: false, titles: ["x"])
            // What all rules agree to.
            form.type(FormModel.name, "a")
            form.type(FormModel.from, "2")
            if case .rowsInSubmissions = subject { form.startSubmission() }
            if case .enablingInSubmissions = subject { form.toggle(FormModel.age) }
        case .snapshots, .snapshotsOfRows: form = CheckedForm(trims: false, orders: false, titles: ["x"])
        case .twins: form = CheckedForm(trims: false, orders: false, titles: ["x", "y"], hasTwins: true)
        }
    }

    // MARK: Steps

    private var steps: [Step] {
        switch subject {
        case .fields: fields
        case .asynchronousRules: asynchronousRules
        case .rows: rows + [{ $0.reset() }, { $0.markPristine() }, { $0.touchAll() }]
        case .submissions: submissions
        case .enablingInSubmissions:
            [
                { $0.startSubmission() }, { $0.toggle(FormModel.age) }, { $0.type(FormModel.age, "17") },
                { $0.type(FormModel.age, "20") }, { $0.advance(by: 10) },
            ]
        case .rowsInSubmissions: rowsInSubmissions
        case .snapshots: snapshots
        case .snapshotsOfRows: snapshotsOfRows
        case .twins: []
        }
    }

    private var fields: [Step] {
        let (name, age, from, to) = (FormModel.name, FormModel.age, FormModel.from, FormModel.to)
        return [
            { $0.type(name, "a") }, { $0.type(name, "1 b") }, { $0.type(name, "abcde") }, { $0.type(name, "") },
            { $0.type(age, "x") }, { $0.type(age, "017") }, { $0.type(age, "20") }, { $0.type(from, "3") },
            { $0.type(from, "-") }, { $0.type(to, "0") }, { $0.set(name, "b") }, { $0.set(age, "17") },
            { $0.set(age, "18") }, { $0.set(from, "3") }, { $0.reset(name) }, { $0.reset(age) },
            { $0.reset(from, to: "2") }, { $0.touch(name) }, { $0.reject(name) }, { $0.reject(age) },
            { $0.markPristine(age) }, { $0.toggle(name) }, { $0.toggle(age) }, { $0.toggle(to) }, { $0.toggleInner() },
            { $0.reset() }, { $0.touchAll() }, { $0.markPristine() }, { $0.validate() }, { $0.advance(by: 20) },
            { $0.prepareSubmission() },
        ]
    }

    private var asynchronousRules: [Step] {
        let (name, from) = (FormModel.name, FormModel.from)
        // The rule has nothing against "a", refuses "ab" and throws at "b".
        return [
            { $0.type(name, "a") }, { $0.type(name, "ab") }, { $0.type(name, "b") }, { $0.type(name, "") },
            { $0.type(from, "2") }, { $0.type(from, "3") }, { $0.toggle(name) }, { $0.toggleInner() },
            { $0.reset(name) }, { $0.reject(name) }, { $0.validate() }, { $0.advance(by: 9) }, { $0.advance(by: 20) },
            { $0.prepareSubmission() },
        ]
    }

    private var rows: [Step] {
        let last = form.rowCount - 1
        var steps: [Step] = []
        if last < 2 { steps += [{ $0.addRow("", at: 0) }, { $0.addRow("z", at: last + 1) }] }
        guard last >= 0 else { return steps }
        steps += [
            { $0.removeRow(0) }, { $0.typeInRow(0, "") }, { $0.typeInRow(last, "x") }, { $0.toggleRow(0) },
        ]
        return last == 0 ? steps : steps + [{ $0.removeRow(last) }, { $0.reverseRows() }]
    }

    private var submissions: [Step] {
        let (name, age) = (FormModel.name, FormModel.age)
        var steps: [Step] = [
            { $0.startSubmission() }, { $0.advance(by: 5) }, { $0.advance(by: 10) }, { $0.type(name, "ab") },
            { $0.type(name, "") }, { $0.type(age, "17") }, { $0.reset() }, { $0.addRow("", at: 0) },
        ]
        if form.rowCount > 0 { steps += [{ $0.removeRow(0) }, { $0.typeInRow(0, "") }] }
        return steps + [{ $0.toggle(name) }, { $0.toggleInner() }]
    }

    private var rowsInSubmissions: [Step] {
        let steps: [Step] = form.rowCount == 0 ? [] : [{ $0.toggleRow(0) }, { $0.removeRow(0) }]
        if form.model.isSubmitting { return steps + [{ $0.advance(by: 10) }] }
        return steps + [{ $0.reset() }]
    }

    private var snapshots: [Step] {
        var steps: [Step] = [
            { $0.takeSnapshot() }, { $0.markSnapshotPristine() }, { $0.reset() }, { $0.type(FormModel.name, "a") },
            { $0.type(FormModel.age, "x") }, { $0.set(FormModel.age, "20") }, { $0.addRow("z", at: 0) },
        ]
        if form.rowCount > 0 { steps.append { $0.typeInRow(0, "b") } }
        return form.rowCount > 1 ? steps + [{ $0.reverseRows() }] : steps
    }

    private var snapshotsOfRows: [Step] {
        let steps: [Step] = [{ $0.takeSnapshot() }, { $0.markSnapshotPristine() }, { $0.reset() }]
        return form.rowCount == 0 ? steps : steps + [{ $0.typeInRow(0, "b") }, { $0.removeRow(0) }]
    }
}

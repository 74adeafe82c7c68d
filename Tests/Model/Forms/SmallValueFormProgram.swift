import Binding
import BindingCollections
import BindingForms

/// Runs a small program that edits the fields and rows of a form of a value, and that value: statement by statement, and in
/// the middle of something. What is read after each statement, and at the end, has to be the same. At last, one undo takes all
/// of it back, and a redo brings it back.
@MainActor
package struct SmallValueFormProgram {
    /// Where a program runs.
    private enum Place: CaseIterable {
        case batch
        case observerOfContent
        /// In an observer of a part that has no field.
        case observerOfPart
        /// In an observer of what is typed into a field.
        case observerOfField
        /// In an observer of the value of a row.
        case observerOfRow
        /// In a batch in an observer of something else.
        case batchInObserver
        case observerOfState
    }

    /// What is edited.
    package enum Subject: CaseIterable, Sendable {
        /// A field and its part of the value.
        case field
        /// A field of a row, its part of the row's value, and the element.
        case row
        /// Both, and rows that come and go.
        case rows
        /// Rows of a row.
        case rowsOfRow
    }

    private let statements: [SmallOrderStatement]
    private let place: Place

    /// - Parameters:
    ///   - subject: What is edited.
    ///   - size: The number of statements.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ subject: Subject, size: Int, _ choices: Choices) -> String? {
        let program = SmallValueFormProgram(
            statements: (0..<size).map { _ in choices.pick(SmallOrderStatement.all(of: subject)) },
            place: choices.pick(Place.allCases))
        return program.failure.map {
            "in \(program.place): \(program.statements.map(\.name).joined(separator: "; ")): \($0)"
        }
    }

    private var failure: String? {
        let apart = SmallOrderForm()
        // What leads to the place is done there, too.
        run(apart) {}
        var expected: [SmallOrderForm.Content] = []
        for statement in statements {
            statement.run(apart)
            expected.append(apart.read())
        }
        return failure(expected, reads: false) ?? failure(expected, reads: true)
    }

    /// - Parameters:
    ///   - expected: What is to be read after each statement.
    ///   - reads: Whether it is read, or only at the end.
    private func failure(_ expected: [SmallOrderForm.Content], reads: Bool) -> String? {
        let within = SmallOrderForm()
        let history = UndoHistory(within.form.content)
        let initial = within.read()
        var found: [SmallOrderForm.Content] = []
        run(within) {
            for statement in statements {
                statement.run(within)
                if reads { found.append(within.read()) }
            }
        }
        for (index, (found, expected)) in zip(found, expected).enumerated() where found != expected {
            return "read after \(index + 1): \(found)\nexpected: \(expected)"
        }
        // Present: a program has a statement.
        let (end, expectedEnd) = (within.read(), expected.last!)
        // Without reads, what a later value has overtaken may never have arrived: a text that cannot be read, or what a row was
        // made with.
        if reads ? end != expectedEnd : end.order != expectedEnd.order || !end.agrees {
            return "at the end\(reads ? ", reading" : ""): \(end)\nexpected: \(expectedEnd)"
        }
        return failure(of: history, in: within, from: initial, to: end)
    }

    /// What is wrong with an undo and a redo of the whole program.
    private func failure(
        of history: UndoHistory, in form: SmallOrderForm, from initial: SmallOrderForm.Content,
        to end: SmallOrderForm.Content
    ) -> String? {
        if history.undoCount > 1 { return "\(history.undoCount) steps" }
        if end.order != initial.order && history.undoCount == 0 { return "no step" }
        history.undo()
        let before = form.read()
        if before.texts != initial.texts || before.order != initial.order {
            return "undone: \(before)\nbefore: \(initial)"
        }
        history.redo()
        let again = form.read()
        return again.texts == end.texts && again.order == end.order ? nil : "redone: \(again)\nbefore: \(end)"
    }

    /// Runs something at the place.
    private func run(_ form: SmallOrderForm, _ body: @escaping @MainActor () -> Void) {
        var isDone = false
        let once: @MainActor () -> Void = {
            if isDone { return }
            isDone = true
            body()
        }
        let other = BehaviorRelay(value: 0)
        let observer: (any Disposable)? =
            switch place {
            case .batch: nil
            case .observerOfContent: form.form.content.asDriver().skip(1).drive(onNext: { _ in once() })
            case .observerOfPart: form.form.content.flag.asDriver().skip(1).drive(onNext: { _ in once() })
            case .observerOfField: form.amount.asDriver().skip(1).drive(onNext: { _ in once() })
            case .observerOfRow: form.first.form.content.asDriver().skip(1).drive(onNext: { _ in once() })
            case .batchInObserver: other.asDriver().skip(1).drive(onNext: { _ in batch { once() } })
            case .observerOfState: form.form.isDirty.skip(1).drive(onNext: { _ in once() })
            }
        switch place {
        case .batch: batch { body() }
        case .observerOfContent, .observerOfPart: form.form.value.flag = true
        case .observerOfField, .observerOfState: form.amount.raw = "2"
        case .observerOfRow: form.first.count.raw = "2"
        case .batchInObserver: other.accept(1)
        }
        observer?.dispose()
    }
}

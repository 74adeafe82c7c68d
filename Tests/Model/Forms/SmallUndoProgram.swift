import Binding
import BindingForms

/// Runs a small program that edits the parts of a history and uses it, in the middle of one change, before the parts have delivered
/// anything, and compares the end with that of several changes.
@MainActor
package struct SmallUndoProgram {
    private enum Statement: CaseIterable {
        case setFirst, resetFirst, setSecond, undo, redo, endGroup, begin, commit, cancel, clear

        var isEdit: Bool { self == .setFirst || self == .resetFirst || self == .setSecond }
    }

    package enum Place: CaseIterable, Sendable {
        case batch, observer, observerInBatch
    }

    private struct Pair: Equatable {
        var left = 0
        var right = 0
    }

    /// What the history has.
    package enum Parts: CaseIterable, Sendable {
        case relays, lenses, whole, fields
    }

    @MainActor
    private struct Run {
        let form: ValueForm<Pair>
        let parts: [any NumberPart]
        let history: UndoHistory
        let trigger = PublishRelay<Void>()

        init(_ kind: Parts) {
            let pair = BehaviorRelay(value: Pair())
            form = ValueForm(of: pair)
            switch kind {
            case .relays:
                let relays = [BehaviorRelay(value: 0), BehaviorRelay(value: 0)]
                (parts, history) = (relays, UndoHistory(relays))
            case .lenses:
                let lenses = [pair.left, pair.right]
                (parts, history) = (lenses, UndoHistory(lenses))
            case .whole: (parts, history) = ([pair.left, pair.right], UndoHistory(pair[\.self]))
            case .fields:
                (parts, history) = (
                    [form.field(\.left, as: .integer), form.field(\.right, as: .integer)], UndoHistory(form.content)
                )
            }
        }

        func perform(_ statement: Statement) {
            switch statement {
            case .setFirst: parts[0].number = 1
            case .resetFirst: parts[0].number = 0
            case .setSecond: parts[1].number += 1
            case .undo: history.undo()
            case .redo: history.redo()
            case .endGroup: history.endGroup()
            case .begin: history.begin()
            case .commit: history.commit()
            case .cancel: history.cancel()
            case .clear: history.clear()
            }
        }

        /// Edits with nothing in between are one change.
        func perform(_ program: [Statement]) {
            var rest = program[...]
            while let statement = rest.popFirst() {
                guard statement.isEdit else {
                    perform(statement)
                    continue
                }
                batch {
                    perform(statement)
                    while rest.first?.isEdit == true { perform(rest.removeFirst()) }
                }
            }
        }

        /// All of it in one change.
        func perform(_ program: [Statement], in place: Place) {
            let all = { @MainActor in for statement in program { perform(statement) } }
            let observer = trigger.asSignal().emit(onNext: all)
            switch place {
            case .batch: batch { all() }
            case .observer: trigger.accept(())
            case .observerInBatch: batch { trigger.accept(()) }
            }
            observer.dispose()
        }

        /// The values and the counts, and those after each undo and redo of what there is.
        var outcome: [[Int]] {
            var outcome: [[Int]] = []
            let note = { outcome.append(parts.map(\.number) + [history.undoCount, history.redoCount]) }
            note()
            for _ in 0..<history.undoCount {
                history.undo()
                note()
            }
            for _ in 0..<history.redoCount {
                history.redo()
                note()
            }
            return outcome
        }
    }

    /// - Parameters:
    ///   - place: Where the program runs.
    ///   - parts: What the history has.
    ///   - size: The number of statements.
    ///   - choices: The decisions.
    /// - Returns: What went wrong.
    package static func run(_ place: Place, _ parts: Parts, size: Int, _ choices: Choices) -> String? {
        let program = (0..<size).map { _ in choices.pick(Statement.allCases) }
        let (several, one) = (Run(parts), Run(parts))
        several.perform(program)
        one.perform(program, in: place)
        let (expected, found) = (several.outcome, one.outcome)
        return found == expected ? nil : "\(program): \(found), not \(expected)"
    }
}

/// A number in a history.
@MainActor
private protocol NumberPart {
    var number: Int { get nonmutating set }
}

extension BehaviorRelay: NumberPart where Element == Int {
    fileprivate var number: Int {
        get { value }
        set { accept(newValue) }
    }
}

extension Lens: NumberPart where Value == Int {
    fileprivate var number: Int {
        get { value }
        nonmutating set { value = newValue }
    }
}

extension Field: NumberPart where Raw == String, Value == Int {
    fileprivate var number: Int {
        get { value }
        set { raw = "\(newValue)" }
    }
}

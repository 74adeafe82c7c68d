import Binding
import BindingForms
import TestSupport
import Testing

/// What a history is told and asked in the middle of a change, before its parts have delivered anything.
@MainActor
@Suite("Undo in the middle of a change")
struct UndoInBatchTests {
    enum Statement: CaseIterable {
        case setFirst, resetFirst, setSecond, undo, redo, endGroup, begin, commit, cancel, clear

        var isEdit: Bool { self == .setFirst || self == .resetFirst || self == .setSecond }
    }

    enum Place: CaseIterable {
        case batch, observer, observerInBatch
    }

    struct Pair: Equatable {
        var left = 0
        var right = 0
    }

    /// What the history has.
    enum Parts: CaseIterable {
        case relays, lenses, whole, fields
    }

    @MainActor
    struct Run {
        let form: ValueForm<Pair>
        let parts: [any Part]
        let history: UndoHistory
        let trigger = PublishRelay<Void>()

        protocol Part {
            @MainActor var number: Int { get nonmutating set }
        }

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

    @Test(
        "C37, C44: a change with undos and transactions in it ends like several changes", arguments: Place.allCases,
        Parts.allCases)
    func programs(place: Place, parts: Parts) {
        var programs: [[Statement]] = [[]]
        var failures = 0
        for _ in 1...3 {
            programs = programs.flatMap { program in Statement.allCases.map { program + [$0] } }
            for program in programs {
                let (several, one) = (Run(parts), Run(parts))
                several.perform(program)
                one.perform(program, in: place)
                let (expected, found) = (several.outcome, one.outcome)
                if found == expected { continue }
                failures += 1
                if failures <= 3 { Issue.record("\(program): \(found), not \(expected)") }
            }
        }
        expectEqual(failures, 0)
    }
}

extension BehaviorRelay: UndoInBatchTests.Run.Part where Element == Int {
    var number: Int {
        get { value }
        set { accept(newValue) }
    }
}

extension Lens: UndoInBatchTests.Run.Part where Value == Int {
    var number: Int {
        get { value }
        nonmutating set { value = newValue }
    }
}

extension Field: UndoInBatchTests.Run.Part where Raw == String, Value == Int {
    var number: Int {
        get { value }
        set { raw = "\(newValue)" }
    }
}

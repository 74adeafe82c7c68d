import Binding
import BindingControls
import BindingForms
import BindingOperators
import Model
import TestSupport
import Testing

/// Random edits of three parts with observers that react, undo, redo and transactions, compared with a list of
/// snapshots.
@Suite("Undo histories beside a model")
@MainActor
struct UndoModelTests {
    @Test("edits, undo, redo, transactions and limits")
    func programs() async {
        await runPrograms("undo", length: 20...400) { program in
            let run = UndoInterpreter(program)
            return ProgramResult(steps: run.steps, failure: run.failure)
        }
    }
}

/// The values of the parts.
private struct Snapshot: Equatable, Sendable {
    var title = ""
    var slug = ""
    var count = 0

    /// The values after the observers have reacted.
    mutating func edit(_ change: (inout Snapshot) -> Void) {
        let former = title
        change(&self)
        let isTold = title != former
        if title.hasSuffix("~") { title.removeLast() }
        if isTold { slug = UndoInterpreter.slug(of: title) }
        count = min(count, 9)
    }
}

/// A history as a list of snapshots.
private struct UndoModel {
    /// The state while letters are typed.
    struct Typing: Equatable {
        let isTitle: Bool
        let isDeletion: Bool
        var endsInSpace = false
    }

    struct Level {
        var past: [Snapshot] = []
        var future: [Snapshot] = []
        var start: Snapshot
    }

    let limit: Int
    var state = Snapshot()
    var levels = [Level(start: Snapshot())]
    var typing: Typing?

    var top: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    mutating func edit(_ stroke: Typing? = nil, _ change: (inout Snapshot) -> Void) {
        let former = state
        state.edit(change)
        if state == former { return }
        push(former, stroke)
    }

    mutating func push(_ former: Snapshot, _ stroke: Typing?) {
        top.future = []
        defer { typing = limit > 0 ? stroke : nil }
        if let typing, let stroke, typing.isTitle == stroke.isTitle, typing.isDeletion == stroke.isDeletion,
            !stroke.endsInSpace || typing.endsInSpace
        {
            return
        }
        top.past.append(former)
        if top.past.count > limit { top.past.removeFirst() }
    }

    mutating func undo() {
        typing = nil
        guard let former = top.past.popLast() else { return }
        top.future.append(state)
        state = former
    }

    mutating func redo() {
        typing = nil
        guard let next = top.future.popLast() else { return }
        top.past.append(state)
        state = next
    }

    mutating func begin() {
        typing = nil
        levels.append(Level(start: state))
    }

    mutating func commit() {
        typing = nil
        guard levels.count > 1 else { return }
        let start = levels.removeLast().start
        if start != state { push(start, nil) }
    }

    mutating func cancel() {
        typing = nil
        guard levels.count > 1 else { return }
        state = levels.removeLast().start
    }

    mutating func clear() {
        typing = nil
        for index in levels.indices { levels[index] = Level(start: state) }
    }
}

@MainActor
private struct UndoInterpreter {
    private(set) var steps = 0
    private(set) var failure: String?

    nonisolated static func slug(of title: String) -> String {
        String(title.lowercased().map { $0 == " " ? "-" : $0 }.prefix(12))
    }

    private struct Draft: Equatable, Sendable {
        var slug = ""
        var count = 0
    }

    private let title = BehaviorRelay(value: "")
    private let draft = BehaviorRelay(value: Draft())
    private let tap = PublishRelay<Int>()
    private let field = TextField()
    private let bag = DisposeBag()
    private var unique = 0

    init(_ program: Program) {
        var program = program
        let isFirst = program.next(below: 2) == 0
        let limit = [0, 1, 3, 20, .max][program.next(below: 5)]
        if !isFirst { react() }
        let history = UndoHistory(title, draft.slug, draft.count, limit: limit)
        if isFirst { react() }
        var model = UndoModel(limit: limit)
        var trace: [String] = []
        while !program.isOver, failure == nil {
            steps += 1
            let action = act(&program, history, &model)
            trace.append(action)
            if Effort.traces { print(action) }
            let state = Snapshot(title: title.value, slug: draft.slug.value, count: draft.count.value)
            let counts = (history.undoCount, history.redoCount)
            if state != model.state || field.text != model.state.title {
                failure = "\(trace.suffix(30)): \(state), where \(model.state) is expected"
            } else if counts != (model.top.past.count, model.top.future.count) {
                failure =
                    "\(trace.suffix(30)): \(counts) steps, "
                    + "where \((model.top.past.count, model.top.future.count)) are expected"
            }
        }
        bag.dispose()
    }

    /// The observers' reactions: a trimmed title, a slug of it, a count with an upper limit.
    private func react() {
        let (title, draft, bag) = (title, draft, bag)
        bag.insert(title => { if $0.hasSuffix("~") { title.accept(String($0.dropLast())) } })
        bag.insert(title.asDriver().distinctUntilChanged().skip(1) => { draft.slug.value = Self.slug(of: $0) })
        bag.insert(draft.count => { if $0 > 9 { draft.count.value = 9 } })
        bag.insert(title <=> field.rx.text)
        bag.insert(
            tap.asSignal() => { number in
                title.accept("<\(number)|\(number)>")
                draft.count.modify { $0 += 1 }
                draft.slug.value = "[\(number)|\(number)]"
            })
    }

    private mutating func act(_ program: inout Program, _ history: UndoHistory, _ model: inout UndoModel) -> String {
        let kind = program.next(below: 20)
        let argument = program.next()
        switch kind {
        case 0..<4:
            return type(["a", "b", "c", " "][argument % 4], isTitle: true, byControl: argument > 99, &model)
        case 4: return type(["a", "b", "c", " "][argument % 4], isTitle: false, byControl: false, &model)
        case 5, 6: return delete(isTitle: argument % 3 > 0, &model)
        case 7:
            // Rejected.
            field.type(title.value + "~")
            model.edit { $0.title += "~" }
            return "~"
        case 8, 9:
            let count = argument % 12
            draft.count.value = count
            model.edit { $0.count = count }
            return "count = \(count)"
        case 10:
            unique += 1
            let text = "{\(unique)|\(unique)}"
            if argument % 2 == 0 {
                title.accept(text)
                model.edit { $0.title = text }
            } else {
                draft.slug.value = text
                model.edit { $0.slug = text }
            }
            return "\(argument % 2 == 0 ? "title" : "slug") = \(text)"
        case 11:
            unique += 1
            tap.accept(unique)
            let number = unique
            model.edit {
                $0.title = "<\(number)|\(number)>"
                $0.count += 1
            }
            // One step with the changes before it in the same event.
            model.state.slug = "[\(number)|\(number)]"
            return "tap"
        default: return steer(kind, argument, history, &model)
        }
    }

    private mutating func type(_ letter: String, isTitle: Bool, byControl: Bool, _ model: inout UndoModel) -> String {
        let stroke = UndoModel.Typing(isTitle: isTitle, isDeletion: false, endsInSpace: letter == " ")
        if !isTitle {
            draft.slug.modify { $0 += letter }
            model.edit(stroke) { $0.slug += letter }
        } else {
            if byControl { field.type(title.value + letter) } else { title.accept(title.value + letter) }
            model.edit(stroke) { $0.title += letter }
        }
        return "\(isTitle ? "title" : "slug") += '\(letter)'"
    }

    private mutating func delete(isTitle: Bool, _ model: inout UndoModel) -> String {
        let stroke = UndoModel.Typing(isTitle: isTitle, isDeletion: true)
        if !isTitle {
            let slug = String(draft.slug.value.dropLast())
            draft.slug.value = slug
            model.edit(stroke) { $0.slug = slug }
        } else {
            let text = String(title.value.dropLast())
            field.type(text)
            model.edit(stroke) { $0.title = text }
        }
        return "\(isTitle ? "title" : "slug") -"
    }

    private func steer(_ kind: Int, _ argument: Int, _ history: UndoHistory, _ model: inout UndoModel) -> String {
        switch kind {
        case 12, 13:
            history.undo()
            model.undo()
            return "undo"
        case 14, 15:
            history.redo()
            model.redo()
            return "redo"
        case 16:
            history.begin()
            model.begin()
            return "begin"
        case 17:
            history.commit()
            model.commit()
            return "commit"
        case 18:
            history.cancel()
            model.cancel()
            return "cancel"
        default:
            if argument < 10 {
                history.clear()
                model.clear()
                return "clear"
            }
            history.endGroup()
            model.typing = nil
            return "end of a group"
        }
    }
}

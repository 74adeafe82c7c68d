import Binding
import BindingForms

/// Runs a small program that edits, saves and loads a value, parts of it and rows, by forms and fields that overlap and some of
/// which are made late, and compares it with two plain values: the current one and the initial one.
@MainActor
package struct SmallInitialProgram {
    package struct Point: Equatable, Sendable {
        var x = 0
        var y = 0
    }

    package struct Line: Equatable, Identifiable, Sendable {
        package let id: Int
        var count = 0
        var point = Point()
    }

    package struct Drawing: Equatable, Sendable {
        var point = Point()
        var lines: [Line] = [Line(id: 1), Line(id: 3)]
    }

    /// What can be saved, loaded or reset by itself.
    private enum Part: Equatable, CaseIterable {
        case whole, point, secondPoint, x, pointX, rows, row1, row2, row1Point, all
    }

    private enum Statement: Equatable {
        case setX, typeX, typePointX, typeCount1, typeCount2, typeRow1X, add2, remove1, take, saved
        case make(Part)
        case markPristine(Part)
        case reset(Part)
        case load(Part)

        static let all: [Statement] =
            [setX, typeX, typePointX, typeCount1, typeCount2, typeRow1X, add2, remove1, take, saved]
            + [.point, .secondPoint, .x, .rows, .all].map(make)
            + Part.allCases.flatMap { [markPristine($0), reset($0), load($0)] }
    }

    /// When forms and fields are made.
    package enum Making: CaseIterable, Sendable {
        case early, late
    }

    package enum Place: CaseIterable, Sendable {
        case statements, batch, observer
    }

    // MARK: The plain values

    private struct Plain {
        var now = Drawing()
        var initial = Drawing()
        /// Of rows that are not among the initial ones.
        var others: [Int: Line] = [:]
        /// Whether a row that has gone may be the same one when it is back, as in a batch.
        var keepsGoneRows = false
        var taken: Drawing?
        var loadedSince: [Part] = []

        /// Whether a value has a part, which may be one of a row.
        func has(_ part: Part, in drawing: Drawing) -> Bool {
            switch part {
            case .row1, .row1Point: drawing.lines.contains { $0.id == 1 }
            case .row2: drawing.lines.contains { $0.id == 2 }
            default: true
            }
        }

        static func copy(_ part: Part, from source: Drawing, to target: inout Drawing) {
            switch part {
            case .whole: target = source
            case .point, .secondPoint: target.point = source.point
            case .x, .pointX: target.point.x = source.point.x
            case .rows, .all: target.lines = source.lines
            case .row1, .row2, .row1Point:
                let id = part == .row2 ? 2 : 1
                guard let from = source.lines.first(where: { $0.id == id }),
                    let index = target.lines.firstIndex(where: { $0.id == id })
                else { return }
                if part == .row1Point { target.lines[index].point = from.point } else { target.lines[index] = from }
            }
        }

        static func load(_ number: Int, _ part: Part, in drawing: inout Drawing) {
            switch part {
            case .whole:
                drawing = Drawing(
                    point: Point(x: number), lines: [Line(id: 2, count: number), Line(id: 1, count: number)])
            case .point, .secondPoint: drawing.point = Point(x: number)
            case .x, .pointX: drawing.point.x = number
            case .rows, .all: drawing.lines = [Line(id: 1, count: number), Line(id: 2)]
            case .row1, .row2, .row1Point:
                let id = part == .row2 ? 2 : 1
                guard let index = drawing.lines.firstIndex(where: { $0.id == id }) else { return }
                if part == .row1Point {
                    drawing.lines[index].point = Point(x: number)
                } else {
                    drawing.lines[index] = Line(id: id, count: number)
                }
            }
        }

        /// Rows that come have what they are then as their own initial value.
        mutating func noteRows(initialBefore: Drawing) {
            for line in initialBefore.lines where !initial.lines.contains(where: { $0.id == line.id }) {
                others[line.id] = line
            }
            for line in now.lines where !initial.lines.contains(where: { $0.id == line.id }) {
                if others[line.id] == nil { others[line.id] = line }
            }
            others = others.filter { id, _ in
                (keepsGoneRows || now.lines.contains { $0.id == id }) && !initial.lines.contains { $0.id == id }
            }
        }

        var otherRows: Drawing { Drawing(lines: Array(others.values)) }

        /// Makes what a row has now, or a part of it, its own initial value.
        mutating func keepRow(_ part: Part) {
            var rows = otherRows
            Self.copy(part, from: now, to: &rows)
            for line in rows.lines { others[line.id] = line }
        }

        func initialLine(_ id: Int) -> Line? { initial.lines.first { $0.id == id } ?? others[id] }
    }

    // MARK: The forms

    private struct Row {
        let form: ValueForm<Line>
        let count: Field<Int, Int>
        let point: ValueForm<Point>
        let x: Field<Int, Int>
    }

    @MainActor
    private final class Forms {
        let whole = ValueForm(Drawing())
        var point: (form: ValueForm<Point>, x: Field<Int, Int>)?
        var secondPoint: (form: ValueForm<Point>, x: Field<Int, Int>)?
        var x: Field<Int, Int>?
        var rows: FormRows<[Line], Row>?
        var all: Field<[Line], [Line]>?
        var snapshot: FormSnapshot?

        func make(_ part: Part) {
            switch part {
            case .point, .secondPoint:
                let form = ValueForm(of: whole.content.point)
                if part == .point {
                    point = (form, form.field(\.x))
                    whole.add(Form(form))
                } else {
                    whole.add(form)
                    secondPoint = (form, form.field(\.x))
                }
            case .x: x = whole.field(\.point.x)
            case .rows:
                rows = whole.rows(\.lines) { row in
                    let point = ValueForm(of: row.content.point)
                    row.add(point)
                    return Row(form: row, count: row.field(\.count), point: point, x: point.field(\.x))
                }
            default: all = whole.field(\.lines)
            }
        }

        func form(_ part: Part) -> FormPart? {
            switch part {
            case .whole: whole
            case .point: point?.form
            case .secondPoint: secondPoint?.form
            case .x: x
            case .pointX: point?.x
            case .rows: rows?.form
            case .row1: rows?[id: 1]?.form
            case .row2: rows?[id: 2]?.form
            case .row1Point: rows?[id: 1]?.point
            case .all: all
            }
        }

        func has(_ part: Part) -> Bool { form(part) != nil }

        func load(_ drawing: Drawing, _ part: Part) {
            switch part {
            case .whole: whole.reset(to: drawing)
            case .point: point?.form.reset(to: drawing.point)
            case .secondPoint: secondPoint?.form.reset(to: drawing.point)
            case .x: x?.reset(to: drawing.point.x)
            case .pointX: point?.x.reset(to: drawing.point.x)
            case .rows: break
            case .row1: drawing.lines.first { $0.id == 1 }.map { rows?[id: 1]?.form.reset(to: $0) }
            case .row2: drawing.lines.first { $0.id == 2 }.map { rows?[id: 2]?.form.reset(to: $0) }
            case .row1Point: drawing.lines.first { $0.id == 1 }.map { rows?[id: 1]?.point.reset(to: $0.point) }
            case .all: all?.reset(to: drawing.lines)
            }
        }
    }

    private var plain = Plain()
    private let forms = Forms()
    private var number = 10

    private init(_ making: Making) {
        guard making == .early else { return }
        for part: Part in [.point, .secondPoint, .x, .rows, .all] { forms.make(part) }
    }

    /// - Returns: Whether the statement makes sense here.
    private mutating func perform(_ statement: Statement) -> Bool {
        number += 1
        let initialBefore = plain.initial
        defer { plain.noteRows(initialBefore: initialBefore) }
        switch statement {
        case .setX:
            plain.now.point.x = number
            forms.whole.value.point.x = number
        case .typeX:
            guard let x = forms.x else { return false }
            plain.now.point.x = number
            x.raw = number
        case .typePointX:
            guard let point = forms.point else { return false }
            plain.now.point.x = number
            point.x.raw = number
        case .typeCount1, .typeCount2, .typeRow1X:
            let id = statement == .typeCount2 ? 2 : 1
            guard let index = plain.now.lines.firstIndex(where: { $0.id == id }), let row = forms.rows?[id: id] else {
                return false
            }
            if statement == .typeRow1X {
                plain.now.lines[index].point.x = number
                row.x.raw = number
            } else {
                plain.now.lines[index].count = number
                row.count.raw = number
            }
        case .add2:
            if plain.now.lines.contains(where: { $0.id == 2 }) { return false }
            // In a batch, it is the same row only if anything has looked at the rows meanwhile.
            if plain.keepsGoneRows, plain.others[2] != nil { return false }
            plain.now.lines.append(Line(id: 2, count: number))
            forms.whole.value.lines.append(Line(id: 2, count: number))
        case .remove1:
            guard let index = plain.now.lines.firstIndex(where: { $0.id == 1 }) else { return false }
            plain.now.lines.remove(at: index)
            forms.whole.value.lines.remove(at: index)
        case .take:
            (plain.taken, plain.loadedSince) = (plain.now, [])
            forms.snapshot = forms.whole.snapshot()
        case .saved:
            guard let taken = plain.taken, let snapshot = forms.snapshot else { return false }
            if !plain.loadedSince.contains(.whole) {
                let former = plain.initial
                plain.initial = taken
                for part in plain.loadedSince { Plain.copy(part, from: former, to: &plain.initial) }
            }
            forms.whole.markPristine(snapshot)
        case .make(let part):
            if forms.has(part) { return false }
            forms.make(part)
            if part == .rows { plain.others = [:] }
        case .markPristine(let part):
            guard let form = forms.form(part) else { return false }
            if plain.has(part, in: plain.initial) {
                Plain.copy(part, from: plain.now, to: &plain.initial)
            } else {
                plain.keepRow(part)
            }
            form.markPristine()
        case .reset(let part):
            guard let form = forms.form(part) else { return false }
            if plain.has(part, in: plain.initial) {
                Plain.copy(part, from: plain.initial, to: &plain.now)
            } else {
                Plain.copy(part, from: plain.otherRows, to: &plain.now)
            }
            form.reset()
        case .load(let part):
            guard forms.has(part), part != .rows else { return false }
            Plain.load(number, part, in: &plain.now)
            if plain.has(part, in: plain.initial) {
                Plain.copy(part, from: plain.now, to: &plain.initial)
                plain.loadedSince.append(part)
            } else {
                plain.keepRow(part)
            }
            forms.load(plain.now, part)
        }
        return true
    }

    /// What is not as it should be.
    private var difference: String? {
        let (now, initial) = (plain.now, plain.initial)
        var differences: [String] = []
        func compare<Value: Equatable>(_ name: String, _ found: Value?, _ expected: Value) {
            if let found, found != expected { differences.append("\(name) is \(found), not \(expected)") }
        }
        compare("value", forms.whole.value, now)
        let isXDirty = now.point.x != initial.point.x
        for part: Part in [.point, .secondPoint, .x, .pointX] {
            compare("\(part) dirty", forms.form(part)?.state.isDirty, isXDirty)
        }
        compare("all dirty", forms.all?.state.isDirty, now.lines != initial.lines)
        var isDirty = forms.all != nil && now.lines != initial.lines
        if forms.x != nil || forms.point != nil || forms.secondPoint != nil { isDirty = isDirty || isXDirty }
        if let rows = forms.rows {
            var areRowsDirty = now.lines.map(\.id) != initial.lines.map(\.id)
            compare("rows", rows.rows.map(\.form.value), now.lines)
            for line in now.lines {
                guard let first = plain.initialLine(line.id), let row = rows[id: line.id] else { continue }
                compare("count \(line.id) dirty", row.count.state.isDirty, line.count != first.count)
                compare("x of \(line.id) dirty", row.point.state.isDirty, line.point.x != first.point.x)
                areRowsDirty = areRowsDirty || line.count != first.count || line.point.x != first.point.x
            }
            compare("rows dirty", rows.form.state.isDirty, areRowsDirty)
            isDirty = isDirty || areRowsDirty
        }
        compare("dirty", forms.whole.state.isDirty, isDirty)
        return differences.isEmpty ? nil : differences.joined(separator: "; ")
    }

    private mutating func run(_ program: [Statement], _ isLookedAt: Bool) -> (String?, isSensible: Bool) {
        for (index, statement) in program.enumerated() {
            guard perform(statement) else { return (nil, false) }
            if isLookedAt, index < program.count - 1, let difference {
                return ("\(program.prefix(index + 1)): \(difference)", true)
            }
        }
        return (nil, true)
    }

    /// - Parameters:
    ///   - making: When forms and fields are made.
    ///   - place: Where the program runs.
    ///   - size: The number of statements.
    ///   - choices: The decisions. A program that does nothing at some point is discarded.
    /// - Returns: What went wrong.
    package static func run(_ making: Making, _ place: Place, size: Int, _ choices: Choices) -> String? {
        let program = (0..<size).map { _ in choices.pick(Statement.all) }
        let isLookedAt = choices.pick(place == .statements ? [false, true] : [false])
        var subject = SmallInitialProgram(making)
        subject.plain.keepsGoneRows = place == .batch
        var (failure, isSensible): (String?, Bool) = (nil, true)
        switch place {
        case .statements: (failure, isSensible) = subject.run(program, isLookedAt)
        case .batch: batch { (failure, isSensible) = subject.run(program, isLookedAt) }
        case .observer:
            let trigger = PublishRelay<Void>()
            let end = trigger.asSignal().emit(onNext: { (failure, isSensible) = subject.run(program, isLookedAt) })
            trigger.accept(())
            end.dispose()
        }
        guard isSensible else {
            choices.discard()
            return nil
        }
        if let failure { return failure }
        if let difference = subject.difference { return "\(program): \(difference)" }
        subject.plain.now = subject.plain.initial
        subject.forms.whole.reset()
        return subject.difference.map { "\(program), reset: \($0)" }
    }
}

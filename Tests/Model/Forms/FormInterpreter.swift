import Binding
import BindingForms
import BindingTesting

private struct Failure: Error, CustomStringConvertible {
    var description: String { "failed" }
}

/// A text field that shows the values it gets.
@MainActor
private final class FormControl: ReactiveCompatible {
    nonisolated let edits = PublishRelay<Void>()
    var content = ""

    func type(_ text: String) {
        content = text
        edits.accept(())
    }
}

extension Reactive where Base == FormControl {
    fileprivate var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.content }, setter: { $0.content = $1 })
    }
}

@MainActor
private final class Row {
    let id: Int
    let field: Field<String, String>

    init(_ id: Int, _ title: String) {
        self.id = id
        field = Field(title, [Rule { $0.isEmpty ? "missing" : nil }])
    }
}

extension ValueConverter where Raw == String, Value == Int {
    fileprivate static var wholeNumber: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("no number: \(text)") }
                return number
            },
            format: { "\($0)" })
    }
}

/// Runs a program of edits, resets, submissions and late answers on a form and on ``FormModel``, in virtual time.
@MainActor
package final class FormInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?

    private var program: Program
    private var model: FormModel
    private let traces: Bool
    private var history: [String] = []

    private let scheduler = TestScheduler()
    private let name = Field(
        "",
        [
            Rule<String> { $0.isEmpty ? "missing" : nil }, Rule { $0.contains("1") ? "a digit" : nil }.hint,
            Rule { $0.count > 4 ? "at most 4" : nil },
        ])
    private let age = Field(18, as: .wholeNumber, [Rule { $0 < 18 ? "at least 18" : nil }])
    private let from = Field(1, as: .wholeNumber)
    private let to = Field(2, as: .wholeNumber)
    private let rows = BehaviorRelay<[Row]>(value: [])
    private let inner: Form
    private let form: Form
    private let controls = (0..<4).map { _ in FormControl() }
    private var lastRow = 0
    private var errors = 0
    private var toldStatus: [String] = []
    private var toldForm: FormState?
    private var toldMessages: [String?] = []
    private let bag = DisposeBag()

    package init(_ program: Program, traces: Bool = false) {
        var program = program
        let (trims, orders) = (program.next(below: 2) == 0, program.next(below: 2) == 0)
        self.traces = traces
        self.program = program
        model = FormModel(trims: trims, orders: orders)
        inner = Form(from, to)
        form = Form(name, age, inner, Form(of: rows) { $0.field })
        history.append("trims \(trims), orders \(orders)")
        let scheduler = scheduler
        let ask: @MainActor ([String]) -> Observable<String?> = { key in
            let answer: Observable<String?> =
                if let answer = FormModel.answer(to: key) { .just(answer) } else { .error(Failure()) }
            return Observable<Int>.timer(.milliseconds(FormModel.latency(of: key)), scheduler: scheduler)
                .flatMap { _ in answer }
        }
        let pause = Duration.milliseconds(FormModel.pause)
        form.rule(name, after: pause, scheduler: scheduler) { ask([$0]) }
            .rule(from, to) { $0 > $1 ? "order" : nil }
        inner.rule(from, to, on: from, after: pause, scheduler: scheduler) { ask(["\($0)", "\($1)"]) }
        bind(trims: trims, orders: orders)
    }

    private func bind(trims: Bool, orders: Bool) {
        let fields: [FormField] = [name, age, from, to]
        bag.insert(
            name.bindTwoWay(to: controls[0].rx.text), age.bindTwoWay(to: controls[1].rx.text),
            from.bindTwoWay(to: controls[2].rx.text), to.bindTwoWay(to: controls[3].rx.text))
        if trims {
            name.asDriver().drive(onNext: { [unowned self] text in
                if text.contains(" ") { name.value = text.filter { $0 != " " } }
            }).disposed(by: bag)
        }
        if orders {
            from.values.drive(onNext: { [unowned self] value in if value > to.value { to.value = value } })
                .disposed(by: bag)
        }
        toldStatus = fields.map { _ in "" }
        toldMessages = fields.map { _ in nil }
        for (index, field) in fields.enumerated() {
            field.status.drive(onNext: { [unowned self] in toldStatus[index] = "\($0)" }).disposed(by: bag)
            field.message.drive(onNext: { [unowned self] in toldMessages[index] = $0 }).disposed(by: bag)
        }
        form.status.drive(onNext: { [unowned self] _ in toldForm = form.state }).disposed(by: bag)
        form.isDirty.drive(onNext: { [unowned self] _ in toldForm = form.state }).disposed(by: bag)
        form.isTouched.drive(onNext: { [unowned self] _ in toldForm = form.state }).disposed(by: bag)
        form.errors.emit(onNext: { [unowned self] _ in errors += 1 }).disposed(by: bag)
    }

    package static func run(_ program: Program, traces: Bool = false) -> FormInterpreter {
        let interpreter = FormInterpreter(program, traces: traces)
        interpreter.compare()
        while !interpreter.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.bag.dispose()
        return interpreter
    }

    // MARK: Steps

    private func step() {
        steps += 1
        let choice = program.next(below: 26)
        let index = program.next(below: 4)
        switch choice {
        case 0...6: type(index)
        case 7, 8: set(index)
        case 9: onField(index, "touch", { $0.touch() }, { $0.isTouched = true })
        case 10:
            onField(
                index, "reject", { $0.reject("rejected") }, { ($0.rejection, $0.isTouched) = ("rejected", true) })
        case 11:
            note("reset \(index)")
            fields[index].reset()
            model.reset(index)
        case 12: resetTo(index)
        case 13: onField(index, "pristine", { $0.markPristine() }, { $0.first = $0.value })
        case 14:
            onField(index, "enable", { $0.isEnabled.toggle() }, { $0.isOn.toggle() })
            model.settle()
        case 15: toggleInner()
        case 16: onForm(index)
        case 17...20: advance()
        case 21...24: onRows(choice - 21)
        default:
            note("submit")
            form.prepareSubmission()
            model.submit()
        }
        compare()
    }

    private var fields: [FormField] { [name, age, from, to] }

    private func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    private func text(of index: Int) -> String {
        let letters = Array(index == 0 ? "ab 1" : "0123-")
        return String(
            (0..<program.next(below: index == 0 ? 7 : 4)).map { _ in letters[program.next(below: letters.count)] })
    }

    private func type(_ index: Int) {
        let text = text(of: index)
        note("type \(index) \"\(text)\"")
        controls[index].type(text)
        model.type(index, text)
    }

    private func set(_ index: Int) {
        let text = index == 0 ? text(of: 0) : "\(program.next(below: 40))"
        note("set \(index) \(text)")
        switch index {
        case 0: name.value = text
        case 1: age.value = Int(text)!
        case 2: from.value = Int(text)!
        default: to.value = Int(text)!
        }
        model.set(index, text)
    }

    private func resetTo(_ index: Int) {
        let text = index == 0 ? text(of: 0) : "\(program.next(below: 40))"
        note("reset \(index) to \(text)")
        switch index {
        case 0: name.reset(to: text)
        case 1: age.reset(to: Int(text)!)
        case 2: from.reset(to: Int(text)!)
        default: to.reset(to: Int(text)!)
        }
        model.fields[index].first = text
        model.reset(index)
    }

    private func onField(
        _ index: Int, _ what: String, _ real: (FormField) -> Void, _ modelled: (inout FormModel.Field) -> Void
    ) {
        note("\(what) \(index)")
        real(fields[index])
        modelled(&model.fields[index])
    }

    private func toggleInner() {
        note("toggle the inner form")
        inner.isEnabled.toggle()
        model.isInnerEnabled.toggle()
        for index in [FormModel.from, FormModel.to] {
            model.fields[index].isFormOn = model.isInnerEnabled
        }
        model.settle()
    }

    private func onForm(_ choice: Int) {
        switch choice {
        case 0:
            note("reset")
            form.reset()
            model.reset()
        case 1:
            note("touch all")
            form.touchAll()
            model.touchAll()
        case 2:
            note("mark pristine")
            form.markPristine()
            model.markPristine()
        default:
            note("validate")
            form.validate()
            model.settle(again: true)
        }
    }

    private func advance() {
        let time = program.next(below: 16)
        note("advance \(time)")
        scheduler.advance(by: .milliseconds(time))
        model.advance(by: time)
    }

    private func onRows(_ choice: Int) {
        let place = program.next(below: 4)
        switch choice {
        case 0 where rows.value.count < 5:
            lastRow += 1
            let title = place == 0 ? "" : "row \(lastRow)"
            note("add a row \"\(title)\"")
            let at = min(place, rows.value.count)
            rows.modify { $0.insert(Row(lastRow, title), at: at) }
            var new = model.rows
            new.insert((lastRow, .init(.title, title)), at: at)
            model.setRows(new)
        case 1 where place < rows.value.count:
            note("remove row \(place)")
            rows.modify { _ = $0.remove(at: place) }
            var new = model.rows
            new.remove(at: place)
            model.setRows(new)
        case 2 where place < rows.value.count:
            note("reverse the rows")
            rows.modify { $0.reverse() }
            model.setRows(model.rows.reversed())
        case 3 where place < rows.value.count:
            let title = program.next(below: 2) == 0 ? "" : "x"
            note("type \"\(title)\" in row \(place)")
            rows.value[place].field.raw = title
            _ = model.rows[place].field.type(title)
        default: note("nothing")
        }
    }

    // MARK: Comparison

    private func compare() {
        for (index, field) in fields.enumerated() {
            let expected = model.fields[index]
            expect("messages of \(index)", field.currentMessages.map(\.text), model.messages(index))
            expect("status of \(index)", "\(field.state.status)", model.status(index))
            expect("dirty \(index)", field.state.isDirty, expected.isDirty)
            expect("touched \(index)", field.state.isTouched, expected.isTouched)
            expect("status told of \(index)", toldStatus[index], model.status(index))
            expect(
                "message told of \(index)", toldMessages[index], expected.isTouched ? model.messages(index).first : nil)
            expect("control \(index)", controls[index].content, expected.raw)
        }
        expect("raw", [name.raw, age.raw, from.raw, to.raw], model.fields.map(\.raw))
        expect("values", [name.value, "\(age.value)", "\(from.value)", "\(to.value)"], model.fields.map(\.value))
        for (row, expected) in zip(rows.value, model.rows) {
            expect("status of row \(row.id)", "\(row.field.state.status)", FormModel.status(ofRow: expected.field))
            expect("value of row \(row.id)", row.field.value, expected.field.value)
        }
        expect("rows", rows.value.map(\.id), model.rows.map(\.id))
        expect("form", "\(form.state.status)", model.formStatus)
        expect("form dirty", form.state.isDirty, model.isDirty)
        expect("form touched", form.state.isTouched, model.isTouched)
        expect("form told", toldForm, form.state)
        let all = fields + rows.value.map(\.field)
        expect("first invalid", all.firstIndex { $0 === form.firstInvalid }, model.firstInvalid)
        expect("messages by field", form.currentMessages.count, all.filter { !$0.currentMessages.isEmpty }.count)
        expect("errors", errors, model.errors)
    }

    private func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
        guard value != expected, failure == nil else { return }
        failure = "\(what): \(value), expected \(expected), after \(history.suffix(40).joined(separator: "; "))"
    }
}

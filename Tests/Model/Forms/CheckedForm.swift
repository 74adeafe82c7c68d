import Binding
import BindingForms
import BindingTesting

/// A form in virtual time, and a ``FormModel`` to which the same is done.
@MainActor
final class CheckedForm {
    private(set) var failure: String?

    private(set) var model: FormModel
    private let traces: Bool
    private var history: [String] = []

    private let scheduler = TestScheduler()
    /// What the first two fields edit.
    private let person = ValueForm(Person())
    private let name: Field<String, String>
    private let age: Field<String, Int>
    private let from = Field(1, as: .wholeNumber)
    private let to = Field(2, as: .wholeNumber)
    private let rows: BehaviorRelay<[FormRow]>
    private let inner: Form
    private let form: Form
    private let controls = (0..<4).map { _ in FormControl() }
    private var lastRow: Int
    private var snapshot: FormSnapshot?
    private var errors = 0
    private var toldStatus: [String] = []
    private var toldForm: FormState?
    private var toldMessages: [String?] = []
    /// The submission that is under way.
    private lazy var command = form.command { [unowned self] in sent += 1 }
    private var isExecuting = false
    private var sent = 0
    private let bag = DisposeBag()

    private struct Person: Equatable {
        var name = ""
        var age = 18
    }

    /// - Parameters:
    ///   - trims: Whether the view model removes spaces from the name.
    ///   - orders: Whether it keeps the end after the beginning.
    ///   - titles: The titles of the initial rows.
    ///   - hasTwins: Whether the first of them is there twice.
    ///   - traces: Whether each step is printed.
    init(trims: Bool, orders: Bool, titles: [String] = [], hasTwins: Bool = false, traces: Bool = false) {
        self.traces = traces
        lastRow = titles.count
        var initial = titles.enumerated().map { FormRow($0 + 1, $1) }
        if hasTwins { initial.append(initial[0]) }
        rows = BehaviorRelay(value: initial)
        model = FormModel(trims: trims, orders: orders, rows: initial.map { ($0.id, $0.field.value) })
        name = person.field(
            \.name, Rule<String> { $0.isEmpty ? "missing" : nil }, Rule { $0.contains("1") ? "a digit" : nil }.hint,
            Rule { $0.count > 4 ? "at most 4" : nil })
        age = person.field(\.age, as: .wholeNumber, Rule { $0 < 18 ? "at least 18" : nil })
        inner = Form(from, to)
        form = Form(person, inner, Form(of: rows) { $0.field })
        person.add(name, as: "name").add(age, as: "age")
        form.add(inner, as: "inner")
        inner.add(from, as: "from").add(to, as: "to")
        history.append("trims \(trims), orders \(orders), rows \(titles)")
        let scheduler = scheduler
        let ask: @MainActor ([String]) -> Observable<String?> = { key in
            let answer: Observable<String?> =
                if let answer = FormModel.answer(to: key) { .just(answer) } else { .error(FormFailure()) }
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
        form.isSubmitted.drive(onNext: { [unowned self] _ in toldForm = form.state }).disposed(by: bag)
        command.isExecuting.drive(onNext: { [unowned self] in isExecuting = $0 }).disposed(by: bag)
        form.errors.emit(onNext: { [unowned self] _ in errors += 1 }).disposed(by: bag)
        // A refusal because of what does not count any more.
        command.errors.emit(onNext: { _ in }).disposed(by: bag)
    }

    func dispose() {
        command.cancel()
        bag.dispose()
    }

    private func note(_ text: String) {
        history.append(text)
        if traces { print(text) }
    }

    // MARK: Fields

    private var fields: [FormField] { [name, age, from, to] }

    func type(_ index: Int, _ text: String) {
        note("type \(index) \"\(text)\"")
        controls[index].type(text)
        model.type(index, text)
    }

    func set(_ index: Int, _ text: String) {
        note("set \(index) \(text)")
        switch index {
        case 0: name.value = text
        case 1: age.value = Int(text)!
        case 2: from.value = Int(text)!
        default: to.value = Int(text)!
        }
        model.set(index, text)
    }

    /// Sets a part of the value that the first two fields edit.
    func setPart(_ index: Int, _ text: String) {
        note("set part \(index) \(text)")
        guard "\(index == 0 ? person.value.name : "\(person.value.age)")" != text else { return }
        if index == 0 { person.value.name = text } else { person.value.age = Int(text)! }
        model.set(index, text)
    }

    /// Values by key: a field's own form may have its key, or it is among those of the form around it.
    private func values(_ index: Int, _ text: String) -> [String: any Sendable] {
        switch index {
        case 0: ["name": text]
        case 1: ["age": Int(text)!]
        case 2: ["inner": ["from": Int(text)!]]
        default: ["inner": ["to": Int(text)!]]
        }
    }

    func patch(_ index: Int, _ text: String) {
        note("patch \(index) \(text)")
        do { try form.patch(values(index, text)) } catch { fail("\(error)") }
        model.patch(index, text)
    }

    func resetForm(to index: Int, _ text: String) {
        note("reset the form to \(index) \(text)")
        do { try form.reset(to: values(index, text)) } catch { fail("\(error)") }
        model.fields[index].first = text
        model.reset()
    }

    func reset(_ index: Int) {
        note("reset \(index)")
        fields[index].reset()
        model.reset(index)
    }

    func reset(_ index: Int, to text: String) {
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

    func touch(_ index: Int) {
        note("touch \(index)")
        fields[index].touch()
        model.fields[index].isTouched = true
    }

    func reject(_ index: Int) {
        note("reject \(index)")
        fields[index].reject("rejected")
        (model.fields[index].rejection, model.fields[index].isTouched) = ("rejected", true)
    }

    func markPristine(_ index: Int) {
        note("mark \(index) pristine")
        fields[index].markPristine()
        model.fields[index].first = model.fields[index].value
    }

    func toggle(_ index: Int) {
        note("\(fields[index].isEnabled ? "disable" : "enable") \(index)")
        fields[index].isEnabled.toggle()
        model.fields[index].isOn.toggle()
        model.settle()
    }

    // MARK: The form

    func toggleInner() {
        note("\(inner.isEnabled ? "disable" : "enable") the inner form")
        inner.isEnabled.toggle()
        model.isInnerEnabled.toggle()
        for index in [FormModel.from, FormModel.to] { model.fields[index].isFormOn = model.isInnerEnabled }
        model.settle()
    }

    func reset() {
        note("reset")
        form.reset()
        model.reset()
    }

    func touchAll() {
        note("touch all")
        form.touchAll()
        model.touchAll()
    }

    func markPristine() {
        note("mark pristine")
        form.markPristine()
        model.markPristine()
    }

    func validate() {
        note("validate")
        form.validate()
        model.settle(again: true)
    }

    func takeSnapshot() {
        note("take a snapshot")
        snapshot = form.snapshot()
        model.takeSnapshot()
    }

    /// Makes the content of the last snapshot the initial one, if there is any.
    func markSnapshotPristine() {
        guard let snapshot else { return note("nothing") }
        note("mark the snapshot pristine")
        form.markPristine(snapshot)
        model.markSnapshotPristine()
    }

    func advance(by time: Int) {
        note("advance \(time)")
        scheduler.advance(by: .milliseconds(time))
        model.advance(by: time)
    }

    // MARK: Submission

    /// Does what a submission begins with.
    func prepareSubmission() {
        note("submit")
        form.prepareSubmission()
        model.submit()
    }

    /// Begins a submission that waits for the rules, unless one is waiting.
    func startSubmission() {
        guard !model.isSubmitting else { return note("nothing") }
        note("start a submission")
        command.start()
        model.startSubmission()
    }

    /// Lets a submission under way come to its end, if that is due.
    func settle() async {
        let isDue = !model.isSubmitting || model.isSubmissionDue
        var turns = 0
        while turns < (isDue ? 10_000 : 2), isExecuting {
            await Task.yield()
            turns += 1
        }
        if isDue, isExecuting { fail("the submission does not end") }
        if !isDue, !isExecuting { fail("the submission did not wait") }
        if isDue, model.isSubmitting { model.endSubmission() }
    }

    // MARK: Rows

    var rowCount: Int { rows.value.count }

    func addRow(_ title: String, at place: Int) {
        lastRow += 1
        note("add a row \"\(title)\" at \(place)")
        rows.modify { $0.insert(FormRow(lastRow, title), at: place) }
        var new = model.rows
        new.insert((lastRow, .init(.title, title)), at: place)
        model.setRows(new)
    }

    func newTitle(isEmpty: Bool) -> String { isEmpty ? "" : "row \(lastRow + 1)" }

    func removeRow(_ place: Int) {
        note("remove row \(place)")
        rows.modify { _ = $0.remove(at: place) }
        var new = model.rows
        new.remove(at: place)
        model.setRows(new)
    }

    func reverseRows() {
        note("reverse the rows")
        rows.modify { $0.reverse() }
        model.setRows(model.rows.reversed())
    }

    func typeInRow(_ place: Int, _ title: String) {
        note("type \"\(title)\" in row \(place)")
        rows.value[place].field.raw = title
        _ = model.rows[place].field.type(title)
    }

    func toggleRow(_ place: Int) {
        let field = rows.value[place].field
        note("\(field.isEnabled ? "disable" : "enable") row \(place)")
        field.isEnabled.toggle()
        model.rows[place].field.isOn.toggle()
        model.settle()
    }

    // MARK: Comparison

    func compare() {
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
        expect("the value", person.value, Person(name: name.value, age: age.value))
        for (row, expected) in zip(rows.value, model.rows) {
            expect("status of row \(row.id)", "\(row.field.state.status)", FormModel.status(ofRow: expected.field))
            expect("value of row \(row.id)", row.field.value, expected.field.value)
        }
        expect("rows", rows.value.map(\.id), model.rows.map(\.id))
        expect("form", "\(form.state.status)", model.formStatus)
        expect("form dirty", form.state.isDirty, model.isDirty)
        expect("form touched", form.state.isTouched, model.isTouched)
        expect("form submitted", form.state.isSubmitted, model.isSubmitted)
        expect("form told", toldForm, form.state)
        let all = fields + rows.value.map(\.field)
        expect("first invalid", all.firstIndex { $0 === form.firstInvalid }, model.firstInvalid)
        expect("messages by field", form.currentMessages.count, all.filter { !$0.currentMessages.isEmpty }.count)
        expect("errors", errors, model.errors)
        expect("sent", sent, model.sent)
    }

    private func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
        if value != expected { fail("\(what): \(value), expected \(expected)") }
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(text), after \(history.suffix(40).joined(separator: "; "))"
    }
}

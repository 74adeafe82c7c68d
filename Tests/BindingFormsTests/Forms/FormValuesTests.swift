import Binding
import BindingForms
import BindingOperators
import TestSupport
import Testing

/// What a form holds, by key: read, set and reset.
@MainActor
@Suite("Values of a form by key")
struct FormValuesTests {
    @MainActor
    final class ViewModel {
        @Validated(name: "City", .given) var city = "Turin"
        @Validated(as: .whole, .atLeast(1)) var age = 18
        @Validated var nickname: String? = nil
        let inner = Form()
        let section = Form()
        let note = Field("", [.given])
        let remark = Field("-")
        let rows = BehaviorRelay(value: [Row("Tea"), Row("Milk")])
        let form = Form()

        init() {
            inner.add(note, as: "note")
            section.add(remark, as: "remark")
            form.add(fieldsOf: self).add(inner, as: "inner").add(section).add(Field("without a key"))
                .add(Form(of: rows) { $0.form }, as: "rows").add(Form(of: rows) { $0.other })
        }
    }

    @MainActor
    final class Row {
        let form = Form()
        let title: Field<String, String>
        let other = Field("")

        init(_ title: String) {
            self.title = Field(title)
            form.add(self.title, as: "title")
        }
    }

    private let viewModel = ViewModel()
    private var form: Form { viewModel.form }

    @Test("keys are names of properties, or are given; sections belong to the form, forms with a key are dictionaries")
    func values() {
        let values = form.values
        expectEqual(values.keys.sorted(), ["age", "city", "inner", "nickname", "remark", "rows"])
        expectEqual(values["city"] as? String, "Turin")
        expectEqual(values["age"] as? Int, 18)
        expectEqual((values["inner"] as? [String: any Sendable])?["note"] as? String, "")
        let rows = values["rows"] as? [any Sendable]
        expectEqual(rows?.compactMap { ($0 as? [String: any Sendable])?["title"] as? String }, ["Tea", "Milk"])
    }

    @Test("of two parts with the same key, the form's own one is read and set, and else the first")
    func twins() throws {
        let fields = (0..<3).map { Field($0) }
        let sections = fields.dropFirst().map { Form().add($0, as: "number") }
        let form = Form().add(fields[0], as: "number").add(sections[0], sections[1])
        let others = Form(sections)
        expectEqual(form.values["number"] as? Int, 0)
        expectEqual(others.values["number"] as? Int, 1)
        try form.patch(["number": 5])
        try others.patch(["number": 6])
        expectEqual(fields.map(\.value), [5, 6, 2])
    }

    @Test("a computation that reads the values follows them")
    func followed() {
        let ages = DrivenValues(Driver.derived { viewModel.form.values["age"] as? Int ?? 0 })
        viewModel.age = 20
        viewModel.$age.raw = "21"
        expectEqual(ages.elements, [18, 20, 21])
    }

    @Test("a patch sets what it mentions, in one change")
    func patch() throws {
        var told: [FormState] = []
        let subscription = form.status.drive(onNext: { _ in told.append(form.state) })
        try form.patch([
            "city": "Rome", "nickname": String?.some("Ro"), "inner": ["note": "x"], "remark": "r",
            "rows": [["title": "Rum"]],
        ])
        expectEqual(viewModel.city, "Rome")
        expectEqual(viewModel.nickname, "Ro")
        expectEqual(viewModel.note.value, "x")
        expectEqual(viewModel.remark.value, "r")
        expectEqual(viewModel.rows.value.map(\.title.value), ["Rum", "Milk"])
        expectEqual(viewModel.age, 18)
        expectEqual(told.count, 2)
        #expect(form.state.isDirty && form.state.isValid)
        subscription.dispose()
    }

    @Test("a reset to values makes these the initial ones")
    func reset() throws {
        viewModel.age = 44
        viewModel.$city.touch()
        try form.reset(to: ["city": "Rome", "rows": [["title": "Rum"]]])
        expectEqual(viewModel.city, "Rome")
        expectEqual(viewModel.age, 18)
        #expect(!form.state.isDirty && !form.state.isTouched)
        viewModel.rows.value[0].title.value = "Gin"
        let tap = PublishRelay<Void>()
        let bag = DisposeBag()
        bag.insert(tap => form.reset)
        tap.accept(())
        expectEqual(viewModel.rows.value[0].title.value, "Rum")
    }

    @Test("of rows, those that the reset restores are set; of others, the current ones")
    func resetRows() throws {
        viewModel.rows.modify { _ = $0.removeFirst() }
        try form.reset(to: ["rows": [["title": "Rum"]]])
        expectEqual(viewModel.rows.value.map(\.title.value), ["Rum", "Milk"])
        viewModel.rows.modify { $0.append(Row("Ice")) }
        #expect(throws: FormValueError.self) {
            try form.reset(to: ["rows": [["title": "a"], ["title": "b"], ["title": "c"]]])
        }
        expectEqual(viewModel.rows.value.map(\.title.value), ["Rum", "Milk", "Ice"])
        let (first, second) = (Field("1"), Field("2"))
        let twice = Form().add(Form(of: BehaviorRelay(value: [first, first, second])) { $0 }, as: "rows")
        try twice.reset(to: ["rows": ["3", "4"]])
        expectEqual([first.value, second.value], ["3", "4"])
        let rows = BehaviorRelay(value: [Row("Tea"), Row("Milk")])
        let other = Form().add(Form(of: rows.asDriver()) { $0.form }, as: "rows")
        rows.modify { $0[0] = Row("Ice") }
        try other.reset(to: ["rows": [["title": "Rum"]]])
        expectEqual(rows.value.map(\.title.value), ["Rum", "Milk"])
        #expect(rows.value.allSatisfy { !$0.title.state.isDirty })
    }

    @Test(
        "what does not fit is refused, with its place, and nothing is set",
        arguments: [
            (["town": "Rome"], "town: the form has no field or form with this key"),
            (["age": "18"], "age: the value is of the type String, expected is Int"),
            (["inner": ["n": 1]], "inner.n: the form has no field or form with this key"),
            (["inner": 1], "inner: the value is of the type Int, expected is a dictionary"),
            (
                ["rows": ["title": "x"]],
                "rows: the value is of the type Dictionary<String, String>, expected is an array"
            ),
            (["rows": [["title": 1]]], "rows[0].title: the value is of the type Int, expected is String"),
            (["rows": [["title": "a"], ["title": "b"], ["title": "c"]]], "rows: 3 rows, of which only 2 are there"),
        ] as [([String: any Sendable], String)])
    func refused(_ values: [String: any Sendable], _ message: String) {
        let values = values.merging(["city": "Rome"]) { $1 }
        for set in [form.patch, form.reset(to:)] {
            do throws(FormValueError) {
                try set(values)
                Issue.record("not refused")
            } catch {
                expectEqual(error.description, message)
            }
        }
        expectEqual(viewModel.city, "Turin")
    }
}

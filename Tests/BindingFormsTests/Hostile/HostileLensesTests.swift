import Binding
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("Lenses, converters and held edits in rings")
@MainActor
struct HostileLensesTests {
    struct Span: Equatable, Sendable {
        var from = 0 {
            didSet { if to < from { to = from } }
        }
        var to = 0 {
            didSet { if from > to { from = to } }
        }
    }

    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var title: String
    }

    let scheduler = TestScheduler()

    @Test("two parts of one value that are bound to each other")
    func partsInARing() {
        let span = BehaviorRelay(value: Span())
        let bag = DisposeBag()
        bag.insert(span.from.bindTwoWay(to: span.to))
        span.from.value = 5
        expectEqual(span.value, Span(from: 5, to: 5))
        span.to.value = 3
        #expect(span.value.from == 3 && span.value.to == 3)
    }

    @Test("elements of which two have the same identity")
    func sameIdentity() throws {
        let rows = BehaviorRelay(value: [Row(id: 1, title: "a"), Row(id: 1, title: "b")])
        let row = try #require(rows.element(id: 1))
        row.title.value = "c"
        expectEqual(rows.value.map(\.title), ["c", "b"])
        _ = rows.modify { $0.removeFirst() }
        row.title.value = "d"
        expectEqual(rows.value.map(\.title), ["d"])
    }

    @Test("an element that is removed by an observer of its own edit")
    func removesItself() throws {
        let rows = BehaviorRelay(value: [Row(id: 1, title: "a"), Row(id: 2, title: "b")])
        let text = TextField()
        let row = try #require(rows.element(id: 1))
        let bag = DisposeBag()
        bag.insert(row.title <=> text.rx.text)
        bag.insert(
            rows => { all in
                if all.contains(where: { $0.title.isEmpty }) { rows.modify { $0.removeAll { $0.title.isEmpty } } }
            })
        text.type("")
        expectEqual(rows.value.map(\.id), [2])
        text.type("back")
        expectEqual(rows.value.map(\.title), ["b"])
    }

    @Test("one relay, two controls with converters that never agree, one of which is delayed")
    func convertersInARing() {
        let odd = ValueConverter<String, Int>(parse: { $0.count }, format: { String(repeating: "x", count: $0 + 1) })
        let (first, second) = (TextField("", reportsWrites: true), TextField("", reportsWrites: true))
        let count = BehaviorRelay(value: 1)
        let values = DrivenValues(count.asDriver())
        let bag = DisposeBag()
        bag.insert {
            count <=> first.rx.text.converted(by: odd)
            count <=> second.rx.text.converted(by: odd).delayed(.seconds(-1), scheduler: scheduler)
        }
        first.type("xyz")
        scheduler.advance(by: 10)
        expectEqual(count.value, 3)
        expectEqual(first.text, "xyz")
        expectEqual(second.text, "xxxx")
        second.type("x")
        for _ in 0..<100 { scheduler.advance(by: 1) }
        expectEqual(count.value, 1)
        #expect(values.elements.count <= 4)
    }

    @Test("a field's control is emptied, and text that is no number, of all kinds")
    func noNumbers() {
        let amount = Field(1.5, as: .decimal)
        for text in ["", " ", "nan", "inf", "-inf", "0x10", "1e999", "1,5", "−5", "١", "1 000", "--1", "1e", "\u{0}"] {
            amount.raw = text
            expectEqual(amount.state.status, .invalid, "\(text)")
            expectEqual(amount.value, 1.5, "\(text)")
        }
        for text in ["1.", "-.5", "1e3", " 2 ", "+3", "1e-999"] {
            amount.raw = text
            expectEqual(amount.state.status, .valid, "\(text)")
        }
    }
}

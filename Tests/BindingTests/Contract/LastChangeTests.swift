import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// What stood in ordinary programs before bindings went by versions.
@Suite("C21 The last change wins")
@MainActor
struct C21LastChangeTests {
    private let bag = DisposeBag()

    @Test("C6, C21: an observer that subscribes in the middle of a delivery changes nothing", arguments: [0, 1, 2, 3])
    func subscription(variant: Int) {
        let (left, right) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        bag.insert(left <=> right)
        let observed = variant.isMultiple(of: 2) ? left : right
        bag.insert(
            right.asDriver().skip(1).drive(onNext: { [bag] in
                if variant < 2 { bag.insert(observed.asDriver().drive(onNext: { _ in })) }
                if $0 == "a" { right.accept("A") }
                if variant >= 2 { bag.insert(observed.asDriver().drive(onNext: { _ in })) }
            }))
        left.accept("a")
        expectEqual([left.value, right.value], ["A", "A"])
    }

    @Test("C17, C21: master and detail, with items that are equal")
    func masterAndDetail() {
        let items = ["Ada", "", ""].map { BehaviorRelay(value: $0) }
        let (editor, shown) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let field = TextField()
        let selection = SerialDisposable()
        bag.insert(editor <=> shown, shown <=> field.rx.text, selection)
        for index in [0, 1, 2, 0, 2, 1, 0] {
            let binding = items[index] <=> editor
            selection.disposable = binding
            let text = items[index].value
            expectEqual([editor.value, shown.value, field.text], [text, text, text])
        }
        field.type("Grace")
        expectEqual(items.map(\.value), ["Grace", "", ""])
    }

    @Test("C21: of values that are set, and of edits that are made, in the middle of a delivery, all arrive")
    func inTheMiddle() {
        let trigger = PublishRelay<Void>()
        let (left, right) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let field = TextField()
        var seen: [String] = []
        let numbers = (1...12).map { "\($0)" }
        let letters = (1...12).map { String("abcdefghijkl".prefix($0)) }
        let warnings = collectingWarnings {
            bag.insert(left <=> right, right <=> field.rx.text)
            bag.insert(
                trigger.asSignal().emit(onNext: {
                    for number in numbers { left.accept(number) }
                    for text in letters { field.type(text) }
                }),
                right.asDriver().skip(1).drive(onNext: { seen.append($0) }))
            trigger.accept(())
        }
        expectEqual(seen, numbers + letters)
        expectEqual([left.value, right.value, field.text], ["abcdefghijkl", "abcdefghijkl", "abcdefghijkl"])
        expectEqual(warnings.count, 0)
    }

    @Test("C21: of values that an observer sets because of one edit, all arrive, however many")
    func manyAnswers() {
        let (left, right) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let field = TextField()
        var seen: [String] = []
        let numbers = (1...3_000).map { "\($0)" }
        let warnings = collectingWarnings {
            bag.insert(left <=> right, right <=> field.rx.text)
            bag.insert(
                right.asDriver().skip(1).drive(onNext: { if $0 == "1" { numbers.dropFirst().forEach(right.accept) } }),
                left.asDriver().skip(1).drive(onNext: { seen.append($0) }))
            field.type("1")
        }
        expectEqual(seen, numbers)
        expectEqual([left.value, right.value, field.text], ["3000", "3000", "3000"])
        expectEqual(warnings.count, 0)
    }

    private struct Level: Equatable, Sendable {
        var number = 0 { didSet { number = min(number, 10) } }
        var half: Int {
            get { number / 2 }
            set { number = newValue * 2 }
        }
    }

    @Test("C20: what a part makes of a value comes back from it, on either side, also from a computed property")
    func setters() {
        let (left, right) = (BehaviorRelay(value: Level()), BehaviorRelay(value: Level()))
        let number = BehaviorRelay(value: 0)
        let half = BehaviorRelay(value: 0)
        bag.insert(left[\.number] <=> number, number <=> right[\.number], right[\.half] <=> half)
        number.accept(99)
        expectEqual([left.value.number, number.value, right.value.number, half.value], [10, 10, 10, 5])
        half.accept(1)
        expectEqual([left.value.number, number.value, right.value.number, half.value], [2, 2, 2, 1])
        half.accept(40)
        expectEqual([left.value.number, number.value, right.value.number, half.value], [10, 10, 10, 5])
    }

    private struct Pair: Equatable, Sendable {
        var first = ""
        var second = ""
    }

    @Test("C21: two parts that are bound agree when the whole is set, and the left one wins")
    func partsSetTogether() {
        let pair = BehaviorRelay(value: Pair())
        var seen: [Pair] = []
        bag.insert(pair[\.first] <=> pair[\.second], pair.asDriver().skip(1).drive(onNext: { seen.append($0) }))
        pair.accept(Pair(first: "a", second: "b"))
        expectEqual(pair.value, Pair(first: "a", second: "a"))
        pair.accept(Pair(first: "a", second: "c"))
        expectEqual(pair.value, Pair(first: "c", second: "c"))
        expectEqual(seen.last, Pair(first: "c", second: "c"))
    }

    @Test("C21: relays that share a control: a change that leaves the control as it is, is later all the same")
    func sharedControl() {
        let relays = (0..<3).map { _ in BehaviorRelay(value: "") }
        let field = TextField()
        bag.insert(relays[0] <=> field.rx.text, relays[1] <=> field.rx.text, relays[2] <=> relays[0])
        var hasAnswered = false
        bag.insert(
            relays[1].asDriver().drive(onNext: { text in
                guard text == "first", !hasAnswered else { return }
                hasAnswered = true
                relays[1].accept("second")
                relays[2].accept("first")
            }))
        relays[1].accept("first")
        expectEqual(relays.map(\.value) + [field.text], ["first", "first", "first", "first"])
    }

    private struct Opaque: Sendable {
        let text: String
    }

    @Test("C18: relays that share a control: an edit reaches those whose bindings are left, also without equality")
    func sharedControlWithoutEquality() {
        let relays = (0..<2).map { _ in BehaviorRelay(value: Opaque(text: "")) }
        let field = TextField()
        let property = field.rx.controlProperty(
            changes: field.edits, getter: { Opaque(text: $0.text) }, setter: { $0.text = $1.text })
        var seen: [String] = []
        let first = relays[0] <=> property
        bag.insert(relays[1] <=> property)
        bag.insert(relays[1].asDriver().skip(1).drive(onNext: { seen.append($0.text) }))
        field.type("a")
        expectEqual(relays.map(\.value.text), ["a", "a"])
        first.dispose()
        field.type("b")
        expectEqual(relays.map(\.value.text), ["a", "b"])
        expectEqual(seen, ["a", "b"])
    }
}

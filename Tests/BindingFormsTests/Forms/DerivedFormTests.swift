import Binding
import BindingForms
import BindingTesting
import TestSupport
import Testing

/// C43, C44: what is derived from fields and forms, and batches of them.
@MainActor
@Suite("C43: derived values of forms")
struct DerivedFormTests {
    private let name = Field("", [.given])
    private let city = Field("Turin", [.given])
    private let bag = DisposeBag()

    @Test("a derived value follows a field's value, what was typed, its messages and its state")
    func field() {
        let text = DerivedValue { [name] in
            "\(name.value) \(name.raw) \(name.currentMessages.count) \(name.state.isValid)"
        }
        var seen: [String] = []
        text.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        name.value = "Ada"
        expectEqual(text.value, "Ada Ada 0 true")
        name.value = ""
        expectEqual(seen, ["  1 false", "Ada Ada 0 true", "  1 false"])
    }

    @Test("a derived value follows a form's state and messages, also through a read in the middle of a change")
    func form() {
        let form = Form(name, city)
        let text = DerivedValue { "\(form.state.isValid) \(form.currentMessages.count) \(form.firstInvalid != nil)" }
        var (seen, reads): ([String], [String]) = ([], [])
        text.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        name.values.skip(1).drive(onNext: { [city] _ in
            reads.append(text.value)
            city.value = ""
            reads.append(text.value)
        }).disposed(by: bag)
        name.value = "Ada"
        city.value = "Bari"
        expectEqual(reads, ["true 0 false", "false 1 true"])
        expectEqual(seen, ["false 1 true", "true 0 false"])
    }

    @Test("C44: a batch of fields shows nothing in between")
    func batchOfFields() {
        let form = Form(name, city)
        form.rule(name, city) { $0 == $1 ? "The same" : nil }
        let isValid = DrivenValues(form.isValid)
        let messages = DrivenValues(city.messageText)
        city.touch()
        batch {
            name.value = "Turin"
            city.value = "Bari"
            name.value = "Ada"
        }
        expectEqual(isValid.elements, [false, true])
        expectEqual(messages.elements, [""])
    }

    @Test("C44: a batch of fields asks each rule once, at its end, or where it is read before that")
    func rulesOfBatch() {
        let form = Form(name, city)
        var asked: [String] = []
        form.rule(name, city) {
            asked.append("\($0) \($1)")
            return $0 == $1 ? "The same" : nil
        }
        asked = []
        batch {
            name.value = "Ada"
            city.value = "Bari"
            name.value = "Bari"
        }
        expectEqual(asked, ["Bari Bari"])
        expectEqual(form.currentMessages.count, 1)
        asked = []
        batch {
            name.value = "Ada"
            expectEqual(form.currentMessages.count, 0)
            batch { city.value = "Rome" }
            expectEqual(asked, ["Ada Bari"])
        }
        expectEqual(asked, ["Ada Bari", "Ada Rome"])
    }

    @Test("C34: what is read in a batch knows of rules that take time")
    func asynchronousRuleInBatch() {
        let form = Form(name)
        form.rule(name, after: .seconds(1), scheduler: TestScheduler()) { _ in Observable<String?>.never() }
        let isPending = DerivedValue { form.state.isPending }
        batch {
            name.value = "Ada"
            #expect(form.state.isPending)
            #expect(isPending.value)
        }
        #expect(form.state.isPending)
    }

    @Test("C44: in a nested loop that an observer begins when a batch ends, rules check at once")
    func nestedLoop() {
        let form = Form(name, city)
        form.rule(name, city) { $0 == $1 ? "The same" : nil }
        let isOpen = BehaviorRelay(value: false)
        let isValid = DrivenValues(form.isValid)
        var seen: [Bool] = []
        isOpen.asDriver().skip(1).drive(onNext: { [name] _ in
            MainActorLoop.runNested {
                name.value = "Turin"
                seen.append(isValid.elements.last ?? true)
                name.value = "Ada"
                seen.append(isValid.elements.last ?? false)
            }
        }).disposed(by: bag)
        name.value = "Grace"
        batch { isOpen.accept(true) }
        expectEqual(seen, [false, true])
    }

    @Test("a form is reset in a batch: observers of one field see the others reset, and each rule is asked once")
    func reset() {
        let form = Form(name, city)
        var (asked, seen): ([String], [String]) = ([], [])
        form.rule(name, city) {
            asked.append("\($0) \($1)")
            return nil
        }
        name.value = "Ada"
        city.value = "Bari"
        name.values.skip(1).drive(onNext: { [city] in seen.append("\($0) \(city.value) \(form.state.isDirty)") })
            .disposed(by: bag)
        Driver.derived { [name, city] in "\(name.value) \(city.value)" }.skip(1).drive(onNext: { seen.append($0) })
            .disposed(by: bag)
        asked = []
        form.reset()
        expectEqual(asked, [" Turin"])
        expectEqual(seen, [" Turin false", " Turin"])
    }

    @Test("what can be undone is followed")
    func undoCounts() {
        let history = UndoHistory(name)
        let counts = DrivenValues(Driver.derived { [history.undoCount, history.redoCount] })
        name.value = "Ada"
        history.undo()
        history.redo()
        history.clear()
        expectEqual(counts.elements, [[0, 0], [1, 0], [0, 1], [1, 0], [0, 0]])
    }

    @Test("what can be undone is known to what is derived from it when an observer is told of it")
    func undoCountsAtOnce() {
        let history = UndoHistory(name)
        let count = DerivedValue { history.undoCount }
        _ = count.value
        var seen: [Int] = []
        history.canUndo.drive(onNext: { _ in seen.append(count.value) }).disposed(by: bag)
        name.value = "Ada"
        history.undo()
        expectEqual(seen, [0, 1, 0])
    }

    @Test("where the focus is, is followed")
    func focus() {
        let focus = Focus<String>()
        let text = DrivenValues(Driver.derived { focus.current.value ?? "nowhere" })
        focus.current.value = "name"
        focus.current.value = nil
        expectEqual(text.elements, ["nowhere", "name", "nowhere"])
    }

    @Test("C44: a batch is one step of undo")
    func undo() {
        let (first, second) = (BehaviorRelay(value: 1), BehaviorRelay(value: 10))
        let history = UndoHistory(first, second)
        batch {
            first.accept(2)
            second.accept(20)
            first.accept(3)
        }
        first.accept(4)
        history.undo()
        expectEqual([first.value, second.value], [3, 20])
        history.undo()
        expectEqual([first.value, second.value], [1, 10])
        history.redo()
        expectEqual([first.value, second.value], [3, 20])
    }

    @Test("C44: a field that is set and reset in a batch makes no step")
    func undoOfNothing() {
        let history = UndoHistory(name)
        let canUndo = DrivenValues(history.canUndo)
        batch {
            name.value = "Ada"
            name.value = ""
        }
        expectEqual(canUndo.elements, [false])
    }
}

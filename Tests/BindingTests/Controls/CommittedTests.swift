import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

@Suite("C33 Edits that are committed when the user says so")
@MainActor
struct CommittedTests {
    let bag = DisposeBag()
    let name = BehaviorRelay(value: "")
    let field = TextField()
    let told = Recorder<String>()

    private func bind() {
        bag.insert(name <=> field.rx.text.committed(on: field.rx.editingDidEnd))
        bag.insert(name.skip(1).subscribe(told))
    }

    @Test("C33: when the user leaves, or says so")
    func leaves() {
        let save = PublishRelay<Int>()
        bind()
        let other = BehaviorRelay(value: "")
        bag.insert(other <=> field.rx.text.committed(on: save))
        field.type("A")
        field.type("Ada")
        expectEqual(name.value, "")
        field.leave()
        expectEqual(name.value, "Ada")
        expectEqual(other.value, "")
        save.accept(1)
        expectEqual(other.value, "Ada")
        field.leave()
        save.accept(2)
        expectEqual(told.elements, ["Ada"])
        expectEqual(field.writes, [])
    }

    struct Person: Equatable, Sendable {
        var name = ""
        var age = 0
    }

    @Test("C33: an edit that changes nothing leaves alone what is typed elsewhere", arguments: [false, true])
    func editWithoutChange(isPart: Bool) {
        let person = BehaviorRelay(value: Person())
        let (first, second) = (TextField(), TextField())
        let later = second.rx.text.committed(on: second.rx.editingDidEnd)
        if isPart {
            bag.insert(person[\.name] <=> first.rx.text, person[\.name] <=> later)
        } else {
            bag.insert(name <=> first.rx.text, name <=> later)
        }
        first.type("a")
        second.type("new")
        first.type("a")
        expectEqual(second.text, "new")
        second.leave()
        expectEqual([isPart ? person.value.name : name.value, first.text], ["new", "new"])
        second.type("newer")
        // What the program sets is a change of the relay, though no change of the part.
        if isPart { person[\.name].value = "new" } else { name.accept("new") }
        expectEqual(second.text, isPart ? "newer" : "new")
    }

    @Test("C33: of what two controls hold back for one value, and one trigger sends, that of the first binding counts")
    func oneTrigger() {
        let save = PublishRelay<Void>()
        let (first, second) = (TextField(), TextField())
        bag.insert(name <=> first.rx.text.committed(on: save), name <=> second.rx.text.committed(on: save))
        first.type("first")
        second.type("second")
        save.accept(())
        expectEqual([name.value, first.text, second.text], ["first", "first", "first"])
    }

    @Test("C32: what cannot be read stays when another control is edited to the same value")
    func unreadableElsewhere() {
        let number = BehaviorRelay(value: 5)
        let (first, second) = (TextField(), TextField())
        bag.insert(number <=> first.rx.text.converted(by: .integer), number <=> second.rx.text.converted(by: .integer))
        first.type("4x")
        second.type("05")
        expectEqual([first.text, second.text], ["4x", "05"])
        second.type("6")
        expectEqual([first.text, second.text], ["6", "6"])
    }

    @Test("C33: a value that is set is shown at once, and replaces the edit, the value that the relay had included")
    func replaced() {
        bind()
        field.type("a")
        name.accept("b")
        expectEqual(field.text, "b")
        field.leave()
        field.type("c")
        name.accept("b")
        expectEqual(field.text, "b")
        field.leave()
        expectEqual(told.elements, ["b", "b"])
        field.type("d")
        name.accept("d")
        field.leave()
        expectEqual(told.elements, ["b", "b", "d"])
        expectEqual(field.writes, ["b", "b"])
    }

    @Test("C33: a value that is shown already, and then an edit back to the one before", arguments: [false, true])
    func editBack(isInsideChange: Bool) {
        bind()
        name.accept("b")
        field.type("c")
        name.accept("c")
        field.type("b")
        if isInsideChange {
            // The trigger follows from a change that the program makes.
            let field = field
            let step = BehaviorRelay(value: 0)
            bag.insert(
                step.skip(1).asDriver(onErrorJustReturn: 0) => { if $0 == 1 { step.accept(2) } else { field.leave() } })
            step.accept(1)
        } else {
            field.leave()
        }
        expectEqual(name.value, "b")
        expectEqual(field.text, "b")
    }

    @Test("C33, C1: an observer that sets the relay during the commit, and one that edits the control")
    func reentrance() {
        let name = name
        let field = field
        bind()
        bag.insert(
            name.asDriver() => {
                if $0 == "a" { name.accept("A") }
                if $0 == "x" {
                    field.type("y")
                    field.leave()
                }
            })
        field.type("a")
        field.leave()
        expectEqual(field.text, "A")
        expectEqual(told.elements, ["a", "A"])
        field.type("x")
        field.leave()
        expectEqual(name.value, "y")
        expectEqual(field.text, "y")
    }

    @Test("C33: what waits to be sent while another edit is sent is replaced, too")
    func replacedWhileWaiting() {
        let name = name
        let field = field
        bind()
        bag.insert(
            name.asDriver() => {
                guard $0 == "a" else { return }
                field.type("b")
                field.leave()
                name.accept("c")
            })
        field.type("a")
        field.leave()
        expectEqual(name.value, field.text)
        expectEqual(field.text, "c")
    }

    @Test("C33: an edit is sent as it is at the trigger, which may be the edit itself")
    func sameSource() {
        let name = name
        bag.insert(name <=> field.rx.text.committed(on: field.edits))
        field.type("a")
        expectEqual(name.value, "a")
    }

    @Test("C33: the trigger may be the relay itself")
    func ownRelay() {
        bag.insert(name <=> field.rx.text.committed(on: name))
        field.type("a")
        name.accept("b")
        expectEqual(name.value, field.text)
    }

    @Test("C33: after the trigger has completed, only commit sends an edit; what is set is shown")
    func completedTrigger() {
        let trigger = PublishSubject<Void>()
        let property = field.rx.text.committed(on: trigger)
        bag.insert(name <=> property)
        field.type("a")
        trigger.onCompleted()
        expectEqual(name.value, "")
        field.type("b")
        property.twoWaySide.heldBack?.send()
        expectEqual(name.value, "b")
        name.accept("c")
        expectEqual(field.text, "c")
    }

    @Test("C33: a trigger that fails ends the property")
    func failedTrigger() {
        let trigger = PublishSubject<Void>()
        let recorder = Recorder<String>()
        bag.insert(field.rx.text.committed(on: trigger).asObservable().subscribe(recorder))
        field.type("a")
        trigger.onError(TestError())
        field.type("b")
        expectEqual(recorder.elements, [""])
        expectEqual(recorder.error as? TestError, TestError())
    }

    @Test(
        "C33: commit passes through converted, a default for nothing, delayed and committed, in any order",
        arguments: 0..<6)
    func commit(_ order: Int) {
        let scheduler = TestScheduler()
        let pause = Duration.milliseconds(300)
        let text = field.rx.optionalText
        let property: ControlProperty<Int> =
            switch order {
            case 0: (text.committed(on: field.leaves) ?? "").converted(by: .wholeNumber)
            case 1: (text ?? "").committed(on: field.leaves).converted(by: .wholeNumber)
            case 2: (text ?? "").converted(by: .wholeNumber).committed(on: field.leaves)
            case 3:
                (text.delayed(pause, scheduler: scheduler) ?? "").committed(on: field.leaves).converted(
                    by: .wholeNumber)
            case 4:
                (text.committed(on: field.leaves) ?? "").converted(by: .wholeNumber).delayed(
                    pause, scheduler: scheduler)
            default:
                (text.committed(on: field.leaves) ?? "").delayed(pause, scheduler: scheduler)
                    .converted(by: .wholeNumber).committed(on: field.leaves)
            }
        let age = BehaviorRelay(value: 18)
        bag.insert(age <=> property)
        field.type("x")
        field.type("19")
        expectEqual(age.value, 18)
        property.twoWaySide.heldBack?.send()
        expectEqual(age.value, 19)
        property.twoWaySide.heldBack?.send()
        field.type("20")
        age.accept(19)
        expectEqual(field.text, "19")
        property.twoWaySide.heldBack?.send()
        scheduler.advance(by: 1000)
        field.leave()
        scheduler.advance(by: 1000)
        expectEqual(age.value, 19)
        field.type("x")
        property.twoWaySide.heldBack?.send()
        expectEqual(age.value, 19)
        expectEqual(field.text, "x")
    }

    @Test("C33: what is held back further down is not sent by what is further up")
    func nested() {
        let scheduler = TestScheduler()
        bag.insert(
            name <=> field.rx.text.committed(on: field.leaves).delayed(.milliseconds(300), scheduler: scheduler))
        field.type("a")
        field.leave()
        field.type("ab")
        scheduler.advance(by: 300)
        expectEqual(name.value, "a")
        field.leave()
        scheduler.advance(by: 300)
        expectEqual(name.value, "ab")
    }

    @Test("C33: commit of a property that holds nothing back does nothing")
    func nothingToCommit() {
        bag.insert(name <=> field.rx.text)
        field.rx.text.twoWaySide.heldBack?.send()
        name.twoWaySide.heldBack?.send()
        field.rx.text.converted(by: .wholeNumber).twoWaySide.heldBack?.send()
        field.rx.text.committed(on: field.leaves).twoWaySide.heldBack?.send()
        expectEqual(name.value, "")
    }

    @Test("C33: an empty control that stands for a default")
    func emptied() {
        name.accept("a")
        bag.insert(name <=> (field.rx.optionalText ?? "D").committed(on: field.leaves))
        field.type("")
        expectEqual(name.value, "a")
        field.leave()
        expectEqual(name.value, "D")
        expectEqual(field.text, "")
        name.accept("D")
        expectEqual(field.text, "D")
    }

    @Test("C33, C29: an edit of several signals, and a commit in the midst of it")
    func severalSignals() {
        bind()
        field.rx.performEdit {
            field.type("")
            field.type("a")
            field.leave()
        }
        expectEqual(name.value, "")
        field.leave()
        expectEqual(told.elements, ["a"])
        field.type("b")
        field.rx.performEdit {
            field.type("")
            field.leave()
            field.type("c")
        }
        // Not the intermediate value of the edit.
        expectEqual(told.elements, ["a", "b"])
        field.leave()
        expectEqual(told.elements, ["a", "b", "c"])
    }

    @Test("C33: at disposal an edit that is held back is dropped, by commit, too")
    func disposal() {
        let property = field.rx.text.committed(on: field.leaves)
        let binding = name <=> property
        field.type("a")
        binding.dispose()
        field.leave()
        property.twoWaySide.heldBack?.send()
        expectEqual(name.value, "")
    }

    @Test("C33: a control that goes takes no edit with it, as long as the binding is held")
    func deadControl() {
        let save = PublishRelay<Void>()
        var field: TextField? = TextField()
        bag.insert(name <=> field!.rx.text.committed(on: save))
        field?.type("a")
        field = nil
        save.accept(())
        expectEqual(name.value, "a")
    }

    @Test("C32, C33: edits, values and commits beside a plain model", arguments: 0..<4, [false, true])
    func model(_ order: Int, isEcho: Bool) {
        let scheduler = TestScheduler()
        let pause = Duration.milliseconds(300)
        let sentences = BehaviorRelay<String?>(value: "before")
        let field = TextField("", reportsWrites: isEcho)
        let text = field.rx.text
        let property: ControlProperty<Int> =
            switch order {
            case 0: text.committed(on: field.leaves).converted(by: .wholeNumber, failures: sentences)
            case 1: text.converted(by: .wholeNumber, failures: sentences).committed(on: field.leaves)
            case 2: text.delayed(pause, scheduler: scheduler).converted(by: .wholeNumber, failures: sentences)
            default: text.converted(by: .wholeNumber, failures: sentences).delayed(pause, scheduler: scheduler)
            }
        let age = BehaviorRelay(value: 18)
        bag.insert(age <=> property)
        bag.insert(age => { if $0 > 100 { age.accept(100) } })

        var (value, shown, isHeld) = (18, "18", false)
        func set(_ new: Int) {
            value = new
            if Int(shown) != new { (shown, isHeld) = ("\(new)", false) }
            if new > 100 { set(100) }
        }
        var seed: UInt64 = 1
        for step in 0..<3_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Int(seed >> 40)
            switch number % 7 {
            case 0, 1, 2:
                shown = ["7", "07", "x", "", "18", "018", "200", "100"][number / 7 % 8]
                isHeld = true
                field.type(shown)
            case 3: property.twoWaySide.heldBack?.send()
            case 4, 5:
                field.leave()
                scheduler.advance(by: 1_000)
            default:
                let new = [7, 18, 100, 200][number / 7 % 4]
                age.accept(new)
                set(new)
            }
            if (3...5).contains(number % 7), isHeld {
                isHeld = false
                if let read = Int(shown) {
                    value = read
                    if read > 100 { set(100) }
                }
            }
            expectEqual(age.value, value, "step \(step)")
            expectEqual(field.text, shown, "step \(step)")
            if !isHeld || order % 2 == 1 {
                #expect((sentences.value == nil) == (Int(shown) != nil), "step \(step)")
            }
        }
    }

    @Test("C10, C11: nothing is left behind, with an edit held back or not", arguments: [false, true], [false, true])
    func leaks(isDisposedOf: Bool, isHeld: Bool) throws {
        try withoutLeaks {
            let name = BehaviorRelay(value: "")
            let field = TextField()
            let save = PublishRelay<Void>()
            let bag = DisposeBag()
            let first = name <=> field.rx.text.committed(on: field.rx.editingDidEnd)
            let second = name <=> field.rx.text.committed(on: save)
            if isDisposedOf { bag.insert(first, second) }
            field.type("a")
            if !isHeld {
                save.accept(())
                field.leave()
            }
        }
    }
}

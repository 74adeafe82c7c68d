import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

private enum Plan: String, CaseIterable { case free, pro, team }

private struct Song: Identifiable, Equatable {
    let id: Int
    var title: String
}

/// A field that is bound to a name, whose edits are recorded.
@MainActor
private struct NameField {
    let name: BehaviorRelay<String>
    let field = TextField()
    let edits = Recorder<String>()
    private let bag = DisposeBag()

    init(_ name: String) {
        self.name = BehaviorRelay(value: name)
        bag.insert {
            self.name <=> field.rx.text
            self.name.asDriver().skip(1).drive(edits)
        }
    }
}

@Suite("Controls in memory")
@MainActor
struct ControlsTests {
    @Test("typing replaces what is there, and is one edit")
    func typing() {
        let bound = NameField("")
        #expect(bound.field.type("Ada"))
        #expect(bound.field.type("Grace"))
        expectEqual(bound.edits.elements, ["Ada", "Grace"])
        expectEqual(bound.field.history, ["Ada", "Grace"])
        #expect(bound.field.writes.isEmpty)
    }

    @Test("letters are typed, and deleted, one by one")
    func letters() {
        let bound = NameField("A")
        #expect(bound.field.append("da"))
        #expect(bound.field.deleteBackward(2))
        expectEqual(bound.edits.elements, ["Ad", "Ada", "Ad", "A"])
        #expect(!bound.field.deleteBackward(2))
        expectEqual(bound.name.value, "")
    }

    @Test("a field that is disabled while letters are typed takes no more of them")
    func disabledInTheMiddle() {
        let name = BehaviorRelay(value: "")
        let field = TextField()
        let bag = DisposeBag()
        bag.insert {
            name <=> field.rx.text
            name.asDriver().map { $0.count < 2 } => field.rx.isEnabled
        }
        #expect(!field.append("Ada"))
        expectEqual(name.value, "Ad")
        #expect(!field.isFocused)
    }

    @Test("what a user cannot do does nothing", arguments: [false, true])
    func unusable(isHidden: Bool) {
        let field = TextField("x")
        let button = Button("Go")
        let box = Switch()
        let slider = Slider(0.5)
        let picker = Picker(Plan.allCases)
        let list = List<Song>()
        let bag = DisposeBag()
        var events = 0
        bag.insert {
            BehaviorRelay<TreeArray<Song>>(value: [Song(id: 1, title: "Spring")]).updates() => list.rx.rows
            field.rx.text.skip(1) => { _ in events += 1 }
            field.rx.submit => { events += 1 }
            button.rx.tap => { events += 1 }
            box.rx.isOn.skip(1) => { _ in events += 1 }
            slider.rx.value.skip(1) => { _ in events += 1 }
            picker.rx.selection.skip(1) => { _ in events += 1 }
            list.rx.selectedID.skip(1) => { _ in events += 1 }
            list.rx.activated => { _ in events += 1 }
        }
        let controls: [Control] = [field, button, box, slider, picker, list]
        for control in controls {
            if isHidden { control.isHidden = true } else { control.isEnabled = false }
        }
        for control in controls { #expect(!control.focus() && !control.isFocused && !control.leave()) }
        #expect(!field.type("y") && !field.append("y") && !field.deleteBackward() && !field.submit())
        #expect(!button.press() && !box.toggle() && !slider.slide(to: 1) && !picker.choose(.team))
        #expect(!list.select(1) && !list.deselect() && !list.activate(1))
        #expect(field.text == "x" && !box.isOn && slider.value == 0.5 && picker.selection == .free)
        #expect(list.selectedIDs.isEmpty)
        expectEqual(events, 0)
    }

    @Test("typing ends where a letter moves the focus on")
    func movesOn() {
        enum Place { case first, second }
        let focus = Focus<Place>()
        let (first, second) = (TextField(), TextField())
        let bag = DisposeBag()
        bag.insert {
            focus[.first] <=> first.rx.isFocused
            focus[.second] <=> second.rx.isFocused
            first.rx.text => { if $0.count == 4 { focus.move(to: .second) } }
        }
        #expect(first.append("1234"))
        #expect(second.isFocused && !first.isFocused)
        first.type("")
        #expect(!first.append("12345"))
        #expect(first.text == "1234" && focus.current.value == .second)
        #expect(!first.deleteBackward(5) && first.text.isEmpty)
    }

    @Test("what a field makes of a text is reported, typed or set")
    func normalized() {
        let code = BehaviorRelay(value: "")
        let field = TextField { $0.uppercased() }
        let short = TextField(maximumLength: 2)
        let bag = DisposeBag()
        bag.insert {
            code <=> field.rx.text
            code <=> short.rx.text
        }
        field.type("ab")
        expectEqual(code.value, "AB")
        code.accept("xyz")
        expectEqual(code.value, "XY")
        expectEqual([field.text, short.text], ["XY", "XY"])
    }

    @Test("a button starts a command, and is disabled while it is")
    func command() async {
        let isAllowed = BehaviorRelay(value: false)
        var runs = 0
        let save = Command { runs += 1 }.enabled(by: isAllowed)
        let button = Button("Save")
        let binding = button.rx.command(save)
        #expect(!button.press())
        isAllowed.accept(true)
        #expect(button.press())
        await save.finished()
        expectEqual(runs, 1)
        binding.dispose()
    }

    @Test("a switch and a slider, both ways")
    func switchAndSlider() {
        let isOn = BehaviorRelay(value: false)
        let volume = BehaviorRelay(value: 3.0)
        let (box, slider) = (Switch(true), Slider(in: 0...10))
        let bag = DisposeBag()
        bag.insert {
            isOn <=> box.rx.isOn
            volume <=> slider.rx.value
        }
        #expect(box.toggle())
        #expect(isOn.value)
        isOn.accept(false)
        expectEqual(box.history, [false, true, false])
        volume.accept(99)
        expectEqual(volume.value, 10)
        slider.slide(to: -1)
        expectEqual(volume.value, 0)
        expectEqual(slider.history, [3, 10, 0])
        expectEqual(Slider(.nan).value, 0)
    }

    @Test("a picker keeps a value that is no option yet, and shows it when it is")
    func picker() {
        let plan = BehaviorRelay(value: Plan.team)
        let plans = Picker([Plan.free, .pro])
        let bag = DisposeBag()
        bag.insert(plan <=> plans.rx.selection ?? .free)
        #expect(plans.shownOption == nil && plan.value == .team)
        #expect(!plans.choose(.team))
        plans.options = Plan.allCases
        expectEqual(plans.shownOption, .team)
        #expect(plans.choose(.pro))
        expectEqual(plan.value, .pro)
        expectEqual(plans.history, [nil, .team, .pro])
    }

    @Test("a list shows rows, and remembers how they came")
    func list() {
        let songs = BehaviorRelay<TreeArray<Song>>(value: [Song(id: 1, title: "Winter"), Song(id: 2, title: "Spring")])
        let list = List<Song>()
        let names = List<String>()
        let bag = DisposeBag()
        bag.insert {
            songs.updates().sorted(by: \.title) => list.rx.rows
            songs.asDriver().map { $0.map(\.title) }.updates(by: \.self) => names.rx.rows
        }
        expectEqual(list.rows.map(\.id), [2, 1])
        songs.modify { $0.append(Song(id: 3, title: "Summer")) }
        expectEqual(names.rows.map { $0 }, ["Winter", "Spring", "Summer"])
        expectEqual(list.updates.map { $0.rows.map(\.id) }, [[2, 1], [2, 3, 1]])
        expectEqual(list.updates.last?.change, .edits([.insert(1..<2)]))
    }

    @Test("rows of a list are selected by identity, both ways")
    func selection() {
        let songs = BehaviorRelay<TreeArray<Song>>(value: [Song(id: 1, title: "Winter"), Song(id: 2, title: "Spring")])
        let selected = BehaviorRelay<Int?>(value: 3)
        let all = BehaviorRelay<Set<Int>>(value: [])
        let (list, several) = (List<Song>(), List<Song>())
        var activated: [String] = []
        let bag = DisposeBag()
        bag.insert {
            songs.updates() => list.rx.rows
            songs.updates() => several.rx.rows
            selected <=> list.rx.selectedID
            all <=> several.rx.selectedIDs
            list.rx.activated => { activated.append($0.title) }
        }
        // It is selected when it comes.
        #expect(list.selectedID == 3 && !list.select(3))
        songs.modify { $0.append(Song(id: 3, title: "Summer")) }
        #expect(list.select(2))
        expectEqual(selected.value, 2)
        #expect(list.activate(1) && !list.activate(4))
        expectEqual(activated, ["Winter"])
        #expect(several.select(1) && several.select(3, adding: true))
        expectEqual(all.value, [1, 3])
        expectEqual(several.selectedID, nil)
        #expect(several.deselect() && list.deselect())
        #expect(all.value.isEmpty && selected.value == nil)
    }

    @Test("the focus goes from control to control, and stays where a control cannot have it")
    func focus() {
        enum Place { case name, code }
        let focus = Focus<Place>()
        let (name, code, label) = (TextField(), TextField(), Label())
        var ends = 0
        let bag = DisposeBag()
        bag.insert {
            focus[.name] <=> name.rx.isFocused
            focus[.code] <=> code.rx.isFocused
            name.rx.editingDidEnd => { ends += 1 }
        }
        name.type("Ada")
        expectEqual(focus.current.value, .name)
        #expect(code.focus(leaving: name))
        expectEqual(focus.current.value, .code)
        #expect(!name.isFocused && code.isFocused && ends == 1)
        name.isEnabled = false
        focus.move(to: .name)
        #expect(focus.current.value == .code && code.isFocused)
        focus.move(to: nil)
        #expect(!code.isFocused)
        code.focus()
        code.isHidden = true
        #expect(!code.isFocused && focus.current.value == nil)
        #expect(!label.focus() && !label.leave())
    }

    @Test("a password is hidden from an inspector, a form's view takes them, and nothing is left behind")
    func leaks() throws {
        #expect(TextField(hidesText: true).hidesText && !TextField().hidesText)
        try withoutLeaks {
            let age = Field(0, as: .integer)
            let field = TextField()
            let message = Label()
            let bag = DisposeBag()
            bag.insert {
                age <=> field.rx.text
                field.rx.editingDidEnd => age.touch
                age.messageText => message.rx.text
            }
            field.type("x")
            field.leave()
            #expect(!message.text.isEmpty)
            field.type("36")
            expectEqual(message.history.last, "")
        }
    }
}

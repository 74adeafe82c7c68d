import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// The ways to make the property of an entry.
enum EntryProperty: CaseIterable, Sendable {
    case observed, relayed

    @MainActor
    func callAsFunction(of entry: ToolkitEntry) -> ControlProperty<String> {
        switch self {
        case .observed: entry.rx.text
        case .relayed: entry.rx.relayedText
        }
    }
}

extension Reactive where Base == ToolkitEntry {
    /// The text as a value without equality.
    fileprivate var opaqueText: ControlProperty<Opaque> {
        controlProperty(
            changes: base.changes, getter: { Opaque(text: $0.text) }, setter: { $0.text = $1.text })
    }
}

@Suite("C29 What a control emits while it is written to")
@MainActor
struct C29WriteTests {
    @Test(
        "C29: of the steps of a write nothing is emitted that is not so when it is done",
        arguments: EntryProperty.allCases
    )
    func replaced(_ property: EntryProperty) {
        let relay = BehaviorRelay(value: "first")
        let entry = ToolkitEntry()
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay <=> property(of: entry))
        bag.insert(relay.subscribe(recorder))
        relay.accept("second")
        expectEqual(entry.text, "second")
        expectEqual(entry.writes, ["first", "second"])
        expectEqual(recorder.elements, ["first", "second"])
        entry.type("third")
        // A deletion and an insertion that were not marked as one edit.
        expectEqual(recorder.elements, ["first", "second", "", "third"])
    }

    @Test("C29: all properties of the control wait for the write, and each emits its last value before it returns")
    func allProperties() {
        let entry = ToolkitEntry("a")
        let observed = Recorder<String>()
        let relayed = Recorder<String>()
        var lengths: [Int] = []
        let bag = DisposeBag()
        bag.insert(entry.rx.text.subscribe(observed), entry.rx.relayedText.subscribe(relayed))
        bag.insert(entry.rx.length.drive(onNext: { lengths.append($0) }))
        entry.rx.text.onNext("bcd")
        expectEqual(observed.elements, ["a", "bcd"])
        expectEqual(relayed.elements, ["a", "bcd"])
        expectEqual(lengths, [1, 3])
        entry.rx.relayedText.onNext("ef")
        expectEqual(observed.elements, ["a", "bcd", "ef"])
        expectEqual(relayed.elements, ["a", "bcd", "ef"])
        expectEqual(lengths, [1, 3, 2])
        // Set without a property: each step is emitted.
        entry.text = "g"
        expectEqual(lengths, [1, 3, 2, 0, 1])
    }

    @Test("C29, C20: what the control makes of the value is not lost", arguments: EntryProperty.allCases)
    func truncated(_ property: EntryProperty) {
        let relay = BehaviorRelay(value: "")
        let entry = ToolkitEntry(maximumLength: 3)
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay <=> property(of: entry))
        bag.insert(relay.subscribe(recorder))
        relay.accept("abcdef")
        expectEqual(relay.value, "abc")
        relay.accept("uvwxyz")
        expectEqual(relay.value, "uvw")
        expectEqual(entry.writes, ["abcdef", "uvwxyz"])
        expectEqual(recorder.elements, ["", "abcdef", "abc", "uvwxyz", "uvw"])
    }

    @Test(
        "C29, C21: what is emitted when the write is done answers it, and comes to rest",
        arguments: EntryProperty.allCases
    )
    func comesToRest(_ property: EntryProperty) {
        let relay = BehaviorRelay(value: "")
        let entry = ToolkitEntry(maximumLength: 3)
        let bag = DisposeBag()
        bag.insert(relay <=> property(of: entry))
        bag.insert(relay.asDriver().drive(onNext: { if $0.count == 3 { relay.accept($0 + "!") } }))
        let warnings = collectingWarnings { relay.accept("abcdef") }
        expectEqual(warnings.count, 1)
        expectEqual(relay.value, "abc!")
        expectEqual(entry.text, "abc")
    }

    @Test("C29, C22: the value that was written is no edit, also where values cannot be compared")
    func echo() {
        let relay = BehaviorRelay(value: Opaque(text: "a"))
        let entry = ToolkitEntry()
        let recorder = Recorder<Opaque>()
        let bag = DisposeBag()
        bag.insert(relay <=> entry.rx.opaqueText)
        bag.insert(relay.subscribe(recorder))
        relay.accept(Opaque(text: "b"))
        expectEqual(recorder.elements.map(\.text), ["a", "b"])
        expectEqual(entry.text, "b")
    }

    @Test("C29: a two-way binding to a property made of any source and observer waits, too")
    func anySource() {
        let relay = BehaviorRelay(value: "")
        let label = Label()
        let values = PublishRelay<String>()
        let property = ControlProperty(
            values: values.startWith(""),
            valueSink: Binder<String>(label) { label, text in
                for step in [text, "", String(text.prefix(3))] {
                    label.text = step
                    values.accept(step)
                }
            })
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay <=> property)
        bag.insert(relay.subscribe(recorder))
        relay.accept("ab")
        expectEqual(recorder.elements, ["", "ab"])
        relay.accept("uvwxyz")
        expectEqual(recorder.elements, ["", "ab", "uvwxyz", "uvw"])
        values.accept("edit")
        expectEqual(relay.value, "edit")
    }

    @Test("C29, C21: what such a property makes of a value comes to rest")
    func anySourceComesToRest() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let label = Label()
        let values = PublishRelay<Opaque>()
        let property = ControlProperty(
            values: values.startWith(Opaque(text: "")),
            valueSink: Binder<Opaque>(label) { _, value in
                values.accept(Opaque(text: ""))
                values.accept(Opaque(text: value.text + "v"))
            })
        let bag = DisposeBag()
        let warnings = collectingWarnings {
            bag.insert(relay <=> property)
            bag.insert(relay.appendingM())
            values.accept(Opaque(text: "e"))
        }
        expectEqual(relay.value.text, "emvm")
        expectEqual(warnings.count, 1)
    }

    @Test("C29, C17: what such a property held at first is no edit, also where it comes during a write")
    func lateFirstValue() {
        let relay = BehaviorRelay(value: "a")
        let label = Label()
        let values = PublishRelay<String>()
        let property = ControlProperty(
            values: values,
            valueSink: Binder<String>(label) { _, text in
                if text == "a" { values.accept("held") }
                if text != "a" { values.accept("made of \(text)") }
            },
            sendsInitialValueLater: true)
        let bag = DisposeBag()
        bag.insert(relay <=> property)
        expectEqual(relay.value, "a")
        relay.accept("b")
        expectEqual(relay.value, "made of b")

        let other = BehaviorRelay(value: "c")
        let told = PublishRelay<String>()
        let both = ControlProperty(
            values: told,
            valueSink: Binder<String>(label) { _, text in
                for step in ["held", "made"] { told.accept(step) }
            },
            sendsInitialValueLater: true)
        bag.insert(other <=> both)
        expectEqual(other.value, "made")
    }

    @Test("C29: a write inside of a write to the same control is a part of it")
    func writeInside() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(entry.rx.text.subscribe(recorder))
        entry.whileWriting = {
            entry.whileWriting = nil
            entry.rx.relayedText.onNext("inner")
            expectEqual(recorder.elements, ["a"])
        }
        entry.rx.text.onNext("outer")
        expectEqual(recorder.elements, ["a", "outer"])
    }

    @Test(
        "C29: an observer that writes to the control during an edit gets what that holds afterwards, once"
    )
    func emittedLate() {
        let entry = ToolkitEntry()
        let text = entry.rx.text
        var heard: [String] = []
        let bag = DisposeBag()
        bag.insert(
            text => { value in
                heard.append(value)
                guard value == "typed" else { return }
                text.onNext("first")
                text.onNext("second")
                expectEqual(heard, ["", "typed"])
            })
        entry.retype("typed")
        expectEqual(heard, ["", "typed", "second"])
    }

    @Test("C29: another control waits for its own write only")
    func writeToAnother() {
        let entry = ToolkitEntry("a")
        let other = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(other.rx.text.subscribe(recorder))
        entry.whileWriting = {
            other.rx.text.onNext("written")
            expectEqual(recorder.elements, ["a", "written"])
            other.retype("")
        }
        entry.rx.text.onNext("b")
        expectEqual(recorder.elements, ["a", "written", "", ""])
    }

    @Test("C29: disposed of during a write, by a part of it or by an observer at its end, nothing more is emitted")
    func disposedOf() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let subscription = entry.rx.text.subscribe(recorder)
        entry.whileWriting = { subscription.dispose() }
        entry.rx.text.onNext("b")
        expectEqual(recorder.elements, ["a"])

        let relay = BehaviorRelay(value: "x")
        let binding = relay <=> entry.rx.text
        let seen = Recorder<String>()
        let recording = relay.subscribe(seen)
        entry.whileWriting = { binding.dispose() }
        relay.accept("y")
        entry.type("z")
        expectEqual(seen.elements, ["x", "y"])
        recording.dispose()

        entry.whileWriting = nil
        var told = 0
        let bag = DisposeBag()
        bag.insert(entry.rx.text.changed.subscribe(onNext: { _ in bag.dispose() }))
        bag.insert(entry.rx.text.changed.subscribe(onNext: { _ in told += 1 }))
        entry.rx.text.onNext("c")
        expectEqual(told, 0)
    }

    @Test("C29: a two-way binding of any source that is disposed of in the midst of a write brings nothing more")
    func disposedOfAnySource() {
        let relay = BehaviorRelay(value: "")
        let label = Label()
        let values = PublishRelay<String>()
        let bag = DisposeBag()
        let property = ControlProperty(
            values: values.startWith(""),
            valueSink: Binder<String>(label) { _, text in
                values.accept(text + "!")
                if text == "last" { bag.dispose() }
            })
        bag.insert(relay <=> property)
        expectEqual(relay.value, "!")
        relay.accept("last")
        expectEqual(relay.value, "last")
    }

    @Test("C29: a control that dies in the midst of a write is no harm")
    func dies() {
        let recorder = Recorder<String>()
        var entry: ToolkitEntry? = ToolkitEntry("a")
        weak let weakEntry = entry
        let property = entry!.rx.text
        let subscription = property.subscribe(recorder)
        entry!.whileWriting = { entry = nil }
        property.onNext("b")
        #expect(weakEntry == nil)
        property.onNext("c")
        expectEqual(recorder.elements, ["a", "b"])
        subscription.dispose()
    }

    @Test(
        "C29: an observer that is called at the end of a write may write again; each gets once what there is then"
    )
    func writesAgain() {
        let entry = ToolkitEntry("a")
        let first = Recorder<String>()
        let second = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(
            entry.rx.text.subscribe(onNext: { text in
                first.onNext(text)
                if text == "b" {
                    entry.rx.text.onNext("c")
                    // The inner write was reported before it returned.
                    expectEqual(second.elements, ["a", "c"])
                }
            }))
        bag.insert(entry.rx.text.subscribe(second))
        entry.rx.text.onNext("b")
        expectEqual(first.elements, ["a", "b", "c"])
        expectEqual(second.elements, ["a", "c"])
    }

    @Test("C29: an observer that is called at the end of a write may begin an edit, which the others wait for")
    func beginsAnEdit() {
        let entry = ToolkitEntry("a")
        let second = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(entry.rx.text.changed.subscribe(onNext: { if $0 == "b" { entry.rx.beginEdit() } }))
        bag.insert(entry.rx.text.subscribe(second))
        entry.rx.text.onNext("b")
        expectEqual(second.elements, ["a"])
        entry.retype("c")
        entry.rx.endEdit()
        expectEqual(second.elements, ["a", "c"])
    }

    @Test("C29: what the user does in an event loop inside of the setter is emitted as an edit when the write is done")
    func nestedLoop() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let entry = ToolkitEntry()
        let recorder = Recorder<Opaque>()
        let property: ControlProperty<Opaque> = entry.rx.controlProperty(
            changes: entry.changes, getter: { Opaque(text: $0.text) },
            setter: { entry, value in
                entry.text = value.text
                if value.text == "dialog" { entry.retype("typed") }
            })
        let bag = DisposeBag()
        bag.insert(relay <=> property)
        bag.insert(relay.subscribe(recorder))
        relay.accept(Opaque(text: "dialog"))
        expectEqual(recorder.elements.map(\.text), ["", "dialog", "typed"])
        expectEqual(entry.text, "typed")
    }

    @Test("C29: written to from another thread, it emits once, when that arrives")
    func fromElsewhere() async {
        let entry = ToolkitEntry("a")
        let property = entry.rx.text
        let recorder = Recorder<String>()
        let subscription = property.subscribe(recorder)
        onAnotherThread { for text in ["b", "c"] { property.onNext(text) } }
        await eventually { entry.text == "c" }
        expectEqual(recorder.elements, ["a", "b", "c"])
        subscription.dispose()
    }
}

@Suite("C29 An edit of several signals")
@MainActor
struct C29EditTests {
    @Test(
        "C29, C18: typing over a selection, a deletion and an insertion, is one value",
        arguments: EntryProperty.allCases, ToolkitEntry.Editing.allCases)
    func oneValue(_ property: EntryProperty, _ editing: ToolkitEntry.Editing) {
        let relay = BehaviorRelay(value: "a")
        let entry = ToolkitEntry("", editing)
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay <=> property(of: entry))
        bag.insert(relay.subscribe(recorder))
        entry.type("b")
        entry.type("c")
        expectEqual(recorder.elements, ["a", "b", "c"])
        expectEqual(entry.writes, ["a"])
    }

    @Test("C29: edits may be nested, in one another and in writes; the outermost one counts")
    func nested() throws {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(entry.rx.text.subscribe(recorder))
        let result = entry.rx.performEdit {
            entry.rx.performEdit { entry.retype("b") }
            entry.rx.text.onNext("c")
            return recorder.elements
        }
        expectEqual(result, ["a"])
        expectEqual(recorder.elements, ["a", "c"])
        entry.whileWriting = {
            entry.rx.performEdit { entry.retype("d") }
            expectEqual(recorder.elements, ["a", "c"])
        }
        entry.rx.text.onNext("e")
        expectEqual(recorder.elements, ["a", "c", "e"])
        entry.whileWriting = nil
        #expect(throws: TestError.self) {
            try entry.rx.performEdit {
                entry.retype("f")
                throw TestError()
            }
        }
        expectEqual(recorder.elements, ["a", "c", "e", "f"])
    }

    @Test("C29, C22: in an edit, too, what was written is none, and what came after it is one")
    func writtenInsideAnEdit() {
        let relay = BehaviorRelay(value: Opaque(text: ""))
        let entry = ToolkitEntry()
        let recorder = Recorder<Opaque>()
        let bag = DisposeBag()
        bag.insert(relay <=> entry.rx.opaqueText)
        bag.insert(relay.subscribe(recorder))
        entry.rx.performEdit {
            entry.retype("typed")
            relay.accept(Opaque(text: "set"))
        }
        expectEqual(recorder.elements.map(\.text), ["", "set"])
        entry.rx.performEdit {
            relay.accept(Opaque(text: "again"))
            entry.retype("typed")
        }
        expectEqual(recorder.elements.map(\.text), ["", "set", "again", "typed"])
    }

    @Test("C29: an edit without a change emits nothing")
    func noChange() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(entry.rx.text.subscribe(recorder))
        entry.rx.performEdit {}
        expectEqual(recorder.elements, ["a"])
    }

    @Test("C29: an observer that comes in the midst of an edit is handed what there is, and then what it becomes")
    func lateObserver() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        entry.rx.beginEdit()
        entry.retype("")
        bag.insert(entry.rx.text.subscribe(recorder))
        entry.retype("b")
        expectEqual(recorder.elements, [""])
        entry.rx.endEdit()
        expectEqual(recorder.elements, ["", "b"])
    }

    @Test("C29: the end of an edit that has not begun is a warning that says what would be right")
    func unbalanced() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(entry.rx.text.subscribe(recorder))
        let warnings = collectingWarnings {
            entry.rx.endEdit()
            // It does not end a write either.
            entry.whileWriting = { entry.rx.endEdit() }
            entry.rx.text.onNext("b")
            entry.rx.performEdit { entry.whileWriting = nil }
        }
        expectEqual(warnings.count, 2)
        for warning in warnings {
            #expect("\(warning)".contains("`endEdit` was called for a ToolkitEntry without an edit under way"))
            #expect("\(warning)".contains("`beginEdit`"))
        }
        expectEqual(recorder.elements, ["a", "b"])
    }

    @Test("C29: an edit of a control that is gone holds nothing back and keeps nothing alive")
    func abandoned() {
        let objects = LiveObjects()
        objects.counting {
            for number in 0..<100 {
                // The next object may be allocated where one has died.
                let entry = ToolkitEntry("a")
                let recorder = Recorder<String>()
                let subscription = entry.rx.text.subscribe(recorder)
                entry.retype("\(number)")
                expectEqual(recorder.elements, ["a", "", "\(number)"])
                entry.rx.beginEdit()
                entry.retype("unseen")
                subscription.dispose()
            }
        }
        #expect(objects.living.isEmpty)
    }
}

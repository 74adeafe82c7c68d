import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

@testable import BindingForms

@Suite("UndoHistory: typing")
@MainActor
struct UndoTypingTests {
    let bag = DisposeBag()
    let text = BehaviorRelay(value: "")

    /// Types letter by letter at the end.
    private func type(_ letters: String) {
        for letter in letters { text.accept(text.value + String(letter)) }
    }

    private func delete(_ count: Int) {
        for _ in 0..<count { text.accept(String(text.value.dropLast())) }
    }

    /// All former values, from the current one back.
    private func past(_ history: UndoHistory) -> [String] {
        var values = [text.value]
        while history.undoCount > 0 {
            history.undo()
            values.append(text.value)
        }
        return values
    }

    @Test("C37: a word is a step; a space begins the next one")
    func words() {
        let history = UndoHistory(text)
        type("Ada King  Lovelace,\nO'Brien")
        expectEqual(history.undoCount, 4)
        #expect(
            past(history)
                == ["Ada King  Lovelace,\nO'Brien", "Ada King  Lovelace,", "Ada King", "Ada", ""])
    }

    @Test("a deletion run is a step, whichever way, and so is what is typed after it")
    func deletions() {
        let history = UndoHistory(text)
        type("Ada")
        delete(2)
        type("nna")
        expectEqual(past(history), ["Anna", "A", "Ada", ""])
        text.accept("one two")
        history.clear()
        // Forward, from after "one".
        for value in ["onetwo", "onewo", "oneo"] { text.accept(value) }
        expectEqual(past(history), ["oneo", "one two"])
    }

    @Test("a paste, a cut and a replacement are steps by themselves")
    func larger() {
        let history = UndoHistory(text)
        type("Ad")
        text.accept("Ada Lovelace")
        type("s")
        text.accept("Ada")
        type("s")
        text.accept("Ida")
        expectEqual(past(history), ["Ida", "Adas", "Ada", "Ada Lovelaces", "Ada Lovelace", "Ad", ""])
    }

    @Test("typing elsewhere in the text is another step")
    func elsewhere() {
        text.accept("Ada Lovelace")
        let history = UndoHistory(text)
        text.accept("Ada  Lovelace")
        text.accept("Ada K Lovelace")
        text.accept("Ada Ki Lovelace")
        text.accept("Ada Ki Lovelace!")
        text.accept("!Ada Ki Lovelace!")
        // After one of two equal letters, continuing there.
        text.accept("!Adda Ki Lovelace!")
        text.accept("!Addia Ki Lovelace!")
        #expect(
            past(history) == [
                "!Addia Ki Lovelace!", "!Ada Ki Lovelace!", "Ada Ki Lovelace!", "Ada Ki Lovelace", "Ada Lovelace",
            ])
        // Between two equal letters.
        text.accept("aab")
        history.clear()
        for value in ["aaab", "aaxab", "aaxyab"] { text.accept(value) }
        expectEqual(past(history), ["aaxyab", "aab"])
    }

    @Test("another part begins a step, and so does the end of a group")
    func groups() {
        let other = BehaviorRelay<String?>(value: nil)
        let history = UndoHistory(text, other)
        type("A")
        other.accept("x")
        other.accept("xy")
        type("d")
        history.endGroup()
        type("a")
        expectEqual(history.undoCount, 4)
        history.undo()
        history.undo()
        history.undo()
        #expect(text.value == "A" && other.value == nil)
        history.redo()
        // Also after an undo or a redo.
        other.accept("xyz")
        expectEqual(history.undoCount, 3)
        history.undo()
        expectEqual(other.value, "xy")
    }

    @Test("letters of a user, in a control, with what observers make of them", arguments: [true, false])
    func observed(isFirst: Bool) {
        let (slug, length) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
        let (field, slugField) = (TextField(), TextField())
        var history: UndoHistory?
        if isFirst { history = UndoHistory(text, slug, length) }
        bag.insert(text => { slug.accept($0.lowercased().filter { $0 != "'" && $0 != " " }) })
        bag.insert(text => { length.accept("\($0.count) letters") })
        bag.insert(text <=> field.rx.text, slug <=> slugField.rx.text)
        let all = history ?? UndoHistory(text, slug, length)
        // The text that the observers made at the beginning.
        all.clear()
        for text in ["O", "O'", "O'B", "O'Br", "O'Br ", "O'Br A"] { field.type(text) }
        expectEqual(all.undoCount, 2)
        // Where the user's own letters would continue.
        slugField.type("obrax")
        slugField.type("obraxy")
        expectEqual(all.undoCount, 3)
        field.type("O'Br Al")
        expectEqual(all.undoCount, 4)
        all.undo()
        #expect(text.value == "O'Br A" && slug.value == "obraxy" && length.value == "6 letters")
        all.undo()
        #expect(text.value == "O'Br A" && slug.value == "obra")
        all.undo()
        #expect(text.value == "O'Br" && slug.value == "obr" && slugField.text == "obr" && length.value == "4 letters")
        all.undo()
        #expect(field.text.isEmpty && slug.value.isEmpty && length.value == "0 letters")
        all.redo()
        #expect(field.text == "O'Br" && slug.value == "obr" && length.value == "4 letters")
    }

    @Test("a structure and its parts together: what is typed into one of them is known as typing")
    func structure() {
        struct Draft: Equatable, Sendable {
            var name = ""
            var slug = ""
            var age = 0
        }
        let draft = BehaviorRelay(value: Draft())
        let history = UndoHistory(draft, draft.name, draft.slug)
        bag.insert(draft.name => { draft.slug.value = $0.lowercased() })
        for name in ["A", "Ad", "Ada", "Ada ", "Ada L"] { draft.name.value = name }
        expectEqual(history.undoCount, 2)
        draft.slug.value = "ada lx"
        draft.age.value = 36
        expectEqual(history.undoCount, 4)
        history.undo()
        history.undo()
        expectEqual(draft.value, Draft(name: "Ada L", slug: "ada l"))
        history.undo()
        expectEqual(draft.value, Draft(name: "Ada", slug: "ada"))
        history.undo()
        expectEqual(draft.value, Draft())
    }

    @Test("what is typed into something that is more than its text, as a field is")
    func content() {
        struct Content: Equatable, Sendable {
            var raw = ""
            var value = 0
            var failure: String?
        }
        struct NumberField: Undoable {
            let content = BehaviorRelay(value: Content())
            var undoPart: UndoPart { UndoPart(content, text: { $0.raw }) }

            func type(_ raw: String) {
                content.modify {
                    $0.raw = raw
                    $0.value = Int(raw) ?? $0.value
                    $0.failure = Int(raw) == nil ? "no number" : nil
                }
            }
        }
        let field = NumberField()
        let history = UndoHistory(field, text)
        for raw in ["1", "12", "12x"] { field.type(raw) }
        expectEqual(history.undoCount, 1)
        field.type("7 x")
        history.undo()
        expectEqual(field.content.value, Content(raw: "12x", value: 12, failure: "no number"))
        history.undo()
        expectEqual(field.content.value, Content())
    }

    @Test("what is typed after an event that has set several parts is a step of its own")
    func afterEvent() {
        let (other, count) = (BehaviorRelay(value: ""), BehaviorRelay(value: 0))
        let button = Button()
        let history = UndoHistory(text, other, count)
        for set in [{ other.accept(other.value + "x") }, { count.accept(count.value + 1) }] {
            let binding =
                button.rx.tap => { [text] in
                    text.accept(text.value + "a")
                    set()
                }
            history.clear()
            button.press()
            type("b")
            expectEqual(history.undoCount, 2)
            history.undo()
            #expect(text.value.hasSuffix("a"))
            binding.dispose()
            // The other way round.
            let reverse =
                button.rx.tap => { [text] in
                    set()
                    text.accept(text.value + "a")
                }
            history.clear()
            button.press()
            type("b")
            expectEqual(history.undoCount, 2)
            reverse.dispose()
        }
        // An event that types a letter into one part is like a key.
        let key = button.rx.tap => { [text] in text.accept(text.value + "a") }
        history.clear()
        button.press()
        type("b")
        expectEqual(history.undoCount, 1)
        key.dispose()
    }

    @Test("what is typed in an event loop within an event is no part of that")
    func nestedLoop() {
        let button = Button()
        let other = BehaviorRelay(value: 0)
        let history = UndoHistory(text, other)
        bag.insert(
            button.rx.tap => { [text] in
                other.accept(1)
                MainActorLoop.runNested {
                    text.accept("a")
                    text.accept("ab")
                    text.accept("ab ")
                }
                other.accept(2)
            })
        button.press()
        expectEqual(history.undoCount, 4)
        history.undo()
        history.undo()
        #expect(text.value == "ab" && other.value == 1)
    }

    @Test("which difference is a letter")
    func keystrokes() throws {
        #expect(Keystroke(from: "abc", to: "abc") == nil)
        #expect(Keystroke(from: "abc", to: "abd") == nil)
        #expect(Keystroke(from: "abc", to: "abcde") == nil)
        #expect(Keystroke(from: "abc", to: "xabd") == nil)
        #expect(Keystroke(from: "", to: String(repeating: "\u{301}", count: 1000)) == nil)
        let typed = try #require(Keystroke(from: "héo", to: "hélo"))
        #expect(!typed.isDeletion && typed.places == 3...3 && typed.length == 1 && !typed.isSpace)
        // The same first byte on both sides of the difference.
        let umlaut = try #require(Keystroke(from: "è", to: "éè"))
        #expect(umlaut.length == 2 && umlaut.places.contains(0))
        let family = try #require(Keystroke(from: "a", to: "a👩‍👩‍👧"))
        #expect(family.length == 18 && family.places == 1...1)
        let accent = try #require(Keystroke(from: "e", to: "e\u{301}"))
        expectEqual(accent.length, 2)
        let deleted = try #require(Keystroke(from: "one\u{a0}two", to: "onetwo"))
        #expect(deleted.isDeletion && deleted.isSpace && deleted.length == 2)
        let long = String(repeating: "abcdefghij", count: 100)
        let middle = try #require(Keystroke(from: long, to: long.prefix(495) + "X" + long.dropFirst(495)))
        expectEqual(middle.places, 495...495)
        #expect(try #require(Keystroke(from: "aaa", to: "aaaa")).places == 0...3)
    }
}

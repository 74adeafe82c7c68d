import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@Suite("What becomes of a selection as rows change")
@MainActor
struct SelectionChangesTests {
    let letters = Letters("abcde")

    @Test("C41: it stays with its row, wherever that goes")
    func moves() {
        let selection = letters.selection(.single)
        selection.id = "b"
        letters.show("ecdab")
        letters.show("xbz")
        expectEqual(selection.id, "b")
        expectEqual(selection.selectNext(), "z")
        letters.show("zxb")
        expectEqual(selection.selectNext(), "x")
    }

    @Test("C41: a row that goes is deselected, unless something else is asked for")
    func deselect() {
        let selection = letters.selection(.multiple)
        selection.ids = ["b", "d"]
        letters.show("acde")
        expectEqual(selection.ids, ["d"])
        letters.show("abcde")
        expectEqual(selection.ids, ["d"])
        let single = letters.selection(.single)
        single.id = "c"
        letters.show("abde")
        #expect(single.id == nil)
        expectEqual(single.selectNext(), "e", "the cursor has gone on to the next row")
    }

    @Test(
        "the next row that stays is selected, or else the last one before",
        arguments: [
            ("c", "abde", "d"), ("c", "abe", "e"), ("e", "abcd", "d"), ("e", "a", "a"), ("b", "edca", "c"),
            ("c", "xyz", nil),
            ("a", "", nil), ("b", "aXcde", "c"),
        ])
    func neighbor(selected: String, left: String, expected: String?) {
        let selection = letters.selection(.single, whenRemoved: .selectNext)
        selection.id = selected
        letters.show(left)
        expectEqual(selection.id, expected)
    }

    @Test("with several, another row is selected when all have gone: the one next to the last that was selected")
    func neighborOfSeveral() {
        let selection = letters.selection(.multiple, whenRemoved: .selectNext)
        selection.select("d")
        selection.select("a")
        letters.show("abce")
        expectEqual(selection.ids, ["a"])
        letters.show("bce")
        expectEqual(selection.ids, ["b"])
        letters.show("abcde")
        selection.ids = []
        selection.select("a")
        selection.select("d")
        letters.show("bce")
        expectEqual(selection.ids, ["e"])
    }

    @Test("C41: one row has to be selected: a neighbour, the one in the same place, or the first that comes")
    func exactlyOne() {
        let selection = letters.selection(.exactlyOne)
        selection.id = "c"
        letters.show("abde")
        expectEqual(selection.id, "d")
        letters.show("vwxyz")
        expectEqual(selection.id, "x")
        letters.show("q")
        expectEqual(selection.id, "q")
        letters.show("")
        #expect(selection.id == nil)
        letters.show("mn")
        expectEqual(selection.id, "m")
    }

    @Test("C41: a row that was filtered out and comes back is selected again, if that is asked for")
    func keep() {
        let selection = letters.selection(.multiple, whenRemoved: .keep)
        selection.ids = ["b", "d"]
        letters.show("ace")
        expectEqual(selection.ids, [])
        letters.show("abce")
        expectEqual(selection.ids, ["b"])
        selection.select("a")
        letters.show("abcde")
        expectEqual(selection.ids, ["a", "b", "d"], "what was selected besides takes nothing away")
        letters.show("abc")
        selection.ids = ["c"]
        letters.show("abcde")
        expectEqual(selection.ids, ["c"], "what is selected anew takes the place of all")
        letters.show("de")
        selection.deselect("c")
        letters.show("abcde")
        expectEqual(selection.ids, [])
    }

    @Test("what is selected while nothing is takes the place of what was kept")
    func keepNothing() {
        let selection = letters.selection(.multiple, whenRemoved: .keep)
        selection.ids = ["b"]
        letters.show("ac")
        selection.ids = ["c"]
        letters.show("abc")
        expectEqual(selection.ids, ["c"])
        letters.show("ab")
        selection.deselectAll()
        letters.show("abc")
        expectEqual(selection.ids, [])
    }

    @Test("of one at most, what is selected meanwhile takes the place of what was kept")
    func keepOne() {
        let selection = letters.selection(.single, whenRemoved: .keep)
        selection.id = "b"
        letters.show("acde")
        #expect(selection.id == nil)
        letters.show("abcde")
        expectEqual(selection.id, "b")
        letters.show("acde")
        selection.id = "c"
        letters.show("abcde")
        expectEqual(selection.id, "c")
        selection.select("z")
        #expect(selection.id == nil)
        letters.show("abcdez")
        expectEqual(selection.id, "z")
    }

    @Test("where one has to be selected, another stands in for the one that is kept")
    func substitute() {
        let selection = letters.selection(.exactlyOne, whenRemoved: .keep)
        selection.id = "b"
        letters.show("acde")
        expectEqual(selection.id, "c")
        letters.show("ade")
        expectEqual(selection.id, "d")
        letters.show("")
        letters.show("ac")
        expectEqual(selection.id, "a")
        letters.show("abc")
        expectEqual(selection.id, "b")
        letters.show("ac")
        selection.selectNext()
        letters.show("abc")
        expectEqual(selection.id, "c", "it was selected by somebody")

        selection.select("z")
        expectEqual(selection.id, "c", "it stands in for one that is yet to come")
        letters.show("ab")
        letters.show("abc")
        expectEqual(selection.id, "b")
        letters.show("abcz")
        expectEqual(selection.id, "z")
    }

    @Test(
        "what was selected before the rows are loaded is selected when they come",
        arguments: [
            Selection<String>.Mode.single, .multiple, .exactlyOne,
        ])
    func restored(mode: Selection<String>.Mode) {
        let rows = BehaviorRelay<TreeArray<Person>>(value: [])
        let selection = Selection<String>(["b"], mode)
        let following = selection.follow(rows.asDriver().updates())
        expectEqual(selection.ids, [])
        rows.accept([Person("a")])
        #expect(selection.ids == (mode == .exactlyOne ? ["a"] : []))
        rows.accept([Person("a"), Person("b")])
        expectEqual(selection.ids, ["b"])
        rows.accept([Person("a")])
        rows.accept([Person("a"), Person("b")])
        #expect(selection.ids == (mode == .exactlyOne ? ["a"] : []), "what goes later goes as usual")
        following.dispose()
    }

    @Test("when it follows no more, what is selected stays, and anything can be selected")
    func unfollowed() {
        let selection = Selection<String>(.single)
        let following = selection.follow(letters.rows.asDriver().updates())
        selection.id = "b"
        following.dispose()
        letters.show("acde")
        expectEqual(selection.id, "b")
        selection.id = "z"
        #expect(selection.id == "z" && selection.selectNext() == nil)
        let again = selection.follow(letters.rows.asDriver().updates())
        #expect(selection.id == nil)
        letters.show("xyz")
        expectEqual(selection.id, "z")
        again.dispose()
    }

    @Test("a second list takes the place of the first, which may then end")
    func secondList() {
        let selection = letters.selection(.single)
        selection.id = "b"
        let other = Letters("bxy")
        let following = selection.follow(other.rows.asDriver().updates())
        letters.bag.dispose()
        expectEqual(selection.id, "b")
        expectEqual(selection.selectNext(), "x")
        letters.show("")
        expectEqual(selection.id, "x")
        following.dispose()
    }

    @Test("rows with the same identity are selected together, until the last one goes")
    func duplicates() {
        let letters = Letters("abcb")
        let selection = letters.selection(.single, whenRemoved: .selectNext)
        selection.id = "b"
        letters.show("acb")
        expectEqual(selection.id, "b")
        letters.show("ac")
        expectEqual(selection.id, "c")
        letters.show("aab")
        selection.id = nil
        selection.id = "a"
        expectEqual(selection.selectNext(), "a")
        letters.show("xyaab")
        expectEqual(selection.selectNext(), "b", "arrow keys get past them")
    }

    @Test("a row in whose place another value with its identity comes stays selected")
    func replaced() {
        let selection = letters.selection(.single, whenRemoved: .selectNext)
        selection.id = "c"
        letters.rows.modify { $0[2].age += 1 }
        letters.rows.accept(TreeArray(letters.rows.value.map { Person($0.id) }))
        expectEqual(selection.id, "c")
        letters.rows.modify { $0[2].id = "x" }
        expectEqual(selection.id, "d")
    }

    @Test("edits from within an observer of the selection, and selections from within one of the rows")
    func reentrancy() {
        let selection = letters.selection(.single, whenRemoved: .selectNext)
        let bag = DisposeBag()
        var seen: [String?] = []
        // Removes the selected row, until one is left.
        selection.$id.asDriver().drive { id in
            seen.append(id)
            guard letters.rows.value.count > 1, let id else { return }
            letters.rows.modify { $0.removeAll { $0.id == id } }
        }.disposed(by: bag)
        selection.id = "c"
        expectEqual(seen, [nil, "c", "d", "e", "b", "a"])
        bag.dispose()

        letters.rows.asDriver().drive { rows in selection.id = rows.last?.id }.disposed(by: bag)
        letters.show("abc")
        letters.show("ab")
        expectEqual(selection.id, "b")
    }

    @Test("what is selected by key path, and rows that follow behind operators")
    func byKeyPath() {
        let selection = Selection<Int>(.single, whenRemoved: .selectNext)
        let bag = DisposeBag()
        var shown: [[String]] = []
        letters.rows.modify { rows in for index in rows.indices { rows[index].age = index } }
        selection.follow(letters.rows.asDriver().updates(), by: \.age).disposed(by: bag)
        selection.rows(in: letters.rows.asDriver().updates(), by: \.age).drive { shown.append($0.map(\.id)) }
            .disposed(by: bag)
        selection.id = 2
        letters.rows.modify { _ = $0.remove(at: 2) }
        expectEqual(shown.filter { !$0.isEmpty }, [["c"], ["d"]])
    }

    @Test("it is not kept alive by the rows that it follows, nor by who looks at it")
    func lifetime() {
        var selection: Selection<String>? = letters.selection(.single)
        weak let gone = selection
        selection = nil
        #expect(gone == nil)
        letters.show("a")
    }
}

@Suite("A selection and a list control")
@MainActor
struct SelectionControlTests {
    let letters = Letters("abcde")

    @Test("go both ways: what the user selects, what the program selects, and what is made of it")
    func bothWays() {
        let selection = letters.selection(.multiple)
        let list = ListBox()
        let binding = selection.$ids <=> list.rx.selectedIDs
        selection.select("b")
        expectEqual(list.selectedIDs, ["b"])
        list.click("b", "c")
        expectEqual(selection.ids, ["b", "c"])
        letters.show("ace")
        expectEqual(list.selectedIDs, ["c"])
        list.click("c", "z")
        #expect(selection.ids == ["c"] && list.selectedIDs == ["c"], "what is not there is taken back")
        binding.dispose()
    }

    @Test("one that has to be selected cannot be deselected in the control, either")
    func refused() {
        let selection = letters.selection(.exactlyOne)
        let list = ListBox()
        let binding = selection.$ids <=> list.rx.selectedIDs
        list.click()
        expectEqual(list.selectedIDs, ["a"])
        list.click("a", "d")
        expectEqual(list.selectedIDs, ["d"])
        list.click()
        #expect(list.selectedIDs == ["d"] && selection.id == "d")
        binding.dispose()
    }

    @Test("the row that takes the place of one that went is selected before the control loses its row")
    func neighborInControl() {
        let selection = letters.selection(.single, whenRemoved: .selectNext)
        let list = ListBox()
        let bag = DisposeBag {
            letters.rows.asDriver().updates().drive { list.show($0.rows.map(\.id)) }
            selection.$ids <=> list.rx.selectedIDs
        }
        list.click("c")
        letters.show("abde")
        #expect(selection.id == "d" && list.selectedIDs == ["d"])
        letters.show("abd")
        letters.show("ab")
        #expect(selection.id == "b" && list.selectedIDs == ["b"])
        bag.dispose()
    }

    @Test("two controls of one selection, of which one selects one at most")
    func twoControls() {
        let selection = letters.selection(.multiple)
        let (list, other) = (ListBox(), ListBox())
        let bag = DisposeBag {
            selection.$ids <=> list.rx.selectedIDs
            selection.$id <=> other.rx.selectedID
        }
        list.click("a", "b")
        expectEqual(other.selectedIDs, [])
        list.click("a", "b", "c")
        expectEqual(other.selectedIDs, ["c"])
        other.click("e")
        expectEqual(list.selectedIDs, ["e"])
        bag.dispose()
    }
}

/// A control that drops the selection of a removed row, and emits that as an edit.
@MainActor
final class ListBox: ReactiveCompatible {
    var rows: [String]?
    var selectedIDs: Set<String> = []
    let changes = PublishRelay<Void>()

    func click(_ ids: String...) {
        selectedIDs = Set(ids)
        changes.accept(())
    }

    func show(_ new: [String]) {
        rows = new
        guard !selectedIDs.isSubset(of: new) else { return }
        selectedIDs.formIntersection(new)
        changes.accept(())
    }
}

extension Reactive where Base: ListBox {
    var selectedIDs: ControlProperty<Set<String>> {
        controlProperty(changes: base.changes, getter: { $0.selectedIDs }, setter: { $0.selectedIDs = $1 })
    }

    var selectedID: ControlProperty<String?> {
        controlProperty(
            changes: base.changes, getter: { $0.selectedIDs.first }, setter: { $0.selectedIDs = $1.map { [$0] } ?? [] })
    }
}

import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@testable import ConsoleBinding

@Suite("List")
@MainActor
struct ListTests {
    private let letters: BehaviorRelay<TreeArray<ListRow>>
    private let list = List(visibleCount: 3, placeholder: "none")
    private let bag = DisposeBag()

    init() {
        letters = BehaviorRelay(value: ListTests.rows("abcdefgh"))
        bag.insert(letters.asDriver().updates() => list.rx.rows)
    }

    private static func rows(_ letters: String) -> TreeArray<ListRow> {
        TreeArray(letters.map { ListRow(id: String($0), text: String($0).uppercased()) })
    }

    private func show(_ letters: String) {
        self.letters.accept(Self.rows(letters))
    }

    /// The rows in view, with the selected one in brackets.
    private var view: String {
        list.visiblePlaces.map { place in
            let text = list.rows[place].text
            return place == list.selectedPlace ? "(\(text))" : text
        }.joined()
    }

    private func press(_ keys: Key...) {
        for key in keys { #expect(list.handle(key)) }
    }

    @Test("Arrow keys select and scroll no farther than is needed; pages and ends")
    func keys() {
        expectEqual(view, "ABC")
        press(.down)
        expectEqual(view, "(A)BC")
        press(.down, .down, .down)
        expectEqual(view, "BC(D)")
        press(.up, .up)
        expectEqual(view, "(B)CD")
        press(.pageDown)
        expectEqual(view, "CD(E)")
        press(.end, .down)
        expectEqual(view, "FG(H)")
        press(.pageUp, .pageUp)
        expectEqual(view, "(B)CD")
        press(.home, .up)
        expectEqual(view, "(A)BC")
        #expect(!list.handle(.enter) && !list.handle(.text("x")) && !list.handle(.left))
    }

    @Test("An empty list, and one that is disabled, select nothing; an empty one lets keys pass")
    func nothing() {
        list.isEnabled = false
        press(.down, .end)
        expectEqual(view, "ABC")
        list.isEnabled = true
        show("")
        #expect(view == "" && !list.handle(.down))
        show("x")
        press(.up)
        expectEqual(view, "(X)")
    }

    @Test("The selected row stays where it is on the screen while others come and go above and below")
    func selectionStays() {
        press(.down, .down, .down, .down, .up)
        expectEqual(view, "B(C)D")
        letters.modify { $0.insert(contentsOf: Self.rows("xyz"), at: 0) }
        #expect(view == "B(C)D" && list.top == 4)
        letters.modify { $0.removeSubrange(0..<4) }
        #expect(view == "B(C)D" && list.top == 0)
        letters.modify { $0.insert(contentsOf: Self.rows("q"), at: 1) }
        expectEqual(view, "Q(C)D")
        letters.modify { $0.append(contentsOf: Self.rows("rst")) }
        show("hgfedcba")
        expectEqual(view, "D(C)B")
        show("c")
        expectEqual(view, "(C)")
    }

    @Test("Where the selection is out of view, or there is none, the first row in view stays")
    func scrollStays() {
        press(.end, .home)
        list.selectedID = nil
        expectEqual(view, "ABC")
        press(.end)
        list.selectedID = nil
        expectEqual(view, "FGH")
        letters.modify { $0.insert(contentsOf: Self.rows("xyz"), at: 0) }
        expectEqual(view, "FGH")
        show("fghabcde")
        expectEqual(view, "FGH")
        show("habcde")
        expectEqual(view, "HAB", "the first is gone, and what was in view and is left stays")
        show("uvw")
        expectEqual(view, "UVW")
    }

    @Test("Of two rows with one identity it is the one that was selected, wherever the edits take it")
    func twins() {
        let list = List(visibleCount: 9, placeholder: "")
        var rows: TreeArray<ListRow> = []
        func show(_ letters: String) {
            // The uppercase ones are different rows with the same identities.
            let new = TreeArray(letters.map { ListRow(id: $0.lowercased(), text: String($0)) })
            list.apply(ListUpdate(from: rows, to: new, by: \.text))
            rows = new
        }
        let filler = "0123456789qrstuvwxyz"
        show("abcA" + filler)
        #expect(list.choose("A") && list.selectedPlace == 3)
        for (letters, place) in [
            ("mabcA", 4), ("abcA", 3), ("acA", 2), ("Aac", 0), ("acA", 2), ("nacoA", 4), ("Aco", 0), ("coA", 2),
            ("aA", 1),
        ] {
            show(letters + filler)
            expectEqual(list.selectedPlace, place, "\(letters)")
        }
    }

    @Test("A row that goes is selected no more, and selected and in view when it comes back")
    func comesBack() {
        press(.end)
        show("abcd")
        #expect(view == "BCD" && list.selectedID == "h" && list.selectedPlace == nil)
        show("habcdefg")
        expectEqual(view, "(H)AB")
        list.selectedID = "z"
        show("abcdefgz")
        expectEqual(view, "FG(Z)")
    }

    @Test("The selection goes both ways, and is sent when the user makes it")
    func bothWays() {
        let selection = BehaviorRelay<String?>(value: "c")
        var told: [String?] = []
        bag.insert(list.rx.selectedID.changed => { told.append($0) })
        bag.insert(selection <=> list.rx.selectedID)
        expectEqual(view, "AB(C)")
        press(.down)
        expectEqual(selection.value, "d")
        selection.accept(nil)
        letters.modify { _ = $0.remove(at: 3) }
        expectEqual(view, "BCE")
        expectEqual(told, ["d"])
        #expect(list.choose("G") && !list.choose("Z"))
        expectEqual(selection.value, "g")
    }

    @Test(
        "What changes is drawn, and nothing else",
        arguments: [
            (1, "replace"), (1, "remove below"), (0, "out of view"), (2, "select"), (3, "top"),
        ])
    func drawing(count: Int, change: String) {
        list.selectedID = "b"
        var painter = ScreenPainter(usesColors: false)
        func paint() -> Int {
            let lines = ControlDrawing.visibleLines(of: list, isFocused: true)
            let size = WindowSize(columns: 20, rows: 3)
            return painter.paint(Frame(lines: lines), in: size).matches(of: /\[2K/).count
        }
        expectEqual(paint(), 3)
        switch change {
        case "replace": letters.modify { $0[2] = ListRow(id: "c", text: "see") }
        case "remove below": letters.modify { _ = $0.remove(at: 2) }
        case "out of view": letters.modify { $0.append(contentsOf: Self.rows("xyz")) }
        case "select": press(.down)
        default: show("hgfa")
        }
        expectEqual(paint(), count)
    }

    @Test("It says when something that shows has changed")
    func changes() {
        var count = 0
        list.onChange = { count += 1 }
        press(.down)
        #expect(count > 0)
        count = 0
        letters.modify { $0[0] = ListRow(id: "a", text: "new") }
        #expect(count > 0)
        count = 0
        list.selectedID = "b"
        #expect(count > 0)
    }
}

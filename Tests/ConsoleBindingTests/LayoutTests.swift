import BindingTesting
import TestSupport
import Testing
import ViewModels

@testable import ConsoleBinding

@Suite("Layout")
@MainActor
struct LayoutTests {
    private let scheduler = TestScheduler()
    private let form: SignUpForm

    init() {
        form = SignUpForm(viewModel: SignUpViewModel(clock: ManualClock()), scheduler: scheduler)
    }

    private func frame(columns: Int, rows: Int = 50, focus: String? = nil) -> Frame {
        FormLayout.frame(of: form.content, focus: focus, in: WindowSize(columns: columns, rows: rows))
    }

    private let entries = [
        "", "ada", "漢字仮名漢字仮名漢字仮名漢字仮名", "👩‍👩‍👧‍👦🇩🇪👍🏽❤️", "e\u{301}\u{301}\u{301}", "שלום", "\u{301}\u{200D}\u{FE0F}",
    ]

    @Test("All rows are equally wide, whatever is entered", arguments: [70, 71, 80, 100])
    func width(columns: Int) {
        for entry in entries {
            form.viewModel.userName = entry
            form.viewModel.email = entry
            form.viewModel.password = entry
            let lines = frame(columns: columns, focus: "username").lines
            for line in lines { expectEqual(line.width, columns, "\(line.text)") }
        }
    }

    @Test("A window wider than the form leaves the rest empty")
    func wideWindow() {
        #expect(frame(columns: 300).lines.allSatisfy { $0.width == FormLayout.maximumWidth })
    }

    @Test("A window that is too small says so, and never gets more than fits", arguments: 0...6, 0...6)
    func smallWindow(columns: Int, rows: Int) {
        let frame = frame(columns: columns * 10, rows: rows)
        #expect(frame.lines.count <= rows)
        #expect(frame.lines.allSatisfy { $0.width == columns * 10 })
        #expect(frame.cursor == nil)
    }

    @Test(
        "For a window that is too small, in whatever way, its size and the size that is needed are shown",
        arguments: [(69, 50), (80, 21), (60, 20), (25, 4)])
    func smallWindowText(columns: Int, rows: Int) {
        let frame = frame(columns: columns, rows: rows)
        #expect(!frame.showsForm)
        #expect(
            frame.text == """
                This window is too small.
                It has \(columns) × \(rows) cells,
                the form needs 70 × 22.
                Ctrl-C leaves.

                """)
    }

    @Test("A message takes the place of the rows before it where there is no room for both", arguments: 20...26)
    func message(rows: Int) {
        let before = frame(columns: 70, rows: rows, focus: "ok").text.split(separator: "\n")
        form.viewModel.alert("x")
        let frame = frame(columns: 70, rows: rows, focus: "ok")
        guard rows >= 22 else {
            #expect(frame.text.contains("the form needs 70 × 22."))
            return
        }
        #expect(frame.showsForm)
        let lines = frame.text.split(separator: "\n")
        expectEqual(lines.count, min(rows, 24))
        expectEqual(lines.suffix(3).first?.contains("[›OK‹]"), true)
        expectEqual(lines.dropLast(4), before.prefix(lines.count - 4))
        expectEqual(lines.suffix(2), before.suffix(2))
    }

    @Test("A window without room for sentences gets the numbers, first what is needed")
    func tinyWindowText() {
        expectEqual(frame(columns: 24, rows: 3).text, "needs 70×22\nhas 24×3\nCtrl-C\n")
        expectEqual(frame(columns: 11, rows: 9).text, "needs 70×22\nhas 11×9\nCtrl-C\n")
        expectEqual(frame(columns: 80, rows: 1).text, "needs 70×22\n")
    }

    @Test("A window with just the room that is needed shows the form")
    func smallestWindow() {
        let frame = frame(columns: 70, rows: 22)
        #expect(frame.showsForm)
        #expect(frame.text.contains("Sign up"))
    }

    @Test("The cursor is where the next character goes")
    func cursor() {
        form.viewModel.userName = "漢a"
        expectEqual(frame(columns: 80, focus: "username").cursor, Frame.Position(row: 2, column: 20))
        expectEqual(frame(columns: 80, focus: "age").cursor, Frame.Position(row: 5, column: 17))
        #expect(frame(columns: 80, focus: "submit").cursor == nil)
    }

    @Test("A password is drawn as dots, one for each character")
    func mask() {
        form.viewModel.password = "漢👍🏽e\u{301}1"
        let text = frame(columns: 80).text
        #expect(text.contains("[••••  "))
        #expect(!text.contains("漢"))
    }

    @Test("A list shows its last items and how many there are before")
    func list() {
        let list = List(visibleCount: 3, placeholder: "none")
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["none", "", ""])
        list.items = ["a", "b", "c"]
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["a", "b", "c"])
        list.items = ["a", "b", "c", "d"]
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["… and 2 before", "c", "d"])
    }

    @Test("A list of what was found shows its first items and how many more there are")
    func foundList() {
        let list = List(visibleCount: 3, placeholder: "", hides: .last)
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["", "", ""])
        list.items = ["a", "b", "c"]
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["a", "b", "c"])
        list.items = ["a", "b", "c", "d"]
        expectEqual(ControlDrawing.lines(of: list).map(\.text), ["a", "b", "… and 2 more"])
    }

    @Test("What a search finds stands below its field; the button only where it can be pressed or has the focus")
    func results() {
        let text = { (focus: String?) in
            frame(columns: 70, focus: focus).text.split(separator: "\n").dropFirst(16).prefix(4).map(String.init)
        }
        form.search.viewModel.query = "erlman"
        scheduler.advance(by: 900)
        #expect(
            text(nil) == [
                "│   Find member [erlman                  ]  1 found                  │",
                "│               Radia Perlman                                        │",
                "│                                                                    │",
                "│                                                                    │",
            ])
        expectEqual(text("retry"), text(nil))
        form.search.viewModel.query = "fail"
        scheduler.advance(by: 900)
        #expect(
            text(nil) == [
                "│   Find member [fail                    ]  ✗ failed                 │",
                "│               ✗ the directory does not answer            [ Retry ] │",
                "│                                                                    │",
                "│                                                                    │",
            ])
        expectEqual(text("retry")[1], "│ ›             ✗ the directory does not answer            [›Retry‹] │")
        expectEqual(frame(columns: 70, focus: "search").cursor, Frame.Position(row: 16, column: 21))
        form.search.viewModel.retry()
        expectEqual(text(nil)[1], "│                                                                    │")
        expectEqual(text("retry")[1], "│ ›                                                        (›Retry‹) │")
    }

    @Test("The form and its message fit into 80 × 24")
    func smallestUsualWindow() {
        form.viewModel.alert("x")
        expectEqual(form.reachableControls.map(\.name), ["ok"])
        expectEqual(frame(columns: 80, rows: 24).lines.count, 24)
        #expect(frame(columns: 70, rows: 24).text.contains("[ OK ]"))
    }

    @Test(
        "A progress bar is full at its end and never beyond",
        arguments: [
            (0, "[..........]   0%"), (0.5, "[#####.....]  50%"), (1, "[##########] 100%"), (7, "[##########] 100%"),
            (-1, "[..........]   0%"), (.nan, "[..........]   0%"), (.infinity, "[##########] 100%"),
        ] as [(Double, String)])
    func progress(fraction: Double, text: String) {
        let bar = ProgressBar()
        bar.fraction = fraction
        expectEqual(ControlDrawing.line(of: bar, width: 17).text, text)
    }

    @Test("The painter draws what has changed, and nothing else")
    func painting() {
        var painter = ScreenPainter(usesColors: true)
        let size = WindowSize(columns: 10, rows: 3)
        let first = Frame(lines: [Line("one"), Line("two"), Line("three")])
        let full = painter.paint(first, in: size)
        #expect(full.contains("\u{1B}[2J") && full.contains("one") && full.contains("three"))
        let next = Frame(lines: [Line("one"), Line("漢", .bad)], cursor: .init(row: 1, column: 2))
        let change = painter.paint(next, in: size)
        #expect(!change.contains("one") && !change.contains("\u{1B}[2J"))
        #expect(change.contains("\u{1B}[0;31m漢\u{1B}[3G"))
        #expect(change.contains("\u{1B}[3;1H\u{1B}[0m\u{1B}[J"))
        #expect(change.hasSuffix("\u{1B}[2;3H\u{1B}[?25h"))
        #expect(painter.paint(next, in: WindowSize(columns: 11, rows: 3)).contains("one"))
        painter.invalidate()
        #expect(painter.paint(next, in: WindowSize(columns: 11, rows: 3)).contains("one"))
    }
}

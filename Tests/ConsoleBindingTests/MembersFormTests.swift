import Binding
import BindingTesting
import TestSupport
import Testing
import ViewModels

@testable import ConsoleBinding

@Suite("Members form")
@MainActor
struct MembersFormTests {
    private let scheduler = TestScheduler()
    private let model: MembersViewModel
    private let form: MembersForm
    private let user: KeyboardUser

    init() {
        model = MembersViewModel(service: LocalClub(scheduler: scheduler))
        form = MembersForm(viewModel: model)
        user = KeyboardUser(form: form)
    }

    private func press(_ keys: Key...) {
        keys.forEach(user.press)
    }

    private func frame(columns: Int = 70, rows: Int = 18) -> Frame {
        FormLayout.frame(
            of: form.content, focus: user.focusedControl, in: WindowSize(columns: columns, rows: rows))
    }

    /// The number of rows of the terminal that a change redraws, once the form is shown.
    private func rowsDrawn(for change: () -> Void) -> Int {
        var painter = ScreenPainter(usesColors: true)
        let size = WindowSize(columns: 70, rows: 18)
        _ = painter.paint(frame(), in: size)
        change()
        return painter.paint(frame(), in: size).matches(of: /\[2K/).count
    }

    @Test("Tab goes through the controls that are enabled; in the list the arrow keys select")
    func focus() {
        var visited: [String?] = []
        for _ in 0..<4 {
            visited.append(user.focusedControl)
            press(.tab)
        }
        expectEqual(visited, ["find", "order", "members", "quit"])
        press(.tab, .tab, .down, .down)
        #expect(user.focusedControl == "members" && model.selection.id == "2")
        press(.pageDown, .up)
        expectEqual(model.selection.id, "9")
        press(.home)
        #expect(frame().text.contains("│ › Members     • Ada Lovelace"))
        press(.enter)
        expectEqual(user.focusedControl, "remove")
    }

    @Test("An empty list is passed by the arrow keys as any other control")
    func emptyList() {
        press(.text("zzz"), .tab, .tab, .down)
        expectEqual(user.focusedControl, "add")
        #expect(frame().text.contains("nobody of that name"))
    }

    @Test("Somebody is looked for, added and removed with keys alone")
    func keys() {
        press(.text("Grace"), .tab, .right, .tab, .down)
        #expect(model.selection.id == "8" && model.order == "points")
        press(.backTab, .backTab, .eraseToStart)
        expectEqual(model.selection.id, "8")
        press(.text("Hedy West"), .tab, .tab, .tab)
        expectEqual(user.focusedControl, "add")
        press(.enter)
        #expect(frame().text.contains("• Hedy West                    0 points"))
        #expect(frame().text.contains("│ › (›Add‹)  [ Remove ]  [ Quit ]"))
        press(.tab, .enter, .tab, .enter)
        #expect(model.members.count == 15 && form.isDismissed)
    }

    @Test("News out of view draw how many there are, and in view the rows that change")
    func drawing() {
        press(.tab, .tab, .end)
        #expect(frame().text.contains("↑ 7 more"))
        // Annie Easley joins above: the summary changes, and the number of rows above.
        expectEqual(rowsDrawn { scheduler.advance(by: 1000) }, 2)
        // Grace Hopper earns points, in the first row.
        expectEqual(rowsDrawn { scheduler.advance(by: 1000) }, 1)
        // The last row is selected, and then the one before.
        expectEqual(rowsDrawn { press(.up) }, 3)
        expectEqual(rowsDrawn {}, 0)
        press(.tab, .tab, .tab)
        press(.text("Adele"))
        // Radia Perlman earns points out of view.
        expectEqual(rowsDrawn { scheduler.advance(by: 1000) }, 1)
    }

    @Test("All rows are equally wide; 70 × 18 cells are enough", arguments: [70, 76, 100])
    func width(columns: Int) {
        for text in ["", "ad", "石", "zzz"] {
            press(.eraseToStart, .text(text))
            let frame = frame(columns: columns)
            expectEqual(frame.lines.count, 18)
            for line in frame.lines { expectEqual(line.width, columns, "\(line.text)") }
        }
        #expect(frame(columns: columns, rows: 17).text.contains("the form needs 70 × 18."))
    }

    @Test("The form and its view model are released, with news to come")
    func release() {
        weak var weakModel: MembersViewModel?
        weak var weakForm: MembersForm?
        do {
            let model = MembersViewModel(service: LocalClub(scheduler: scheduler))
            let form = MembersForm(viewModel: model)
            (weakModel, weakForm) = (model, form)
            scheduler.advance(by: 1000)
            #expect(form.work == nil)
        }
        #expect(weakForm == nil && weakModel == nil)
    }
}

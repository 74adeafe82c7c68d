import TestSupport
import Testing
import ViewModels

@testable import ConsoleBinding

@Suite("Keyboard")
@MainActor
struct KeyboardUserTests {
    private let clock = ManualClock()
    private let model: SignUpViewModel
    private let form: SignUpForm
    private let user: KeyboardUser

    init() {
        model = SignUpViewModel(clock: clock)
        form = SignUpForm(viewModel: model)
        user = KeyboardUser(form: form)
    }

    private func press(_ keys: Key...) {
        keys.forEach(user.press)
    }

    private func fillIn() {
        press(.text("ada"), .tab, .text("ada@example.org"), .tab, .text("correct horse 1"), .tab, .text("36"), .tab)
        press(.right, .tab, .text(" "), .tab)
    }

    @Test("Tab goes through all controls that are enabled and around, Shift-Tab back")
    func tabs() {
        var visited: [String?] = []
        for _ in 0..<9 {
            visited.append(user.focusedControl)
            press(.tab)
        }
        expectEqual(visited, ["username", "email", "password", "age", "plan", "terms", "quit", "search", "username"])
        expectEqual(user.focusedControl, "email")
        press(.backTab, .backTab)
        expectEqual(user.focusedControl, "search")
        press(.up)
        expectEqual(user.focusedControl, "quit")
        press(.down, .down)
        expectEqual(user.focusedControl, "username")
    }

    @Test("Typing, moving and erasing change the entry and the view model")
    func editing() {
        press(.text("adx"), .backspace, .text("a"), .home, .delete, .text("A"), .end, .left, .text("d"))
        expectEqual(model.userName, "Adda")
        press(.eraseToEnd)
        expectEqual(model.userName, "Add")
        press(.eraseToStart, .paste("gr\nace"))
        expectEqual(model.userName, "gr ace")
        press(.enter, .text("G@H.I"))
        expectEqual(model.email, "g@h.i")
    }

    @Test("What the view model makes of a letter in the middle leaves the cursor there")
    func normalisedInTheMiddle() {
        press(.tab, .text("ad@b.c"), .home, .right, .text("X"), .text("Y"))
        expectEqual(model.email, "axyd@b.c")
    }

    @Test("An age that is no number stays as typed, and leaves the value as it was")
    func noNumber() {
        press(.tab, .tab, .tab, .text("18"), .text("x"))
        expectEqual(model.$age.raw, "18x")
        expectEqual(model.age, 18)
        press(.home, .delete)
        expectEqual(model.$age.raw, "8x")
        press(.end, .backspace)
        expectEqual(model.age, 8)
        press(.backspace)
        #expect(model.age == nil)
        expectEqual(model.$age.currentMessages.map(\.text), ["18 or more"])
    }

    @Test("The options of a choice come one after the other, and around")
    func choice() {
        press(.tab, .tab, .tab, .tab)
        expectEqual(model.plan, .free)
        press(.right)
        expectEqual(model.plan, .pro)
        press(.left, .left)
        expectEqual(model.plan, .team)
        press(.text(" "))
        expectEqual(model.plan, .free)
    }

    @Test("The form is filled in, submitted and left with keys alone")
    func submission() async {
        fillIn()
        expectEqual(user.focusedControl, "submit")
        press(.enter)
        #expect(model.isSubmitting)
        // The focus stays, and a second Enter does nothing.
        expectEqual(user.focusedControl, "submit")
        press(.enter, .text(" "))
        #expect(!form.isDismissed)
        #expect(await clock.advance(by: 100))
        await model.submit.finished()
        expectEqual(user.focusedControl, "ok")
        press(.text("x"), .tab)
        expectEqual(user.focusedControl, "ok")
        press(.escape)
        expectEqual(user.focusedControl, "username")
        expectEqual(model.accounts.map(\.plan), [.pro])
        press(.backTab, .backTab, .enter)
        #expect(form.isDismissed)
        press(.tab, .tab, .text("x"))
        expectEqual(model.userName, "")
    }

    @Test("A word that is typed is one step, in however many reads it comes; a paste, a tick and a choice are one, too")
    func undo() {
        press(.undo, .redo, .text("a"), .text("da"))
        press(.undo)
        expectEqual(model.userName, "")
        press(.undo, .redo, .redo)
        expectEqual(model.userName, "ada")
        press(.tab, .text("A@B.C"), .tab, .text("correct horse"), .paste(" 1 2"), .tab, .tab, .right, .tab, .text(" "))
        #expect(model.acceptsTerms && model.plan == .pro && model.password == "correct horse 1 2")
        press(.undo)
        #expect(!model.acceptsTerms && model.plan == .pro)
        press(.undo, .undo)
        #expect(model.plan == .free && model.password == "correct horse")
        press(.undo)
        expectEqual(model.password, "correct")
        press(.undo, .undo)
        #expect(model.email == "" && model.password == "" && model.userName == "ada")
        press(.redo)
        expectEqual(model.email, "a@b.c")
        expectEqual(user.focusedControl, "terms")
    }

    @Test("An undo in the middle of a word shows what was there, the cursor where it can be")
    func undoInTheMiddle() {
        press(.text("adagrace"), .left, .left, .left, .left, .left, .text("x"))
        expectEqual(model.userName, "adaxgrace")
        press(.undo)
        expectEqual(model.userName, "adagrace")
        press(.text("y"))
        expectEqual(model.userName, "adagyrace")
        press(.undo, .undo, .text("z"))
        expectEqual(model.userName, "z")
    }

    @Test("While an account is being made nothing is undone, nor when it has been made")
    func noUndo() async {
        fillIn()
        press(.enter, .undo)
        #expect(model.userName == "ada" && model.acceptsTerms)
        #expect(await clock.advance(by: 100))
        await model.submit.finished()
        press(.undo, .escape, .undo)
        #expect(model.userName == "" && model.email == "" && !model.acceptsTerms)
        press(.redo)
        expectEqual(model.userName, "")
    }

    @Test("Escape means nothing where there is no message")
    func escape() {
        press(.text("ada"), .escape)
        expectEqual(model.userName, "ada")
        #expect(!form.isDismissed)
    }

    @Test("The form says when something that shows has changed")
    func changes() {
        var count = 0
        form.onChange = { count += 1 }
        press(.text("a"))
        #expect(count > 0)
        count = 0
        model.age = 3
        #expect(count > 0)
        count = 0
        press(.left)
        #expect(count > 0)
    }
}

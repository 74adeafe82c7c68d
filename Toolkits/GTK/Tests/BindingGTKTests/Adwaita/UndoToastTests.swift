#if canImport(BindingAdwaita)
    import Binding
    import BindingAdwaita
    import BindingForms
    import BindingGTK
    import BindingOperators
    import Testing

    // An example of Documentation/Undo.md; see DocumentExample.

    // EXAMPLE: undo, toast
    @MainActor final class BooksViewModel {
        @Mutable var books = ["Emma", "Ulysses"]
        @ViewAction.NoParam var removed: () -> Void
        let history = UndoHistory()
        private(set) lazy var undo = Command(of: self) { me in me.history.undo() }.enabled(by: history.canUndo)

        init() { history.add($books) }

        func removeFirst() {
            guard !books.isEmpty else { return }
            books.removeFirst()
            removed()
        }
    }

    final class BooksWindow: AdwWindow, BindingContext {
        let disposeBag = DisposeBag()
        let undo = Action("undo")
        let toasts = AdwToastOverlay().with(\.child, Label("Books"))
        private(set) var toast: AdwToast?

        init(_ viewModel: BooksViewModel) {
            super.init("Books")
            addActions([undo])
            content = toasts
            binding {
                undo.rx.command(viewModel.undo)
                viewModel.$books => { [weak self] (_: [String]) in self?.showToast(nil) }
                viewModel.$removed => { [weak self] in
                    self?.showToast(
                        AdwToast(title: "Book removed").with(\.buttonLabel, "_Undo").with(\.actionName, "win.undo"))
                }
            }
        }

        private func showToast(_ new: AdwToast?) {
            toast?.dismiss()
            toast = new
            if let new { toasts.addToast(new) }
        }
    }
    // END

    @MainActor @Suite struct UndoToastTests {
        let viewModel = BooksViewModel()

        @Test func theButtonUndoesWhatTheToastTellsOf() async {
            let window = BooksWindow(viewModel)
            defer { window.destroy() }
            window.present()
            #expect(window.toast == nil)
            viewModel.removeFirst()
            #expect(window.toast != nil)
            window.undo.activate()
            await viewModel.undo.finished()
            #expect(viewModel.books == ["Emma", "Ulysses"] && window.toast == nil)
        }

        @Test func aLaterChangeTakesTheToastAway() {
            let window = BooksWindow(viewModel)
            defer { window.destroy() }
            window.present()
            viewModel.removeFirst()
            viewModel.books.append("Persuasion")
            #expect(window.toast == nil)
        }

        @Test func theToastStaysWhereverTheChangeIsMade() {
            let window = BooksWindow(viewModel)
            defer { window.destroy() }
            window.present()
            batch { viewModel.removeFirst() }
            #expect(window.toast != nil)
            let tap = PublishRelay<Void>()
            let bag = DisposeBag()
            bag.insert(tap => viewModel.removeFirst)
            tap.accept(())
            #expect(window.toast != nil && viewModel.books.isEmpty)
        }
    }
#endif

import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("BindingContext")
struct BindingContextTests {
    @MainActor
    final class View: BindingContext {
        let disposeBag = DisposeBag()
        let label = Label()
        let field = TextField()
        private let witness: Witness?

        init(_ living: Counter? = nil) {
            witness = living.map { Witness($0) }
        }

        func bind(_ viewModel: ViewModel) {
            binding {
                viewModel.$title.drive(label.rx.text)
                viewModel.$text.bindTwoWay(to: field.rx.text)
                viewModel.$alert.emit(onNext: { [weak self] in self?.label.text = $0 })
            }
        }
    }

    @MainActor
    final class ViewModel {
        @Bindable var title = "title"
        @Mutable var text = "text"
        @ViewAction var alert: (String) -> Void
    }

    /// Not isolated to an actor.
    final class FreeContext: BindingContext, Sendable {
        let disposeBag = DisposeBag()
    }

    /// Makes a disposable that records its name when it is disposed of.
    private func disposable(_ name: String, _ recorder: Recorder<String>) -> any Disposable {
        Disposables.create { recorder(name) }
    }

    @Test("dropping the context disposes of everything")
    func dropping() {
        let viewModel = ViewModel()
        let living = Counter()
        var view: View? = View(living)
        view?.bind(viewModel)
        let label = view?.label
        viewModel.title = "shown"
        expectEqual(label?.text, "shown")
        viewModel.alert("alert")
        expectEqual(label?.text, "alert")
        view = nil
        expectEqual(living.value, 0)
        viewModel.title = "not shown"
        viewModel.alert("not shown")
        expectEqual(label?.history, ["title", "shown", "alert"])
    }

    @Test("C10: a binding keeps neither the view nor the controls alive, disposed of or not")
    func weakTargets() {
        final class Target: ReactiveCompatible {
            var text = ""
            let witness: Witness
            init(_ living: Counter) { witness = Witness(living) }
        }
        let living = Counter()
        let viewModel = ViewModel()
        func bindAndForget() {
            let target = Target(living)
            _ = viewModel.$title.drive(target.rx.text)
            _ = viewModel.$title.drive(with: target, onNext: { $0.text = $1 })
            _ = viewModel.$title.drive(Binder(target) { $0.text = $1 })
            _ = viewModel.$alert.emit(with: target, onNext: { $0.text = $1 })
            viewModel.title = "shown"
            expectEqual(target.text, "shown")
            expectEqual(living.value, 1)
        }
        bindAndForget()
        expectEqual(living.value, 0)
        viewModel.title = "nobody there"
        viewModel.alert("nobody there")
    }

    @Test("C10: a view model that is dropped is released though its bindings are not disposed of")
    func viewModelReleased() {
        let view = View()
        weak var weakViewModel: ViewModel?
        func bind() {
            let viewModel = ViewModel()
            weakViewModel = viewModel
            view.bind(viewModel)
            viewModel.title = "bound"
        }
        bind()
        expectEqual(view.label.text, "bound")
        #expect(weakViewModel == nil)
    }

    @Test("binding anew after the bag has been disposed of")
    func bindingAnew() {
        let view = View()
        let old = ViewModel()
        let new = ViewModel()
        new.title = "new title"
        view.bind(old)
        view.disposeBag.dispose()
        view.bind(new)
        old.title = "old"
        old.alert("old")
        expectEqual(view.label.history, ["title", "new title"])
        new.title = "new"
        expectEqual(view.label.text, "new")
        view.field.type("typed")
        expectEqual(new.text, "typed")
        expectEqual(old.text, "text")
    }

    @Test("the block takes expressions, arrays, optionals, declarations, and nothing at all")
    func expressions() {
        let recorder = Recorder<String>()
        let context = FreeContext()
        let there: (any Disposable)? = disposable("optional", recorder)
        let missing: (any Disposable)? = nil
        context.binding {
            disposable("single", recorder)
            [disposable("array 1", recorder), disposable("array 2", recorder)]
            there
            missing
            let last = disposable("last", recorder)
            last
        }
        context.binding {}
        #expect(recorder.elements.isEmpty)
        context.disposeBag.dispose()
        expectEqual(recorder.elements, ["single", "array 1", "array 2", "optional", "last"])
    }

    @Test("the block takes if, else if, else, if let, switch, for and #available", arguments: 0..<3)
    func controlFlow(_ number: Int) {
        let recorder = Recorder<String>()
        let context = FreeContext()
        let name: String? = number == 1 ? "one" : nil
        context.binding {
            if number == 0 {
                disposable("if", recorder)
            } else if number == 1 {
                disposable("else if", recorder)
            } else {
                disposable("else", recorder)
                disposable("else, too", recorder)
            }
            if let name { disposable("let \(name)", recorder) }
            switch number {
            case 0: disposable("case 0", recorder)
            case 1:
                disposable("case 1", recorder)
                disposable("case 1, too", recorder)
            default: []
            }
            for index in 0..<number {
                disposable("for \(index)", recorder)
            }
            if #available(macOS 10.15, *) {
                disposable("available", recorder)
            }
            if #available(macOS 10.15, *) {
                disposable("available, too", recorder)
            } else {
                disposable("not available", recorder)
            }
        }
        #expect(recorder.events.isEmpty)
        context.disposeBag.dispose()
        let expected = [
            ["if", "case 0", "available", "available, too"],
            ["else if", "let one", "case 1", "case 1, too", "for 0", "available", "available, too"],
            ["else", "else, too", "for 0", "for 1", "available", "available, too"],
        ]
        expectEqual(recorder.elements, expected[number])
    }

    @Test("a bag takes a block, too, and a block can be nested")
    func bagTakesBlock() {
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        bag.insert {
            for index in 0..<2 {
                if index == 1 {
                    for inner in 0..<2 { disposable("\(index).\(inner)", recorder) }
                } else {
                    disposable("\(index)", recorder)
                }
            }
        }
        bag.dispose()
        expectEqual(recorder.elements, ["0", "1.0", "1.1"])
    }

    @Test("bindings in several blocks add up")
    func severalBlocks() {
        let recorder = Recorder<String>()
        var context: FreeContext? = FreeContext()
        context?.binding { disposable("a", recorder) }
        context?.binding { disposable("b", recorder) }
        context = nil
        expectEqual(recorder.elements, ["a", "b"])
    }
}

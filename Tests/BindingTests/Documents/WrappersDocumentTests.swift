import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Wrappers.md; see DocumentationTests.

@MainActor
@Suite("Which wrapper when")
struct WrappersDocumentTests {
    private let print = Printer()

    @Test("@Bindable")
    func bindable() throws {
        // EXAMPLE: bindable
        @MainActor final class ProfileViewModel {
            @Bindable private(set) var name = "Ada"
            @Bindable private(set) var subtitle: String?

            func marry() { name = "Ada Lovelace" }
        }

        let viewModel = ProfileViewModel()
        let bag = DisposeBag()
        viewModel.$name.drive(onNext: { print($0) }).disposed(by: bag)  // prints Ada
        viewModel.marry()  // prints Ada Lovelace
        // END
        #expect(try print.lines == Example.named("bindable").output)
    }

    @Test("@Mutable")
    func mutable() throws {
        // EXAMPLE: mutable
        @MainActor final class SearchViewModel {
            @Mutable var query = ""
        }

        let viewModel = SearchViewModel()
        let field = TextField()
        let bag = DisposeBag()
        viewModel.$query.bindTwoWay(to: field.rx.text).disposed(by: bag)

        field.type("swift")
        print(viewModel.query)  // prints swift
        viewModel.query = "linux"
        print(field.text)  // prints linux
        // END
        #expect(try print.lines == Example.named("mutable").output)
    }

    @Test("@ViewAction")
    func viewAction() throws {
        // EXAMPLE: view action
        @MainActor final class EditorViewModel {
            @ViewAction var alert: (String) -> Void

            func save() { alert("Saved") }
        }

        let viewModel = EditorViewModel()
        viewModel.save()  // nobody listens, and nothing is kept
        let bag = DisposeBag()
        viewModel.$alert.emit(onNext: { print($0) }).disposed(by: bag)
        viewModel.save()  // prints Saved
        // END
        #expect(try print.lines == Example.named("view action").output)
    }

    @Test("@ViewAction.NoParam")
    func viewActionWithoutParameter() throws {
        // EXAMPLE: view action without parameter
        @MainActor final class DialogViewModel {
            @ViewAction.NoParam var dismiss: () -> Void

            func cancel() { dismiss() }
        }

        let viewModel = DialogViewModel()
        let bag = DisposeBag()
        viewModel.$dismiss.emit(onNext: { print("gone") }).disposed(by: bag)
        viewModel.cancel()  // prints gone
        // END
        #expect(try print.lines == Example.named("view action without parameter").output)
    }
}

import Binding
import BindingControls
import BindingInspector
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Inspector.md; see DocumentationTests. Their answers name lines of this file.

//
//

@MainActor
final class WelcomeViewModel {
    @Mutable var name = ""
}

@MainActor
final class WelcomeView: BindingContext {
    let disposeBag = DisposeBag()
    let (field, label) = (TextField(), Label())
    let viewModel: WelcomeViewModel

    init(_ viewModel: WelcomeViewModel) {
        self.viewModel = viewModel
        binding {
            viewModel.$name.asDriver().filter { $0.count > 2 }.map { "Welcome, \($0.uppercased())" } => label.rx.text
            viewModel.$name <=> field.rx.text
        }
    }
}

extension InspectorTests {
    @Suite("Why did this change?")
    struct InspectorDocumentTests {
        @Test("Why, why not, and the graph")
        func answers() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let print = Printer()
                BindingInspector.shared.start()
                // EXAMPLE: inspector, why
                // EXAMPLE: inspector, why not
                // EXAMPLE: inspector, graph
                // EXAMPLE: inspector, live
                // EXAMPLE: inspector, causes
                let examples = [
                    "inspector, why", "inspector, why not", "inspector, graph", "inspector, live", "inspector, causes",
                ]
                let expected = try examples.flatMap { try Example.named($0).output }
                #expect(print.lines.flatMap { $0.split(separator: "\n").map(String.init) } == expected)
            }
        }
    }
}

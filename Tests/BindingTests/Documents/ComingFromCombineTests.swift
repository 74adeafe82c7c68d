import Binding
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/ComingFromCombine.md; see DocumentationTests.

// EXAMPLE: from Combine, view model
@MainActor final class NameSearchViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var query = ""
    @Bindable private(set) var names: [String] = []

    init(
        scheduler: some Scheduler = MainScheduler.instance,
        find: @escaping @Sendable (String) async throws -> [String]
    ) {
        binding {
            $query
                .debounce(.milliseconds(300), scheduler: scheduler)
                .distinctUntilChanged()
                .flatMapLatest { query in
                    Observable.async { try await find(query) }.catchAndReturn([])
                } => _names
        }
    }
}
// END

@MainActor
@Suite("Coming from Combine")
struct ComingFromCombineTests {
    private let print = Printer()

    @Test("A search")
    func search() async throws {
        // EXAMPLE: from Combine, use
        let scheduler = TestScheduler()  // in a test; left out elsewhere
        let viewModel = NameSearchViewModel(scheduler: scheduler) { ["\($0) Lovelace"] }
        viewModel.query = "Ada"
        scheduler.advance(by: .milliseconds(300))
        for await names in viewModel.$names.values where !names.isEmpty {
            print(names)  // prints ["Ada Lovelace"]
            break
        }
        // END
        #expect(try print.lines == Example.named("from Combine, use").output)
    }
}

import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/ComingFromAvalonia.md; see DocumentationTests.

// EXAMPLE: from Avalonia, view model and view
@MainActor final class OrderViewModel {
    @Mutable var customer = ""
    @Mutable var count = 1
    let service: @MainActor (String, Int) async throws -> Void

    init(service: @escaping @MainActor (String, Int) async throws -> Void) {
        self.service = service
    }

    private(set) lazy var send = Command(of: self) { me in try await me.service(me.customer, me.count) }
        .enabled(by: $customer.asDriver().map { !$0.isEmpty })
}

@MainActor final class OrderView: BindingContext {
    let disposeBag = DisposeBag()
    let (customer, count, message, send) = (TextField(), TextField(), Label(), Button())

    init(_ viewModel: OrderViewModel) {
        binding {
            viewModel.$customer <=> customer.rx.text
            viewModel.$count <=> count.rx.text.converted(by: .integer, failures: message.rx.text)
            viewModel.send.isEnabled => send.rx.isEnabled
            send.rx.tap => viewModel.send
        }
    }
}
// END

@MainActor
@Suite("Coming from Avalonia")
struct ComingFromAvaloniaTests {
    private let print = Printer()

    @Test("An order")
    func order() async throws {
        let print = print
        // EXAMPLE: from Avalonia, use
        let viewModel = OrderViewModel { customer, count in print(customer, count) }  // prints Ada 12
        let view = OrderView(viewModel)
        view.customer.type("Ada")
        view.count.type("12")
        try await viewModel.send.execute()
        // END
        #expect(try print.lines == Example.named("from Avalonia, use").output)
    }
}

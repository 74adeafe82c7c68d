import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Threads.md; see DocumentationTests.

@MainActor
@Suite("Threads and the main actor")
struct ThreadsDocumentTests {
    private let print = Printer()

    @Test("When a value arrives")
    func arrival() async throws {
        // EXAMPLE: threads, when a value arrives
        let progress = BehaviorRelay(value: 0)
        let label = Label()
        let bag = DisposeBag()
        bag.insert(progress.asDriver().map { "\($0) %" } => label.rx.text)
        progress.accept(50)  // on the main actor: the label shows it already
        print(label.text)  // prints 50 %
        await Task.detached { progress.accept(100) }.value
        await eventually { label.text == "100 %" }  // from elsewhere: as soon as the main actor is free
        print(label.text)  // prints 100 %
        // END
        #expect(try print.lines == Example.named("threads, when a value arrives").output)
    }
}

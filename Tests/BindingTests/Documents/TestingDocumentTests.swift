import Binding
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The examples of Documentation/Testing.md; see DocumentationTests.

// EXAMPLE: testing, view model
@MainActor final class SuggestionsViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var query = ""
    @Bindable private(set) var names: [String] = []

    init(
        scheduler: some Scheduler = MainScheduler.instance,
        find: @escaping @Sendable (String) -> Observable<[String]>
    ) {
        binding {
            $query.skip(1)
                .debounce(.milliseconds(300), scheduler: scheduler)
                .flatMapLatest { find($0).catchAndReturn([]) } => _names
        }
    }
}
// END

@MainActor
@Suite("Testing view models")
struct TestingDocumentTests {
    private let print = Printer()

    @Test("Virtual time")
    func virtualTime() throws {
        // EXAMPLE: testing, virtual time
        let scheduler = TestScheduler()
        let viewModel = SuggestionsViewModel(scheduler: scheduler) { .just(["\($0) Lovelace"]) }
        viewModel.query = "A"
        viewModel.query = "Ada"
        scheduler.advance(by: .milliseconds(299))
        print(viewModel.names)  // prints []
        scheduler.advance(by: .milliseconds(1))
        print(viewModel.names)  // prints ["Ada Lovelace"]
        // END
        #expect(try print.lines == Example.named("testing, virtual time").output)
    }

    @Test("Observers that record")
    func observers() throws {
        // EXAMPLE: testing, observers
        let scheduler = TestScheduler()
        let answer = scheduler.createColdObservable([.next(50, ["Ada"]), .completed(50)])
        let viewModel = SuggestionsViewModel(scheduler: scheduler) { _ in answer.asObservable() }
        let names = scheduler.createObserver([String].self)
        let bag = DisposeBag()
        bag.insert(viewModel.$names.drive(names))
        scheduler.advance(to: 100)
        viewModel.query = "a"
        scheduler.start()
        print(names.events)  // prints [next([]) at 0, next(["Ada"]) at 450]
        print(answer.subscriptions)  // prints [400...450]
        // END
        #expect(try print.lines == Example.named("testing, observers").output)
    }

    @Test("Marble diagrams")
    func marbles() throws {
        // EXAMPLE: testing, marbles
        let scheduler = TestScheduler()
        let query = scheduler.createHotObservable(try Recorded.events("-s-w--(i|)"))
        let observer = scheduler.createObserver(String.self)
        let bag = DisposeBag()
        bag.insert(query.debounce(.milliseconds(2), scheduler: scheduler).subscribe(observer))
        scheduler.start()
        print(observer.events)  // prints [next(w) at 5, next(i) at 6, completed at 6]
        // END
        #expect(try print.lines == Example.named("testing, marbles").output)
    }

    @Test("Asynchronous code")
    func asynchronous() async throws {
        // EXAMPLE: testing, asynchronous code
        let scheduler = TestScheduler()
        let clock = TestClock(scheduler)
        let save = Command {
            try await clock.sleep(for: .seconds(2))
            return "saved"
        }
        let saving = Task { try await save.execute() }
        await clock.sleeping()
        scheduler.advance(by: .seconds(2))
        print(try await saving.value)  // prints saved
        // END
        #expect(try print.lines == Example.named("testing, asynchronous code").output)
    }

    @Test("Leaks")
    func leaks() throws {
        // EXAMPLE: testing, leaks
        try withoutLeaks {
            let viewModel = SuggestionsViewModel { _ in .just([]) }
            viewModel.query = "a"
        }
        do {
            try withoutLeaks {
                let ticks = BehaviorRelay(value: 0)
                _ = ticks.subscribe(onNext: { if $0 < 0 { ticks.accept(0) } })
            }
        } catch is LeakedObjects {
            print("leaked")  // prints leaked
        }
        // END
        #expect(try print.lines == Example.named("testing, leaks").output)
    }
}

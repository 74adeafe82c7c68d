import Binding
import BindingTesting
import TestSupport
import Testing

/// A search field's view model: debounces what is typed, asks a service, cancels the previous request when another
/// comes, shows a message if the service fails, and repeats the request when told to.
@MainActor
private final class SearchViewModel: BindingContext {
    @Mutable var query = ""
    @Bindable private(set) var results: [String] = []
    @Bindable private(set) var isBusy = false
    @Bindable private(set) var message: String?
    let retry = PublishRelay<Void>()
    let disposeBag = DisposeBag()

    private enum Outcome: Sendable {
        case busy
        case found([String])
        case failed(String)
    }

    init(scheduler: some Scheduler, search: @escaping @Sendable (String) -> Observable<[String]>) {
        let queries = $query.debounce(.milliseconds(300), scheduler: scheduler)
            .distinctUntilChanged()
            .share(replay: 1)
        let outcomes = Observable.merge(queries, retry.withLatestFrom(queries))
            .flatMapLatest { query in
                guard !query.isEmpty else { return Observable.just(Outcome.found([])) }
                return search(query)
                    .map { Outcome.found($0) }
                    .catch { Observable.just(Outcome.failed("The search failed: \($0)")) }
                    .startWith(.busy)
            }
            .asDriver(onErrorDriveWith: .empty())
        binding {
            outcomes.drive(with: self) { viewModel, outcome in viewModel.show(outcome) }
        }
    }

    private func show(_ outcome: Outcome) {
        if case .busy = outcome { isBusy = true } else { isBusy = false }
        if case .found(let found) = outcome { results = found }
        if case .failed(let text) = outcome { message = text } else { message = nil }
    }
}

/// A service that takes time, and fails when told to.
private final class SearchService: Sendable {
    struct Call: Sendable {
        let query: String
        let answer: TestableObservable<[String]>
    }

    private let scheduler: TestScheduler
    private let noted = Shared<[Call]>([])
    /// The ends of the next calls, with the times that they take.
    let answers = Shared<[Recorded<Event<[String]>>]>([])

    init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    var calls: [Call] { noted.value }

    func search(_ query: String) -> Observable<[String]> {
        var answer: Recorded<Event<[String]>> = .next(200, ["\(query) 1", "\(query) 2"])
        if !answers.value.isEmpty { answer = answers.value.removeFirst() }
        let end: [Recorded<Event<[String]>>] = answer.value.isStopEvent ? [] : [.completed(answer.time)]
        let call = Call(query: query, answer: scheduler.createColdObservable([answer] + end))
        noted.value.append(call)
        return call.answer.asObservable()
    }
}

@MainActor
@Suite("A search view model in virtual time")
struct SearchViewModelTests {
    private let scheduler = TestScheduler()
    private let service: SearchService
    private let viewModel: SearchViewModel
    private let results: TestableObserver<[String]>
    private let isBusy: TestableObserver<Bool>
    private let message: TestableObserver<String?>
    private let bag = DisposeBag()

    init() {
        let service = SearchService(scheduler)
        self.service = service
        viewModel = SearchViewModel(scheduler: scheduler) { service.search($0) }
        results = scheduler.createObserver([String].self)
        isBusy = scheduler.createObserver(Bool.self)
        message = scheduler.createObserver(String?.self)
        viewModel.$results.distinctUntilChanged().drive(results).disposed(by: bag)
        viewModel.$isBusy.distinctUntilChanged().drive(isBusy).disposed(by: bag)
        viewModel.$message.distinctUntilChanged().drive(message).disposed(by: bag)
    }

    @Test("nothing is asked for an empty field")
    func empty() {
        scheduler.start()
        #expect(service.calls.isEmpty)
        expectEqual(results.events, [.next(0, [])])
        expectEqual(isBusy.events, [.next(0, false)])
        expectEqual(message.events, [.next(0, nil)])
    }

    @Test("one call for what is typed in one go, 300 ms after the last key")
    func typing() {
        for (time, text) in [(1_000, "s"), (1_100, "sw"), (1_399, "swi")] {
            scheduler.advance(to: time)
            viewModel.query = text
        }
        scheduler.advance(to: 1_698)
        #expect(service.calls.isEmpty)
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["swi"])
        expectEqual(service.calls.map(\.answer.subscriptions), [[SubscriptionPeriod(1_699, 1_899)]])
        expectEqual(results.events, [.next(0, []), .next(1_899, ["swi 1", "swi 2"])])
        expectEqual(isBusy.events, [.next(0, false), .next(1_699, true), .next(1_899, false)])
        expectEqual(message.events, [.next(0, nil)])
    }

    @Test("a pause of just 300 ms between two keys makes two calls, and leaves the first")
    func pause() {
        viewModel.query = "a"
        scheduler.advance(by: 300)
        viewModel.query = "ab"
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "ab"])
        #expect(
            service.calls.map(\.answer.subscriptions) == [
                [SubscriptionPeriod(300, 500)], [SubscriptionPeriod(600, 800)],
            ]
        )
        expectEqual(results.elements, [[], ["a 1", "a 2"], ["ab 1", "ab 2"]])
    }

    @Test("a new query leaves the call under way: its answer never shows")
    func latestOnly() {
        service.answers.value = [.next(1_000, ["late"])]
        viewModel.query = "a"
        scheduler.advance(to: 400)
        viewModel.query = "b"
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "b"])
        expectEqual(service.calls[0].answer.subscriptions, [SubscriptionPeriod(300, 700)])
        expectEqual(service.calls[1].answer.subscriptions, [SubscriptionPeriod(700, 900)])
        expectEqual(results.events, [.next(0, []), .next(900, ["b 1", "b 2"])])
        expectEqual(isBusy.events, [.next(0, false), .next(300, true), .next(900, false)])
        expectEqual(scheduler.clock, 900, "the first call's answer was called off")
    }

    @Test("a query that is changed and changed back is not asked for again")
    func sameAgain() {
        viewModel.query = "a"
        scheduler.advance(to: 1_000)
        viewModel.query = "ab"
        scheduler.advance(by: 100)
        viewModel.query = "a"
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a"])
        expectEqual(results.elements, [[], ["a 1", "a 2"]])
    }

    @Test("clearing the field clears the results without a call, and leaves the one under way")
    func clearing() {
        viewModel.query = "a"
        scheduler.advance(to: 600)
        viewModel.query = "ab"
        scheduler.advance(to: 950)
        #expect(viewModel.isBusy)
        viewModel.query = ""
        service.answers.value = [.next(1, ["never"])]
        scheduler.advance(to: 1_250)
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "ab"])
        #expect(viewModel.results.isEmpty)
        #expect(!viewModel.isBusy)
    }

    @Test("a failure shows a message and keeps the results; the next query works again")
    func failure() {
        viewModel.query = "a"
        scheduler.advance(to: 1_000)
        service.answers.value = [.error(50, TestError("no network"))]
        viewModel.query = "b"
        scheduler.advance(to: 2_000)
        viewModel.query = "c"
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "b", "c"])
        #expect(
            message.events
                == [.next(0, nil), .next(1_350, "The search failed: TestError(no network)"), .next(2_300, nil)])
        expectEqual(results.events, [.next(0, []), .next(500, ["a 1", "a 2"]), .next(2_500, ["c 1", "c 2"])])
        expectEqual(isBusy.events.map(\.time), [0, 300, 500, 1_300, 1_350, 2_300, 2_500])
        expectEqual(isBusy.elements, [false, true, false, true, false, true, false])
    }

    @Test("retry asks for the same query again, as often as it fails, and takes the message away")
    func retry() {
        service.answers.value = [.error(50, TestError("1")), .error(60, TestError("2"))]
        viewModel.query = "a"
        scheduler.advance(to: 1_000)
        viewModel.retry.accept(())
        scheduler.advance(to: 2_000)
        viewModel.retry.accept(())
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "a", "a"])
        expectEqual(message.events.map(\.time), [0, 350, 1_000, 1_060, 2_000])
        #expect(
            message.elements
                == [nil, "The search failed: TestError(1)", nil, "The search failed: TestError(2)", nil])
        expectEqual(results.events, [.next(0, []), .next(2_200, ["a 1", "a 2"])])
    }

    @Test("retry before anything was asked for does nothing; while a call is under way it takes its place")
    func retryAtOtherTimes() {
        viewModel.retry.accept(())
        viewModel.query = "a"
        scheduler.advance(to: 299)
        viewModel.retry.accept(())
        #expect(service.calls.isEmpty)
        scheduler.advance(to: 400)
        viewModel.retry.accept(())
        scheduler.start()
        expectEqual(service.calls.map(\.query), ["a", "a"])
        #expect(
            service.calls.map(\.answer.subscriptions) == [
                [SubscriptionPeriod(300, 400)], [SubscriptionPeriod(400, 600)],
            ]
        )
        expectEqual(results.events, [.next(0, []), .next(600, ["a 1", "a 2"])])
    }

    @Test("a view model that is dropped leaves its call, and nothing waits any more")
    func dropped() {
        let service = SearchService(scheduler)
        weak var dropped: SearchViewModel?
        func use() {
            let viewModel = SearchViewModel(scheduler: scheduler) { service.search($0) }
            dropped = viewModel
            viewModel.query = "a"
            scheduler.advance(to: 350)
            viewModel.query = "ab"
        }
        use()
        #expect(dropped == nil)
        expectEqual(service.calls.map(\.answer.subscriptions), [[SubscriptionPeriod(300, 350)]])
        #expect(scheduler.hasNothingLeft())
    }
}

import Binding
import BindingOperators
import BindingTesting
import TestSupport
import Testing
import ViewModels

/// A search that takes a user a second and more takes no time here: the scheduler's time is virtual.
@Suite("Search view model")
@MainActor
struct SearchViewModelTests {
    private let scheduler = TestScheduler()
    private let directory: TestService<String>
    private let model: SearchViewModel

    init() {
        directory = TestService(scheduler: scheduler) { ["\($0) 1", "\($0) 2"] }
        model = SearchViewModel(service: directory, scheduler: scheduler)
    }

    private func enter(_ query: String, at time: Int) {
        scheduler.advance(to: time)
        model.query = query
    }

    @Test("A search begins when nothing has been typed for 300 milliseconds, and not a millisecond before")
    func debounce() {
        enter("a", at: 1_000)
        enter("ad", at: 1_200)
        scheduler.advance(to: 1_499)
        expectEqual(directory.calls, [])
        #expect(!model.isSearching)
        expectEqual(model.summary, "part of a name")
        scheduler.advance(to: 1_500)
        expectEqual(directory.calls, [.next(1_500, "ad")])
        #expect(model.isSearching)
        expectEqual(model.summary, "searching…")
    }

    @Test("Whoever types on every 299 milliseconds searches once")
    func steadyTyping() {
        for (number, query) in ["a", "ad", "ada", "ada ", "ada l"].enumerated() { enter(query, at: number * 299) }
        scheduler.advance(by: 10_000)
        expectEqual(directory.calls, [.next(4 * 299 + 300, "ada l")])
    }

    @Test("What was searched for last is not searched for anew, spaces around it or not")
    func distinct() {
        enter("ada", at: 0)
        enter("adam", at: 2_000)
        enter("ada", at: 2_100)
        enter(" ada  ", at: 3_000)
        scheduler.advance(by: 2_000)
        expectEqual(directory.calls, [.next(300, "ada")])
        enter("a  b", at: 6_000)
        scheduler.advance(by: 2_000)
        expectEqual(directory.calls.last, .next(6_300, "a b"))
    }

    @Test("What is found shows when it is there, and stays while the next search is under way")
    func results() {
        let names = scheduler.createObserver([String].self)
        let bag = DisposeBag()
        model.$results.distinctUntilChanged().drive(names).disposed(by: bag)
        enter("ad", at: 0)
        enter("ada", at: 2_000)
        scheduler.advance(to: 2_500)
        #expect(model.isSearching)
        expectEqual(model.results, ["ad 1", "ad 2"])
        scheduler.advance(to: 5_000)
        #expect(!model.isSearching)
        expectEqual(model.summary, "2 found")
        expectEqual(names.events, [.next(0, []), .next(800, ["ad 1", "ad 2"]), .next(2_800, ["ada 1", "ada 2"])])
    }

    @Test("A search that finds nobody says so")
    func nobody() {
        directory.answer("x", with: [.next(10, []), .completed(10)])
        enter("x", at: 0)
        scheduler.advance(by: 400)
        expectEqual(model.results, [])
        expectEqual(model.summary, "nobody of that name")
        #expect(!model.isSearching)
    }

    @Test("A search that begins cancels the one under way, whose answer never shows")
    func cancellation() {
        let names = scheduler.createObserver([String].self)
        let bag = DisposeBag()
        model.$results.distinctUntilChanged().drive(names).disposed(by: bag)
        enter("r", at: 0)
        enter("ra", at: 400)
        scheduler.advance(to: 10_000)
        expectEqual(directory.calls, [.next(300, "r"), .next(700, "ra")])
        expectEqual(directory.searches(for: "r"), [SubscriptionPeriod(300, 700)])
        expectEqual(names.events, [.next(0, []), .next(1_200, ["ra 1", "ra 2"])])
    }

    @Test("A search that fails says why, and the searches after it go on")
    func failure() {
        directory.answer("x", with: [.error(100, ServiceError.noAnswer(from: "directory"))])
        enter("ad", at: 0)
        enter("x", at: 1_000)
        scheduler.advance(to: 1_399)
        #expect(model.failure == nil)
        scheduler.advance(to: 1_400)
        expectEqual(model.failure, "the directory does not answer")
        expectEqual(model.summary, "✗ failed")
        #expect(!model.isSearching)
        expectEqual(model.results, [])
        enter("ada", at: 2_000)
        #expect(model.failure != nil)
        scheduler.advance(to: 2_300)
        #expect(model.failure == nil)
        scheduler.advance(to: 3_000)
        expectEqual(model.results, ["ada 1", "ada 2"])
    }

    @Test("Retry repeats the search that has failed, at once and as often as it fails")
    func retry() {
        directory.answer("x", with: [.error(100, ServiceError.busy("directory"))])
        enter("x", at: 0)
        scheduler.advance(to: 1_000)
        model.retry()
        #expect(model.isSearching)
        #expect(model.failure == nil)
        scheduler.advance(to: 2_000)
        expectEqual(model.failure, "the directory is busy")
        directory.answer("x", with: [.next(100, ["found"]), .completed(100)])
        model.retry()
        scheduler.advance(to: 3_000)
        #expect(model.failure == nil)
        expectEqual(model.results, ["found"])
        expectEqual(directory.calls, [.next(300, "x"), .next(1_000, "x"), .next(2_000, "x")])
    }

    @Test("Retry does nothing unless a search has failed")
    func idleRetry() {
        model.retry()
        enter("ad", at: 0)
        model.retry()
        scheduler.advance(to: 400)
        model.retry()
        scheduler.advance(to: 5_000)
        model.retry()
        scheduler.advance(to: 9_000)
        expectEqual(directory.calls, [.next(300, "ad")])
    }

    @Test("Retry means the query that has failed, even while another is being typed, which then cancels it")
    func retryWhileTyping() {
        directory.answer("x", with: [.error(100, ServiceError.busy("directory"))])
        enter("x", at: 0)
        enter("xy", at: 1_000)
        scheduler.advance(to: 1_250)
        model.retry()
        scheduler.advance(to: 5_000)
        expectEqual(directory.calls, [.next(300, "x"), .next(1_250, "x"), .next(1_300, "xy")])
        expectEqual(directory.searches(for: "x").last, SubscriptionPeriod(1_250, 1_300))
        expectEqual(model.results, ["xy 1", "xy 2"])
    }

    @Test("An empty query is not searched for: it cancels what is under way, and takes the results away")
    func emptyQuery() {
        enter("ad", at: 0)
        scheduler.advance(to: 1_000)
        expectEqual(model.results.count, 2)
        enter("ada", at: 1_000)
        enter("  ", at: 1_400)
        scheduler.advance(to: 1_700)
        expectEqual(directory.searches(for: "ada"), [SubscriptionPeriod(1_300, 1_700)])
        #expect(!model.isSearching)
        expectEqual(model.results, [])
        expectEqual(model.summary, "part of a name")
        scheduler.advance(to: 9_000)
        expectEqual(model.results, [])
        expectEqual(directory.calls.count, 2)
        enter("ada", at: 9_000)
        scheduler.advance(to: 9_300)
        #expect(model.isSearching)
    }

    @Test("The view model is released while a search is under way, and the search is cancelled")
    func release() {
        weak var weakModel: SearchViewModel?
        do {
            let model = SearchViewModel(service: directory, scheduler: scheduler)
            weakModel = model
            model.query = "gone"
            scheduler.advance(by: 400)
            #expect(model.isSearching)
        }
        #expect(weakModel == nil)
        expectEqual(directory.searches(for: "gone"), [SubscriptionPeriod(300, 400)])
        scheduler.advance(by: 10_000)
    }

    @Test("An asynchronous service fits in, and its call is cancelled")
    func asynchronousService() async {
        let (cancelled, sink) = AsyncStream.makeStream(of: String.self)
        let model = SearchViewModel(service: AsyncDirectory(cancelled: sink), scheduler: scheduler)
        model.query = "never"
        scheduler.advance(by: 300)
        model.query = "ad"
        scheduler.advance(by: 300)
        for await query in cancelled {
            expectEqual(query, "never")
            break
        }
        for await names in model.$results.values where !names.isEmpty {
            expectEqual(names, ["ad"])
            break
        }
    }
}

/// Answers immediately, except for one query, which it works on until it is cancelled.
private struct AsyncDirectory: DirectoryService {
    let cancelled: AsyncStream<String>.Continuation

    func search(_ query: String) -> Observable<[String]> {
        .async { [cancelled] in
            guard query == "never" else { return [query] }
            let (silence, sink) = AsyncStream.makeStream(of: Void.self)
            for await _ in silence {}
            withExtendedLifetime(sink) {}
            cancelled.yield(query)
            throw CancellationError()
        }
    }
}

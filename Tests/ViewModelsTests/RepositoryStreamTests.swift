import Binding
import BindingOperators
import BindingTesting
import TestSupport
import Testing
import Unidirectional
import ViewModels

/// The stream alone, without a form: what is sent to its input, and when its output emits what.
@Suite("Repository stream")
@MainActor
struct RepositoryStreamTests {
    private let scheduler = TestScheduler()
    private let service: TestService<Repository>
    private let stream: RepositoryStream
    private let names: TestableObserver<[String]>
    private let summaries: TestableObserver<String>
    private let failures: TestableObserver<String?>
    private let progress: TestableObserver<Bool>
    private let hidden: TestableObserver<Int>
    private let bag = DisposeBag()

    init() {
        service = TestService(scheduler: scheduler) { query in
            [
                Repository(name: "\(query)/b", language: "Swift", stars: 2),
                Repository(name: "\(query)/c", language: "C", stars: 3, isArchived: true),
                Repository(name: "\(query)/a", language: "Go", stars: 1),
            ]
        }
        stream = RepositoryStream(service: service, scheduler: scheduler)
        names = scheduler.createObserver([String].self)
        summaries = scheduler.createObserver(String.self)
        failures = scheduler.createObserver(String?.self)
        progress = scheduler.createObserver(Bool.self)
        hidden = scheduler.createObserver(Int.self)
        let output = stream.output
        bag.insert {
            output.repositories.map { $0.map(\.name) }.distinctUntilChanged() => names
            output.summary.distinctUntilChanged() => summaries
            output.failure.distinctUntilChanged() => failures
            output.isSearching.distinctUntilChanged() => progress
            output.hiddenCount.distinctUntilChanged() => hidden
        }
    }

    private func enter(_ text: String, at time: Int) {
        scheduler.advance(to: time)
        stream.input.searchText(text)
    }

    private func retry(at time: Int) {
        scheduler.advance(to: time)
        stream.input.retry()
    }

    @Test("A search begins when nothing has been typed for 300 milliseconds, and not a millisecond before")
    func debounce() {
        enter("s", at: 1_000)
        enter("sw", at: 1_299)
        scheduler.advance(to: 1_598)
        expectEqual(service.calls, [])
        scheduler.advance(to: 1_599)
        expectEqual(service.calls, [.next(1_599, "sw")])
        scheduler.advance(to: 5_000)
        expectEqual(names.events, [.next(0, []), .next(2_099, ["sw/c", "sw/b", "sw/a"])])
        #expect(
            summaries.events == [
                .next(0, "such as swift or json"), .next(1_599, "searching…"), .next(2_099, "3 found"),
            ])
        expectEqual(progress.events, [.next(0, false), .next(1_599, true), .next(2_099, false)])
        expectEqual(failures.elements, [nil])
    }

    @Test("What was searched for last is not searched for anew, spaces around it or not")
    func distinct() {
        enter("swift", at: 0)
        enter("swifty", at: 2_000)
        enter(" swift ", at: 2_100)
        enter("swift  ui", at: 3_000)
        scheduler.advance(to: 9_000)
        expectEqual(service.calls, [.next(300, "swift"), .next(3_300, "swift ui")])
    }

    @Test("A search that begins ends the one under way, and what was found before stays until it is answered")
    func latest() {
        enter("a", at: 0)
        enter("b", at: 1_000)
        enter("c", at: 1_400)
        scheduler.advance(to: 9_000)
        expectEqual(service.searches(for: "b"), [SubscriptionPeriod(1_300, 1_700)])
        #expect(
            names.events == [
                .next(0, []), .next(800, ["a/c", "a/b", "a/a"]), .next(2_200, ["c/c", "c/b", "c/a"]),
            ])
        expectEqual(progress.events.suffix(2), [.next(1_300, true), .next(2_200, false)])
    }

    @Test("A search that fails says why and takes away what was found; the searches after it go on")
    func failure() {
        service.answer("x", with: [.error(100, ServiceError.noAnswer(from: "service"))])
        enter("a", at: 0)
        enter("x", at: 1_000)
        enter("b", at: 2_000)
        scheduler.advance(to: 9_000)
        #expect(
            failures.events == [
                .next(0, nil), .next(1_400, "the service does not answer"), .next(2_300, nil),
            ])
        expectEqual(summaries.events[4...5], [.next(1_400, "✗ failed"), .next(2_300, "searching…")])
        expectEqual(names.events.map(\.time), [0, 800, 1_400, 2_800])
        expectEqual(names.elements.last, ["b/c", "b/b", "b/a"])
    }

    @Test("A retry repeats the search that has failed, at once and as often as it fails")
    func retry() {
        service.answer("x", with: [.error(100, ServiceError.busy("service"))])
        enter("x", at: 0)
        retry(at: 1_000)
        scheduler.advance(to: 2_000)
        service.answer("x", with: [.next(100, []), .completed(100)])
        retry(at: 2_000)
        scheduler.advance(to: 9_000)
        expectEqual(service.calls, [.next(300, "x"), .next(1_000, "x"), .next(2_000, "x")])
        expectEqual(failures.events.map(\.time), [0, 400, 1_000, 1_100, 2_000])
        expectEqual(summaries.elements.last, "nothing of that name")
    }

    @Test("A retry without a failure does nothing: before a search, during one, after one", arguments: [0, 400, 5_000])
    func idleRetry(time: Int) {
        enter("a", at: 0)
        retry(at: time)
        scheduler.advance(to: 9_000)
        expectEqual(service.calls, [.next(300, "a")])
    }

    @Test("A retry means the text that has failed, even while another is being typed, whose search then ends it")
    func retryWhileTyping() {
        service.answer("x", with: [.error(100, ServiceError.busy("service"))])
        enter("x", at: 0)
        enter("xy", at: 1_000)
        retry(at: 1_250)
        scheduler.advance(to: 9_000)
        expectEqual(service.calls, [.next(300, "x"), .next(1_250, "x"), .next(1_300, "xy")])
        expectEqual(service.searches(for: "x").last, SubscriptionPeriod(1_250, 1_300))
    }

    @Test("A text of nothing is not searched for: it ends what is under way, and takes away what was found")
    func emptyText() {
        enter("a", at: 0)
        enter("b", at: 1_000)
        enter("  ", at: 1_400)
        scheduler.advance(to: 9_000)
        expectEqual(service.calls, [.next(300, "a"), .next(1_300, "b")])
        expectEqual(service.searches(for: "b"), [SubscriptionPeriod(1_300, 1_700)])
        expectEqual(names.events.last, .next(1_700, []))
        expectEqual(summaries.events.last, .next(1_700, "such as swift or json"))
        expectEqual(progress.events.last, .next(1_700, false))
    }

    @Test("The order and what is hidden change what is shown, at once and without a search")
    func orderAndFilter() {
        enter("a", at: 0)
        scheduler.advance(to: 1_000)
        stream.input.order.accept("name")
        expectEqual(names.elements.last, ["a/a", "a/b", "a/c"])
        stream.input.hidesArchived.accept(true)
        expectEqual(names.elements.last, ["a/a", "a/b"])
        expectEqual(hidden.elements, [0, 1])
        stream.input.order.accept("stars")
        expectEqual(names.elements.last, ["a/b", "a/a"])
        enter("b", at: 1_000)
        scheduler.advance(to: 2_000)
        expectEqual(names.elements.last, ["b/b", "b/a"])
        stream.input.hidesArchived.accept(false)
        expectEqual(names.elements.last, ["b/c", "b/b", "b/a"])
        expectEqual(hidden.elements, [0, 1, 0])
        expectEqual(service.calls, [.next(300, "a"), .next(1_300, "b")])
    }

    @Test("A late observer gets the current state")
    func lateObserver() {
        enter("a", at: 0)
        scheduler.advance(to: 400)
        let late = scheduler.createObserver(String.self)
        stream.output.summary.drive(late).disposed(by: bag)
        expectEqual(late.events, [.next(400, "searching…")])
    }

    @Test("The stream is released while a search is under way, and the search ends")
    func release() {
        weak var weakStream: RepositoryStream?
        do {
            let stream = RepositoryStream(service: service, scheduler: scheduler)
            weakStream = stream
            stream.input.searchText("gone")
            scheduler.advance(by: 400)
        }
        #expect(weakStream == nil)
        expectEqual(service.searches(for: "gone"), [SubscriptionPeriod(300, 400)])
    }
}

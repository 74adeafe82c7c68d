import Binding
import BindingTesting
import Synchronization
import ViewModels

/// Answers at the times that a test sets, and records what was searched for when.
final class TestService<Item: Sendable>: Sendable {
    private struct State {
        var answers: [String: [Recorded<Event<[Item]>>]] = [:]
        var calls: [Recorded<Event<String>>] = []
        var searches: [(query: String, source: TestableObservable<[Item]>)] = []
    }

    private let scheduler: TestScheduler
    private let usualAnswer: @Sendable (String) -> [Item]
    private let state = Mutex(State())

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that measures time.
    ///   - usualAnswer: The result after 500 milliseconds, unless a test has set another one.
    init(scheduler: TestScheduler, usualAnswer: @escaping @Sendable (String) -> [Item]) {
        self.scheduler = scheduler
        self.usualAnswer = usualAnswer
    }

    /// The queries, and when they were made.
    var calls: [Recorded<Event<String>>] { state.withLock { $0.calls } }

    /// The periods in which `query` was searched for.
    func searches(for query: String) -> [SubscriptionPeriod] {
        state.withLock { $0.searches.filter { $0.query == query }.flatMap(\.source.subscriptions) }
    }

    /// Sets the result of searches for `query` from now on.
    func answer(_ query: String, with events: [Recorded<Event<[Item]>>]) {
        state.withLock { $0.answers[query] = events }
    }

    func search(_ query: String) -> Observable<[Item]> {
        let events =
            state.withLock { $0.answers[query] } ?? [.next(500, usualAnswer(query)), .completed(500)]
        let source = scheduler.createColdObservable(events)
        state.withLock { state in
            state.calls.append(.next(scheduler.clock, query))
            state.searches.append((query, source))
        }
        return source.asObservable()
    }
}

extension TestService: DirectoryService where Item == String {}
extension TestService: RepositoryService where Item == Repository {}

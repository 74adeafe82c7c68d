import Binding
import BindingOperators

/// What the search field is about: a search for each query that its user stops at, and what comes of the last one.
@MainActor
package final class SearchViewModel: BindingContext {
    /// How long a user has to stop typing before a search begins.
    static let pause = Duration.milliseconds(300)

    package let disposeBag = DisposeBag()

    // What the user enters.
    @Mutable package var query = ""

    // What the view model says.
    /// The names that the last search has found. They stay while the next one is under way.
    @Bindable package private(set) var results: [String] = []
    @Bindable package private(set) var isSearching = false
    /// Why the last search has failed, if it has.
    @Bindable package private(set) var failure: String?
    /// How the search stands, in a few words.
    @Bindable package private(set) var summary = ""

    /// Whether no search has failed, nor one is under way that may fail.
    package var hasNothingToRepeat: Driver<Bool> {
        Driver.combineLatest($failure, $isSearching) { $0 == nil && !$1 }
    }

    private let retries = PublishRelay<Void>()

    /// What there is to know of a search.
    private enum Progress: Sendable {
        case idle
        case searching
        case found([String])
        case failed(String)
    }

    /// Makes a search field's view model.
    ///
    /// - Parameters:
    ///   - service: What does the searching.
    ///   - scheduler: What counts the time between two keys. It runs what is due on the main actor.
    package init(service: any DirectoryService, scheduler: any Scheduler) {
        show(.idle)
        // What is searched for: the query once its user has stopped typing, if it is another one than before.
        let queries = $query.asObservable()
            .map { $0.singleSpaced }
            .debounce(Self.pause, scheduler: scheduler)
            .distinctUntilChanged()
            .share(replay: 1)
        // A new search, or the last one again, ends the one under way. A search that fails ends by itself: the error
        // is made a value within `flatMapLatest`, so that the searches after it go on.
        let progress = Observable.merge(queries, retries.asObservable().withLatestFrom(queries))
            .flatMapLatest { query -> Observable<Progress> in
                guard !query.isEmpty else { return .just(.idle) }
                return service.search(query)
                    .map { .found($0) }
                    .catch { Observable.just(.failed("\($0)")) }
                    .startWith(.searching)
            }
        binding {
            progress.asDriver(onErrorJustReturn: .idle) => { [weak self] in self?.show($0) }
        }
    }

    /// Repeats the last search. Does nothing unless it has failed.
    package func retry() {
        guard failure != nil else { return }
        retries.accept(())
    }

    private func show(_ progress: Progress) {
        if case .searching = progress { isSearching = true } else { isSearching = false }
        if case .failed(let reason) = progress { failure = reason } else { failure = nil }
        switch progress {
        case .idle:
            results = []
            summary = "part of a name"
        case .searching:
            summary = "searching…"
        case .found(let names):
            results = names
            summary = names.isEmpty ? "nobody of that name" : "\(names.count) found"
        case .failed:
            results = []
            summary = "✗ failed"
        }
    }
}

import Binding
import BindingOperators

/// The view model of a search field: a search for each query that the user pauses at, and the result of the latest one.
@MainActor
package final class SearchViewModel: BindingContext {
    /// How long the user has to pause in typing before a search begins.
    static let pause = Duration.milliseconds(300)

    package let disposeBag = DisposeBag()

    // What the user enters.
    @Mutable package var query = ""

    // What the view model reports.
    /// The names that the last search found. They stay while the next one is under way.
    @Bindable package private(set) var results: [String] = []
    @Bindable package private(set) var isSearching = false
    /// The error of the last search, if it failed.
    @Bindable package private(set) var failure: String?
    /// The status of the search, as a text.
    @Bindable package private(set) var summary = ""

    /// Whether there is neither a failed search nor one under way that may fail.
    @Derived({ (viewModel: SearchViewModel) in viewModel.failure == nil && !viewModel.isSearching })
    package var hasNothingToRepeat: Bool

    private let retries = PublishRelay<Void>()

    /// The status of a search.
    private enum Progress: Sendable {
        case idle
        case searching
        case found([String])
        case failed(String)
    }

    /// Makes a search field's view model.
    ///
    /// - Parameters:
    ///   - service: The service to search.
    ///   - scheduler: The scheduler that measures the time between key presses. It runs actions on the main actor.
    package init(service: any DirectoryService, scheduler: any Scheduler) {
        show(.idle)
        // The queries to search for: when the user pauses in typing, if the query differs from the previous one.
        let queries = $query.asObservable()
            .map { $0.singleSpaced }
            .debounce(Self.pause, scheduler: scheduler)
            .distinctUntilChanged()
            .share(replay: 1)
        // A new search, or a repeated one, cancels the one under way. A failure becomes a value within `flatMapLatest`,
        // so that later searches still run.
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

    /// Repeats the last search if it failed.
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

import Binding
import Unidirectional

/// A search for repositories: the user's actions go in, and what is to be shown comes out.
package final class RepositoryStream: UnioStream<RepositoryStream> {
    /// The inputs. A relay can only be sent to; a `@Mutable` can also be read, and bound two ways.
    package struct Input: BindableInputType {
        package let searchText = PublishRelay<String>()
        package let retry = PublishRelay<Void>()
        @Mutable package var order = RepositoryOrder.stars.rawValue
        @Mutable package var hidesArchived = false
    }

    /// The outputs, which can only be observed.
    package struct Output: OutputType {
        package let repositories: Driver<[Repository]>
        package let hiddenCount: Driver<Int>
        package let summary: Driver<String>
        package let failure: Driver<String?>
        package let isSearching: Driver<Bool>
    }

    /// The private state of the stream: the status of the latest search.
    package struct State: StateType {
        @Bindable var search = Search()
    }

    /// The dependencies of the stream.
    package struct Extra: ExtraType {
        let service: any RepositoryService
        let scheduler: any Scheduler
    }

    struct Search: Sendable {
        var found: [Repository] = []
        var summary = "such as swift or json"
        var failure: String?
        var isUnderWay = false
    }

    package convenience init(service: any RepositoryService, scheduler: any Scheduler) {
        self.init(input: Input(), state: State(), extra: Extra(service: service, scheduler: scheduler))
    }

    package static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let (input, state, extra) = (dependency.inputObservables, dependency.state, dependency.extra)

        let queries = input.searchText
            .map { $0.singleSpaced }
            .debounce(.milliseconds(300), scheduler: extra.scheduler)
            .distinctUntilChanged()
            .share(replay: 1)
        let repeated = input.retry.filter { state.search.failure != nil }.withLatestFrom(queries)

        // A new search cancels the one under way. A failure becomes a value, so that later searches can follow.
        Observable.merge(queries, repeated)
            .flatMapLatest { query -> Observable<Search> in
                guard !query.isEmpty else { return .just(Search()) }
                return extra.service.search(query)
                    .map { Search(found: $0, summary: $0.isEmpty ? "nothing of that name" : "\($0.count) found") }
                    .catch { Observable.just(Search(summary: "✗ failed", failure: "\($0)")) }
                    .startWith(Search(found: state.search.found, summary: "searching…", isUnderWay: true))
            }
            .bind(onNext: { state.search = $0 })
            .disposed(by: disposeBag)

        let order = input.order.asDriver().map { RepositoryOrder(rawValue: $0) ?? .stars }
        let hides = input.hidesArchived.asDriver()
        return Output(
            repositories: Driver.combineLatest(state.$search, order, hides) { search, order, hides in
                search.found.filter { !hides || !$0.isArchived }.sorted(by: order.isInOrder)
            },
            hiddenCount: Driver.combineLatest(state.$search, hides) { $1 ? $0.found.count(where: \.isArchived) : 0 },
            summary: state.$search.map { $0.summary },
            failure: state.$search.map { $0.failure },
            isSearching: state.$search.map { $0.isUnderWay }
        )
    }
}

import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Unio's documentation, written with this library, with a local service in place of GitHub and test
// controls in place of UIKit's. The differences from Unio's text are `Sendable` types, and a mistake in it that no
// compiler accepts (`let apiStream: GitHubSearchAPIStream()`).

private enum GitHub {
    struct Repository: Equatable, Sendable {
        let fullName: String
        let htmlUrl: String
    }

    struct SearchResponse: Sendable {
        let items: [Repository]
    }

    /// The answers of GitHub.
    static func search(_ query: String) -> SearchResponse {
        let names = ["apple/swift", "apple/swift-nio", "cats-oss/Unio", "ReactiveX/RxSwift"]
        let found = names.filter { !query.isEmpty && $0.lowercased().contains(query.lowercased()) }
        return SearchResponse(items: found.map { Repository(fullName: $0, htmlUrl: "https://github.com/\($0)") })
    }
}

/// A list that shows a line for each repository.
@MainActor
private final class TableView: ReactiveCompatible {
    var repositories: [GitHub.Repository] = []
    var lines: [String] { repositories.map { "\($0.fullName) <\($0.htmlUrl)>" } }
}

// MARK: Introduction: the view model without a stream

private final class SearchAPIAction: Sendable {
    let response = PublishRelay<[GitHub.Repository]>()
    let error = PublishRelay<TestError>()

    func execute(_ query: String) {
        if query.isEmpty {
            error.accept(TestError("no query"))
        } else {
            response.accept(GitHub.search(query).items)
        }
    }
}

private final class SearchViewModel {
    let repositories: Observable<[GitHub.Repository]>
    let error: Observable<TestError>

    var repositoriesValue: [GitHub.Repository] { _repositories.value }

    private let _repositories = BehaviorRelay<[GitHub.Repository]>(value: [])
    private let _search = PublishRelay<String>()
    private let disposeBag = DisposeBag()

    init() {
        let apiAction = SearchAPIAction()
        repositories = _repositories.asObservable()
        error = apiAction.error.asObservable()
        apiAction.response
            .bind(to: _repositories)
            .disposed(by: disposeBag)
        _search
            .subscribe(onNext: { apiAction.execute($0) })
            .disposed(by: disposeBag)
    }

    func search(query: String) {
        _search.accept(query)
    }
}

// MARK: Usage: the same as streams

private final class GitHubSearchAPIStream: UnioStream<GitHubSearchAPIStream> {
    typealias State = NoState
    typealias Extra = NoExtra

    struct Input: InputType {
        let searchText = PublishRelay<String?>()
    }

    struct Output: OutputType {
        let searchResponse: Observable<GitHub.SearchResponse>
    }

    convenience init() {
        self.init(input: Input(), state: State(), extra: Extra())
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        Output(searchResponse: dependency.inputObservables.searchText.map { GitHub.search($0 ?? "") })
    }
}

private protocol GitHubSearchViewStreamType: AnyObject {
    var input: InputWrapper<GitHubSearchViewStream.Input> { get }
    var output: OutputWrapper<GitHubSearchViewStream.Output> { get }
}

private final class GitHubSearchViewStream: UnioStream<GitHubSearchViewStream>, GitHubSearchViewStreamType {
    typealias State = NoState

    struct Input: InputType {
        let searchText = PublishRelay<String?>()
    }

    struct Output: OutputType {
        let repositories: Observable<[GitHub.Repository]>
    }

    struct Extra: ExtraType {
        let apiStream: GitHubSearchAPIStream
    }

    convenience init() {
        self.init(input: Input(), state: State(), extra: Extra(apiStream: GitHubSearchAPIStream()))
    }

    static func bind(from dependency: Dependency<Input, State, Extra>, disposeBag: DisposeBag) -> Output {
        let apiStream = dependency.extra.apiStream

        dependency.inputObservables.searchText
            .bind(to: apiStream.input.searchText)
            .disposed(by: disposeBag)

        let repositories = apiStream.output.searchResponse
            .map { $0.items }

        return Output(repositories: repositories)
    }
}

@MainActor
private final class GitHubSearchViewController {
    let searchBar = TextField()
    let tableView = TableView()

    private let viewStream: any GitHubSearchViewStreamType
    private let disposeBag = DisposeBag()

    init(viewStream: any GitHubSearchViewStreamType = GitHubSearchViewStream()) {
        self.viewStream = viewStream
    }

    func viewDidLoad() {
        // In this order, because a field emits its text immediately, and the stream does not store it: in Unio's text
        // it is the other way round, with a search that takes time.
        viewStream.output.repositories
            .bind(to: tableView.rx.repositories)
            .disposed(by: disposeBag)

        searchBar.rx.text
            .bind(to: viewStream.input.searchText)
            .disposed(by: disposeBag)
    }
}

@Suite("Unio's examples")
@MainActor
struct UnioExampleTests {
    @Test("Introduction: an ordinary view model")
    func introduction() {
        let viewModel = SearchViewModel()
        let (found, errors) = (Recorder<[GitHub.Repository]>(), Recorder<TestError>())
        _ = viewModel.repositories.subscribe(found)
        _ = viewModel.error.subscribe(errors)
        viewModel.search(query: "unio")
        viewModel.search(query: "")
        expectEqual(viewModel.repositoriesValue.map(\.fullName), ["cats-oss/Unio"])
        expectEqual(found.elements.map(\.count), [0, 1])
        expectEqual(errors.elements, [TestError("no query")])
    }

    @Test("Input: a relay takes values, a subject is an observer")
    func input() {
        struct Input: InputType {
            let searchText = PublishRelay<String?>()
            let buttonTap = PublishSubject<Void>()
        }
        let parts = Input()
        let (texts, taps) = (Recorder<String?>(), Recorder<Void>())
        _ = parts.searchText.subscribe(texts)
        _ = parts.buttonTap.subscribe(taps)

        let input: InputWrapper<Input> = InputWrapper(parts)
        input.searchText("query")  // accesses `func accept(_:)`
        input.buttonTap.onNext(())  // accesses `AnyObserver`
        expectEqual(texts.elements, ["query"])
        expectEqual(taps.count, 1)
    }

    @Test("Output: what is observed, a property, a property that may throw")
    func output() {
        struct Output: OutputType {
            let repositories: BehaviorRelay<[GitHub.Repository]>
            let isEnabled: BehaviorSubject<Bool>
            let error: Observable<TestError>
        }
        let error = PublishSubject<TestError>()
        let parts = Output(
            repositories: BehaviorRelay(value: []), isEnabled: BehaviorSubject(value: true), error: error.asObservable()
        )
        let output: OutputWrapper<Output> = OutputWrapper(parts)
        let printed = Recorder<String>()

        _ = output.repositories
            .subscribe(onNext: { printed("\($0.count) repositories") })
        _ = output.isEnabled
            .subscribe(onNext: { printed("enabled: \($0)") })
        _ = output.error
            .subscribe(onNext: { printed("\($0)") })
        error.onNext(TestError())
        expectEqual(printed.elements, ["0 repositories", "enabled: true", "TestError(test)"])

        let p: Property<[GitHub.Repository]> = output.repositories
        expectEqual(p.value, [])
        let t: ThrowableProperty<Bool> = output.isEnabled
        #expect((try? t.throwableValue()) == true)
    }

    @Test("Output: a computed value")
    func computed() {
        struct Output: OutputType {
            let isEnabled: Computed<Bool>
        }
        var _isEnabled = false
        let output = OutputWrapper<Output>(.init(isEnabled: Computed { _isEnabled }))
        expectEqual(output.isEnabled, false)
        _isEnabled = true
        expectEqual(output.isEnabled, true)
    }

    @Test("Usage: a search, from the search bar to the table")
    func search() {
        let controller = GitHubSearchViewController()
        controller.viewDidLoad()
        controller.searchBar.type("swift")
        #expect(
            controller.tableView.lines == [
                "apple/swift <https://github.com/apple/swift>",
                "apple/swift-nio <https://github.com/apple/swift-nio>",
                "ReactiveX/RxSwift <https://github.com/ReactiveX/RxSwift>",
            ])
        controller.searchBar.type("nothing of the kind")
        #expect(controller.tableView.lines.isEmpty)
    }

    @Test("Usage: the view with a mock in the stream's place")
    func mock() {
        final class MockStream: GitHubSearchViewStreamType {
            let parts = GitHubSearchViewStream.Input()
            let found = PublishRelay<[GitHub.Repository]>()
            let input: InputWrapper<GitHubSearchViewStream.Input>
            let output: OutputWrapper<GitHubSearchViewStream.Output>

            init() {
                input = InputWrapper(parts)
                output = OutputWrapper(.init(repositories: found.asObservable()))
            }
        }
        let stream = MockStream()
        let texts = Recorder<String?>()
        _ = stream.parts.searchText.subscribe(texts)
        let controller = GitHubSearchViewController(viewStream: stream)
        controller.viewDidLoad()
        controller.searchBar.type("anything")
        stream.found.accept([.init(fullName: "a/b", htmlUrl: "c")])
        expectEqual(texts.elements, ["", "anything"])
        expectEqual(controller.tableView.lines, ["a/b <c>"])
    }
}

import Binding

/// Finds repositories by parts of their names.
package protocol RepositoryService: Sendable {
    /// The repositories that match `query`, once, or an error. The search begins with the subscription, and is
    /// cancelled when that is disposed of.
    func search(_ query: String) -> Observable<[Repository]>
}

/// Repositories within the program, all of them invented.
package struct LocalRepositories: RepositoryService {
    private static let repositories = [
        Repository(name: "acorn/json-diff", language: "Go", stars: 760, isArchived: true),
        Repository(name: "acorn/swift-json", language: "Swift", stars: 840),
        Repository(name: "birch/swift-yaml", language: "Swift", stars: 420, isArchived: true),
        Repository(name: "birch/tree-walker", language: "Rust", stars: 97),
        Repository(name: "cedar/bindings", language: "Swift", stars: 2310),
        Repository(name: "cedar/console-forms", language: "Swift", stars: 610),
        Repository(name: "dogwood/json-schema", language: "TypeScript", stars: 5400),
        Repository(name: "fern/terminal-kit", language: "Swift", stars: 980),
        Repository(name: "fern/terminal-recorder", language: "C", stars: 3300),
        Repository(name: "ginkgo/parser-combinators", language: "Haskell", stars: 1290),
        Repository(name: "ginkgo/swift-parser", language: "Swift", stars: 88, isArchived: true),
        Repository(name: "hazel/分かち書き", language: "Python", stars: 275),
        Repository(name: "ivy/stream-recorder", language: "Kotlin", stars: 66),
        Repository(name: "ivy/swift-streams", language: "Swift", stars: 1505),
        Repository(name: "juniper/swift-benchmarks", language: "Swift", stars: 980),
    ]

    private let service: LocalService<Repository>

    /// Makes a service.
    ///
    /// - Parameter scheduler: The scheduler that measures the time of a search.
    package init(scheduler: any Scheduler) {
        service = LocalService("service", of: Self.repositories, scheduler: scheduler) { $0.name }
    }

    package func search(_ query: String) -> Observable<[Repository]> { service.search(query) }
}

/// A repository in the results of a search.
package struct Repository: Identifiable, Sendable, Equatable {
    package let name: String
    package let language: String
    package let stars: Int
    package let isArchived: Bool

    package var id: String { name }

    /// Makes a repository.
    package init(name: String, language: String, stars: Int, isArchived: Bool = false) {
        self.name = name
        self.language = language
        self.stars = stars
        self.isArchived = isArchived
    }
}

/// The orders of a list of repositories.
package enum RepositoryOrder: String, CaseIterable, Sendable {
    case stars, name

    /// The names of the orders.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// Whether `first` comes before `second`.
    package func isInOrder(_ first: Repository, _ second: Repository) -> Bool {
        switch self {
        case .stars: (second.stars, first.name) < (first.stars, second.name)
        case .name: first.name < second.name
        }
    }
}

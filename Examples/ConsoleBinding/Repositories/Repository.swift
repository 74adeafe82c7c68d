/// A repository, as far as a search is concerned.
struct Repository: Sendable, Equatable {
    let name: String
    let language: String
    let stars: Int
    var isArchived = false
}

extension Repository: CustomStringConvertible {
    var description: String {
        let count = String(stars)
        let space = String(repeating: " ", count: max(0, 5 - count.count))
        return name.padded(to: 26) + space + "\(count) ★ \(language)" + (isArchived ? " · archived" : "")
    }
}

/// What comes first in a list of repositories.
enum RepositoryOrder: String, CaseIterable, Sendable {
    case stars, name

    /// What the orders are called.
    static var names: [String] { allCases.map(\.rawValue) }

    /// Whether `first` comes before `second`.
    func isInOrder(_ first: Repository, _ second: Repository) -> Bool {
        switch self {
        case .stars: (second.stars, first.name) < (first.stars, second.name)
        case .name: first.name < second.name
        }
    }
}

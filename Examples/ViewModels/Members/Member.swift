import BindingCollections

/// A member of the club, and their points.
package struct Member: Identifiable, Sendable, Equatable {
    package let id: String
    package let name: String
    package var points: Int

    /// Makes a member.
    package init(id: String, name: String, points: Int) {
        self.id = id
        self.name = name
        self.points = points
    }

    /// Whether the name contains a query, ignoring case.
    func matches(_ query: String) -> Bool {
        query.isEmpty || name.lowercased().contains(query.lowercased())
    }
}

/// The orders of a list of members.
package enum MemberOrder: String, CaseIterable, Sendable {
    case name, points

    /// The names of the orders.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// The order as one for sorting a list.
    var order: RowOrder<Member> {
        switch self {
        case .name: .ascending(\.name)
        case .points: .descending(\.points).then(.ascending(\.name))
        }
    }
}

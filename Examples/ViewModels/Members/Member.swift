import BindingCollections

/// Somebody who belongs to the club, and what they have earned.
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

    /// Whether a part of the name is what somebody looks for, whatever the case.
    func matches(_ query: String) -> Bool {
        query.isEmpty || name.lowercased().contains(query.lowercased())
    }
}

/// Who comes first in a list of members.
package enum MemberOrder: String, CaseIterable, Sendable {
    case name, points

    /// What the orders are called.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// The order, as one that a list can be kept in.
    var order: SortOrder<Member> {
        switch self {
        case .name: .ascending(\.name)
        case .points: .descending(\.points).then(.ascending(\.name))
        }
    }
}

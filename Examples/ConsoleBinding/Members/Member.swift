import BindingCollections

/// Somebody who belongs to the club, and what they have earned.
struct Member: Identifiable, Sendable, Equatable {
    let id: String
    let name: String
    var points: Int

    /// Whether a part of the name is what somebody looks for, whatever the case.
    func matches(_ query: String) -> Bool {
        query.isEmpty || name.lowercased().contains(query.lowercased())
    }
}

extension Member: CustomStringConvertible {
    var description: String {
        let count = String(points)
        return name.padded(to: 26) + String(repeating: " ", count: max(0, 4 - count.count)) + "\(count) points"
    }
}

extension ListRow {
    /// The row of a member.
    init(_ member: Member) {
        self.init(id: member.id, text: member.description)
    }
}

/// Who comes first in a list of members.
enum MemberOrder: String, CaseIterable, Sendable {
    case name, points

    /// What the orders are called.
    static var names: [String] { allCases.map(\.rawValue) }

    /// The order, as one that a list can be kept in.
    var order: SortOrder<Member> {
        switch self {
        case .name: .ascending(\.name)
        case .points: .descending(\.points).then(.ascending(\.name))
        }
    }
}

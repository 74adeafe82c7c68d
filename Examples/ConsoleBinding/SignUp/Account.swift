/// What a user can have.
enum Plan: String, CaseIterable, Sendable {
    case free, pro, team

    /// What it costs.
    var price: String {
        switch self {
        case .free: "costs nothing"
        case .pro: "9 € a month"
        case .team: "29 € a month"
        }
    }
}

/// Somebody who has signed up.
struct Account: Sendable, Equatable {
    var userName: String
    var email: String
    var age: UInt
    var plan: Plan
}

extension ListRow {
    /// The row of an account.
    init(_ account: Account) {
        self.init(id: account.userName, text: account.description)
    }
}

extension Account: CustomStringConvertible {
    var description: String { "\(userName) · \(email) · \(age) · \(plan)" }
}

/// A plan that a user can choose.
package enum Plan: String, CaseIterable, Sendable {
    case free, pro, team

    /// The price of the plan.
    package var price: String {
        switch self {
        case .free: "costs nothing"
        case .pro: "9 € a month"
        case .team: "29 € a month"
        }
    }
}

/// The account of somebody who has signed up.
package struct Account: Sendable, Equatable {
    package let userName: String
    package let email: String
    package let age: UInt
    package let plan: Plan

    /// Makes an account.
    package init(userName: String, email: String, age: UInt, plan: Plan) {
        self.userName = userName
        self.email = email
        self.age = age
        self.plan = plan
    }
}

extension Account: CustomStringConvertible {
    package var description: String { "\(userName) · \(email) · \(age) · \(plan)" }
}

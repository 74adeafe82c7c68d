/// What there is to say about an entry.
enum Check: Sendable, Equatable {
    /// Nothing has been entered; this is what is expected.
    case empty(hint: String)
    /// It will not do, and why.
    case wrong(String)
    case right

    /// What is shown beside the field.
    var message: String {
        switch self {
        case .empty(let hint): hint
        case .wrong(let reason): "✗ \(reason)"
        case .right: "✓"
        }
    }

    /// In what voice that is shown.
    var style: Style {
        switch self {
        case .empty: .faint
        case .wrong: .bad
        case .right: .good
        }
    }

    /// What keeps the form from being submitted.
    var obstacle: String? {
        switch self {
        case .empty(let hint): hint
        case .wrong(let reason): reason
        case .right: nil
        }
    }
}

/// What entries are right.
extension Check {
    static let userNameLengths = 3...16
    static let passwordMinimum = 8
    static let ages = 18...120

    static func userName(_ name: String, taken: [Account]) -> Check {
        if name.isEmpty { return .empty(hint: "\(userNameLengths.lowerBound) characters or more") }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return .wrong("only letters and digits") }
        let missing = userNameLengths.lowerBound - name.count
        if missing > 0 { return .wrong("\(counted(missing, "character")) too short") }
        let isTaken = taken.contains { $0.userName.lowercased() == name.lowercased() }
        return isTaken ? .wrong("taken already") : .right
    }

    static func email(_ address: String) -> Check {
        if address.isEmpty { return .empty(hint: "such as ada@example.org") }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return .wrong("an @ is missing") }
        guard parts.count == 2 else { return .wrong("more than one @") }
        guard !parts[0].isEmpty else { return .wrong("nothing before the @") }
        guard !parts[1].isEmpty else { return .wrong("nothing behind the @") }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1 else { return .wrong("the domain has no dot") }
        guard !labels.contains("") else { return .wrong("a dot too many") }
        return .right
    }

    static func password(_ password: String, userName: String) -> Check {
        if password.isEmpty { return .empty(hint: "\(passwordMinimum) characters or more") }
        let missing = passwordMinimum - password.count
        if missing > 0 { return .wrong("\(counted(missing, "character")) too short") }
        guard password.contains(where: \.isLetter) else { return .wrong("a letter is missing") }
        guard password.contains(where: \.isNumber) else { return .wrong("a digit is missing") }
        let givesNameAway = !userName.isEmpty && password.lowercased().contains(userName.lowercased())
        return givesNameAway ? .wrong("contains the user name") : .right
    }

    static func age(_ age: Int?) -> Check {
        guard let age else { return .empty(hint: "\(ages.lowerBound) or more") }
        if age < ages.lowerBound { return .wrong("\(ages.lowerBound) at least") }
        return age > ages.upperBound ? .wrong("\(ages.upperBound) at most") : .right
    }

    static func terms(_ isAccepted: Bool) -> Check {
        isAccepted ? .right : .empty(hint: "must be accepted")
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

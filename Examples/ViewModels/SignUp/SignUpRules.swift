import BindingForms

// The rules for entries. A field reports the first of its rules that is broken.

extension Rule where Value == String {
    /// The entry must not be empty; the message for an empty one is a hint.
    static func entered(_ hint: String) -> Rule { .notEmpty.message(hint) }

    static func characters(_ minimum: Int) -> Rule {
        Rule { text in
            let missing = minimum - text.count
            return missing > 0 ? "\(missing) character\(missing == 1 ? "" : "s") too short" : nil
        }
    }

    static var lettersAndDigits: Rule {
        .where("only letters and digits") { $0.allSatisfy { $0.isLetter || $0.isNumber } }
    }

    static var withLetter: Rule { .where("a letter is missing") { $0.contains(where: \.isLetter) } }

    static var withDigit: Rule { .where("a digit is missing") { $0.contains(where: \.isNumber) } }

    static var address: Rule {
        Rule { address in
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count > 1 else { return "an @ is missing" }
            guard parts.count == 2 else { return "more than one @" }
            guard !parts[0].isEmpty else { return "nothing before the @" }
            guard !parts[1].isEmpty else { return "nothing behind the @" }
            let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
            guard labels.count > 1 else { return "the domain has no dot" }
            return labels.contains("") ? "a dot too many" : nil
        }
    }
}

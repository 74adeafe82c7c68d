import Binding

extension Rule where Value == String {
    /// The text contains something other than whitespace.
    public static var notBlank: Rule {
        Rule(.required) { $0.isBlank ? "This must not be blank" : nil }
    }

    /// The text has the form of an email address.
    ///
    /// The part before the "@" consists of letters, digits, the grave accent and `!#$%&'*+-/=?^_{|}~`, with single
    /// points between them, and has at most 64 bytes. The part after it consists of at least two labels with points
    /// between them, each of at most 63 letters, digits and hyphens, with no hyphen at either end; the last one has two
    /// characters or more, which are not all digits. Letters and digits may be those of any script
    /// ("josé@exämple.com"). The whole has at most 254 bytes.
    ///
    /// This is less than the standards allow: no comments, no quotation marks ("\"a b\"@example.com"), no addresses of
    /// computers ("ann@[192.0.2.1]"), and no names within a local network ("root@localhost"). Whitespace at the ends is
    /// refused; read the text with `.trimmed` if it should not matter. Empty text is refused, too: for an address that
    /// may be missing, use `.ifPresent(.email)` on an optional that is read with `.trimmed(.optional(.lossless))`. Only
    /// a message to the mailbox shows whether it exists.
    ///
    /// - Complexity: O(n) for each value, n being its length; O(1) where it has more than 254 bytes.
    public static var email: Rule {
        Rule(.email) { isEmailAddress($0) ? nil : "This is not an email address" }
    }

    /// The text as a whole matches a regular expression.
    ///
    /// ```swift
    /// @Validated(.matches(/[A-Z]{2}[0-9]{4}/).message("Two letters and four digits")) var code = "AB0000"
    /// ```
    ///
    /// The expression is tried on the main actor with each new value, and some expressions take a time that grows
    /// exponentially with the length of the text: with such a one, check the length first, in a rule of your own. If a
    /// transformation in the expression throws, the text does not match.
    ///
    /// - Parameter regex: A literal, or another expression.
    @MainActor
    public static func matches(_ regex: some RegexComponent) -> Rule {
        let regex = regex.regex
        return Rule(.pattern) { text in
            (try? regex.wholeMatch(in: text)) == nil ? "This does not have the right form" : nil
        }
    }
}

// For values that are not text. After the rules of the same names: see `Rule.unavailable`.

extension Rule {
    /// A rule for text.
    @available(
        *, unavailable,
        message: "'notBlank' is a rule for text; for an optional, write '.notNil' or '.ifPresent(.notBlank)'"
    )
    @_documentation(visibility: internal)
    public static var notBlank: Rule { .unavailable }

    /// A rule for text.
    @available(
        *, unavailable,
        message: "'email' is a rule for text; for an optional text, write '.ifPresent(.email)'"
    )
    @_documentation(visibility: internal)
    public static var email: Rule { .unavailable }

    /// A rule for text.
    @available(
        *, unavailable,
        message: "'matches' is a rule for text; for an optional text, write '.ifPresent(.matches(…))'"
    )
    @_documentation(visibility: internal)
    @MainActor
    public static func matches(_ regex: some RegexComponent) -> Rule { .unavailable }
}

private func isEmailAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 254 else { return false }
    let scalars = text.unicodeScalars
    guard let at = scalars.firstIndex(of: "@") else { return false }
    return isLocalPart(scalars[..<at]) && isDomain(scalars[scalars.index(after: at)...])
}

private func isLocalPart(_ part: Substring.UnicodeScalarView) -> Bool {
    guard Substring(part).utf8.count <= 64 else { return false }
    return part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty && atom.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0) }
    }
}

private func isDomain(_ domain: Substring.UnicodeScalarView) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last else { return false }
    return last.count > 1 && !last.allSatisfy { $0.properties.generalCategory == .decimalNumber }
        && labels.allSatisfy { label in
            1...63 ~= label.count && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isLetterOrDigit || $0 == "-" }
        }
}

extension Unicode.Scalar {
    /// Whether it is a letter or a digit of any script, or an accent of one.
    fileprivate var isLetterOrDigit: Bool {
        if isASCII { return ("a"..."z") ~= self || ("A"..."Z") ~= self || ("0"..."9") ~= self }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}

extension Rule where Value: ExpressibleByNilLiteral & Equatable {
    /// An optional holds something.
    public static var notNil: Rule {
        Rule { $0 == Value(nilLiteral: ()) ? "This must not be empty" : nil }
    }
}

extension Rule {
    /// Rules of what an optional holds; `nil` breaks none of them.
    ///
    /// ```swift
    /// @Validated(as: .trimmed(.optional(.lossless)), .ifPresent(.email)) var email: String? = nil
    /// ```
    ///
    /// It says what the first of the rules that are broken says, hints only where there is no error. To have several told at
    /// once, write `.ifPresent(…)` for each.
    ///
    /// - Parameter rules: Asked in order.
    public static func ifPresent<Wrapped>(_ rules: Rule<Wrapped>...) -> Rule where Value == Wrapped? {
        .judging { value in
            guard let value else { return nil }
            var hint: ValidationMessage?
            for rule in rules {
                guard let message = rule.verdict(on: value) else { continue }
                if message.severity == .error { return message }
                hint = hint ?? message
            }
            return hint
        }
    }
}

// What is no optional. Behind the rules of the same names: see `Rule.unavailable`.

extension Rule {
    /// A rule of an optional.
    @available(
        *, unavailable,
        message:
            "'notNil' is a rule for an optional, and this value is always there; for text that may be \"\", write '.notEmpty'"
    )
    @_documentation(visibility: internal)
    public static var notNil: Rule { .unavailable }

    /// A rule of an optional.
    @available(
        *, unavailable,
        message: "'ifPresent' is a rule for an optional, and this value is always there; write the rules without it"
    )
    @_documentation(visibility: internal)
    public static func ifPresent(_ rules: Rule...) -> Rule { .unavailable }
}

extension Rule where Value: ExpressibleByNilLiteral & Equatable {
    /// The optional holds a value.
    public static var notNil: Rule {
        Rule(.required) { $0 == Value(nilLiteral: ()) ? "This must not be empty" : nil }
    }
}

extension Rule {
    /// Rules for the value that an optional holds; `nil` breaks none of them.
    ///
    /// ```swift
    /// @Validated(as: .trimmed(.optional(.lossless)), .ifPresent(.email)) var email: String? = nil
    /// ```
    ///
    /// Its message is that of the first rule that is broken; that of a hint only if there is no error. To show several
    /// at once, write `.ifPresent(…)` for each.
    ///
    /// - Parameter rules: The rules, checked in order.
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

// For values that are not optionals. After the rules of the same names: see `Rule.unavailable`.

extension Rule {
    /// A rule for optionals.
    @available(
        *, unavailable,
        message:
            "'notNil' is a rule for an optional, and this value is never nil; for text that may be \"\", write '.notEmpty'"
    )
    @_documentation(visibility: internal)
    public static var notNil: Rule { .unavailable }

    /// A rule for optionals.
    @available(
        *, unavailable,
        message: "'ifPresent' is a rule for an optional, and this value is never nil; write the rules without it"
    )
    @_documentation(visibility: internal)
    public static func ifPresent(_ rules: Rule...) -> Rule { .unavailable }
}

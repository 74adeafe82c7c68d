// A converter where a rule is expected: the compiler says what is missing.

extension Rule {
    /// A converter, which is no rule.
    @available(*, unavailable, message: "'integer' is a converter, not a rule; write 'as: .integer' before the rules")
    @_documentation(visibility: internal)
    public static var integer: Rule { .unavailable }

    /// A converter, which is no rule.
    @available(*, unavailable, message: "'decimal' is a converter, not a rule; write 'as: .decimal' before the rules")
    @_documentation(visibility: internal)
    public static var decimal: Rule { .unavailable }

    /// A converter, which is no rule.
    @available(*, unavailable, message: "'lossless' is a converter, not a rule; write 'as: .lossless' before the rules")
    @_documentation(visibility: internal)
    public static var lossless: Rule { .unavailable }

    /// A converter, which is no rule.
    @available(*, unavailable, message: "'trimmed' is a converter, not a rule; write 'as: .trimmed' before the rules")
    @_documentation(visibility: internal)
    public static var trimmed: Rule { .unavailable }
}

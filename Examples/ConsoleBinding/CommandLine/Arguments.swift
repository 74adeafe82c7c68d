/// What the program was asked to do.
enum Request: Equatable, Sendable {
    /// A form on the terminal, or a script from standard input where there is none.
    case run(FormKind)
    /// A script in a file; `-` is standard input.
    case script(path: String, FormKind)
    case demo
    case help

    /// Reads the arguments behind the program's name.
    ///
    /// - Throws: What is wrong with them.
    init(arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        var script: String?
        var isDemo = false
        var kind = FormKind.signUp
        while let argument = rest.popFirst() {
            let hasScript = isDemo || script != nil
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--repositories":
                guard kind == .signUp else { throw UsageError("'--repositories' is too much: it is there already") }
                kind = .repositories
                continue
            case "--demo": isDemo = true
            case "--script": script = try Self.path(rest.popFirst())
            case _ where argument.hasPrefix("--script="):
                script = try Self.path(argument.dropFirst("--script=".count))
            default:
                let options = ["--script", "--demo", "--repositories", "--help"]
                let suggestion = Suggestion.nearest(to: argument, among: options).map { "; did you mean \($0)?" } ?? ""
                throw UsageError("there is no option '\(argument)'\(suggestion)")
            }
            if hasScript { throw UsageError("'\(argument)' is too much: one of --script and --demo") }
        }
        guard !isDemo || kind == .signUp else {
            throw UsageError("--demo plays with the sign-up form: it does not go with --repositories")
        }
        self = isDemo ? .demo : script.map { .script(path: $0, kind) } ?? .run(kind)
    }

    private static func path(_ argument: (some StringProtocol)?) throws(UsageError) -> String {
        guard let argument, !argument.isEmpty else { throw UsageError("--script needs a file's name, or -") }
        return String(argument)
    }
}

/// The arguments make no sense.
struct UsageError: Error, Equatable {
    let complaint: String

    /// States what is wrong; what cannot be printed is replaced.
    init(_ complaint: String) {
        self.complaint = complaint.drawable
    }
}

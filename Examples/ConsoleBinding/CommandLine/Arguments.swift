import Glibc

/// What the program is asked to do.
enum Request: Equatable, Sendable {
    /// Shows a form on the terminal, or runs a script from standard input if there is no terminal.
    case run(FormKind)
    /// Runs a script in a file; `-` is standard input.
    case script(path: Argument, FormKind)
    case demo
    case help

    /// Parses the arguments after the program's name.
    ///
    /// - Throws: ``UsageError`` if they make no sense.
    init(arguments: some Sequence<Argument>) throws(UsageError) {
        var rest = Array(arguments)[...]
        var script: Argument?
        var isDemo = false
        var form: (kind: FormKind, text: String)?
        while let argument = rest.popFirst() {
            if let other = FormKind.options.first(where: { $0.text == argument.text }) {
                if let form {
                    let reason = form.kind == other.kind ? "is given twice" : "and \(form.text) exclude each other"
                    throw UsageError("'\(other.text)' \(reason)")
                }
                form = other
                continue
            }
            let hasScript = isDemo || script != nil
            switch argument.text {
            case "--help", "-h":
                self = .help
                return
            case "--demo": isDemo = true
            case "--script": script = try Self.path(rest.popFirst())
            case _ where argument.bytes.starts(with: "--script=".utf8):
                script = try Self.path(Argument(bytes: Array(argument.bytes.dropFirst("--script=".utf8.count))))
            default:
                let options = ["--script", "--demo", "--help"] + FormKind.options.map(\.text)
                let nearest = Suggestion.nearest(to: argument.text, among: options)
                let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
                throw UsageError("there is no option '\(argument.text)'\(suggestion)")
            }
            if hasScript { throw UsageError("'\(argument.text)': give only one of --script and --demo") }
        }
        if isDemo, let form {
            throw UsageError("--demo uses the sign-up form and cannot be combined with \(form.text)")
        }
        let kind = form?.kind ?? .signUp
        self = isDemo ? .demo : script.map { .script(path: $0, kind) } ?? .run(kind)
    }

    private static func path(_ argument: Argument?) throws(UsageError) -> Argument {
        guard let argument, !argument.bytes.isEmpty else { throw UsageError("--script needs a file's name, or -") }
        return argument
    }
}

/// A command line argument: any bytes, as a file name may be.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    /// The argument as text, with invalid UTF-8 replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension CommandLine {
    /// The arguments after the program's name, unmodified; ``arguments`` has repaired those that are not valid text.
    static var options: [Argument] {
        UnsafeBufferPointer(start: unsafeArgv, count: Int(argc)).dropFirst().compactMap { argument in
            argument.map { Argument(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
        }
    }
}

/// An error in the arguments.
struct UsageError: Error, Equatable {
    let complaint: String

    /// Describes the error; unprintable characters are replaced.
    init(_ complaint: String) {
        self.complaint = complaint.drawable
    }
}

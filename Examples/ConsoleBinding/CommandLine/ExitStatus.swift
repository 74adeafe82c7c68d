/// The exit status of the program.
enum ExitStatus: Int32 {
    /// The user left the form, or the script ended.
    case success = 0
    /// The terminal or the output failed.
    case failure = 1
    /// The arguments or the script are invalid.
    case misuse = 2
    /// The user pressed Ctrl-C: the status that a shell reports for a program that SIGINT has ended.
    case interrupted = 130
}

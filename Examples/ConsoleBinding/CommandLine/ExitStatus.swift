/// What the program says to whoever started it.
enum ExitStatus: Int32 {
    /// The form was left by its own ways out, or the script came to its end.
    case success = 0
    /// The terminal or the output failed.
    case failure = 1
    /// The arguments or the script are wrong.
    case misuse = 2
    /// The user pressed Ctrl-C: what a shell reports for a program that SIGINT has ended.
    case interrupted = 130
}

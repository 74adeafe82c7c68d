import Glibc
import LettersViewModels

/// The command line options of the program.
struct Options {
    static let help = """
        usage: Letters [FILE.mbox...] [--dark] [--screenshot FILE [--scale NUMBER]]

          --dark             is dark, whatever the preferences say
          --screenshot FILE  draws the window into a file, as PNG, and ends
          --scale NUMBER     how many pixels of the picture each of the window's becomes: 1 to 4
        """

    var files: [String] = []
    var isDark = false
    var screenshot: String?
    var scale = 1
    var wantsHelp = false

    /// Reads the arguments of a command line, without the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help": wantsHelp = true
            case "--dark": isDark = true
            case "--screenshot":
                guard let file = rest.popFirst() else { throw UsageError("--screenshot needs a file") }
                screenshot = file
            case "--scale":
                guard let scale = rest.popFirst().flatMap({ Int($0) }), (1...4).contains(scale) else {
                    throw UsageError("--scale takes a number from 1 to 4")
                }
                self.scale = scale
            default:
                guard !argument.hasPrefix("-") else { throw UsageError("there is no option '\(argument)'") }
                files.append(argument)
            }
        }
    }
}

/// An error in a command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

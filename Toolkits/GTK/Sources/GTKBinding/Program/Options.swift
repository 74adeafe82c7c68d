/// The command line options of the program.
struct Options {
    static let help = """
        usage: GTKBinding [--page NAME] [--dark] [--filled] [--screenshot FILE [--scale NUMBER]]

          --page NAME        begins with one of: \(MainWindow.Page.allCases.map(\.rawValue).joined(separator: ", "))
          --dark             uses the theme's dark colours
          --filled           fills in what a user would type
          --screenshot FILE  draws the window into a file, as PNG, and ends
          --scale NUMBER     how many pixels of the picture each of the window's becomes: 1 to 4
        """

    var page = MainWindow.Page.signUp
    var isDark = false
    var isFilled = false
    var screenshot: String?
    var scale = 1
    var wantsHelp = false

    /// Reads the arguments of a command line, without the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            return value
        }
        while let option = rest.popFirst() {
            switch option {
            case "--help": wantsHelp = true
            case "--dark": isDark = true
            case "--filled": isFilled = true
            case "--screenshot": screenshot = try value(of: option)
            case "--page":
                let name = try value(of: option)
                guard let page = MainWindow.Page(rawValue: name) else {
                    let names = MainWindow.Page.allCases.map(\.rawValue).joined(separator: ", ")
                    throw UsageError("there is no page '\(name)', but \(names)")
                }
                self.page = page
            case "--scale":
                let text = try value(of: option)
                guard let scale = Int(text), (1...4).contains(scale) else {
                    throw UsageError("--scale takes a number from 1 to 4, not '\(text)'")
                }
                self.scale = scale
            default: throw UsageError("there is no option '\(option)'")
            }
        }
    }
}

/// An error in a command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

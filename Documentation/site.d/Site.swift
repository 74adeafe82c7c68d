import Foundation

/// What `Documentation/site` needs besides docc.
///
/// `articles PACKAGE CATALOG REPOSITORY` gives the documents in the copy of a catalog docc's links.
/// `check ARCHIVES MODULE...` names links between pages that lead nowhere, and what no landing page groups.
@main
struct Site {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments.first == "articles" {
                try Articles(
                    package: URL(filePath: arguments[1]), catalog: URL(filePath: arguments[2]),
                    repository: arguments[3].isEmpty ? nil : arguments[3]
                ).write()
            } else {
                try Archives(folder: URL(filePath: arguments[1]), modules: Array(arguments[2...])).check()
            }
        } catch let failure as Failure {
            FileHandle.standardError.write(Data(failure.lines.map { "site: \($0)\n" }.joined().utf8))
            exit(1)
        }
    }
}

/// Something that whoever writes the documentation has to mend.
struct Failure: Error {
    let lines: [String]
}

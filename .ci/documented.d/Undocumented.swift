import Foundation

extension SymbolGraph.Symbol {
    fileprivate var isDocumented: Bool { docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false }
}

/// Lists each symbol without a documentation comment in the symbol graphs of modules.
///
/// The arguments are the folder of the package, a folder with a subfolder of symbol graphs for each module, and the
/// modules.
@main
struct Undocumented {
    static func main() throws {
        let arguments = CommandLine.arguments
        let (package, graphs, modules) = (arguments[1], URL(filePath: arguments[2]), arguments[3...])
        var count = 0
        var undocumented: [(file: String, line: Int, name: String)] = []
        for module in modules {
            let before = count
            for graph in try SymbolGraph.all(in: graphs.appending(path: module)) {
                let inheriting = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
                count += graph.symbols.count
                for symbol in graph.symbols
                where !symbol.isDocumented && !inheriting.contains(symbol.identifier.precise) {
                    let path = symbol.location.flatMap { URL(string: $0.uri) }?.path(percentEncoded: false) ?? module
                    undocumented.append(
                        (
                            file: path.hasPrefix(package + "/") ? String(path.dropFirst(package.count + 1)) : path,
                            // Symbol graphs count from 0.
                            line: (symbol.location?.position.line ?? 0) + 1,
                            name: "\(module).\(symbol.path)"
                        ))
                }
            }
            guard count > before else { fail("documented: the symbol graph of \(module) has no symbol") }
        }
        for symbol in undocumented.sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
            print("\(symbol.file):\(symbol.line): \(symbol.name) has no documentation comment")
        }
        guard undocumented.isEmpty else {
            fail("documented: \(undocumented.count) of \(count) public symbols have no documentation comment")
        }
        print("documented: all \(count) public symbols are documented")
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}

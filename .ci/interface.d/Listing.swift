import Foundation

/// Prints the public interface of a module: a line for each symbol, and for each conformance of a type, in order.
///
/// The arguments are the module and the folder of its symbol graphs.
@main
struct Listing {
    static func main() throws {
        let (module, folder) = (CommandLine.arguments[1], URL(filePath: CommandLine.arguments[2]))
        var lines: Set<String> = []
        let graphs = try SymbolGraph.all(in: folder)
        var names: [String: String] = [:]
        for symbol in graphs.flatMap(\.symbols) {
            names[symbol.identifier.precise] = symbol.path
            let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let open = symbol.accessLevel == "open" ? "open " : ""
            lines.insert("\(symbol.path): \(open)\(declaration)\(clause(symbol.swiftExtension?.constraints))")
        }
        let kinds = ["conformsTo": "conforms to", "inheritsFrom": "inherits from"]
        for relationship in graphs.flatMap(\.relationships) {
            guard let verb = kinds[relationship.kind], let type = names[relationship.source] else { continue }
            let other = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            lines.insert("\(type): \(verb) \(other)\(clause(relationship.swiftConstraints))")
        }
        guard !lines.isEmpty else {
            FileHandle.standardError.write(Data("interface: the symbol graph of \(module) has no symbol\n".utf8))
            exit(1)
        }
        for line in lines.sorted() { print(line) }
    }

    private static func clause(_ constraints: [SymbolGraph.Constraint]?) -> String {
        guard let constraints, !constraints.isEmpty else { return "" }
        let texts = constraints.map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }
        return " [where \(texts.joined(separator: ", "))]"
    }
}

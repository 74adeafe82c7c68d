import Foundation

/// The part of a symbol graph that is needed, as `swift symbolgraph-extract` writes it.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Extension: Decodable { let constraints: [Constraint]? }
        struct Constraint: Decodable {
            let kind, lhs, rhs: String

            var text: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
        }

        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let swiftExtension: Extension?
    }

    struct Relationship: Decodable {
        let kind, source: String
        let target: String
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

/// Prints the public interface of a module: a line for each symbol, and for each conformance of a type, in order.
///
/// The arguments are the module and the folder of its symbol graphs.
@main
struct Listing {
    static func main() throws {
        let (module, folder) = (CommandLine.arguments[1], URL(filePath: CommandLine.arguments[2]))
        var lines: Set<String> = []
        // Extensions of another module's types are in separate files.
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let graphs = try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
        var names: [String: String] = [:]
        for symbol in graphs.flatMap(\.symbols) {
            let name = symbol.pathComponents.joined(separator: ".")
            names[symbol.identifier.precise] = name
            let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let constraints = (symbol.swiftExtension?.constraints ?? []).map(\.text)
            lines.insert(
                "\(name): \(declaration)"
                    + (constraints.isEmpty ? "" : " [where \(constraints.joined(separator: ", "))]"))
        }
        for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
            guard let type = names[relationship.source] else { continue }
            let `protocol` = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            lines.insert("\(type): conforms to \(`protocol`)")
        }
        guard !lines.isEmpty else {
            FileHandle.standardError.write(Data("interface: the symbol graph of \(module) has no symbol\n".utf8))
            exit(1)
        }
        for line in lines.sorted() { print(line) }
    }
}

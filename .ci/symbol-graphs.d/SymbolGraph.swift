import Foundation

/// The part of a symbol graph that the checks need, as `swift symbolgraph-extract` writes it.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Comment: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable {
            struct Position: Decodable { let line: Int }
            let uri: String
            let position: Position
        }
        struct Fragment: Decodable { let spelling: String }
        struct Extension: Decodable { let constraints: [Constraint]? }

        let identifier: Identifier
        let pathComponents: [String]
        let accessLevel: String
        let docComment: Comment?
        let location: Location?
        let declarationFragments: [Fragment]?
        let swiftExtension: Extension?

        /// Its name with those of the types that it is in.
        var path: String { pathComponents.joined(separator: ".") }
    }

    struct Relationship: Decodable {
        struct Origin: Decodable { let displayName: String }
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
        let swiftConstraints: [Constraint]?

        /// The requirement or overridden member whose documentation the symbol inherits.
        let sourceOrigin: Origin?
    }

    struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String
    }

    let symbols: [Symbol]
    let relationships: [Relationship]

    /// The graphs of a module: those of extensions of another module's types are in separate files of its folder.
    static func all(in folder: URL) throws -> [SymbolGraph] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
    }
}

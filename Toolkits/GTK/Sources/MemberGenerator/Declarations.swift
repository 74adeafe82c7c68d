import Foundation

/// The public declarations of a module that were written by hand, with what their documentation says first, from its symbol
/// graphs: the reference has the generated ones from GObject.
struct Declarations {
    struct Declaration {
        let text: String
        let summary: String
    }

    /// The types, by name.
    private(set) var types: [String: Declaration] = [:]
    /// The members of each type, without those that only wrap an existing object.
    private(set) var members: [String: [Declaration]] = [:]
    /// The members of `rx`, by the class or the protocol whose they are.
    private(set) var reactive: [String: [Declaration]] = [:]

    /// - Parameter folder: What `swift symbolgraph-extract` has written of one module.
    init(in folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
            let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
            for symbol in graph.symbols.sorted(by: { $0.sortKey < $1.sortKey }) where symbol.isByHand { add(symbol) }
        }
    }

    private mutating func add(_ symbol: Graph.Symbol) {
        let path = symbol.pathComponents
        let declaration = Declaration(text: symbol.text, summary: symbol.summary)
        if path[0] == "Reactive", let base = symbol.base {
            reactive[base, default: []].append(declaration)
        } else if symbol.isType {
            types[path.joined(separator: ".")] = declaration
        } else {
            members[path.dropLast().joined(separator: "."), default: []].append(declaration)
        }
    }
}

/// A symbol graph, as far as it is needed.
private struct Graph: Decodable {
    let symbols: [Symbol]

    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable { let spelling: String }
        struct Comment: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable { let uri: String }
        struct Extension: Decodable {
            struct Constraint: Decodable { let lhs, rhs: String }
            let constraints: [Constraint]?
        }
        let kind: Kind
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let docComment: Comment?
        let location: Location?
        let swiftExtension: Extension?
    }
}

extension Graph.Symbol {
    var sortKey: String { pathComponents.joined(separator: ".") }

    /// Whether it is in a file of the package, and says something that its class does not.
    var isByHand: Bool {
        guard let location, !location.uri.contains("/plugins/outputs/") else { return false }
        return pathComponents.last != "init(wrapping:)"
    }

    var isType: Bool { ["class", "enum", "protocol", "struct"].contains { kind.identifier == "swift.\($0)" } }

    /// The class or protocol whose `rx` it is in.
    var base: String? { swiftExtension?.constraints?.first { $0.lhs == "Base" }?.rhs }

    /// The declaration on one line, without what goes without saying here: all is of the main actor.
    var text: String {
        let words = ["@MainActor", "@discardableResult", "final", "override", "convenience"]
        return declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
            .drop { words.contains(String($0)) }.joined(separator: " ")
    }

    /// The first sentence or sentences of its documentation, until an empty line. What they link to is not on the page.
    var summary: String {
        (docComment?.lines ?? []).map(\.text).prefix { !$0.isEmpty }.joined(separator: " ")
            .replacingOccurrences(of: "``", with: "`")
    }
}

/// What is bound to what: properties, operators, bindings and controls, as far as the inspector has seen them made, and as
/// they are now.
public struct BindingGraph: Sendable {
    /// A property, an operator, a binding or a control.
    public struct Vertex: Sendable {
        /// The kinds of vertices.
        public enum Kind: String, Sendable {
            /// A property, a relay, a subject, or a derived value.
            case source
            /// An operator.
            case `operator`
            /// An observer, with what it does with the values.
            case binding
            /// A property of a control.
            case control
        }

        /// Its number in the graph.
        public let id: Int
        /// What it is.
        public let kind: Kind
        /// Its name: `SignUpViewModel.userName`, `map`, `=>`, `Label.text`.
        public let name: String
        /// The file and the line, if they are known.
        public let place: String?
        /// The latest value, as a text, if there has been one.
        public let value: String?
        /// The number of values.
        public let count: Int
        /// What identifies it among all that the inspector knows.
        var node: InspectedProperty.ID?
    }

    /// The vertices, in the order in which they were made.
    public let vertices: [Vertex]
    /// The pairs of vertices of which the second gets its values from the first.
    public let edges: [(from: Int, to: Int)]
}

extension BindingInspector {
    /// What is bound to what, now.
    ///
    /// - Complexity: O(*n* log *n*) in the number of sources, operators and bindings.
    public var graph: BindingGraph { withRecording { $0.graph(of: $0.live) } }

    /// The same for a report: at the end of a program, when nothing is bound any more, what was bound last.
    var reportedGraph: BindingGraph {
        withRecording { $0.graph(of: $0.reported) }
    }
}

extension Recording {
    /// What a report is about: what there is, or, when nothing is bound any more, also what there was.
    var reported: [NodeRecord] {
        let live = live
        return live.contains(where: \.isBinding) ? live : described
    }

    func graph(of live: [NodeRecord]) -> BindingGraph {
        var followers: [UInt32: [UInt32]] = [:]
        for node in live {
            if node.isStep {
                if node.source != 0 { followers[node.source, default: []].append(node.number) }
                if node.outer != 0 { followers[node.number, default: []].append(node.outer) }
                if node.target != 0 { followers[node.number, default: []].append(node.target) }
            }
            for source in node.reads { followers[source, default: []].append(node.number) }
        }
        let candidates = live.filter { isShown($0) }
        let numbers = Set(candidates.map(\.number))
        // The subscriptions of an operator to its inputs are one vertex.
        var inputs: [OperatorKey: UInt32] = [:]
        var firsts: [UInt32: UInt32] = [:]
        for node in candidates {
            guard let name = node.operatorName, node.outer != 0 else { continue }
            let key = OperatorKey(name: name, outer: node.outer)
            firsts[node.number] = inputs[key] ?? node.number
            inputs[key] = inputs[key] ?? node.number
        }
        var known: Set<[UInt32]> = []
        let pairs = candidates.flatMap { node in
            shownFollowers(of: node.number, followers, numbers).compactMap { follower in
                let (from, to) = (firsts[node.number] ?? node.number, firsts[follower] ?? follower)
                return from != to && known.insert([from, to]).inserted ? (from: from, to: to) : nil
            }
        }
        // A source to which nothing is bound is not of interest here.
        let bound = Set(pairs.flatMap { [$0.from, $0.to] })
        let shown = candidates.filter { node in
            (!node.isSource || bound.contains(node.number)) && firsts[node.number] ?? node.number == node.number
        }
        let ids = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.number, $0) })
        return BindingGraph(
            vertices: shown.enumerated().map { vertex($1, id: $0) },
            edges: pairs.compactMap { pair in
                guard let from = ids[pair.from], let to = ids[pair.to] else { return nil }
                return (from, to)
            })
    }

    private struct OperatorKey: Hashable {
        let name: String
        let outer: UInt32
    }

    private func isShown(_ node: NodeRecord) -> Bool {
        if node.isStep { return node.isBinding || node.operatorName != nil }
        return !isStage(node)
    }

    /// Those that get a node's values, directly or by way of what is not shown.
    private func shownFollowers(
        of number: UInt32, _ followers: [UInt32: [UInt32]], _ shown: Set<UInt32>
    ) -> [UInt32] {
        var found: Set<UInt32> = []
        var seen: Set<UInt32> = [number]
        var rest = followers[number] ?? []
        while let next = rest.popLast() {
            guard seen.insert(next).inserted else { continue }
            if shown.contains(next) { found.insert(next) } else { rest += followers[next] ?? [] }
        }
        return found.sorted()
    }

    private func vertex(_ node: NodeRecord, id: Int) -> BindingGraph.Vertex {
        let kind: BindingGraph.Vertex.Kind =
            node.isControl ? .control : node.isSource ? .source : node.isBinding ? .binding : .operator
        return BindingGraph.Vertex(
            id: id, kind: kind,
            name: node.isBinding && node.target != 0 && name(of: node) != "<=>" ? "=>" : name(of: node),
            place: node.place.map { NodeNames.place($0) },
            value: node.last == 0
                ? shownText(node.initialValue, at: node) : ring[node.last].flatMap { text(of: $0) },
            count: node.count, node: node.id)
    }
}

extension BindingGraph: CustomStringConvertible {
    /// The graph as a text: each source with what follows from it, indented.
    public var description: String {
        let followers = Dictionary(grouping: edges, by: \.from).mapValues { $0.map(\.to) }
        let followed = Set(edges.map(\.to))
        var lines: [String] = []
        var written: Set<Int> = []
        func write(_ id: Int, _ indent: String) {
            let vertex = vertices[id]
            let isNew = written.insert(id).inserted
            lines.append(indent + vertex.line + (isNew || followers[id] == nil ? "" : " …"))
            if isNew { for follower in followers[id] ?? [] { write(follower, indent + "  ") } }
        }
        for vertex in vertices where !followed.contains(vertex.id) { write(vertex.id, "") }
        // What is only part of a ring.
        for vertex in vertices where !written.contains(vertex.id) { write(vertex.id, "") }
        return lines.joined(separator: "\n")
    }

    /// The graph in the language of [Mermaid](https://mermaid.js.org), which sites that host git repositories draw.
    public var mermaid: String {
        let shapes: [Vertex.Kind: (String, String)] = [
            .source: ("[", "]"), .operator: ("([", "])"), .binding: ("([", "])"), .control: ("[[", "]]"),
        ]
        let nodes = vertices.map { vertex in
            let (open, close) = shapes[vertex.kind] ?? ("[", "]")
            return
                "    n\(vertex.id)\(open)\"\(vertex.line.escaped(["\"": "#quot;", "<": "#lt;", ">": "#gt;"]))\"\(close)"
        }
        return (["flowchart LR"] + nodes + edges.map { "    n\($0.from) --> n\($0.to)" }).joined(separator: "\n") + "\n"
    }

    /// The graph in the language of [Graphviz](https://graphviz.org).
    public var dot: String {
        let shapes: [Vertex.Kind: String] = [
            .source: "box", .operator: "ellipse", .binding: "ellipse", .control: "component",
        ]
        let nodes = vertices.map { vertex in
            let label = vertex.line.escaped(["\"": "\\\"", "\\": "\\\\"])
            return "    n\(vertex.id) [shape=\(shapes[vertex.kind] ?? "box"), label=\"\(label)\"];"
        }
        let arrows = edges.map { "    n\($0.from) -> n\($0.to);" }
        return (["digraph bindings {", "    rankdir=LR;"] + nodes + arrows + ["}"]).joined(separator: "\n") + "\n"
    }
}

extension BindingGraph.Vertex {
    var line: String {
        name + (place.map { " (\($0))" } ?? "")
            + (kind == .operator || kind == .binding ? "" : value.map { " = \($0)" } ?? "")
    }
}

extension String {
    func escaped(_ replacements: [Character: String]) -> String {
        var result = ""
        for character in self { result += replacements[character] ?? String(character) }
        return result
    }
}

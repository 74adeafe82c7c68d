/// What a property, an operator or a binding gets its values from, or where they go to: a vertex of the graph with its
/// neighbours, and theirs.
public struct BindingBranch: Sendable {
    /// What identifies it.
    public let id: InspectedProperty.ID
    /// What it is.
    public let vertex: BindingGraph.Vertex
    /// Its own neighbours, on the same side. Those of what is in several places are told once.
    public let branches: [BindingBranch]
}

/// The part of the graph around something.
public struct BindingSurroundings: Sendable {
    /// What it depends on: where its values come from.
    public let sources: [BindingBranch]
    /// What is bound to it: where its values go.
    public let followers: [BindingBranch]
}

extension BindingInspector {
    /// What something depends on, and what is bound to it, now.
    ///
    /// - Parameter id: What is asked about, from ``objects`` or from other surroundings.
    /// - Complexity: O(*n* log *n*) in the number of sources, operators and bindings.
    public func surroundings(of id: InspectedProperty.ID) -> BindingSurroundings {
        let graph = graph
        guard let center = graph.vertices.first(where: { $0.node == id }) else {
            return BindingSurroundings(sources: [], followers: [])
        }
        let followers = Dictionary(grouping: graph.edges, by: \.from).mapValues { $0.map(\.to) }
        let sources = Dictionary(grouping: graph.edges, by: \.to).mapValues { $0.map(\.from) }
        return BindingSurroundings(
            sources: graph.branches(around: center.id, sources), followers: graph.branches(around: center.id, followers)
        )
    }
}

extension BindingGraph {
    fileprivate func branches(around center: Int, _ neighbours: [Int: [Int]]) -> [BindingBranch] {
        var told: Set<Int> = [center]
        func branches(of vertex: Int, depth: Int) -> [BindingBranch] {
            (neighbours[vertex] ?? []).compactMap { neighbour in
                guard let id = vertices[neighbour].node else { return nil }
                let isNew = told.insert(neighbour).inserted && depth < 50
                return BindingBranch(
                    id: id, vertex: vertices[neighbour],
                    branches: isNew ? branches(of: neighbour, depth: depth + 1) : [])
            }
        }
        return branches(of: center, depth: 0)
    }
}

extension BindingBranch: CustomStringConvertible {
    /// The branch as a text: each vertex with its neighbours, indented.
    public var description: String { lines("").joined(separator: "\n") }

    private func lines(_ indent: String) -> [String] {
        [indent + vertex.line] + branches.flatMap { $0.lines(indent + "  ") }
    }
}

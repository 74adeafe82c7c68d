import Binding

// What must not be shown: what comes from something secret, and what goes to a secret control, with all that leads there. Both
// spread over what is connected, whenever something is connected or an event says that it follows from another one.
extension Recording {
    /// Notes what must not be shown of a node and of what it is connected with. Called when it has been connected anew.
    func keepSecrets(of node: NodeRecord) {
        let (sources, followers) = (sources(of: node), followers(of: node))
        if node.isSecret || sources.contains(where: \.isSecret) { for next in [node] + followers { keepSecret(next) } }
        if node.leadsToSecret || followers.contains(where: \.leadsToSecret) {
            for next in [node] + sources { keepSecret(leadingTo: next) }
        }
    }

    /// Notes that what comes by a node is not to be shown, nor what follows from it.
    func keepSecret(_ node: NodeRecord) {
        var rest = [node]
        while let next = rest.popLast() {
            if next.isSecret { continue }
            next.isSecret = true
            rest += followers(of: next)
            rest += nodes.compactMap { $0 }.filter { sources(of: $0).contains { $0 === next } }
        }
    }

    /// Notes that what comes by a node goes to a secret control, and so what leads to the node.
    func keepSecret(leadingTo node: NodeRecord) {
        var rest = [node]
        while let next = rest.popLast() {
            if next.leadsToSecret { continue }
            next.leadsToSecret = true
            keepSecret(next)
            rest += sources(of: next)
            rest += nodes.compactMap { $0 }.filter { followers(of: $0).contains { $0 === next } }
        }
    }

    /// The nodes that a node names as what it gets its values from.
    private func sources(of node: NodeRecord) -> [NodeRecord] {
        (node.isStep ? [node.source] : node.reads).compactMap { self.node($0) }
    }

    /// The nodes that a node names as where its values go.
    private func followers(of node: NodeRecord) -> [NodeRecord] {
        [node.outer, node.target].compactMap { self.node($0) }
    }
}

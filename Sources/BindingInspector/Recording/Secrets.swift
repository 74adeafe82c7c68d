import Binding

// What must not be shown: what comes from something secret, and what goes to a secret control, with all that leads there. Both
// spread over what is connected, whenever something is connected or an event says that it follows from another one.
extension Recording {
    /// Notes what must not be shown of what a node gets and gives on, because of what it is connected with.
    func keepSecrets(of node: NodeRecord) {
        if sources(of: node).contains(where: \.isSecret) { keepSecret(node) }
        if followers(of: node).contains(where: \.leadsToSecret) { keepSecret(leadingTo: node) }
    }

    /// Notes that what comes by a node is not to be shown, nor what follows from it.
    func keepSecret(_ node: NodeRecord) {
        var rest = [node]
        while let next = rest.popLast() {
            if next.isSecret { continue }
            next.isSecret = true
            let steps = described.filter { step in
                step.isStep ? step.source == next.number : step.reads.contains(next.number)
            }
            rest += followers(of: next) + steps
        }
    }

    /// Notes that what comes by a node goes to a secret control, and so what leads to the node.
    func keepSecret(leadingTo node: NodeRecord) {
        var rest = [node]
        while let next = rest.popLast() {
            if next.leadsToSecret { continue }
            next.leadsToSecret = true
            keepSecret(next)
            rest += sources(of: next) + described.filter { $0.isStep && $0.outer == next.number }
        }
    }

    /// The nodes that a node names as what it gets its values from.
    private func sources(of node: NodeRecord) -> [NodeRecord] {
        node.isStep ? [self.node(node.source)].compactMap { $0 } : node.reads.compactMap { self.node($0) }
    }

    /// The nodes that a node names as where its values go.
    private func followers(of node: NodeRecord) -> [NodeRecord] {
        node.isStep ? [self.node(node.outer), self.node(node.target)].compactMap { $0 } : []
    }
}

extension TreeArray {
    /// What is wrong with the tree, for tests; `nil` if nothing is.
    package var defect: String? { tree.root.defect(height: tree.height, isRoot: true, shape) }
}

extension TreeNode {
    fileprivate func defect(height: Int, isRoot: Bool, _ shape: TreeShape) -> String? {
        if slots > shape.capacity(isLeaf: isLeaf) { return "a node of \(slots) at height \(height)" }
        let least = isRoot ? (isLeaf ? 0 : 2) : shape.minimum(isLeaf: isLeaf)
        if slots < least { return "a node of only \(slots) at height \(height)" }
        if isLeaf != (height == 0) { return "a leaf at height \(height)" }
        if isLeaf { return count == elements.count ? nil : "a leaf that counts \(count) of \(elements.count)" }
        if !elements.isEmpty { return "a branch with elements" }
        let total = children.reduce(0) { $0 + $1.count }
        if count != total { return "a branch that counts \(count) of \(total)" }
        return children.lazy.compactMap { $0.defect(height: height - 1, isRoot: false, shape) }.first
    }
}

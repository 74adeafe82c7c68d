import BindingCollections

/// The node sizes of a program's trees, and the largest number of rows.
struct ListShape: CustomStringConvertible {
    private let nodes: TreeShape
    let limit: Int

    init(_ byte: Int) {
        // Most nodes are small, so that a few rows form a tree of several levels. From 8 on, a leaf has at least two
        // rows.
        let sizes = [(4, 4), (4, 4), (4, 5), (5, 4), (8, 4), (8, 4), (8, 5), (12, 12), (16, 4), (64, 16)]
        let (leaf, branch) = sizes[byte % sizes.count]
        nodes = TreeShape(leaf: leaf, branch: branch)
        limit = byte >= 240 ? 200 : [12, 30, 60][byte / 10 % 3]
    }

    var description: String { "\(nodes), up to \(limit) rows" }

    @Sendable func tree(_ rows: [ListRow]) -> TreeArray<ListRow> { TreeArray(rows, shape: nodes) }
}

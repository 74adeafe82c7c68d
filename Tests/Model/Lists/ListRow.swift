/// A row of the lists that random programs edit: with an identity, a key that is often equal in several rows, and a
/// text that is stored on the heap.
package struct ListRow: Hashable, Sendable, CustomStringConvertible {
    package let id: Int
    package var key: Int
    package var text: String

    package init(_ id: Int, key: Int) {
        self.id = id
        self.key = key
        text = "the text of row \(id)"
    }

    /// A key that not every row has.
    package var oddKey: Int? { key % 2 == 1 ? key : nil }

    package var description: String { "\(id):\(key)\(text.hasSuffix("!") ? "!" : "")" }
}

/// Reads a property of rows in memory.
@usableFromInline
struct RowProperty<Row, Value>: Sendable {
    @usableFromInline let path: KeyPath<Row, Value> & Sendable
    /// Where it is in a row, if it is stored there. It is read in place then: a key path takes ten times as long.
    @usableFromInline let offset: Int?

    @inlinable
    init(_ path: KeyPath<Row, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Row>.offset(of: path)
    }

    @inlinable @inline(__always)
    func callAsFunction(_ row: UnsafePointer<Row>) -> Value {
        guard let offset else { return row.pointee[keyPath: path] }
        return UnsafeRawPointer(row).load(fromByteOffset: offset, as: Value.self)
    }
}

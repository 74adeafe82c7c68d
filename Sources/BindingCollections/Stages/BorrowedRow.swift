/// A row in memory that a closure is called with.
///
/// The compiler copies what it loads before it passes it to a closure that it does not know, and so retains and releases all that
/// the row refers to. What cannot be copied it passes as it is.
@usableFromInline
struct BorrowedRow<Row>: ~Copyable {
    @usableFromInline let row: Row

    @inlinable @inline(__always)
    static func pass<Result>(_ row: borrowing BorrowedRow, to body: (Row) -> Result) -> Result { body(row.row) }

    @inlinable @inline(__always)
    static func pass<Result>(
        _ first: borrowing BorrowedRow, _ second: borrowing BorrowedRow, to body: (Row, Row) -> Result
    ) -> Result { body(first.row, second.row) }
}

extension UnsafePointer {
    @inlinable var borrowed: UnsafePointer<BorrowedRow<Pointee>> {
        UnsafeRawPointer(self).assumingMemoryBound(to: BorrowedRow<Pointee>.self)
    }

    /// The result of a closure for the row that this points to, which is not copied.
    @inlinable @inline(__always)
    func pass<Result>(to body: (Pointee) -> Result) -> Result {
        BorrowedRow.pass(borrowed.pointee, to: body)
    }

    /// The result of a closure for the row that this points to and another one, which are not copied.
    @inlinable @inline(__always)
    func pass<Result>(with other: UnsafePointer, to body: (Pointee, Pointee) -> Result) -> Result {
        BorrowedRow.pass(borrowed.pointee, other.borrowed.pointee, to: body)
    }
}

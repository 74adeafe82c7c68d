/// A row of one list, and one of another that has the same key.
public struct JoinedRow<Left: Sendable, Right: Sendable>: Sendable {
    /// The row of the first list.
    public var left: Left
    /// The row of the second list.
    public var right: Right

    /// Two rows.
    @inlinable
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }
}

extension JoinedRow: Equatable where Left: Equatable, Right: Equatable {}
extension JoinedRow: Hashable where Left: Hashable, Right: Hashable {}

extension JoinedRow: Identifiable where Left: Identifiable, Right: Identifiable {
    /// The identities of both rows.
    @inlinable public var id: JoinedID<Left.ID, Right.ID> { JoinedID(left: left.id, right: right.id) }
}

/// The identities of two rows.
public struct JoinedID<Left: Hashable, Right: Hashable>: Hashable {
    /// That of the row of the first list.
    public var left: Left
    /// That of the row of the second list.
    public var right: Right

    /// Two identities.
    @inlinable
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }
}

extension JoinedID: Sendable where Left: Sendable, Right: Sendable {}

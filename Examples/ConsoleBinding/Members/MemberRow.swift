import ViewModels

extension ListRow {
    /// Makes the row of a member: the name and the points, in columns.
    init(_ member: Member) {
        let count = String(member.points)
        let space = String(repeating: " ", count: max(0, 4 - count.count))
        self.init(id: member.id, text: member.name.padded(to: 26) + space + "\(count) points")
    }
}

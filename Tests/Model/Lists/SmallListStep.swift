/// A step of a small program on lists.
enum SmallListStep: CustomStringConvertible {
    case editInUpdate(SmallListEdit)
    case edits([SmallListEdit])
    case editOther(SmallListEdit)
    case number(Int)
    case range(Range<Int>)
    case value(Int, ofRow: Int)
    case come(Int)
    case go(Int)
    case habit(Int, SmallListHabit)

    var description: String {
        switch self {
        case .editInUpdate(let edit): "\(edit), in an update"
        case .edits(let edits): edits.map(\.description).joined(separator: " and ")
        case .editOther(let edit): "\(edit) of the other list"
        case .number(let number): "number \(number)"
        case .range(let range): "range \(range)"
        case .value(let value, let id): "value \(value) of row \(id)"
        case .come(let node): "an observer of \(node) comes"
        case .go(let index): "observer \(index) goes"
        case .habit(let index, let habit): "observer \(index) is going to \(habit)"
        }
    }
}

/// What an observer does when it receives the next update.
enum SmallListHabit: CaseIterable {
    case edit, leave, othersLeave, anotherComes
}

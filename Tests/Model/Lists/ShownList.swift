import BindingCollections

/// The rows that an observer of updates shows: its previous rows, with each update's edits applied one by one.
struct ShownList<Row: Hashable & Sendable> {
    /// The rows, once it has received any.
    private(set) var rows: [Row]?
    private var takes = 0
    /// Returns the identity of a row, for updates with identities.
    let id: ((Row) -> Int)?

    private let interval: Int

    /// - Parameters:
    ///   - id: Returns the identity of a row, for updates with identities.
    ///   - checksEach: Whether each update is applied as a sequence of changes, too, and not only some.
    init(id: ((Row) -> Int)? = nil, checksEach: Bool = false) {
        self.id = id
        interval = checksEach ? 1 : 4
    }

    /// Makes it start again, as a list control that is subscribed again.
    mutating func beginAgain() { rows = nil }

    /// Applies an update.
    ///
    /// - Returns: The error in it, if any.
    mutating func take(_ update: ListUpdate<Row>) -> String? {
        let new = Array(update.rows)
        defer { rows = new }
        if update.previousCount != rows?.count ?? 0 {
            return "\(update.previousCount) rows before, expected \(rows ?? [])"
        }
        takes += 1
        // These are derived from the edits, so they need not be checked each time.
        if takes % interval == 0, let fault = Self.fault(ofSteps: update, from: rows ?? [], to: new) { return fault }
        guard case .edits(let edits) = update.change else { return nil }
        guard let old = rows else { return "edits where there was nothing: \(edits)" }
        if edits.isEmpty { return "an update without an edit" }
        var shown = old
        var order = EditOrder()
        for edit in edits {
            if let fault = order.fault(of: edit, in: shown.count, of: new.count)
                ?? Self.apply(edit, of: new, to: &shown, id)
            {
                return "\(fault) in \(edits), from \(old) to \(new)"
            }
        }
        if shown != new { return "\(edits) make \(shown) of \(old), expected \(new)" }
        if let id, let fault = Self.fault(of: edits, from: old, to: new, id) {
            return "\(fault): \(edits) of \(old), to \(new)"
        }
        return nil
    }

    /// The error in an update as a sequence of changes, if any.
    private static func fault(ofSteps update: ListUpdate<Row>, from old: [Row], to new: [Row]) -> String? {
        if old.applying(update) != new { return "applied: \(old.applying(update)), expected \(new)" }
        var (shown, changes) = (old, [ItemsChange]())
        for step in update.steps(from: TreeArray(old)) {
            let (change, rows) = (step.change, Array(step.rows))
            changes.append(change)
            let (gone, come) = (change.position + change.removed, change.position + change.added)
            guard change.position >= 0, gone <= shown.count, come <= rows.count else {
                return "out of range: \(change)"
            }
            shown.replaceSubrange(change.position..<gone, with: rows[change.position..<come])
            guard shown == rows else { return "\(change) makes \(shown), told as \(rows)" }
        }
        if changes != update.itemsChanged { return "\(changes), told as \(update.itemsChanged)" }
        return shown == new ? nil : "step by step: \(shown), expected \(new)"
    }

    private static func apply(
        _ edit: ListEdit, of new: [Row], to shown: inout [Row], _ id: ((Row) -> Int)?
    ) -> String? {
        switch edit {
        case .remove(let range): shown.removeSubrange(range)
        case .move(let from, let to): shown.insert(shown.remove(at: from), at: to)
        case .insert(let range): shown.insert(contentsOf: new[range], at: range.lowerBound)
        case .replace(let range):
            if let id, shown[range].map(id) != new[range].map(id) { return "rows of other identities in \(edit)" }
            shown.replaceSubrange(range, with: new[range])
        }
        return nil
    }

    /// If identities are unique, a row that stays is neither removed nor inserted.
    private static func fault(of edits: [ListEdit], from old: [Row], to new: [Row], _ id: (Row) -> Int) -> String? {
        var (gone, come) = (0, 0)
        for edit in edits {
            if case .remove(let range) = edit { gone += range.count }
            if case .insert(let range) = edit { come += range.count }
        }
        // A row that stays would have to be both.
        if gone == 0 || come == 0 { return nil }
        let (before, after) = (Set(old.map(id)), Set(new.map(id)))
        guard before.count == old.count, after.count == new.count else { return nil }
        if gone != before.subtracting(after).count { return "\(gone) gone" }
        return come == after.subtracting(before).count ? nil : "\(come) new"
    }
}

/// The required order of edits: removals from back to front, moves, insertions and then replacements from front to
/// back.
private struct EditOrder {
    private var phase = 0
    private var bound = Int.max

    private mutating func enter(_ next: Int) -> Bool {
        if next > phase {
            phase = next
            bound = 0
        }
        return next == phase
    }

    mutating func fault(of edit: ListEdit, in count: Int, of newCount: Int) -> String? {
        let isInOrder: Bool
        switch edit {
        case .remove(let range):
            isInOrder = enter(0) && !range.isEmpty && range.upperBound <= min(bound, count)
            bound = range.lowerBound
        case .move(let from, let to):
            isInOrder = enter(1) && max(from, to) < count && min(from, to) >= 0 && from != to
        case .insert(let range):
            isInOrder =
                enter(2) && !range.isEmpty && range.lowerBound >= bound && range.lowerBound <= count
                && range.upperBound <= newCount
            bound = range.upperBound
        case .replace(let range):
            isInOrder =
                enter(3) && !range.isEmpty && range.lowerBound >= bound && range.upperBound <= count
                && count == newCount
            bound = range.upperBound
        }
        return isInOrder ? nil : "out of order or out of range: \(edit)"
    }
}

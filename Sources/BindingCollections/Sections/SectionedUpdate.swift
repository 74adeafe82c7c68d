import Binding

/// The sections of a list, and how they came from the previous ones: what happened to the sections, and to the rows of
/// each that stayed. It is what RxDataSources' animated data sources receive.
///
/// ```swift
/// people.updates().grouped(by: \.team).sectionUpdates() => { update in
///     switch update.change {
///     case .reload: table.reload(update.sections)
///     case .edits(let sections, let moves, let rows):
///         for edit in sections { table.performOnSections(edit, update.sections) }
///         for move in moves { table.moveRow(from: move.from, to: move.to) }
///         for part in rows { table.perform(part.update, inSection: part.section) }
///     }
/// }
/// ```
public struct SectionedUpdate<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    /// How to turn the previous sections into the current ones.
    public enum Change: Sendable {
        /// Everything is to be shown anew.
        case reload

        /// Edits, to be applied in this order: first those of the sections, as in a ``ListUpdate``, then rows that move
        /// from one section to another, one after the other, then the edits of rows, in ascending order of their
        /// sections.
        ///
        /// A section that is inserted comes with all its rows, and one that is removed goes with them. One that moves,
        /// or is not mentioned, has the rows that it had, until those are moved or edited. Rows move between sections
        /// that stay, if they have identities and no more than 64 move; a row that has changed on its way is replaced
        /// once it is there.
        case edits(sections: [ListEdit], moves: [RowMove], rows: [RowsOfSection])
    }

    /// A row that goes from one section to another: it is removed from the first place and then inserted at the second.
    public struct RowMove: Hashable, Sendable {
        /// Where the row is, as all earlier edits have left it.
        public let from: RowPlace
        /// Where it goes.
        public let to: RowPlace

        @inlinable
        init(from: RowPlace, to: RowPlace) {
            self.from = from
            self.to = to
        }
    }

    /// The place of a row.
    public struct RowPlace: Hashable, Sendable {
        /// Where its section is now.
        public let section: Int
        /// Where it is among the section's rows.
        public let row: Int

        @inlinable
        init(section: Int, row: Int) {
            self.section = section
            self.row = row
        }
    }

    /// How to turn the previous rows of a section that stayed into the current ones.
    public struct RowsOfSection: Sendable {
        /// Where the section is now.
        public let section: Int

        /// The rows of the section, and how they came from those that it had.
        public let update: ListUpdate<Row>

        @inlinable
        init(section: Int, update: ListUpdate<Row>) {
            self.section = section
            self.update = update
        }
    }

    /// The current sections.
    public let sections: TreeArray<ListSection<Key, Row>>

    /// How they came from the previous ones.
    public let change: Change

    @inlinable
    init(sections: TreeArray<ListSection<Key, Row>>, change: Change) {
        self.sections = sections
        self.change = change
    }
}

extension SectionedUpdate.RowsOfSection: Equatable where Row: Equatable {}
extension SectionedUpdate.Change: Equatable where Row: Equatable {}
extension SectionedUpdate: Equatable where Row: Equatable {}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
    /// Turns these sections, which are the previous ones, into those of an update.
    ///
    /// - Complexity: That of each edit of sections, and of
    ///   ``Swift/RangeReplaceableCollection/apply(_:)-(ListUpdate<Self.Element>)`` for the rows of each that changed.
    @inlinable
    public mutating func apply<Key, Row>(_ update: SectionedUpdate<Key, Row>) where Element == ListSection<Key, Row> {
        switch update.change {
        case .reload:
            replaceSubrange(startIndex..<endIndex, with: update.sections)
        case .edits(let sections, let moves, let rows):
            for edit in sections { perform(edit, from: update.sections) }
            for move in moves {
                let row = self[startIndex + move.from.section].rows.remove(at: move.from.row)
                self[startIndex + move.to.section].rows.insert(row, at: move.to.row)
            }
            for part in rows { self[startIndex + part.section].rows.apply(part.update) }
        }
    }

    /// The sections of an update, made from these, which are the previous ones.
    @inlinable
    public func applying<Key, Row>(
        _ update: SectionedUpdate<Key, Row>
    ) -> Self where Element == ListSection<Key, Row> {
        var sections = self
        sections.apply(update)
        return sections
    }
}

extension ListUpdates {
    /// The updates of sections and of their rows, for a control that shows both: each observer receives what turns the
    /// sections that it has into the current ones.
    ///
    /// - Complexity: O(*m* log *n*) in the number of sections and rows that differ.
    @inlinable
    public func sectionUpdates<Key, Element>() -> Driver<SectionedUpdate<Key, Element>>
    where Row == ListSection<Key, Element> {
        sectionUpdates(identity: nil)
    }

    /// The updates of sections and of their rows, which are told apart by their `id`; see `sectionUpdates()`.
    ///
    /// - Complexity: O(*m* log *n*) in the number of sections and rows that differ.
    @inlinable
    public func sectionUpdates<Key, Element: Identifiable>() -> Driver<SectionedUpdate<Key, Element>>
    where Row == ListSection<Key, Element>, Element.ID: Sendable {
        sectionUpdates(identity: RowIdentity { $0.id })
    }

    /// The updates of sections and of their rows; see `sectionUpdates()`.
    ///
    /// - Parameter id: The property that identifies a row among those of all sections.
    /// - Complexity: O(*m* log *n*) in the number of sections and rows that differ.
    @inlinable
    public func sectionUpdates<Key, Element, ID: Hashable & Sendable>(
        by id: KeyPath<Element, ID> & Sendable
    ) -> Driver<SectionedUpdate<Key, Element>> where Row == ListSection<Key, Element> {
        sectionUpdates(identity: RowIdentity(id))
    }

    @inlinable
    func sectionUpdates<Key, Element>(
        identity: RowIdentity<Element>?
    ) -> Driver<SectionedUpdate<Key, Element>> where Row == ListSection<Key, Element> {
        rows.stageOfEachObserver {
            var differences = SectionDifferences<Key, Element>(identity: identity)
            return { differences.update(to: $0) }
        }
    }
}

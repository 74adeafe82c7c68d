import Binding

/// The sections of a list, and how they came from the previous ones: what happened to the sections, and to the rows of
/// each that stayed. It is what RxDataSources' animated data sources receive.
///
/// ```swift
/// people.updates().grouped(by: \.team).sectionUpdates() => { update in
///     switch update.change {
///     case .reload: table.reload(update.sections)
///     case .edits(let sections, let rows):
///         for edit in sections { table.performOnSections(edit, update.sections) }
///         for part in rows { table.perform(part.update, inSection: part.section) }
///     }
/// }
/// ```
public struct SectionedUpdate<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    /// How to turn the previous sections into the current ones.
    public enum Change: Sendable {
        /// Everything is to be shown anew.
        case reload

        /// Edits, to be applied in this order: first those of the sections, as in a ``ListUpdate``, then those of rows,
        /// in ascending order of their sections.
        ///
        /// A section that is inserted comes with all its rows. One that moves, or is not mentioned, has the rows that
        /// it had, until those are edited.
        case edits(sections: [ListEdit], rows: [RowsOfSection])
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
        case .edits(let sections, let rows):
            for edit in sections { perform(edit, from: update.sections) }
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
    /// - Parameter id: The property that identifies a row within its section.
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

/// Finds how the sections of a list change, update by update, for one observer.
@usableFromInline
struct SectionDifferences<Key: Hashable & Sendable, Row: Sendable>: Sendable {
    @usableFromInline typealias Section = ListSection<Key, Row>

    @usableFromInline var sections: TreeArray<Section>?
    @usableFromInline var keys = TreeArray<Key>()
    @usableFromInline var keyDifferences = ListDifferences<Key>(identity: RowIdentity { $0 })
    @usableFromInline var rowDifferences: ListDifferences<Row>

    @inlinable
    init(identity: RowIdentity<Row>?) {
        rowDifferences = ListDifferences(identity: identity)
    }

    /// The update from the previous sections; `nil` if nothing has changed.
    @inlinable
    mutating func update(to new: TreeArray<Section>) -> SectionedUpdate<Key, Row>? {
        guard let old = sections else {
            sections = new
            keys = TreeArray(new.map(\.key))
            return SectionedUpdate(sections: new, change: .reload)
        }
        let splices = new.splices(from: old)
        if splices.isEmpty { return nil }
        sections = new
        let oldKeys = keys
        keys.replace(splices, with: splices.flatMap { new.elements($0.new).map(\.key) })
        guard case .edits(let edits) = keyDifferences.update(from: oldKeys, to: keys).change else {
            return SectionedUpdate(sections: new, change: .reload)
        }
        // Each section has its place now, and those that stayed still have the rows that they had.
        var placed = old
        for edit in edits { placed.perform(edit, from: new) }
        var parts: [SectionedUpdate<Key, Row>.RowsOfSection] = []
        for section in changedPlaces(from: placed, to: new) {
            let update = rowDifferences.update(from: placed[section].rows, to: new[section].rows)
            if !update.isEmpty { parts.append(.init(section: section, update: update)) }
        }
        if edits.isEmpty && parts.isEmpty { return nil }
        return SectionedUpdate(sections: new, change: .edits(sections: edits, rows: parts))
    }

    /// The places where sections differ; their number is the same as before.
    @inlinable
    func changedPlaces(from old: TreeArray<Section>, to new: TreeArray<Section>) -> [Int] {
        let splices = new.splices(from: old)
        if splices.allSatisfy({ $0.old == $0.new }) { return splices.flatMap { Array($0.new) } }
        // Sections that are the same in another place, which is possible if keys are not unique.
        guard let first = splices.first, let last = splices.last else { return [] }
        return Array(first.new.lowerBound..<last.new.upperBound)
    }
}

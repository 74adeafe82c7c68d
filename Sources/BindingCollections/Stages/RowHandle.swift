/// Stands for one row for as long as that is in a list, wherever it is there and however its value changes.
///
/// Stages keep what belongs to a row in a subclass. A handle is found again by its label: see ``HandleList``. It is not
/// sent to other threads, and needs no isolation of its own: the list that it is in has one.
@usableFromInline
package class RowHandle {
    // No access to it calls anything.
    /// Determines where this is among the others of its list: labels ascend with the indices. It changes only while
    /// handles are added to the list, and the order of those in the list does not change then.
    @exclusivity(unchecked) @usableFromInline package final var label: UInt64 = 0

    @inlinable
    package init() {}
}

/// A handle that somebody else keeps, the list that it is in.
@usableFromInline
struct KeptHandle {
    // Sound: SortedStage lets go of this before its list, or it itself, lets go of the handle.
    @usableFromInline unowned(unsafe) let handle: RowHandle

    @inlinable
    init(_ handle: RowHandle) {
        self.handle = handle
    }
}

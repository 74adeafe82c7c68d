/// What stands for one row for as long as that is in a list, wherever it stands there and whatever becomes of its value.
///
/// Stages keep what belongs to a row in a subclass. A handle is found again by its label: see ``HandleList``. It is not sent
/// to other threads, and needs no isolation of its own: the list that it is in has one.
@usableFromInline
package class RowHandle {
    /// Tells where this stands among the others of its list: labels ascend with the indices. It changes only while handles
    /// are added to the list, and then the order of those that are in it does not.
    @usableFromInline package final var label: UInt64 = 0

    @inlinable
    package init() {}
}

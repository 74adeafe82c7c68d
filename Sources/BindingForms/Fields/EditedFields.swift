import Binding
import Synchronization

/// The fields that have been edited and have not taken that in yet, because observers of something else are still being
/// called. What a form says in the middle of a delivery takes in these, however many fields it has.
@usableFromInline
enum EditedFields {
    /// They, and fields that have taken it in since, before the last that has not.
    private static let waiting = Guarded<[EditedField]>([])

    private static var areThere: Bool {
        waiting.withLock { waiting in
            dropDone(from: &waiting)
            return !waiting.isEmpty
        }
    }

    private static func dropDone(from waiting: inout [EditedField]) {
        while waiting.last?.isWaiting == false { waiting.removeLast() }
    }

    /// Notes that a field has been edited, on any thread.
    @usableFromInline
    static func add(_ edited: EditedField) {
        waiting.withLock { waiting in
            guard !edited.isWaiting else { return }
            // Nearly always it is the only one, as it was for the letter before.
            if waiting.last !== edited {
                dropDone(from: &waiting)
                waiting.append(edited)
            }
            edited.isWaiting = true
        }
    }

    /// Has all of them take in what they hold.
    @MainActor
    static func takeIn() {
        if areThere { FormUpdate.perform { takeInAll() } }
    }

    @MainActor
    private static func takeInAll() {
        let edited = waiting.withLock { waiting in
            let edited = waiting
            waiting.removeAll(keepingCapacity: true)
            return edited
        }
        for edited in edited where edited.isWaiting {
            edited.isWaiting = false
            edited.field?.catchUp()
        }
    }
}

/// A field, as its relay knows it.
@usableFromInline
final class EditedField: @unchecked Sendable {
    // Sound: `reference` is set once, by the initializer of the field, and read on the main actor.

    private var reference: WeakReference<FormField>?
    private let state = Atomic(false)

    func begin(_ field: FormField) { reference = WeakReference(field) }

    var field: FormField? { reference?.object }

    /// Whether the field has yet to take in what it holds. Set to `false` before it reads that, so that no edit on another
    /// thread is missed.
    @usableFromInline
    var isWaiting: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}

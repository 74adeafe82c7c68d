import Binding

/// Which relays are parts of histories: a history of a value also has what is typed into the fields that edit it, because
/// that is what the user sees.
@MainActor
enum TrackedRelays {
    /// The parts of all histories, by their relays, which hold them.
    private static var parts: [ObjectIdentifier: [WeakReference<TrackedPart>]] = [:]
    /// The number of relays at which those are removed that do not exist any more.
    private static var most = 16

    static func add(_ part: TrackedPart) {
        BroughtText.isWanted = true
        if parts.count >= most {
            parts = parts.filter { $0.value.contains { $0.object != nil } }
            most = max(16, parts.count * 2)
        }
        parts[part.sourceID, default: []].removeAll { $0.object == nil }
        parts[part.sourceID, default: []].append(WeakReference(part))
    }

    /// The histories of what a field edits.
    static func histories(of edited: EditedPart?) -> [UndoHistory] {
        var found: [UndoHistory] = []
        var next = edited
        while let part = next {
            for tracked in parts[part.place.relay] ?? [] {
                guard let tracked = tracked.object, tracked.place.contains(part.place) else { continue }
                if let history = tracked.history, !found.contains(where: { $0 === history }) { found.append(history) }
            }
            next = part.whole
        }
        return found
    }
}

/// What a field edits: a part of a relay.
@MainActor @usableFromInline
class EditedPart {
    let place: PartPlace
    /// What that relay has been made of: the elements, if it is the one of a row.
    let whole: EditedPart?
    /// The row, which is there again when an undo brings back its element.
    weak var row: AnyObject?

    init(_ place: PartPlace, of whole: EditedPart?) {
        (self.place, self.whole) = (place, whole)
    }

    /// The rows that it is in.
    final var rows: [AnyObject] { (row.map { [$0] } ?? []) + (whole?.rows ?? []) }

    /// Whether it is a row whose element has gone.
    var isGone: Bool { false }
    /// The delivery in which that went last.
    var goneIn: UInt64? { nil }

    /// Whether this, or what it is in, is such a row.
    final var isInGoneRow: Bool { isGone || whole?.isInGoneRow ?? false }

    /// Whether the element of the row that this is in went in a certain delivery.
    final func went(in delivery: UInt64) -> Bool { goneIn == delivery || whole?.went(in: delivery) ?? false }
}

/// A part that a field edits.
@usableFromInline
class EditedFieldPart: EditedPart {
    /// Keeps it in sync with the field: the part is the left side.
    final let binding: any PartBinding
    /// The number of the value with the part when the field took that in by itself.
    final var position: UInt64?

    fileprivate init(_ place: PartPlace, of whole: EditedPart?, _ binding: any PartBinding) {
        self.binding = binding
        super.init(place, of: whole)
    }
}

/// A part that a field edits, with what the field held when histories were last told of it.
@usableFromInline
final class FieldPart<Content>: EditedFieldPart {
    var told: Content

    init(_ place: PartPlace, of whole: EditedPart?, _ binding: any PartBinding, told: Content) {
        self.told = told
        super.init(place, of: whole, binding)
    }
}

/// The fields whose controls may hold back what is typed.
@MainActor
enum HoldingFields {
    private static var fields = WeakTable<ObjectIdentifier, FormField>()

    static func add(_ field: FormField) { fields.insert(field, for: ObjectIdentifier(field)) }

    /// The relays of those that edit what is in a history.
    static func relays(in history: UndoHistory) -> [ObjectIdentifier] {
        fields.objects
            .filter { TrackedRelays.histories(of: $0.part).contains { $0 === history } }
            .compactMap(\.contentID)
    }
}

import Binding

/// A type that can be a part of an ``UndoHistory``: a `BehaviorRelay`, a `Lens`, and what is built on one.
public protocol Undoable {
    /// This as a part of a history. A type of your own returns that of the relay that it holds.
    @MainActor var undoPart: UndoPart { get }
}

/// A part of an ``UndoHistory``, as the history sees it.
public struct UndoPart: Sendable {
    /// Has the part report its changes to a history, from now on.
    let begin: @MainActor @Sendable (UndoHistory) -> TrackedPart

    /// A relay.
    ///
    /// - Parameters:
    ///   - relay: The relay.
    ///   - text: The text that the user types, if the value is not a text itself but has one.
    package init<Value: Sendable>(
        _ relay: BehaviorRelay<Value>, text: (@Sendable (Value) -> String)? = nil
    ) {
        let text = text ?? Self.text(of: Value.self)
        begin = { ValuePart($0, relay.weakPart, relay.value, text: text).following(relay.asDriver()) }
    }

    /// A part of a relay; see ``init(_:text:)``.
    package init<Value: Sendable>(_ lens: Lens<Value>, text: (@Sendable (Value) -> String)? = nil) {
        let text = text ?? Self.text(of: Value.self)
        begin = { ValuePart($0, lens.weakPart, lens.value, text: text).following(lens.asDriver()) }
    }

    /// Finds the text in values of a type, if they are texts. `nil` is an empty one.
    private static func text<Value>(of type: Value.Type) -> (@Sendable (Value) -> String)? {
        guard type == String.self || type == String?.self else { return nil }
        return { $0 as? String ?? "" }
    }
}

extension BehaviorRelay: Undoable {
    public var undoPart: UndoPart { UndoPart(self) }
}

extension Lens: Undoable {
    public var undoPart: UndoPart { UndoPart(self) }
}

extension Field: Undoable {
    /// What is typed and what it means. Whether the user has visited the field is not part of it.
    public var undoPart: UndoPart { UndoPart(whole, text: Self.text) }

    private var whole: Lens<FieldContent<Raw, Value>> {
        Lens(
            content, get: { $0 },
            update: { [edited] content, change in
                guard change(&content) else { return false }
                EditedFields.add(edited)
                return true
            })
    }

    private static var text: (@Sendable (FieldContent<Raw, Value>) -> String)? {
        guard Raw.self == String.self else { return nil }
        return { $0.raw as? String ?? "" }
    }

    // Sound: the field itself has made it.
    private var edits: FieldPart<Content>? { part.map { unsafeDowncast($0, to: FieldPart<Content>.self) } }

    /// What its content was when it was passed on last, and what it is, if that is something else.
    var changeToTell: (from: Content, to: Content)? {
        guard let edits else { return nil }
        let (former, new) = (edits.told, content.value)
        return former.revision == new.revision && former.raw == new.raw ? nil : (former, new)
    }

    /// Tells the histories of what it edits that its content has changed.
    func tellHistories(_ change: (from: Content, to: Content)) {
        guard let edits else { return }
        edits.told = change.to
        // Before there is a history, which asks for texts, too.
        guard BroughtText.isWanted else { return }
        for history in TrackedRelays.histories(of: edits) {
            let part = history.part(of: content.partPlace.relay) {
                ValuePart(history, whole.weakPart, change.from, text: Self.text, of: edits) {
                    areSame($0.value, $1.value)
                }
            }
            if !history.notesRestOfBatch { part.received(change.to) }
        }
    }
}

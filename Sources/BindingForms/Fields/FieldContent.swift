import Binding
import Synchronization

/// What a field holds: what the user typed, and the last value read from it.
@usableFromInline
struct FieldContent<Raw: Equatable & Sendable, Value: Equatable & Sendable>: Sendable {
    @usableFromInline var raw: Raw
    @usableFromInline var value: Value
    /// Why what was typed cannot be read, if so. The value is then the previous one.
    @usableFromInline var failure: String?
    /// Identifies the content: no two that differ in more than how a value is shown have the same number, including those
    /// that an undo brings back.
    @usableFromInline var revision = FieldRevision.next()

    @inlinable
    init(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
    }

    /// Reads what the user has typed.
    @inlinable
    mutating func read(_ converter: ValueConverter<Raw, Value>) {
        revision = FieldRevision.next()
        do {
            value = try converter.parse(raw)
            failure = nil
        } catch {
            failure = ConversionError.message(of: error)
        }
    }

    /// Takes in a value that the program sets, and shows it.
    mutating func set(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
        failure = nil
        revision = FieldRevision.next()
    }

    /// Whether it can be read and holds this value. NaN is the same as NaN with the same bits.
    @inlinable
    func holds(_ value: Value) -> Bool {
        failure == nil && areSame(self.value, value)
    }
}

extension FieldContent: Equatable {
    // The words that say why something cannot be read depend on the language.
    @usableFromInline
    static func == (left: FieldContent, right: FieldContent) -> Bool {
        left.revision == right.revision
            || left.raw == right.raw && left.value == right.value && (left.failure == nil) == (right.failure == nil)
    }
}

/// The numbers that identify contents.
@usableFromInline
enum FieldRevision {
    private static let last = Atomic(0)

    @usableFromInline
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension FieldContent: InspectableValue {
    package var inspected: Any { raw }
}

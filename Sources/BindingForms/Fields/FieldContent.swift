import Binding
import Synchronization

/// What a field holds: what the user typed, and the value that it last was.
@usableFromInline
struct FieldContent<Raw: Equatable & Sendable, Value: Equatable & Sendable>: Sendable {
    @usableFromInline var raw: Raw
    @usableFromInline var value: Value
    /// Why what was typed cannot be read, where that is so. The value is the one before.
    @usableFromInline var failure: String?
    /// Which content this is: no two that differ have the same number, those that an undo brings back included.
    @usableFromInline var revision = FieldRevision.next()

    @inlinable
    init(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
    }

    /// Takes what the user types.
    @inlinable
    mutating func type(_ raw: Raw, _ converter: ValueConverter<Raw, Value>) {
        self.raw = raw
        revision = FieldRevision.next()
        do {
            value = try converter.parse(raw)
            failure = nil
        } catch {
            failure = ConversionError.message(of: error)
        }
    }

    /// Takes a value of the program's, and shows it.
    mutating func set(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
        failure = nil
        revision = FieldRevision.next()
    }

    /// Whether it is this value, readable. A number that is none is the same as one that is the same to the bit.
    @inlinable
    func holds(_ value: Value) -> Bool {
        failure == nil && areSame(self.value, value)
    }
}

extension FieldContent: Equatable {
    @usableFromInline
    static func == (left: FieldContent, right: FieldContent) -> Bool {
        left.revision == right.revision
            || left.raw == right.raw && left.value == right.value && left.failure == right.failure
    }
}

/// The numbers of contents.
@usableFromInline
enum FieldRevision {
    private static let last = Atomic(0)

    @usableFromInline
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

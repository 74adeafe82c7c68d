import Binding
import Synchronization

/// What a field holds: what the user typed, and the value that it last was.
struct FieldContent<Raw: Equatable & Sendable, Value: Equatable & Sendable>: Sendable {
    private(set) var raw: Raw
    private(set) var value: Value
    /// Why what was typed cannot be read, where that is so. The value is the one before.
    private(set) var failure: String?
    /// Which content this is: no two that differ have the same number, those that an undo brings back included.
    private(set) var revision = FieldRevision.next()

    init(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
    }

    /// Takes what the user types.
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

    /// Takes a value of the program's. What was typed stays where it reads as that.
    mutating func set(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        if holds(value) { return }
        raw = converter.format(value)
        self.value = value
        failure = nil
        revision = FieldRevision.next()
    }

    /// Puts a value back, and what was typed with it.
    mutating func reset(to value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
        failure = nil
        revision = FieldRevision.next()
    }

    /// Whether it is this value, readable.
    func holds(_ value: Value) -> Bool { failure == nil && self.value == value }
}

extension FieldContent: Equatable {
    static func == (left: FieldContent, right: FieldContent) -> Bool {
        left.revision == right.revision
            || left.raw == right.raw && left.value == right.value && left.failure == right.failure
    }
}

/// The numbers of contents.
private enum FieldRevision {
    private static let last = Atomic(0)

    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

import Binding

/// What a field holds: what the user typed, and the value that it last was.
@usableFromInline
struct FieldContent<Raw: Equatable & Sendable, Value: Equatable & Sendable>: Sendable {
    @usableFromInline var raw: Raw
    @usableFromInline var value: Value
    /// Why what was typed cannot be read, where that is so. The value is the one before.
    @usableFromInline var failure: String?
    /// How often something has changed.
    @usableFromInline var revision = 0

    @inlinable
    init(_ value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
    }

    /// Takes what the user types.
    @inlinable
    mutating func type(_ raw: Raw, _ converter: ValueConverter<Raw, Value>) {
        self.raw = raw
        revision += 1
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
        revision += 1
    }

    /// Puts a value back, and what was typed with it.
    mutating func reset(to value: Value, _ converter: ValueConverter<Raw, Value>) {
        raw = converter.format(value)
        self.value = value
        failure = nil
        revision += 1
    }

    /// Whether it is this value, readable.
    @inlinable
    func holds(_ value: Value) -> Bool { failure == nil && self.value == value }
}

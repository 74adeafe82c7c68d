// A wrapper has the conformances of its value, so that the compiler synthesizes those of a struct of wrapped properties
// as it does for plain properties.

extension Bindable: Equatable where Value: Equatable {
    public static func == (left: Bindable, right: Bindable) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Bindable: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Bindable: CustomStringConvertible where Value: CustomStringConvertible {
    public var description: String { describe(broadcaster) { wrappedValue.description } }
}

extension Bindable: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try encodeValue(wrappedValue, to: encoder) }
}

extension Bindable: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try decodeValue(from: decoder)) }
}

extension Mutable: Equatable where Value: Equatable {
    public static func == (left: Mutable, right: Mutable) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Mutable: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Mutable: CustomStringConvertible where Value: CustomStringConvertible {
    public var description: String { describe(relay.broadcaster) { wrappedValue.description } }
}

extension Mutable: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try encodeValue(wrappedValue, to: encoder) }
}

extension Mutable: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try decodeValue(from: decoder)) }
}

/// A description of a value, which `dump` of a view model asks for also while a closure changes the value in place.
private func describe(_ source: AnyBroadcaster, _ description: () -> String) -> String {
    source.position == nil ? "(being changed)" : description()
}

private func encodeValue(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
}

private func decodeValue<Value: Decodable>(from decoder: any Decoder) throws -> Value {
    try decoder.singleValueContainer().decode(Value.self)
}

extension KeyedDecodingContainer {
    /// Decodes an optional property; a missing key is `nil`, as it is without the wrapper.
    public func decode<Wrapped: Decodable>(
        _ type: Bindable<Wrapped?>.Type, forKey key: Key
    ) throws -> Bindable<Wrapped?> {
        try Bindable(wrappedValue: decodeIfPresent(Wrapped.self, forKey: key))
    }

    /// Decodes an optional property; a missing key is `nil`, as it is without the wrapper.
    public func decode<Wrapped: Decodable>(
        _ type: Mutable<Wrapped?>.Type, forKey key: Key
    ) throws -> Mutable<Wrapped?> {
        try Mutable(wrappedValue: decodeIfPresent(Wrapped.self, forKey: key))
    }
}

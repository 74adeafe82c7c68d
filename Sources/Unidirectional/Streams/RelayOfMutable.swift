import Binding

/// The relay behind a `@Mutable` property.
///
/// A key path to the property does not lead to its wrapper. So the getter is called, once for a type of input and a key
/// path, and the sources of the input note which of them it reads.
func relayOfMutable<Input, Value: Sendable>(
    _ keyPath: ReferenceWritableKeyPath<Input, Value>, of input: Input
) -> BehaviorRelay<Value> {
    let properties = storedProperties(of: input)
    let type = type(of: input)
    if let place = KnownProperty.place(of: keyPath, in: type), properties.indices.contains(place),
        let property = properties[place] as? Mutable<Value>
    {
        return property.projectedValue
    }
    let place = AccessProbe.placeOfSoleAccess(among: properties) { _ = input[keyPath: keyPath] }
    if let place, let property = properties[place] as? Mutable<Value> {
        KnownProperty.note(place, of: keyPath, in: type)
        return property.projectedValue
    }
    BindingDiagnostics.reportMistake(.notMutable(input: Input.self, value: Value.self))
    return BehaviorRelay(value: input[keyPath: keyPath])
}

/// The stored properties of an input, inherited ones last.
private func storedProperties(of input: some Any) -> [Any] {
    sequence(first: Mirror(reflecting: input), next: \.superclassMirror).flatMap { $0.children.map(\.value) }
}

/// A property of an input whose wrapper's place is known.
private struct KnownProperty: @unchecked Sendable {
    // Sound: a key path does not change.
    private let keyPath: AnyKeyPath
    private let place: Int

    private struct Key: Hashable {
        let input: ObjectIdentifier
        /// The hash of the key path. Comparing key paths may run user code, to compare what they were made with, which
        /// must not happen under the lock.
        let hash: Int
    }

    private static let all = Guarded<[Key: [KnownProperty]]>([:])

    private static func key(_ keyPath: AnyKeyPath, _ input: Any.Type) -> Key {
        Key(input: ObjectIdentifier(input), hash: keyPath.hashValue)
    }

    /// The place of the wrapper among the stored properties of a type of input, if that is known.
    static func place(of keyPath: AnyKeyPath, in input: Any.Type) -> Int? {
        let key = key(keyPath, input)
        return all.withLock { $0[key] ?? [] }.first { $0.keyPath == keyPath }?.place
    }

    static func note(_ place: Int, of keyPath: AnyKeyPath, in input: Any.Type) {
        let key = key(keyPath, input)
        all.withLock { $0[key, default: []].append(KnownProperty(keyPath: keyPath, place: place)) }
    }
}

import Binding

/// Objects by a key, which this does not keep alive. Entries of those that do not exist any more are removed as it grows.
struct WeakTable<Key: Hashable, Object: AnyObject> {
    private var references: [Key: WeakReference<Object>] = [:]
    /// The number of entries at which they are removed.
    private var most = 16

    var objects: some Sequence<Object> { references.values.lazy.compactMap(\.object) }

    subscript(key: Key) -> Object? { references[key]?.object }

    /// - Complexity: O(1) amortized.
    mutating func insert(_ object: Object, for key: Key) {
        if references.count >= most {
            references = references.filter { $0.value.object != nil }
            most = max(16, references.count * 2)
        }
        references[key] = WeakReference(object)
    }
}

/// Values for objects that are not kept alive.
struct WeakTable<Value> {
    private struct Entry {
        weak var object: AnyObject?
        let value: Value
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of objects that are gone are removed.
    private var limit = 256

    /// The value for an object, which the caller holds.
    subscript(object: AnyObject) -> Value? {
        // Another object may have had its address.
        entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0.value : nil }
    }

    /// - Parameter exists: Whether an object exists, which it releases later.
    mutating func set(_ value: Value, for object: AnyObject, _ exists: (AnyObject?) -> Bool) {
        if entries.count >= limit {
            entries = entries.filter { exists($0.value.object) }
            limit = max(256, entries.count * 2)
        }
        entries[ObjectIdentifier(object)] = Entry(object: object, value: value)
    }
}

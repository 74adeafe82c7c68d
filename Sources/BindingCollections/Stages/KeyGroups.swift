/// What a stage keeps for each key that rows have.
///
/// A key that does not equal itself, such as that of a number that is none, is found by nobody: each of them is another
/// one, as in a dictionary, and is kept beside that.
@usableFromInline
struct KeyGroups<Key: Hashable, Group: AnyObject> {
    @usableFromInline var found: [Key: Group] = [:]
    @usableFromInline var others: [ObjectIdentifier: Group] = [:]

    @inlinable
    init() {}

    @inlinable var count: Int { found.count + others.count }

    @inlinable var all: [Group] { Array(found.values) + others.values }

    /// The group of a key, made if there is none.
    @inlinable
    mutating func group(_ key: Key, make: (Key) -> Group) -> Group {
        if let group = found[key] { return group }
        let group = make(key)
        if key == key { found[key] = group } else { others[ObjectIdentifier(group)] = group }
        return group
    }

    /// Drops the group of a key that no row has, and no other one: keys that have changed since may be equal now.
    @inlinable
    mutating func remove(_ group: Group, of key: Key) {
        others[ObjectIdentifier(group)] = nil
        if found[key] === group { found[key] = nil }
    }
}

extension Lens {
    /// What this part is once it has been set to one value and another part of the same relay, such as one that is in this one or
    /// has this one in it, to another. The relay stays as it is.
    ///
    /// - Returns: `nil` if the two have nothing in common, or this part is not there then, or while the relay's value is being
    ///   changed in place.
    @MainActor
    package func value<Other>(_ value: Value, with other: Lens<Other>, being otherValue: Other) -> Value? {
        guard partPlace.mayOverlap(other.partPlace), position != nil else { return nil }
        // Lenses of elements remember what they have seen last.
        let seen = way.offset == nil ? access.get(way, relay) : nil
        let otherSeen = other.way.offset == nil ? access.get(other.way, relay) : nil
        var result: Value?
        access.read(relay) { root in
            way.replace(in: root, with: value)
            other.way.replace(in: root, with: otherValue)
            if way.update(root, { _ in true }) { result = way.get(root) }
            if let seen { way.replace(in: root, with: seen) }
            if let otherSeen { other.way.replace(in: root, with: otherSeen) }
        }
        return result
    }
}

extension LensWay {
    /// Sets the part, unless it is that already: a default in place of `nil` is not stored.
    fileprivate func replace(in root: UnsafeMutableRawPointer, with part: Part) {
        _ = update(root) { former in
            if areIdentical(former, part) { return false }
            former = part
            return true
        }
    }
}

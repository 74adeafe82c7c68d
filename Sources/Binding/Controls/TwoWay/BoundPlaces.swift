/// A relay, or a part of one, as an end of two-way bindings.
@usableFromInline
struct BoundPlace: Hashable, Sendable {
    /// A stored property of the relay's value.
    struct Part: Hashable, Sendable {
        let offset: Int
        let type: ObjectIdentifier
    }

    let relay: ObjectIdentifier
    /// `nil` for the whole.
    var part: Part?

    @usableFromInline
    init(_ relay: AnyBroadcaster) {
        self.relay = ObjectIdentifier(relay)
    }

    @usableFromInline
    init(_ relay: AnyBroadcaster, partAt offset: Int, _ type: Any.Type) {
        self.init(relay)
        part = Part(offset: offset, type: ObjectIdentifier(type))
    }
}

#if DEBUG
    /// The two-way bindings between relays and parts of relays, to warn of wholes that are bound to wholes while two
    /// different parts of one of them are bound to each other, through whatever other relays: C21 does not say which
    /// value wins then.
    @MainActor
    enum BoundPlaces {
        private struct Link {
            let other: BoundPlace
            let lifetime: WeakReference<Lifetime>
        }

        /// For each relay that is bound to another one, or to itself, its places and where they lead.
        private static var links: [ObjectIdentifier: [(place: BoundPlace, link: Link)]] = [:]
        private static var count = 0
        /// The number of places of bindings at which those that have ended are removed.
        private static var most = 64

        /// Adds a binding.
        ///
        /// - Returns: Whether it is the one by which two different parts come together that wholes also bind.
        static func add(_ left: BoundPlace, _ right: BoundPlace, _ lifetime: Lifetime) -> Bool {
            if count >= most { removeEnded() }
            count += 2
            links[left.relay, default: []].append((left, Link(other: right, lifetime: WeakReference(lifetime))))
            links[right.relay, default: []].append((right, Link(other: left, lifetime: WeakReference(lifetime))))
            if left.part != nil || right.part != nil { return isMixed(from: left.part == nil ? right : left) }
            // A part of either of the two wholes may now lead to another one.
            return links[left.relay]!.contains { $0.place.part != nil && isMixed(from: $0.place) }
                || links[right.relay]!.contains { $0.place.part != nil && isMixed(from: $0.place) }
        }

        /// Whether a part leads to another part of the same relay, and wholes are bound on the way.
        private static func isMixed(from start: BoundPlace) -> Bool {
            var found: Set = [start]
            var left = [start]
            var bindsWholes = false
            while let place = left.popLast() {
                for (from, link) in links[place.relay, default: []] where link.lifetime.object?.isEnded == false {
                    var next = link.other
                    if from != place {
                        // What is bound as a whole, is so in this part.
                        guard from.part == nil, link.other.part == nil, place.part != nil else { continue }
                        bindsWholes = true
                        next.part = place.part
                    }
                    if found.insert(next).inserted { left.append(next) }
                }
            }
            return bindsWholes
                && Dictionary(grouping: found.filter { $0.part != nil }, by: \.relay).contains { $1.count > 1 }
        }

        private static func removeEnded() {
            for (relay, all) in links {
                let kept = all.filter { $0.link.lifetime.object?.isEnded == false }
                links[relay] = kept.isEmpty ? nil : kept
            }
            count = links.values.reduce(0) { $0 + $1.count }
            most = max(64, count * 2)
        }
    }
#endif

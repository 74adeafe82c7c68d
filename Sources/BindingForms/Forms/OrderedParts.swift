/// The parts of a form, in order, and which of them have messages, so that these are found without looking at the others.
@MainActor
struct OrderedParts {
    private(set) var all: [FormPart] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var speakers: Set<ObjectIdentifier> = []

    func contains(_ part: FormPart) -> Bool { places[ObjectIdentifier(part)] != nil }

    /// Whether one of them has messages, or has a part that does.
    var haveMessages: Bool { !speakers.isEmpty }

    /// Those that have messages, or have a part that does, in order.
    var withMessages: [FormPart] {
        speakers.isEmpty ? [] : speakers.compactMap { places[$0] }.sorted().map { all[$0] }
    }

    /// Takes in whether a part has messages.
    mutating func note(_ part: FormPart) {
        let identity = ObjectIdentifier(part)
        if part.report.hasMessages, places[identity] != nil {
            speakers.insert(identity)
        } else {
            speakers.remove(identity)
        }
    }

    /// Replaces all parts from one on.
    ///
    /// - Parameters:
    ///   - index: The place of the first one.
    ///   - new: Those in their place.
    /// - Returns: Those that it has taken: none that is there already.
    mutating func replace(from index: Int, with new: [FormPart]) -> [FormPart] {
        for part in all[index...] {
            places[ObjectIdentifier(part)] = nil
            speakers.remove(ObjectIdentifier(part))
        }
        var next = index
        let taken = new.filter { part in
            guard !contains(part) else { return false }
            places[ObjectIdentifier(part)] = next
            next += 1
            return true
        }
        all.replaceSubrange(index..., with: taken)
        for part in taken { note(part) }
        return taken
    }
}

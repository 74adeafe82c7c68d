/// A difference between two states: where it is, the old value and the new one.
public struct TraceChange: Hashable, Sendable {
    /// Where it is, as written in Swift: `user.name`, `rows[2].isDone`, `prices["tea"]`, `screen.loaded.page`; and
    /// `self` for the whole state.
    public let path: String
    /// The old value as a text, strings in quotation marks; `nil` if there was none: an element that has been added.
    public let old: String?
    /// The new value as a text, strings in quotation marks; `nil` if there is none: an element that has been removed.
    public let new: String?
}

extension TraceChange: CustomStringConvertible {
    public var description: String { "\(path): \(old ?? "nothing") -> \(new ?? "nothing")" }
}

extension TraceChange {
    /// The differences between two states, in the order of their properties.
    ///
    /// Structures, tuples and optionals are compared property by property, arrays by index, dictionaries by key, sets
    /// by element, enumerations by case and then by what the case carries. Two values that are `Equatable` and equal do
    /// not differ. A structure or enumeration with a `description` of its own is taken as a whole, and so is an object,
    /// which differs from another one unless the two are `Equatable` and equal; what it refers to is not compared.
    ///
    /// - Complexity: O(*n*) in the size of the states.
    static func changes<State: Equatable>(from old: State, to new: State) -> [TraceChange] {
        if old == new { return [] }
        var comparison = Comparison()
        comparison.compareParts(old, new, at: "", depth: 0)
        return comparison.changes
    }
}

/// The differences found so far between two values.
private struct Comparison {
    /// Nothing deeper than this is taken apart, so that no state, however deep, needs a deep stack.
    private static let depthLimit = 32

    var changes: [TraceChange] = []

    mutating func compare(_ old: Any, _ new: Any, at path: String, depth: Int) {
        if let areEqual = Self.areEqual(old, new) {
            if areEqual { return }
            if Self.isScalar(type(of: old)), type(of: old) == type(of: new) { return noteDifferent(old, new, at: path) }
        }
        compareParts(old, new, at: path, depth: depth)
    }

    /// Compares two values that are not equal, or cannot be compared, part by part.
    mutating func compareParts(_ old: Any, _ new: Any, at path: String, depth: Int) {
        let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
        guard depth < Self.depthLimit, type(of: old) == type(of: new), oldMirror.displayStyle == newMirror.displayStyle
        else { return note(old, new, at: path) }
        let countBefore = changes.count
        var isWhole = false
        switch oldMirror.displayStyle {
        case .struct where !(old is any CustomStringConvertible), .tuple:
            for (oldChild, newChild) in zip(oldMirror.children, newMirror.children) {
                compare(oldChild.value, newChild.value, at: path.property(oldChild.label), depth: depth + 1)
            }
        case .optional:
            guard let oldValue = oldMirror.children.first?.value, let newValue = newMirror.children.first?.value else {
                isWhole = true
                break
            }
            compare(oldValue, newValue, at: path, depth: depth + 1)
        case .enum where !(old is any CustomStringConvertible):
            guard let oldChild = oldMirror.children.first, let newChild = newMirror.children.first,
                oldChild.label == newChild.label
            else {
                isWhole = true
                break
            }
            compare(oldChild.value, newChild.value, at: path.property(oldChild.label), depth: depth + 1)
        case .collection:
            compareElements(oldMirror, newMirror, at: path, depth)
        case .dictionary:
            compareEntries(oldMirror, newMirror, at: path, depth)
        case .set:
            compareMembers(oldMirror, newMirror, at: path)
        default:
            isWhole = true
        }
        // The values differ, but their parts do not visibly: then the whole is what has changed.
        if isWhole || changes.count == countBefore { note(old, new, at: path) }
    }

    private mutating func compareElements(_ old: Mirror, _ new: Mirror, at path: String, _ depth: Int) {
        let (olds, news) = (old.children.makeIterator(), new.children.makeIterator())
        var index = 0
        while true {
            let path = "\(path)[\(index)]"
            switch (olds.next(), news.next()) {
            case (let old?, let new?): compare(old.value, new.value, at: path, depth: depth + 1)
            case (let old?, nil): add(path, old.value, nil)
            case (nil, let new?): add(path, nil, new.value)
            case (nil, nil): return
            }
            index += 1
        }
    }

    private mutating func compareEntries(_ old: Mirror, _ new: Mirror, at path: String, _ depth: Int) {
        let (olds, news) = (Self.entries(old), Self.entries(new))
        // In the order of the keys' texts: that of a dictionary changes from run to run.
        let keys = Set(olds.keys).union(news.keys).map { (key: $0, text: ValueText.quoted($0.base)) }
        for (key, text) in keys.sorted(by: { $0.text < $1.text }) {
            let path = "\(path)[\(text)]"
            switch (olds[key], news[key]) {
            case (let old?, let new?): compare(old, new, at: path, depth: depth + 1)
            case (let old, let new): add(path, old, new)
            }
        }
    }

    private mutating func compareMembers(_ old: Mirror, _ new: Mirror, at path: String) {
        let olds = Set(old.children.compactMap { $0.value as? AnyHashable })
        let news = Set(new.children.compactMap { $0.value as? AnyHashable })
        let differing = olds.symmetricDifference(news).map { (member: $0, text: ValueText.quoted($0.base)) }
        for (member, text) in differing.sorted(by: { $0.text < $1.text }) {
            let path = "\(path)[\(text)]"
            if olds.contains(member) { add(path, member.base, nil) } else { add(path, nil, member.base) }
        }
    }

    private static func entries(_ dictionary: Mirror) -> [AnyHashable: Any] {
        var entries: [AnyHashable: Any] = [:]
        for child in dictionary.children {
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2, let key = pair[0].value as? AnyHashable else { continue }
            entries[key] = pair[1].value
        }
        return entries
    }

    /// Notes a difference of two values as a whole. If the two cannot be compared, their texts decide.
    private mutating func note(_ old: Any, _ new: Any, at path: String) {
        if Self.areEqual(old, new) != nil { return noteDifferent(old, new, at: path) }
        let (oldText, newText) = (ValueText.distinct(old), ValueText.distinct(new))
        if oldText == newText, !Self.areOtherObjects(old, new) { return }
        changes.append(TraceChange(path: path.isEmpty ? "self" : path, old: oldText, new: newText))
    }

    private mutating func noteDifferent(_ old: Any, _ new: Any, at path: String) {
        add(path.isEmpty ? "self" : path, old, new)
    }

    private mutating func add(_ path: String, _ old: Any?, _ new: Any?) {
        changes.append(TraceChange(path: path, old: old.map(ValueText.distinct), new: new.map(ValueText.distinct)))
    }

    /// Whether values of a type have no parts to compare one by one: the most frequent types, for which no mirror is
    /// made.
    private static func isScalar(_ type: Any.Type) -> Bool {
        type == Int.self || type == String.self || type == Bool.self || type == Double.self
    }

    /// Whether two values are equal; `nil` if they cannot be compared.
    private static func areEqual(_ old: Any, _ new: Any) -> Bool? {
        // The most frequent types, for which the runtime need not look up a conformance.
        let type = type(of: old)
        if type == Int.self, let old = old as? Int { return isEqual(old, new) }
        if type == String.self, let old = old as? String { return isEqual(old, new) }
        if type == Bool.self, let old = old as? Bool { return isEqual(old, new) }
        guard let old = old as? any Equatable else { return nil }
        return isEqual(old, new)
    }

    private static func isEqual<Value: Equatable>(_ old: Value, _ new: Any) -> Bool {
        (new as? Value).map { $0 == old } ?? false
    }

    private static func areOtherObjects(_ old: Any, _ new: Any) -> Bool {
        guard type(of: old) is AnyClass, type(of: new) is AnyClass else { return false }
        return (old as AnyObject) !== (new as AnyObject)
    }
}

extension String {
    /// The path of a property of the value at this path.
    fileprivate func property(_ label: String?) -> String {
        guard let label else { return self }
        // Elements of tuples have labels such as ".0".
        let name = label.first == "." ? String(label.dropFirst()) : label
        return isEmpty ? name : "\(self).\(name)"
    }
}

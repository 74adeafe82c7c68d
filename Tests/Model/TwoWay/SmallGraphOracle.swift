/// What is wanted of a graph of two-way bindings when everything is at rest.
///
/// 1. The two ends of each binding agree.
/// 2. When a binding is made, the left end wins, and so does everything that is bound to the right.
/// 3. Everything that is bound together holds the latest original change, or the last answer to it. A change that is not
///    overtaken by one elsewhere is delivered to each observer, once, and an edit is not written back.
/// 4. It comes to rest.
///
/// The oracle does not simulate how values get from one end to another. Original changes have numbers and distinct texts.
struct SmallGraphOracle {
    private(set) var failure: String?
    private let cuts: Bool
    private let relays: Int
    private let ends: [SmallGraph.End]
    private var bindings: [(left: Int, right: Int)?] = []

    /// The number of the change that made a text, or of which it is an answer.
    private var changes: [String: Int] = [:]
    private var count = 0
    /// For each end, the number of the last change there.
    private var latest: [Int]
    /// What the ends held when everything was at rest before.
    private var former: [String]

    // Since then:
    private var originals: [(number: Int, end: Int, text: String)] = []
    /// What the observers of each relay have been told.
    private var told: [[String]]
    private var edited: [SmallGraph.End: String] = [:]
    private var editedAgain: [SmallGraph.End: (number: Int, text: String)] = [:]
    /// What was on the left of bindings that were made within a delivery, which need not be the latest change; and what controls
    /// cut it to.
    private var texts: Set<String> = []
    /// Whether a binding has been made; and whether one has been made, or disposed of, within a delivery.
    private var hasBinding = false
    private var hasNestedBinding = false
    private var hasNestedDisposal = false

    init(_ program: SmallGraph, _ held: (SmallGraph.End) -> String) {
        cuts = program.hasParts || program.controls.contains { $0 == .cutting || $0 == .silentlyCutting }
        relays = program.relays
        ends =
            (0..<program.relays).map { .relay($0) } + program.controls.indices.map { .control($0) }
            + (program.hasParts ? SmallGraph.Part.allCases.map { .part($0) } : [])
        latest = Array(repeating: 0, count: ends.count)
        told = Array(repeating: [], count: relays)
        former = ends.map(held)
        for (end, text) in former.enumerated() { latest[end] = number(text) }
    }

    private func index(_ end: SmallGraph.End) -> Int {
        switch end {
        case .relay(let number): number
        case .control(let number): relays + number
        case .part(let part): ends.count - SmallGraph.Part.allCases.count + part.rawValue
        }
    }

    mutating func fail(_ text: String) { failure = failure ?? text }

    // MARK: What happens

    private mutating func number(_ text: String) -> Int {
        count += 1
        changes[text] = count
        changes[SmallGraphTexts.cut(text)] = count
        return count
    }

    mutating func change(_ end: SmallGraph.End, to text: String) {
        _ = number(text)
        note(end, count, text)
    }

    /// A control is edited while it tells of an edit: the last one counts, unless it is written to before that is told.
    mutating func changeAgain(_ control: SmallGraph.End, to text: String) {
        editedAgain[control] = (number(text), text)
        edited[control] = text
    }

    /// The parts of a structure are set, as one change.
    mutating func changeWhole(_ parts: [(end: SmallGraph.End, text: String)]) {
        count += 1
        for (end, text) in parts {
            changes[text] = count
            changes[SmallGraphTexts.cut(text)] = count
            note(end, count, text)
        }
    }

    private mutating func note(_ end: SmallGraph.End, _ number: Int, _ text: String) {
        let place = index(end)
        latest[place] = number
        originals.append((number, place, text))
        if case .control = end { edited[end] = text }
    }

    /// A binding is about to be made.
    mutating func bind(_ left: SmallGraph.End, _ right: SmallGraph.End, isNested: Bool, text: String) {
        let (left, right) = (index(left), index(right))
        bindings.append((left, right))
        hasBinding = true
        if isNested {
            hasNestedBinding = true
            texts.formUnion([text, SmallGraphTexts.cut(text)])
        } else {
            latest[left] = number(text)
        }
    }

    mutating func dispose(_ binding: Int, isNested: Bool) {
        bindings[binding] = nil
        if isNested { hasNestedDisposal = true }
    }

    mutating func swapBindings(_ first: Int, _ second: Int) { bindings.swapAt(first, second) }

    mutating func tell(_ relay: Int, _ text: String) { told[relay].append(text) }

    mutating func write(_ control: SmallGraph.End, _ text: String, over former: String) {
        editedAgain[control] = nil
        if text == former, edited[control] == text, !hasNestedBinding { fail("the edit \"\(text)\" is written back") }
    }

    // MARK: Rest

    /// Everything is at rest.
    mutating func rest(_ read: (SmallGraph.End) -> String) {
        for (control, (number, text)) in editedAgain { note(control, number, text) }
        editedAgain = [:]
        let held = ends.map(read)
        let component = components()
        for case (let left, let right)? in bindings where held[left] != held[right] {
            fail("the ends of a binding differ")
        }
        if !hasNestedDisposal {
            for change in Set(component) { checkLatest(of: ends.indices.filter { component[$0] == change }, held) }
            if !hasNestedBinding { checkDeliveries(component) }
        }
        former = held
        for (end, text) in held.enumerated() { latest[end] = changes[text] ?? 0 }
        originals.removeAll(keepingCapacity: true)
        for relay in told.indices { told[relay].removeAll(keepingCapacity: true) }
        edited = [:]
        texts = []
        (hasBinding, hasNestedBinding, hasNestedDisposal) = (false, false, false)
    }

    private func components() -> [Int] {
        var component = Array(ends.indices)
        for case (let left, let right)? in bindings where component[left] != component[right] {
            let (from, to) = (component[right], component[left])
            for end in component.indices where component[end] == from { component[end] = to }
        }
        return component
    }

    private mutating func checkLatest(of members: [Int], _ held: [String]) {
        // The same text may be of a later change elsewhere.
        let last = members.map { latest[$0] }.max() ?? 0
        if !members.contains(where: { changes[held[$0]] ?? 0 >= last || texts.contains(held[$0]) }) {
            fail("the latest change is lost")
        }
    }

    private mutating func checkDeliveries(_ component: [Int]) {
        for relay in 0..<relays where !told[relay].isEmpty { checkTwice(told[relay]) }
        // What is set while a binding is being made need not come through it.
        guard !cuts, !hasBinding else { return }
        for original in originals {
            let text = original.text
            let isOvertaken = originals.contains {
                $0.number > original.number && $0.end != original.end && component[$0.end] == component[original.end]
            }
            for relay in 0..<relays where component[relay] == component[original.end] && !isOvertaken {
                if former[relay] != text, !told[relay].contains(text) { fail("\"\(text)\" did not arrive everywhere") }
            }
        }
    }

    /// A text is told once for each change to it, and for each change that it may be an answer to.
    private mutating func checkTwice(_ told: [String]) {
        for (place, text) in told.enumerated() {
            let times = told[...place].count { $0 == text }
            guard times > 1 else { continue }
            let origins = originals.count { $0.text == text || SmallGraphTexts.cut($0.text) == text }
            if times > origins { fail("\"\(text)\" was delivered twice") }
        }
    }
}

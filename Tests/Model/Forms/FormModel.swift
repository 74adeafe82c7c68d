/// A simple model of fields, a form and its rules: independent facts are stored, everything else is computed from them
/// whenever it is read.
package struct FormModel {
    package struct Field {
        enum Kind { case name, age, number, title }

        let kind: Kind
        var first: String
        /// The value as text, in canonical form.
        package var value: String
        package var raw: String
        var failure: String?
        var isTouched = false
        var isOn = true
        var isFormOn = true
        var rejection: String?
        /// Whether a submission waits, and it has counted since that began: it counts until that is over.
        var isHeld = false

        init(_ kind: Kind, _ value: String) {
            self.kind = kind
            first = value
            self.value = value
            raw = value
        }

        var isEnabled: Bool { isHeld || isOn && isFormOn }
        var isDirty: Bool { failure != nil || value != first }
        var canBeRead: Bool { isEnabled && failure == nil }
        var number: Int { Int(value)! }

        /// The messages of its own rules; `true` for a hint.
        var own: [(String, Bool)] {
            if let failure { return [(failure, false)] }
            switch kind {
            case .name:
                return [
                    value.isEmpty ? ("missing", false) : nil, value.contains("1") ? ("a digit", true) : nil,
                    value.count > 4 ? ("at most 4", false) : nil,
                ].compactMap(\.self)
            case .age: return number < 18 ? [("at least 18", false)] : []
            case .number: return []
            case .title: return value.isEmpty ? [("missing", false)] : []
            }
        }

        /// - Returns: Whether the value has changed.
        mutating func type(_ text: String) -> Bool {
            guard text != raw else { return false }
            raw = text
            rejection = nil
            if kind == .age || kind == .number {
                failure = Int(text) == nil ? "no number: \(text)" : nil
                if let number = Int(text) { value = "\(number)" }
            } else {
                value = text
            }
            return true
        }

        mutating func set(_ new: String) -> Bool {
            if failure == nil, value == new { return false }
            (raw, value, failure, rejection) = (new, new, nil, nil)
            return true
        }
    }

    /// An asynchronous rule.
    struct Asynchronous {
        enum Phase: Equatable {
            case idle
            case pausing(until: Int)
            case asking(until: Int)
            case done(String?, hasFailed: Bool)
        }

        let reads: [Int]
        let target: Int
        var phase = Phase.idle
        var key: [String] = []
        /// The latest answer, and what it is about; none once something else has been asked.
        var answered: (key: [String], phase: Phase)?

        var isPending: Bool {
            switch phase {
            case .pausing, .asking: true
            case .idle, .done: false
            }
        }
    }

    static let pause = 10
    static let name = 0
    static let age = 1
    static let from = 2
    static let to = 3

    /// The four fields that are always there.
    package var fields = [Field(.name, ""), Field(.age, "18"), Field(.number, "1"), Field(.number, "2")]
    /// The rows, each with a unique number.
    package var rows: [(id: Int, field: Field)] = []
    /// The initial rows, and the fields of rows that have been removed.
    var firstRows: [Int] = []
    var absent: [Int: Field] = [:]
    var rules = [Asynchronous(reads: [name], target: name), Asynchronous(reads: [from, to], target: from)]
    var isInnerEnabled = true
    package private(set) var now = 0
    /// The number of errors that rules have thrown.
    package private(set) var errors = 0
    /// Whether the view model removes spaces from the name, and keeps the end after the beginning.
    let trims: Bool
    let orders: Bool
    /// The values of the fields and the rows at an earlier moment.
    var snapshot: (values: [String], rows: [(id: Int, value: String)]) = ([], [])
    /// Whether a submission waits.
    var isSubmitting = false
    /// Whether it has been submitted since the last reset.
    package var isSubmitted = false
    /// How often it has been sent.
    var sent = 0

    init(trims: Bool, orders: Bool, rows: [(id: Int, title: String)] = []) {
        self.trims = trims
        self.orders = orders
        self.rows = rows.map { ($0.id, Field(.title, $0.title)) }
        firstRows = rows.map(\.id)
        settle()
    }

    // MARK: Answers of asynchronous rules

    static func latency(of key: [String]) -> Int { 1 + key.joined().count * 7 % 13 }

    /// The answer; `nil` if the rule fails.
    static func answer(to key: [String]) -> String?? {
        let sum = key.joined().utf8.reduce(0) { $0 + Int($1) }
        return sum % 7 == 0 ? .none : .some(sum % 3 == 0 ? "refused" : nil)
    }

    // MARK: State

    private var order: String? {
        let (from, to) = (fields[Self.from], fields[Self.to])
        return from.canBeRead && to.canBeRead && from.number > to.number ? "order" : nil
    }

    private func synchronous(_ index: Int) -> [(String, Bool)] {
        fields[index].own + (index == Self.to ? order.map { [($0, false)] } ?? [] : [])
    }

    private func holds(_ index: Int) -> Bool {
        fields[index].canBeRead && !synchronous(index).contains { !$0.1 }
    }

    package func messages(_ index: Int) -> [String] {
        guard fields[index].isEnabled else { return [] }
        var said = synchronous(index)
        if let rejection = fields[index].rejection { said.append((rejection, false)) }
        for rule in rules where rule.target == index {
            if case .done(let text?, _) = rule.phase { said.append((text, false)) }
        }
        return said.filter { !$0.1 }.map(\.0) + said.filter(\.1).map(\.0)
    }

    package func status(_ index: Int) -> String {
        guard fields[index].isEnabled else { return "disabled" }
        let hints = Set(["a digit"])
        if messages(index).contains(where: { !hints.contains($0) }) { return "invalid" }
        return rules.contains { $0.target == index && $0.isPending } ? "pending" : "valid"
    }

    package static func messages(ofRow field: Field) -> [String] {
        field.isEnabled ? field.own.map(\.0) + (field.rejection.map { [$0] } ?? []) : []
    }

    package static func status(ofRow field: Field) -> String {
        !field.isEnabled ? "disabled" : messages(ofRow: field).isEmpty ? "valid" : "invalid"
    }

    package var formStatus: String {
        let all = fields.indices.map(status) + rows.map { Self.status(ofRow: $0.field) }
        for status in ["invalid", "pending", "valid"] where all.contains(status) { return status }
        // An inner form without rows is valid rather than disabled.
        return rows.isEmpty ? "valid" : "disabled"
    }

    package var isDirty: Bool {
        fields.contains(where: \.isDirty) || rows.contains { $0.field.isDirty } || rows.map(\.id) != firstRows
    }

    package var isTouched: Bool {
        fields.contains(where: \.isTouched) || rows.contains { $0.field.isTouched }
    }

    /// The index of the first invalid field; the rows come after the others.
    package var firstInvalid: Int? {
        fields.indices.first { status($0) == "invalid" }
            ?? rows.firstIndex { Self.status(ofRow: $0.field) == "invalid" }.map { $0 + fields.count }
    }

    // MARK: Changes

    mutating func type(_ index: Int, _ text: String) {
        let former = fields[index].value
        if fields[index].type(text) { contentChanged(index, from: former) }
    }

    mutating func set(_ index: Int, _ value: String, settles: Bool = true) {
        let former = fields[index].value
        if fields[index].set(value) { contentChanged(index, from: former, settles: settles) }
    }

    /// Sets a field in a batch, in which rules see only what there is at its end.
    mutating func patch(_ index: Int, _ value: String) {
        set(index, value, settles: false)
        settle()
    }

    /// - Parameter settles: Whether the change is complete, after which asynchronous rules run.
    private mutating func contentChanged(_ index: Int, from former: String, settles: Bool = true) {
        if settles { settle() }
        if trims, index == Self.name, fields[index].raw.contains(" ") {
            set(index, fields[index].raw.filter { $0 != " " }, settles: settles)
        }
        if orders, index == Self.from, fields[index].value != former,
            fields[index].number > fields[Self.to].number
        {
            set(Self.to, fields[index].value, settles: settles)
        }
    }

    mutating func reset(_ index: Int) {
        resetContent(of: [index])
        settle()
    }

    /// Resets fields before observers are called of any of them.
    private mutating func resetContent(of indices: some Collection<Int>) {
        let former = fields
        for index in indices { Self.reset(&fields[index]) }
        for index in indices
        where former[index].raw != former[index].first || former[index].value != former[index].first {
            contentChanged(index, from: former[index].value, settles: false)
        }
    }

    mutating func reset() {
        if isSubmitting { endSubmission(isCancelled: true) }
        isSubmitted = false
        resetContent(of: fields.indices)
        settle()
        let there = Dictionary(rows.map { ($0.id, $0.field) }) { first, _ in first }
        setRows(firstRows.map { ($0, there[$0] ?? absent[$0]!) })
        for index in rows.indices { Self.reset(&rows[index].field) }
    }

    static func reset(_ field: inout Field) {
        field.isTouched = false
        (field.raw, field.value, field.failure, field.rejection) = (field.first, field.first, nil, nil)
    }

    mutating func setRows(_ new: [(id: Int, field: Field)]) {
        for row in rows {
            absent[row.id] = row.field
            absent[row.id]?.isHeld = false
        }
        rows = new
        if isSubmitting { hold() }
    }

    mutating func markPristine() {
        for index in fields.indices { fields[index].first = fields[index].value }
        for index in rows.indices { rows[index].field.first = rows[index].field.value }
        firstRows = rows.map(\.id)
    }

    mutating func touchAll() {
        for index in fields.indices { fields[index].isTouched = true }
        for index in rows.indices { rows[index].field.isTouched = true }
    }

    /// Runs asynchronous rules on the current values.
    mutating func settle(again: Bool = false) {
        if isSubmitting { hold() }
        for index in rules.indices {
            let reads = rules[index].reads
            if again { rules[index].answered = nil }
            guard reads.allSatisfy(holds) else {
                rules[index].phase = .idle
                continue
            }
            let key = reads.map { fields[$0].value }
            if !again {
                if rules[index].key == key, rules[index].phase != .idle { continue }
                if let answered = rules[index].answered, answered.key == key {
                    (rules[index].key, rules[index].phase) = answered
                    continue
                }
            }
            rules[index].key = key
            rules[index].phase = .pausing(until: now + Self.pause)
        }
    }

    mutating func submit() {
        isSubmitted = true
        touchAll()
        for index in rules.indices {
            switch rules[index].phase {
            case .pausing, .done(_, hasFailed: true): ask(index, at: now)
            case .idle, .asking, .done: break
            }
        }
    }

    private mutating func ask(_ index: Int, at time: Int) {
        rules[index].answered = nil
        rules[index].phase = .asking(until: time + Self.latency(of: rules[index].key))
    }

    mutating func advance(by time: Int) {
        now += time
        for index in rules.indices {
            if case .pausing(let until) = rules[index].phase, until <= now { ask(index, at: until) }
            if case .asking(let until) = rules[index].phase, until <= now {
                switch Self.answer(to: rules[index].key) {
                case .some(let text): rules[index].phase = .done(text, hasFailed: false)
                case .none:
                    rules[index].phase = .done("failed", hasFailed: true)
                    errors += 1
                }
                rules[index].answered = (rules[index].key, rules[index].phase)
            }
        }
    }
}

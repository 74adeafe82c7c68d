import Binding

/// An event, as it is kept.
struct EventRecord {
    let number: UInt64
    let kind: InspectedEvent.Kind
    let node: UInt32
    var value: InspectedValue
    /// The event that it follows from, or 0.
    let cause: UInt64
    let thread: UInt
    /// In nanoseconds of the monotonic clock.
    let start: UInt64
    /// How long it took until all that followed at once had happened; `nil` while it does.
    var duration: UInt64?
}

/// The last events. Memory is taken as it is needed, up to a limit.
struct EventRing {
    private let capacity: Int
    private var records: [EventRecord] = []
    /// The number of the next event.
    private(set) var next: UInt64 = 1

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of the first event that is still there.
    var first: UInt64 { next - UInt64(records.count) }

    mutating func append(_ record: EventRecord) {
        if records.count < capacity {
            records.append(record)
        } else {
            records[index(of: record.number)] = record
        }
        next += 1
    }

    private func index(of number: UInt64) -> Int { Int((number - 1) % UInt64(capacity)) }

    func contains(_ number: UInt64) -> Bool { number != 0 && number >= first && number < next }

    subscript(number: UInt64) -> EventRecord? {
        contains(number) ? records[index(of: number)] : nil
    }

    /// The node of an event that is still there. Reads no more than that: the rest of a record takes time to copy.
    func node(of number: UInt64) -> UInt32? { contains(number) ? records[index(of: number)].node : nil }

    func hasValue(_ number: UInt64) -> Bool { contains(number) && records[index(of: number)].value.isKnown }

    mutating func change(_ number: UInt64, _ change: (inout EventRecord) -> Void) {
        if contains(number) { change(&records[index(of: number)]) }
    }

    /// Forgets the values of events, but for dots.
    mutating func hideValues(where isHidden: (EventRecord) -> Bool) {
        for index in records.indices where records[index].value.isText && isHidden(records[index]) {
            records[index].value = .description("•••")
        }
    }

    /// The events from one on, in order.
    func events(from number: UInt64) -> [EventRecord] { (max(number, first)..<next).map { records[index(of: $0)] } }

    /// The first event of as many changes, the last ones, or the first event of all.
    func start(ofLastChanges count: Int) -> UInt64 {
        var rest = count
        var number = next
        while number > first, rest > 0 {
            number -= 1
            if !contains(records[index(of: number)].cause) { rest -= 1 }
        }
        return number
    }
}

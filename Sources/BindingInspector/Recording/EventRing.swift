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

    mutating func change(_ number: UInt64, _ change: (inout EventRecord) -> Void) {
        if contains(number) { change(&records[index(of: number)]) }
    }

    /// All events, in order, from one on that is still there.
    func all(from first: UInt64) -> [EventRecord] { (first..<next).map { records[index(of: $0)] } }
}

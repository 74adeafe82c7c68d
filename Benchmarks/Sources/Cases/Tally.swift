/// What the observers of a case add to, so that the optimiser cannot leave their calls out, and so that it can be
/// checked that all of them were made.
public struct Tally: @unchecked Sendable {
    // Sound: it is added to on the main actor only. A pointer, because a property of a class would be checked for
    // exclusive access at each addition, which costs more than the addition.
    private let pointer: UnsafeMutablePointer<Int>

    /// A tally at zero. It lives as long as the program: there are few of them.
    public init() {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: 0)
    }

    /// For work that is prepared anew each time.
    static let ignored = Tally()

    public var sum: Int { pointer.pointee }

    public func reset() { pointer.pointee = 0 }

    func add(_ number: Int) { pointer.pointee &+= number }
}

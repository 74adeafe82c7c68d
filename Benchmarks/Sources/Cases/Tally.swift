/// A sum that the observers of a case add to, so that the optimizer cannot remove their calls, and so that it can be
/// checked that all of them were made.
public struct Tally: @unchecked Sendable {
    // Safe: only the main actor adds to it. It is a pointer, because a class property would be checked for exclusive
    // access at each addition, which costs more than the addition.
    private let pointer: UnsafeMutablePointer<Int>

    /// Makes a tally at zero. It is never deallocated: there are few of them.
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

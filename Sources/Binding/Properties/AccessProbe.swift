/// Finds out which source a piece of code reads, such as the getter of a property of which nothing else is known.
///
/// Nothing is taken on loan for that, so that nobody waits: sources that are watched note who reads them or sends to
/// them, and go on. Sources that are not watched know nothing of all this, and cost nothing more.
package final class AccessProbe: Sendable {
    /// What notes the accesses of the code that runs here.
    @TaskLocal static var current: AccessProbe?

    private let counts = Guarded<[ObjectIdentifier: Int]>([:])

    private init() {}

    func note(_ source: AnyBroadcaster) { counts.withLock { $0[ObjectIdentifier(source), default: 0] += 1 } }

    /// The one among some values whose source a closure reads, or sends to.
    ///
    /// - Parameters:
    ///   - candidates: Relays, wrapped properties, and anything else, which is passed over.
    ///   - body: Reads, waiting where another thread has what it reads on loan.
    /// - Returns: The place of the first candidate with the source that was accessed; `nil` where that was none or more
    ///   than one, or one more than once.
    package static func placeOfSoleAccess(among candidates: [Any], by body: () -> Void) -> Int? {
        let sources = candidates.map { ($0 as? any SourceHolder)?.source }
        let probe = AccessProbe()
        for source in sources { source?.beginWatching() }
        $current.withValue(probe, operation: body)
        for source in sources { source?.endWatching() }
        let counts = probe.counts.withLock { $0 }
        guard counts.count == 1, case (let accessed, 1)? = counts.first else { return nil }
        return sources.firstIndex { $0.map { ObjectIdentifier($0) } == accessed }
    }
}

/// What keeps a value in a source.
protocol SourceHolder {
    var source: AnyBroadcaster { get }
}

extension BehaviorRelay: SourceHolder {
    var source: AnyBroadcaster { broadcaster }
}

extension BehaviorSubject: SourceHolder {
    var source: AnyBroadcaster { broadcaster }
}

extension Bindable: SourceHolder {
    var source: AnyBroadcaster { broadcaster }
}

extension Mutable: SourceHolder {
    var source: AnyBroadcaster { relay.broadcaster }
}

/// Finds out which source a piece of code reads, such as the getter of a property about which nothing else is known.
///
/// Nothing is borrowed for that, so no thread waits: watched sources note each read and each send, and go on. Sources
/// that are not watched are not affected, and cost nothing more.
package final class AccessProbe: Sendable {
    /// The probe that notes the accesses of the code that runs here.
    @TaskLocal static var current: AccessProbe?

    private let counts = Guarded<[ObjectIdentifier: Int]>([:])

    private init() {}

    func note(_ source: AnyBroadcaster) { counts.withLock { $0[ObjectIdentifier(source), default: 0] += 1 } }

    /// Finds the one value among several whose source a closure reads or sends to.
    ///
    /// - Parameters:
    ///   - candidates: Relays and wrapped properties; anything else is skipped.
    ///   - body: The code to observe. If another thread has borrowed what it reads, it waits.
    /// - Returns: The index of the first candidate with the source that was accessed; `nil` if no source was accessed,
    ///   more than one, or one more than once.
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

/// A type that keeps its value in a source.
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

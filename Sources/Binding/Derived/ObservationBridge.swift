internal import CBindingPlatform
import Observation

/// Lets Observation see what this library's values are read for: `withObservationTracking`, `Observations`, and toolkits
/// that are built on them.
///
/// ```swift
/// ObservationBridge.begin()
/// withObservationTracking { label.text = "\(cart.total) €" } onChange: { setNeedsUpdate() }
/// ```
///
/// From then on, whatever is read on the main actor counts as accessed: wrapped properties, relays, subjects, lenses, fields,
/// selections, the states of stores, derived values. `onChange` is called on the main actor at the end of the change that
/// has changed any of it: of a batch once, and for a derived value only if it is another one. Unlike `@Observable`, which calls
/// it before a property is set, what is read then is new. A lens counts as the whole value that it is a part of.
///
/// Off at first, because Observation does not tell whether anybody tracks. While it is on, a read costs some 40 ns more. A
/// value that has been read keeps a registrar, and is slower to set. A derived value that has been read is computed after each
/// change of what it depends on, until it is another one, though nobody may ask for it.
@MainActor
public enum ObservationBridge {
    /// Begins to tell Observation of what is read, in the whole program.
    ///
    /// Called when the program begins; never from a computation.
    public static func begin() { set(true) }

    /// Ends that. What has been accessed until now is still reported.
    public static func end() { set(false) }

    private static func set(_ isOn: Bool) {
        precondition(
            !DerivedGraph.isComputing,
            "Binding: ObservationBridge is switched while a derived value is computed. Call it outside of computations."
        )
        DerivedGraph.isObserved = isOn
    }
}

/// What tells Observation of the changes of something that has been read.
///
/// Observation forgets who has accessed something when it has reported the next change, so this is not due again until the
/// next access.
@usableFromInline
final class ObservationOutput: DueAtEnd, Observation.Observable, @unchecked Sendable {
    // Sound as its base class is.

    private let registrar = ObservationRegistrar()
    /// The computation whose value is read, until it is released; none if this is about a source.
    @exclusivity(unchecked) private unowned(unsafe) var computation: AnyComputation?
    /// The version that was accessed first since the last report.
    @exclusivity(unchecked) private var seen: UInt64 = 0
    @exclusivity(unchecked) private var isAwaited = false

    private var property: Void { () }

    init(of dependency: Dependency) {
        computation = dependency as? AnyComputation
        super.init(isSubscribing: false)
        // What it depends on has a number, and comes before it.
        hasSubscribedToMore()
    }

    /// Notes an access, of the current version. Called under the lock of a source: no user code runs.
    func access(_ version: UInt64) {
        // Others may have accessed an earlier one, and have not been told yet.
        if !isAwaited { seen = version }
        isAwaited = true
        registrar.access(self, keyPath: \.property)
    }

    /// Called when the computation is being released.
    func end() {
        computation = nil
        isAwaited = false
    }

    /// Called when what is read has changed, or may have.
    func mayHaveChanged() {
        if isAwaited { mayBeDue() }
    }

    override func send() {
        guard isAwaited else { return }
        if let computation {
            DerivedGraph.bringUpToDate(computation)
            if computation.version == seen { return }
        }
        isAwaited = false
        registrar.willSet(self, keyPath: \.property)
        registrar.didSet(self, keyPath: \.property)
    }
}

extension Dependency {
    /// Notes that Observation may be tracking a read.
    final func noteAccess() {
        let observation = observation ?? ObservationOutput(of: self)
        self.observation = observation
        observation.access(version)
    }
}

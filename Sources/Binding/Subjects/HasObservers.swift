// Whether a source has observers: for work that is worth doing only then. Another thread may subscribe, or dispose of
// its subscription, before the answer is used.

extension BehaviorRelay {
    /// Whether the relay or its driver has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension PublishRelay {
    /// Whether the relay or its signal has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension ReplayRelay {
    /// Whether the relay has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension PublishSubject {
    /// Whether the subject has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension BehaviorSubject {
    /// Whether the subject has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension ReplaySubject {
    /// Whether the subject has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension AsyncSubject {
    /// Whether the subject has observers.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

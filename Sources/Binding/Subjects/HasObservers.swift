// Whether somebody listens: for work that is worth doing for an audience only. Another thread may subscribe, or dispose
// of its subscription, before the answer is used.

extension BehaviorRelay {
    /// Whether anybody observes the relay, or its driver.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension PublishRelay {
    /// Whether anybody observes the relay, or its signal.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension ReplayRelay {
    /// Whether anybody observes the relay.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension PublishSubject {
    /// Whether anybody observes the subject.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension BehaviorSubject {
    /// Whether anybody observes the subject.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension ReplaySubject {
    /// Whether anybody observes the subject.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

extension AsyncSubject {
    /// Whether anybody observes the subject.
    public var hasObservers: Bool { broadcaster.hasObservers }
}

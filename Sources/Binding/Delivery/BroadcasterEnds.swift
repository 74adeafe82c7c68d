internal import CBindingPlatform

/// The end of a source.
extension Broadcaster {
    /// Accepts the end.
    @usableFromInline
    func stop(_ termination: Termination) {
        let thread = currentThread()
        lockWithValue(thread)
        guard !lanes.isTerminated else { return lock.unlock() }
        if concernsOthers { return stopForOthers(termination, thread) }
        queue(termination, thread)
    }

    /// Adds the end after the events that wait. Called with the lock held, returns without it.
    @usableFromInline
    func queue(_ termination: Termination, _ thread: UInt) {
        let servesScheduled = servesScheduled(thread)
        let outer = servesScheduled ? MainActorDispatcher.enter(thread) : 0
        state.accept(termination, from: thread, in: &lanes)
        serve(thread, servesScheduled: servesScheduled)
        if servesScheduled { MainActorDispatcher.leave(outer) }
    }

    /// Accepts the end of the source that this stage shares. The next observer to subscribe connects anew.
    @usableFromInline
    func stop(_ termination: Termination, of connection: Connection) {
        let thread = currentThread()
        lock.lock()
        guard isConnected(by: connection) else { return lock.unlock() }
        // Held until it has left: its owners release it when they receive the end.
        let subscription = connection.subscription
        let servesScheduled = servesScheduled(thread)
        let outer = servesScheduled ? MainActorDispatcher.enter(thread) : 0
        state.accept(termination, from: thread, in: &lanes)
        let forgotten = forgetConnection()
        serve(thread, servesScheduled: servesScheduled)
        if servesScheduled { MainActorDispatcher.leave(outer) }
        connection.lifetime.end()
        withExtendedLifetime((forgotten, subscription)) {}
    }
}

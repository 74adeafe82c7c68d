/// Adding observers, and connecting a stage to the source that it shares.
extension Broadcaster {
    /// Adds an observer that stands alone, without operators in between.
    ///
    /// - Parameters:
    ///   - owner: The object that the user knows as the source, which holds this; the subscription keeps it alive until
    ///     the end, which may come before this returns.
    ///   - onDisposed: Called when the subscription has ended, in whichever way.
    @inlinable @inline(never)
    func subscribe(
        _ sink: consuming Sink<Element>, of owner: AnyObject, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let slot = DirectSlot(sink, owner: owner, onDisposed: onDisposed)
        let subscription = DirectSubscription(slot, at: self)
        let thread = currentThread()
        lockWithValue(thread)
        take(in: slot, thread)
        return subscription
    }

    /// Adds an observer. When this returns, it has received what the source remembers, if it may be called from here.
    ///
    /// - Parameters:
    ///   - owner: The object that the user knows as the source; the subscription keeps it alive.
    ///   - connect: Connects to the source that this stage shares. Called for the first observer; the connection that
    ///     it receives ends when the last observer is gone. The stage does not hold the subscription: the source holds
    ///     the stage.
    ///   - isTwoWay: Whether it is a two-way binding.
    /// - Complexity: O(1) amortized, plus the replayed values.
    @inlinable
    func attach(
        _ sink: Sink<Element>, _ subscription: Subscription, of owner: AnyObject? = nil, isTwoWay: Bool = false,
        connect: ((Connection, Subscription) -> Void)? = nil
    ) {
        attach(
            Slot(sink, chain: subscription.lifetime, isTwoWay: isTwoWay), subscription, of: owner, connect: connect)
    }

    /// Adds an observer whose slot was made before.
    @inlinable
    func attach(
        _ slot: Slot<Element>, _ subscription: Subscription, of owner: AnyObject?,
        connect: ((Connection, Subscription) -> Void)? = nil
    ) {
        subscription.joined(slot, at: self, of: owner)
        let thread = currentThread()
        lockWithValue(thread)
        let joined = connect == nil ? nil : join()
        take(in: slot, thread)
        if let joined, let held = joined.new ?? joined.connection.held {
            subscription.hold(held)
            if joined.new != nil, let connect { holdingBack { connect(joined.connection, held) } }
        }
        // It was disposed of meanwhile, perhaps before it was counted.
        if slot.isOver { letGo(of: slot) }
    }

    /// Adds an observer of a subscription that moves from one source to the next; see ``Lifetime/move(to:)``.
    @inlinable
    func admit(_ slot: Slot<Element>) {
        let thread = currentThread()
        lockWithValue(thread)
        take(in: slot, thread)
        // The subscription has moved on meanwhile, perhaps before the observer was counted.
        if slot.isOver { letGo(of: slot) }
    }

    /// Subscribes to the source that this one passes on. If there is little stack, values are held back until that is
    /// done: those that arrive at once are then delivered from here, and not from within the call, so that a long chain
    /// needs no more stack than it takes to subscribe.
    @usableFromInline
    func holdingBack(_ subscribe: () -> Void) {
        let isHeld = NestedSubscriptions.isStackLow && isHeld(by: currentThread())
        subscribe()
        if isHeld {
            lock.lock()
            walk(currentThread(), servesScheduled: false)
        }
    }

    private func isHeld(by thread: UInt) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return lanes.hold(thread)
    }

    /// Adds an observer. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func take(in slot: Slot<Element>, _ thread: UInt) {
        let isScheduled = isScheduled(slot)
        let servesScheduled = isScheduled && isExecutor(thread)
        if isScheduled == servesScheduled, lanes.isQuiet, !lanes.isTerminated, memory != .several {
            if servesScheduled {
                MainActorDispatcher.whileKnownCurrent(thread) { admit(slot, thread, isScheduled: true) }
            } else {
                admit(slot, thread, isScheduled: false)
            }
        } else {
            queue(slot, thread, isScheduled: isScheduled, servesScheduled: servesScheduled)
        }
    }

    /// Adds an observer while the source is quiet. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func admit(_ slot: Slot<Element>, _ thread: UInt, isScheduled: Bool) {
        lanes.admit(slot, isScheduled: isScheduled)
        guard memory == .latest || lanes.needsTidying else { return lock.unlock() }
        lanes.begin(thread, servesScheduled: isScheduled)
        // What the observer sets because of the value belongs together, as with a value that is sent.
        let outer = isScheduled ? MainActorDispatcher.beginDelivery() : 0
        do {
            let latest = remembered
            lock.unlock()
            if let latest, !slot.isOver { slot.next(latest) }
        }
        lock.lock()
        if lanes.finish(thread, metEnded: false) {
            lock.unlock()
        } else {
            walk(thread, servesScheduled: isScheduled)
        }
        if isScheduled { MainActorDispatcher.endDelivery(outer) }
    }

    /// Adds an observer if the source is not quiet, or has ended, or if the observer cannot be called from here. Called
    /// with the lock held, returns without it.
    @usableFromInline @inline(never)
    func queue(_ slot: Slot<Element>, _ thread: UInt, isScheduled: Bool, servesScheduled: Bool) {
        let outer = servesScheduled ? MainActorDispatcher.enter(thread) : 0
        let events = eventsToReplay
        switch state.subscribe(
            slot, handing: events, from: thread, isScheduled: isScheduled, servesScheduled: servesScheduled, in: &lanes)
        {
        case .queued:
            serve(thread, servesScheduled: servesScheduled)
        case .replay:
            lock.unlock()
            replay(events, to: slot)
            lockWithValue(thread)
            state.finishJoining(slot, from: thread, isScheduled: isScheduled, in: &lanes)
            serve(thread, servesScheduled: servesScheduled)
        }
        if servesScheduled { MainActorDispatcher.leave(outer) }
    }

    /// Calls one observer with events.
    @usableFromInline
    func replay(_ events: [Event<Element>], to slot: Slot<Element>) {
        for event in events where !slot.isOver {
            switch event {
            case .next(let element): slot.next(element)
            case .error(let error): finish(slot, .error(error))
            case .completed: finish(slot, .completed)
            }
        }
    }

    /// Calls an observer with the end.
    @usableFromInline
    func finish(_ slot: Slot<Element>, _ termination: Termination) {
        slot.stop(termination)
        if slot.chain == nil { finish(slot) }
    }

    /// Releases observers, and with the last one the shared source.
    @usableFromInline @inline(never)
    func release(_ slots: [AnySlot]) {
        lock.lock()
        let outgoing = lanes.audience == 0 ? forgetConnection() : nil
        lock.unlock()
        outgoing?.connection.lifetime.end()
        withExtendedLifetime((slots, outgoing)) {}
    }

    /// The connection to the shared source, and its subscription if it is new.
    @usableFromInline
    func join() -> (connection: Connection, new: Subscription?) {
        if let connection { return (connection, nil) }
        let new = Subscription()
        let connection = Connection(new)
        lanes.open().pointee.connection = connection
        return (connection, new)
    }

    /// Forgets the connection and the remembered values, for the next observer to connect anew. Called under the lock.
    @usableFromInline
    func forgetConnection() -> (connection: Connection, memory: (Element?, ReplayHistory<Element>?))? {
        guard let connection = lanes.ledger?.pointee.connection.take() else { return nil }
        state.reset(in: &lanes)
        return (connection, forgetAll())
    }
}

extension Broadcaster {
    /// The values as the sequence of the relay or the subject that it serves. Subscriptions keep that object alive.
    @inlinable
    func observable(of source: AnyObject & Sendable) -> Observable<Element> {
        Observable(self, of: source)
    }
}

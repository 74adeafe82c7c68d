public import CBindingPlatform

/// What a source does with values that concern others than its observers: those that are derived from it, and the batch
/// that holds them.
extension Broadcaster {
    /// Whether a value or an end concerns anybody but the observers.
    @inlinable @inline(__always)
    var concernsOthers: Bool { lanes.isTracked || binding_holds_or_sends() }

    /// Accepts a value that the program sends; an equal one is no change for what is derived from it. Called with the lock
    /// held, returns without it.
    @inlinable @inline(never)
    func sendForOthers(_ element: Element, from thread: UInt) {
        if hasBitwiseEquality(Element.self), let former = remembered {
            return acceptForOthers(
                element, from: thread, isSame: lanes.isTracked && isSameMemory(former, element))
        }
        guard let equality = lanes.dependency?.equality, let former = remembered, MainActorDispatcher.isCurrent(thread)
        else { return acceptForOthers(element, from: thread) }
        lock.unlock()
        let isSame = unsafeDowncast(equality, to: SubscriptionLocal<PartEquality<Element>>.self).value
            .areSame(former, element)
        lockWithValue(thread)
        guard !lanes.isTerminated else { return lock.unlock() }
        acceptForOthers(element, from: thread, isSame: isSame)
        Binding.release(former)
    }

    /// Accepts a value, marks what is derived from it, and leaves it to the batch under way. Called with the lock held,
    /// returns without it.
    @inlinable @inline(never)
    func acceptForOthers(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp? = nil, to recipients: Recipients = .all,
        isSame: Bool = false
    ) {
        tellOthers(thread, isChange: !isSame && !recipients.areOfSameValue) { isHeld in
            if binding_inspects(), !recipients.areOfSameValue {
                acceptInspected(element, from: thread, at: stamp, to: recipients, isHeld: isHeld)
            } else {
                acceptOrHold(element, from: thread, at: stamp, to: recipients, isHeld: isHeld)
            }
        }
    }

    @inlinable @inline(__always)
    func acceptOrHold(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp?, to recipients: Recipients, isHeld: Bool
    ) {
        if lanes.audience == 0, lanes.isQuiet {
            let displaced = remember(element)
            lanes.clock += 1
            lock.unlock()
            Binding.release(displaced)
        } else if isHeld {
            hold(element, from: thread, at: stamp, to: recipients)
        } else {
            accept(element, from: thread, at: stamp, to: recipients)
        }
    }

    // Neither inlined nor specialized: what is not inspected pays nothing for it.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never) @usableFromInline
    func acceptInspected(
        _ element: Element, from thread: UInt, at stamp: BroadcastStamp?, to recipients: Recipients, isHeld: Bool
    ) {
        let frame = beginInspected(element, number: stamp?.number ?? lanes.clock + 1)
        acceptOrHold(element, from: thread, at: stamp, to: recipients, isHeld: isHeld)
        if let frame { endInspected(frame, element) }
    }

    /// The same for the end.
    @usableFromInline @inline(never)
    func stopForOthers(_ termination: Termination, _ thread: UInt) {
        tellOthers(thread, isChange: true) { isHeld in
            if isHeld, lanes.audience > 0 { beginHolding(thread, at: lanes.clock + 1) }
            queue(termination, thread)
        }
    }

    /// Marks what is derived from this source, and delivers an event. Called with the lock held, returns without it.
    ///
    /// - Parameters:
    ///   - isChange: Whether the value is another one than before.
    ///   - deliver: Delivers the event, or has it wait for the end of a batch. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func tellOthers(_ thread: UInt, isChange: Bool, _ deliver: (_ isHeld: Bool) -> Void) {
        let isOnMainActor = MainActorDispatcher.isCurrent(thread)
        let outerThread = isOnMainActor ? MainActorDispatcher.enter(thread) : 0
        let outer = isOnMainActor ? MainActorDispatcher.beginDelivery() : 0
        let sent = isOnMainActor && lanes.isSetByProgram && binding_sends() ? DueAtEnd.pauseForSet() : nil
        var isNews = false
        if isChange { lanes.withDependency { isNews = $0.change(isOnMainActor: isOnMainActor) } }
        // Called in one place only, so that it is inlined.
        deliver(isOnMainActor && lanes.isSetByProgram && binding_holds() != 0)
        if isNews { DerivedNews.ask() }
        guard isOnMainActor else { return }
        if let sent { DueAtEnd.resume(sent) }
        MainActorDispatcher.endDelivery(outer)
        MainActorDispatcher.leave(outerThread)
    }

    // MARK: Batches

    /// Accepts a value, which waits for the end of the batch. Called with the lock held, returns without it.
    @inlinable
    func hold(_ element: Element, from thread: UInt, at stamp: BroadcastStamp?, to recipients: Recipients) {
        let former = remember(element)
        defer { Binding.release(former) }
        let stamp = stamp ?? lanes.stampOfValue(from: thread)
        beginHolding(thread, at: stamp.number)
        let displaced =
            (memory == .latest ? state.replaceHeld(by: element, at: stamp, to: recipients, in: &lanes) : nil)
            ?? (state.accept(element, at: stamp, to: recipients, in: &lanes), nil)
        lock.unlock()
        Binding.release(displaced)
    }

    /// Has the events of this source wait for the end of the batch. Called under the lock.
    @inlinable
    func beginHolding(_ thread: UInt, at number: UInt64) {
        guard lanes.beginHolding(thread, at: number) else { return }
        // A closure, because the compiler specializes it here.
        let serve: @Sendable (AnyBroadcaster) -> Void = {
            unsafeDowncast($0, to: Broadcaster<Element>.self).serveHeldValues()
        }
        addToBatch(isState: memory == .latest, serve)
    }

    /// Delivers what was held; of the values that the main actor has set, the last.
    @inlinable
    func serveHeldValues() {
        let thread = currentThread()
        lock.lock()
        let (first, isOwned) = lanes.endHolding()
        let dropped = memory == .latest ? state.dropSuperseded(from: first, in: &lanes) : []
        if isOwned { walk(thread, servesScheduled: servesScheduled(thread)) } else { lock.unlock() }
        Binding.release(dropped)
    }

    // MARK: Values that follow from others

    /// Accepts a value that follows from what is being sent at the end of a change.
    @inlinable
    func sendConsequence(_ element: Element) {
        let thread = currentThread()
        lockWithValue(thread)
        guard !lanes.isTerminated else { return lock.unlock() }
        accept(element, from: thread)
    }

    /// Remembers a value for observers that are yet to come.
    @inlinable
    func renew(_ element: Element) {
        lock.lock()
        let displaced = remember(element)
        lock.unlock()
        Binding.release(displaced)
    }

    /// Remembers a value, with which the next observer begins; the present ones receive it later, by ``serveHeld()``.
    @inlinable
    func sendLater(_ element: Element) {
        let thread = currentThread()
        let outer = MainActorDispatcher.enter(thread)
        lock.lock()
        let displaced = remember(element)
        let stamp = lanes.stampOfValue(from: thread)
        _ = lanes.beginHolding(thread, at: stamp.number)
        _ = state.accept(element, at: stamp, to: .all, in: &lanes)
        lock.unlock()
        MainActorDispatcher.leave(outer)
        Binding.release(displaced)
    }
}

extension AnyBroadcaster {
    @usableFromInline
    final func addToBatch(isState: Bool, _ serve: @escaping @Sendable (AnyBroadcaster) -> Void) {
        Batch.add(self, isState: isState, serve)
    }
}

extension Recipients {
    /// Whether the value is the same as before.
    @inlinable
    var areOfSameValue: Bool { if case .twoWayBindings = self { true } else { false } }
}

extension BroadcastLanes {
    /// Whether computations have read the value.
    @inlinable @inline(__always)
    var isTracked: Bool {
        guard let ledger, case .some = ledger.pointee.dependency else { return false }
        return true
    }

    /// The source in the graph of derived values. Read under the lock.
    @inlinable
    var dependency: SourceDependency? { ledger?.pointee.dependency?.takeUnretainedValue() }

    /// Calls a closure with the source in the graph of derived values, if there is one.
    @inlinable @inline(__always)
    func withDependency(_ body: (SourceDependency) -> Void) {
        if let ledger, let dependency = ledger.pointee.dependency { dependency._withUnsafeGuaranteedRef(body) }
    }

    /// Makes all events wait until ``endHolding()``, on the main actor, unless this thread delivers others anyway.
    ///
    /// - Parameter number: The first event that is to wait.
    /// - Returns: Whether none have waited before.
    @usableFromInline
    mutating func beginHolding(_ thread: UInt, at number: UInt64) -> Bool {
        let ledger = open()
        if ledger.pointee.firstHeld != 0 { return false }
        ledger.pointee.firstHeld = number
        if isOwner(thread) { return true }
        if immediate.owner == 0 { own(thread, isScheduled: false) }
        if scheduled.owner == 0 { own(thread, isScheduled: true) }
        ledger.pointee.isOwnedByBatch = isOwner(thread)
        return true
    }

    /// - Returns: The number of the first event that has waited, and whether this thread has to deliver it.
    @usableFromInline
    mutating func endHolding() -> (first: UInt64, isOwned: Bool) {
        let ledger = open()
        defer { (ledger.pointee.firstHeld, ledger.pointee.isOwnedByBatch) = (0, false) }
        return (ledger.pointee.firstHeld, ledger.pointee.isOwnedByBatch)
    }
}

extension BroadcastState {
    /// Replaces the value that the batch has held last by a later one, unless anything has been accepted since.
    ///
    /// - Returns: What was replaced in each lane, to be released outside of the lock; `nil` if nothing was.
    @inlinable
    func replaceHeld(
        by element: Element, at stamp: Stamp, to recipients: Recipients, in lanes: inout BroadcastLanes
    ) -> (Entry?, Entry?)? {
        guard let ledger = lanes.ledger, let backlog = backlog(in: lanes), !lanes.isJoining else { return nil }
        let entry = Entry(kind: .next(element, to: recipients), stamp: stamp, bindings: MainActorDispatcher.bindings)
        let first = ledger.pointee.firstHeld
        guard entry.isWholeState(from: first) else { return nil }
        let (isImmediate, isScheduled) = (lanes.immediate.audience > 0, lanes.scheduled.audience > 0)
        if isImmediate, backlog.immediate.incoming.last?.isWholeState(from: first) != true { return nil }
        if isScheduled, backlog.scheduled.incoming.last?.isWholeState(from: first) != true { return nil }
        return (
            isImmediate ? backlog.immediate.incoming.replaceLast(with: entry) : nil,
            isScheduled ? backlog.scheduled.incoming.replaceLast(with: entry) : nil
        )
    }

    /// Removes the values that a batch has held but the last, in each lane.
    ///
    /// - Returns: What was removed, to be released outside of the lock.
    @inlinable
    func dropSuperseded(from first: UInt64, in lanes: inout BroadcastLanes) -> [Entry] {
        guard first != 0, let backlog = backlog(in: lanes) else { return [] }
        let ofImmediate = backlog.immediate.dropSuperseded(from: first)
        let ofScheduled = backlog.scheduled.dropSuperseded(from: first)
        backlog.immediateCount -= ofImmediate.count
        backlog.scheduledCount -= ofScheduled.count
        return ofImmediate + ofScheduled
    }
}

extension BroadcastState.Entry {
    /// Whether it is a value that the main actor has sent in the batch that began with an event.
    @inlinable
    func isState(from first: UInt64) -> Bool {
        guard case .next(_, let recipients) = kind, !recipients.areOfSameValue else { return false }
        return !stamp.isForeign && stamp.number >= first
    }

    /// Whether it is one of which nothing but the value matters.
    @inlinable
    func isWholeState(from first: UInt64) -> Bool {
        isState(from: first) && stamp.versions.whole == stamp.versions.parts
    }

    /// The same, for those who have to know of it although there is a later value.
    @inlinable
    func superseded() -> Self {
        guard case .next(let element, let recipients) = kind else { return self }
        return Self(kind: .next(element, to: recipients.twoWayBindings), stamp: stamp, bindings: bindings)
    }
}

extension BroadcastState.Line {
    @inlinable
    mutating func dropSuperseded(from first: UInt64) -> [BroadcastState.Entry] {
        let entries = incoming.elements
        guard let last = entries.lastIndex(where: { $0.isState(from: first) }),
            entries[..<last].contains(where: { $0.isState(from: first) })
        else { return [] }
        let lastWhole = entries.lastIndex { $0.isWholeState(from: first) } ?? 0
        var dropped: [BroadcastState.Entry] = []
        incoming = Queue()
        for (index, entry) in entries.enumerated() {
            if index < lastWhole, entry.isWholeState(from: first) {
                dropped.append(entry)
            } else if index < last, entry.isState(from: first) {
                incoming.append(entry.superseded())
            } else {
                incoming.append(entry)
            }
        }
        self.last = nil
        return dropped
    }
}

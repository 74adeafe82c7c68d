/// The value that a source remembers: reading it, setting it by two-way bindings, and lending it to be changed in
/// place.
extension Broadcaster {
    /// Locks, once no thread has borrowed the value.
    @inlinable @inline(__always)
    func lockWithValue(_ thread: UInt) {
        lock.lock()
        if borrower != 0 { waitForValue(thread) }
    }

    @usableFromInline @inline(never)
    func waitForValue(_ thread: UInt) {
        if watchers > 0 { AccessProbe.current?.note(self) }
        while borrower != 0, borrower != Self.watchMark {
            precondition(
                borrower != thread,
                """
                Binding: overlapping accesses to a \(kind). The closure given to `modify`, or the expression that \
                changes the property in place, reads or sets the same value: use the `inout` value there instead. Or \
                an asynchronous method changes the property in place, and keeps the value while it is suspended: call \
                it on a copy, and set the property to that afterwards.
                """)
            lock.unlock()
            lending.lock()
            lending.unlock()
            lock.lock()
        }
    }

    /// The latest value of a source that remembers one.
    @inlinable
    var latest: Element? {
        #if DEBUG
            UntrackedRead.note(of: self)
        #endif
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return remembered
    }

    /// Lends the latest value of a source that was created with one. Threads that read or send wait until it is given
    /// back; delivery in progress continues.
    @inlinable
    func borrow() -> Element {
        beginLoan(currentThread())
        // Present: such a source is created with a value and never forgets it.
        let value = remembered.take()!
        lock.unlock()
        return value
    }

    /// Returns with the lock held.
    @inlinable
    func beginLoan(_ thread: UInt) {
        while true {
            lockWithValue(thread)
            if lending.tryLock() { break }
            // Another thread is giving the value back, or waits for it.
            lock.unlock()
            yieldThread()
        }
        borrower = thread
    }

    /// Takes back a value that was lent, as a value sent.
    @inlinable
    func giveBack(_ element: Element) {
        let thread = currentThread()
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        accept(element, from: thread)
    }

    /// Takes back a value that was lent and has not been changed; no observer is called.
    @inlinable
    func restore(_ element: Element) {
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        remembered = element
        lock.unlock()
    }

    /// Accepts a value that a two-way binding brings; the binding itself is not called with it.
    ///
    /// A version that is not later than the current one has arrived by another path before, or has been overtaken, and
    /// is not accepted.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the binding.
    ///   - stamp: The event that the binding brings it from.
    ///   - isAccepted: Called under the lock, if the value is news: returns whether to accept it.
    @inlinable
    func send(
        _ element: Element, except lifetime: Lifetime?, from stamp: BroadcastStamp, if isAccepted: () -> Bool
    ) {
        let thread = currentThread()
        lockWithValue(thread)
        guard !lanes.isTerminated, lanes.isNews(stamp), isAccepted() else { return lock.unlock() }
        accept(element, from: thread, at: lanes.stamp(bringing: stamp, on: thread), except: lifetime)
    }

    /// Takes back a value that was lent, as one that a two-way binding of a part brings; the binding itself is not
    /// called with it.
    ///
    /// If the event is earlier than the latest value, whose other parts are later, the combination is a new version.
    ///
    /// - Parameter note: Called under the lock with the version of the value.
    @inlinable
    func giveBack(
        _ element: Element, except lifetime: Lifetime?, from stamp: BroadcastStamp, _ note: (UInt64) -> Void
    ) {
        let thread = currentThread()
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        var stamp = stamp
        if !lanes.isNews(stamp) { stamp.version = MainActorDispatcher.newVersion() }
        note(stamp.version)
        accept(element, from: thread, at: lanes.stamp(bringing: stamp, on: thread), except: lifetime)
    }

    /// The latest value and how the source ended, if it has, read at the same moment.
    var latestAndEnd: (Element?, Termination?) {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return (remembered, lanes.termination)
    }
}

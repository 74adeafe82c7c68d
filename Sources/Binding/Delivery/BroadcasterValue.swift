public import CBindingPlatform

/// The value that a source remembers: reading it, and lending it to be changed in place.
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
        lockToRead()
        defer { lock.unlock() }
        return remembered
    }

    /// Locks to read the value. If a computation on this thread reads it, or Observation may be tracking it, that is noted.
    @inlinable @inline(__always)
    func lockToRead() {
        if binding_reading_thread() != 0 { lockToNoteRead() } else { lockWithValue(currentThread()) }
    }

    @inlinable @inline(never)
    func lockToNoteRead() {
        let thread = currentThread()
        lockWithValue(thread)
        guard DerivedGraph.notesReads(on: thread) else { return }
        if !lanes.isTracked {
            lock.unlock()
            beginTracking()
            lockWithValue(thread)
        }
        // What another thread sets after this is news to the graph.
        lanes.withDependency { DerivedGraph.noteRead(of: $0) }
    }

    /// Lends the latest value of a source that was created with one. Threads that read or send wait until it is given
    /// back; delivery in progress continues.
    @inlinable
    func borrow() -> Element { borrowWithVersion().value }

    /// The same, with the version of that value, and the position of the latest event.
    @inlinable
    func borrowWithVersion() -> (value: Element, latest: (version: ValueVersion, position: UInt64)) {
        beginLoan(currentThread())
        // Present: such a source is created with a value and never forgets it.
        let value = remembered.take()!
        let latest = (lanes.version, lanes.clock)
        lock.unlock()
        return (value, latest)
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
        endLoan()
        if concernsOthers { return acceptForOthers(element, from: thread) }
        accept(element, from: thread)
    }

    /// Takes back a value that was lent and has not been changed; no observer is called.
    @inlinable
    func restore(_ element: Element) {
        lock.lock()
        endLoan()
        remembered = element
        lock.unlock()
    }

    /// Called under the lock.
    @inlinable @inline(__always)
    func endLoan() {
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
    }

    /// The latest value and how the source ended, if it has, read at the same moment.
    var latestAndEnd: (Element?, Termination?) {
        lockToRead()
        defer { lock.unlock() }
        return (remembered, lanes.termination)
    }
}

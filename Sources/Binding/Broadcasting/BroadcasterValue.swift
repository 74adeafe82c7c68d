/// The value that a source remembers: read, brought by two-way bindings, and lent out to be changed in place.
extension Broadcaster {
    /// Takes the lock, once nobody has the value on loan.
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
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return remembered
    }

    /// Lends out the latest value of a source that was given one at the start. Whoever wants to read or to send waits
    /// until it is given back; what is being handed out meanwhile goes on.
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
            // Another thread gives the value back at this moment, or waits for it.
            lock.unlock()
            yieldThread()
        }
        borrower = thread
    }

    /// Takes back what was lent out, as a value sent.
    @inlinable
    func giveBack(_ element: Element) {
        let thread = currentThread()
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        accept(element, from: thread)
    }

    /// Takes back what was lent out and has not been changed, of which nobody is told.
    @inlinable
    func restore(_ element: Element) {
        lock.lock()
        borrower = watchers == 0 ? 0 : Self.watchMark
        lending.unlock()
        remembered = element
        lock.unlock()
    }

    /// Takes in a value that a two-way binding brings, with which that one is not to be called.
    ///
    /// A version that is not later than what is here has come another way before, or has been overtaken, and is not
    /// taken in.
    ///
    /// - Parameters:
    ///   - lifetime: The binding's.
    ///   - stamp: The event that the binding brings it from.
    ///   - isAccepted: Asked under the lock whether it is to be taken in, if it is news.
    @inlinable
    func send(
        _ element: Element, except lifetime: Lifetime?, from stamp: BroadcastStamp, if isAccepted: () -> Bool
    ) {
        let thread = currentThread()
        lockWithValue(thread)
        guard !lanes.isTerminated, lanes.isNews(stamp), isAccepted() else { return lock.unlock() }
        accept(element, from: thread, at: lanes.stamp(bringing: stamp, on: thread), except: lifetime)
    }

    /// Takes back what was lent out, as a value that a two-way binding of a part brings, with which that one is not to
    /// be called.
    ///
    /// Where the event is earlier than the latest value, in which other parts are later, what comes of both is a new
    /// version.
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

    /// The latest value and how the source ended, if it has, from one moment.
    var latestAndEnd: (Element?, Termination?) {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return (remembered, lanes.termination)
    }
}

/// The value of a source with two-way bindings, which has a version.
///
/// A binding is known by the lifetime of its subscription here, and is not called with what it has brought.
extension Broadcaster {
    /// The value and its version.
    @inlinable
    var latestAndVersion: (value: Element?, version: ValueVersion) {
        lockWithValue(currentThread())
        defer { lock.unlock() }
        return (remembered, lanes.version)
    }

    /// Takes a value that a two-way binding brings, if it is later than the one that is held.
    ///
    /// - Parameter areSame: Called outside of the lock.
    @inlinable
    func take(
        _ element: Element, _ version: ValueVersion, from binding: Lifetime, areSame: (Element, Element) -> Bool
    ) -> Taken<Element> {
        let (held, former) = latestAndVersion
        guard former < version, let held else {
            if former == version, let held { return .alike(held) }
            return .overtaken
        }
        let isSame = areSame(held, element)
        let thread = currentThread()
        lockWithValue(thread)
        // What has been set since is later.
        guard lanes.version < version else {
            lock.unlock()
            return .overtaken
        }
        if isSame {
            raise(to: version, of: version, thread, from: binding)
        } else {
            let stamp = lanes.stamp(bringing: version, of: version, on: thread)
            acceptBrought(element, from: thread, at: stamp, to: .allBut(binding))
        }
        return .taken
    }

    /// Gives the value another version, of which other two-way bindings are told.
    ///
    /// - Parameter next: Returns the version for the current one; called under the lock.
    /// - Returns: The value with its version.
    @inlinable
    func raise(from binding: Lifetime, _ next: (ValueVersion) -> ValueVersion) -> (Element, ValueVersion)? {
        let thread = currentThread()
        lockWithValue(thread)
        guard let held = remembered else {
            lock.unlock()
            return nil
        }
        let version = next(lanes.version)
        if version == lanes.version {
            lock.unlock()
        } else {
            raise(to: version, of: version, thread, from: binding)
        }
        return (held, version)
    }

    /// Called with the lock held, returns without it.
    @inlinable
    func raise(to version: ValueVersion, of part: ValueVersion, _ thread: UInt, from binding: Lifetime) {
        let ledger = lanes.open()
        ledger.pointee.version = version
        // The binding itself is one of them.
        guard ledger.pointee.bindings > 1, let held = remembered else { return lock.unlock() }
        let stamp = lanes.stamp(bringing: version, of: part, isNotice: true, on: thread)
        acceptBrought(held, from: thread, at: stamp, to: .twoWayBindings(but: binding))
    }

    /// Takes back a value that was lent, as one in which a two-way binding has changed a part.
    ///
    /// - Parameter part: The version of that part.
    @inlinable
    func giveBack(_ element: Element, part: ValueVersion, from binding: Lifetime) {
        let thread = currentThread()
        lock.lock()
        endLoan()
        let version = ValueVersion.ofWhole(changedBy: part, after: lanes.version)
        let stamp = lanes.stamp(bringing: version, of: part, on: thread)
        acceptBrought(element, from: thread, at: stamp, to: .allBut(binding))
    }

    /// Takes back a value that was lent and has not been changed, as one of which a part has another version.
    @inlinable
    func restore(_ element: Element, part: ValueVersion, from binding: Lifetime) {
        let thread = currentThread()
        lock.lock()
        endLoan()
        remembered = element
        raise(to: max(part.ofWhole, lanes.version), of: part, thread, from: binding)
    }

    /// Accepts a value that a two-way binding has to do with. Called with the lock held, returns without it.
    @inlinable @inline(__always)
    func acceptBrought(_ element: Element, from thread: UInt, at stamp: BroadcastStamp, to recipients: Recipients) {
        if concernsOthers {
            DueAtEnd.binding { acceptForOthers(element, from: thread, at: stamp, to: recipients) }
        } else {
            accept(element, from: thread, at: stamp, to: recipients)
        }
    }
}

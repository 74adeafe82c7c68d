// EXAMPLE: poll loop
import Binding
import Glibc

/// Waits for descriptors to become readable; one of them is the main actor's.
@MainActor
final class PollLoop {
    private var actions: [Int32: @MainActor () -> Void] = [:]

    init() {
        watch(MainActorLoop.descriptor) { MainActorLoop.drain() }
    }

    /// Calls an action whenever a descriptor is readable. The action reads without waiting, because a nested loop may
    /// have read before it.
    func watch(_ descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        actions[descriptor] = action
    }

    /// Waits and calls actions as long as a condition holds. An action may call it again: that is a nested loop.
    func run(while condition: @MainActor () -> Bool) {
        while condition() {
            var watched = actions.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            for ready in watched where ready.revents != 0 { actions[ready.fd]?() }
        }
    }
}
// END

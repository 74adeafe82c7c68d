import Binding
import Foundation
import Synchronization

/// The program's event loop, which serves the main actor.
@MainActor
enum Loop {
    static func run(until end: ContinuousClock.Instant) { run { ContinuousClock.now >= end } }

    static func run(until isDone: () -> Bool) {
        var watched = pollfd(fd: MainActorLoop.descriptor, events: Int16(POLLIN), revents: 0)
        while !isDone() {
            if poll(&watched, 1, 10) > 0 { MainActorLoop.drain() }
        }
    }
}

final class Flag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }
}

final class Count: Sendable {
    let number = Atomic(0)
}

final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

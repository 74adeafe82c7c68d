import Binding
import Dispatch
import Foundation
import Testing

/// Records the events that it gets, from any thread.
package final class Recorder<Element: Sendable>: ObserverType {
    private let lock = NSLock()
    private nonisolated(unsafe) var recorded: [Event<Element>] = []

    package init() {}

    package func on(_ event: Event<Element>) {
        lock.withLock { recorded.append(event) }
    }

    package func callAsFunction(_ element: Element) { onNext(element) }

    package var events: [Event<Element>] { lock.withLock { recorded } }
    package var elements: [Element] { events.compactMap(\.element) }
    package var count: Int { lock.withLock { recorded.count } }
    package var isCompleted: Bool { events.last?.isCompleted ?? false }
    package var error: (any Error)? { events.last?.error }
}

/// A number that threads add to.
package final class Counter: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var number = 0

    package init() {}

    package var value: Int { lock.withLock { number } }

    @discardableResult
    package func add(_ summand: Int = 1) -> Int {
        lock.withLock {
            number += summand
            return number
        }
    }
}

/// An object that is counted as long as it lives, which shows when its owner has been released.
package final class Witness: Sendable {
    private let living: Counter

    /// - Parameter living: Counts the witnesses that have been made and not released.
    package init(_ living: Counter) {
        self.living = living
        living.add()
    }

    deinit { living.add(-1) }
}

/// A variable that several threads may use.
package final class Shared<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    package init(_ value: Value) {
        stored = value
    }

    package var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Changes the value as one step.
    package func update(_ change: (inout Value) -> Void) { lock.withLock { change(&stored) } }
}

package struct TestError: Error, Equatable, CustomStringConvertible {
    package let name: String

    package init(_ name: String = "test") {
        self.name = name
    }

    package var description: String { "TestError(\(name))" }
}

/// Runs a closure on several new threads at once, and waits for all of them.
package func onThreads(_ count: Int, stackSize: Int = 1 << 20, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    let start = DispatchSemaphore(value: 0)
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            start.wait()
            body(index)
            group.leave()
        }
        thread.stackSize = stackSize
        thread.start()
    }
    for _ in 0..<count { start.signal() }
    group.wait()
}

/// Runs a closure on another thread and waits for it.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    onThreads(1) { _ in body() }
}

/// How long a closure has kept a processor busy on this thread: whatever else runs meanwhile does not count.
package func processorTime(of body: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    body()
    return now() - start
}

/// Waits until a condition holds, however long that takes, and leaves the main actor free meanwhile. Fails at the
/// ``TimeLimit`` of the whole run, which only a hang exceeds.
@MainActor
package func eventually(
    _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    while !condition() {
        guard !TimeLimit.isOver else {
            Issue.record(what ?? "the condition did not come to hold", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
        try? await Task.sleep(for: .milliseconds(1))
    }
}

/// Lets tasks on the main actor run until a condition holds, or for a long time.
@MainActor
package func letTasksRun(until condition: () -> Bool) async {
    var turns = 0
    while turns < 10_000, !condition() {
        await Task.yield()
        turns += 1
    }
}

/// Waits until everything that was scheduled on the main actor before has run.
package func mainActorIsFree() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
    }
}

/// Collects the warnings during a closure. These closures run on the main actor, one at a time; warnings that other
/// tests cause on other threads meanwhile are not collected.
@MainActor
package func collectingWarnings(_ body: () throws -> Void) rethrows -> [BindingDiagnostics.Warning] {
    let recorder = Recorder<BindingDiagnostics.Warning>()
    let former = BindingDiagnostics.handler
    BindingDiagnostics.handler = { warning in
        if MainScheduler.isCurrent { recorder.onNext(warning) } else { former(warning) }
    }
    defer { BindingDiagnostics.handler = former }
    try body()
    return recorder.elements
}

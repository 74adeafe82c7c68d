import Foundation
import TestSupport
import Testing

@testable import Binding

@Suite("Lock")
struct LockTests {
    @Test("is taken once, and free when it was left")
    func takenOnce() {
        let lock = Lock()
        var isTaken = lock.tryLock()
        #expect(isTaken)
        isTaken = lock.tryLock()
        #expect(!isTaken)
        lock.unlock()
        lock.lock()
        isTaken = lock.tryLock()
        #expect(!isTaken)
        lock.unlock()
        isTaken = lock.tryLock()
        #expect(isTaken)
    }

    @Test("who waits sleeps in the kernel without looking, and is woken")
    func sleeping() {
        let counter = LockedCounter()
        counter.lock.lock()
        let folder = Shared("")
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            folder.value = "/proc/" + (link ?? "")
            counter.increment()
            isDone.signal()
        }
        func isAsleep() -> Bool { text(folder.value + "/syscall").hasPrefix("\(futex) ") }
        func switches() -> Substring? { text(folder.value + "/status").split(separator: "\n").last }

        while !isAsleep(), !TimeLimit.isOver { Thread.sleep(forTimeInterval: 0.001) }
        let before = switches()
        Thread.sleep(forTimeInterval: 0.05)
        #expect(isAsleep())
        expectEqual(switches(), before, "it has not run since")
        expectEqual(counter.count, 0)
        counter.lock.unlock()
        isDone.wait()
        expectEqual(counter.count, 1)
    }

    @Test("of many that wait, each is woken in the end")
    func allWoken() {
        let counter = LockedCounter()
        counter.lock.lock()
        let threads = DispatchGroup()
        for _ in 0..<8 {
            threads.enter()
            Thread.detachNewThread {
                for _ in 0..<10_000 { counter.increment() }
                threads.leave()
            }
        }
        counter.lock.unlock()
        threads.wait()
        expectEqual(counter.count, 80_000)
    }

    /// The number of the system call that a thread is blocked in.
    #if arch(x86_64)
        private let futex = 202
    #else
        private let futex = 98
    #endif

    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

private final class LockedCounter: @unchecked Sendable {
    // Safe: the number is used only under the lock.
    let lock = Lock()
    private(set) var count = 0

    func increment() {
        lock.lock()
        count += 1
        lock.unlock()
    }
}

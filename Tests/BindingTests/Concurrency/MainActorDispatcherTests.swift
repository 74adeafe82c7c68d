import Dispatch
import TestSupport
import Testing

@testable import Binding

/// Compares the library's answer to whether code is on the main actor with `MainActor.assumeIsolated`, which stops the
/// program if it is not.
@Suite("MainActorDispatcher")
struct MainActorDispatcherTests {
    /// Whether this code runs on the main actor according to the library; the runtime confirms a positive answer.
    private static func answer() -> Bool {
        guard MainScheduler.isCurrent else { return false }
        MainActor.assumeIsolated {}
        return true
    }

    @Test("on the main actor: in a test, in a task, in `run`, in a dispatch block, after a suspension")
    @MainActor
    func onTheMainActor() async {
        #expect(Self.answer())
        await Task { @MainActor in #expect(Self.answer()) }.value
        await Task.detached { await MainActor.run { #expect(Self.answer()) } }.value
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                #expect(Self.answer())
                continuation.resume()
            }
        }
        await Task.yield()
        #expect(Self.answer())
    }

    @Test("off the main actor: in a detached task, on dispatch queues, on a thread")
    func elsewhere() async {
        await Task.detached { #expect(!Self.answer()) }.value
        for queue in [DispatchQueue.global(), DispatchQueue(label: "serial")] {
            await withCheckedContinuation { continuation in
                queue.async {
                    #expect(!Self.answer())
                    continuation.resume()
                }
            }
        }
        onAnotherThread { #expect(!Self.answer()) }
    }

    @Test("off the main actor: on a queue that the main actor waits for on another thread")
    @MainActor
    func whileTheMainActorWaits() {
        onAnotherThread { #expect(!Self.answer()) }
        MainActorDispatcher.whileKnownCurrent(currentThread()) {
            onAnotherThread { #expect(!Self.answer()) }
            #expect(Self.answer())
        }
    }

    @Test("`MainScheduler.run`: at once on the main actor, later and in order from elsewhere")
    @MainActor
    func running() async {
        let seen = Recorder<Int>()
        onAnotherThread {
            for number in 1...100 {
                MainScheduler.run {
                    #expect(Self.answer())
                    seen(number)
                }
            }
        }
        MainScheduler.run { seen(0) }
        expectEqual(seen.elements, [0])
        await mainActorIsFree()
        expectEqual(seen.elements, Array(0...100))
    }

    @Test("at top level, before the main thread has gone over to dispatch")
    func topLevel() async {
        // The body of an exit test starts on the cooperative pool. The top level of a program is tested by the script
        // tests of the console example, which deliver on the main actor from there, and by the programs with event
        // loops.
        await #expect(processExitsWith: .success) {
            let isCurrent = await MainActor.run { MainActorDispatcher.isCurrent }
            precondition(isCurrent)
            precondition(!MainActorDispatcher.isCurrent)
        }
    }
}

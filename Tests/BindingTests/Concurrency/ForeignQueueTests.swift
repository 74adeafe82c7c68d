import Dispatch
import TestSupport
import Testing

@testable import Binding

/// Work that is given to the program's own loop in place of the main queue. There is one such queue in a process, so
/// each test makes its own; the main queue there is served by dispatch, as if the loop watched it.
@Suite("ForeignQueue")
struct ForeignQueueTests {
    @Test("begins when the main queue has run what was handed over before, and overtakes nothing")
    func order() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, seen, calls) = (Loop(), Recorder<Int>(), Counter())
            let post: @Sendable (Range<Int>) -> Void = { numbers in
                onAnotherThread { for number in numbers { MainActorDispatcher.post { seen(number) } } }
            }
            post(0..<100)
            ForeignQueue.begin { action in
                // More work arrives while the waiting work is being passed on.
                if calls.add() == 1 { post(200..<300) }
                loop.add(action)
            }
            post(100..<200)
            precondition(seen.count == 0 && loop.count == 0)
            await mainActorIsFree()
            precondition(seen.elements == Array(0..<100))
            precondition(loop.count == 200)
            post(300..<400)
            precondition(loop.count == 300)
            loop.run()
            precondition(seen.elements == Array(0..<400))
        }
    }

    @Test("what it runs follows from nothing that goes on around it")
    func change() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, seen) = (Loop(), Recorder<Bool>())
            ForeignQueue.begin { loop.add($0) }
            await mainActorIsFree()
            MainActorDispatcher.post {
                precondition(MainActorDispatcher.isKnownCurrent(currentThread()))
                seen(MainActorDispatcher.bindings != nil)
            }
            let thread = currentThread()
            MainActorDispatcher.whileKnownCurrent(thread) {
                var chain = Optional(BindingChain(ObjectIdentifier(loop)))
                MainActorDispatcher.following(&chain) {
                    MainActor.assumeIsolated { loop.run() }
                    seen(MainActorDispatcher.bindings != nil)
                }
            }
            precondition(seen.elements == [false, true])
        }
    }

    @Test("timers arrive by it, in order, and can be called off until they are run")
    func timers() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, seen) = (Loop(), Recorder<Int>())
            ForeignQueue.begin { loop.add($0) }
            await mainActorIsFree()
            let timers = (0..<10).map { number in
                MainScheduler.instance.schedule(after: .milliseconds(5)) { seen(number) }
            }
            await eventually { loop.count == 10 }
            precondition(seen.count == 0)
            timers[4].dispose()
            loop.run()
            precondition(seen.elements == [0, 1, 2, 3, 5, 6, 7, 8, 9])
            // This one is not run, even if it arrives before it is called off.
            MainScheduler.instance.schedule(after: .milliseconds(1)) { seen(-1) }.dispose()
            let last = MainScheduler.instance.schedule(after: .milliseconds(2)) { seen(10) }
            await eventually {
                MainActor.assumeIsolated { loop.run() }
                return seen.count == 10
            }
            precondition(seen.elements.last == 10)
            last.dispose()
        }
    }

    @Test("is one for the whole program")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            ForeignQueue.begin { _ in }
            ForeignQueue.begin { _ in }
        }
    }
}

/// A loop that runs its work when told to.
private final class Loop: Sendable {
    private let actions = Shared<[@MainActor @Sendable () -> Void]>([])
    private let added = Counter()

    /// The number of actions that it got.
    var count: Int { added.value }

    func add(_ action: @escaping @MainActor @Sendable () -> Void) {
        actions.update { $0.append(action) }
        added.add()
    }

    @MainActor
    func run() {
        let all = actions.value
        actions.value = []
        for action in all { action() }
    }
}

import TestSupport
import Testing

@testable import Binding

// `#expect` copies its operands, which these noncopyable values do not allow, and cannot mutate them.

private func same(_ actual: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectEqual(actual, expected, sourceLocation: sourceLocation)
}

private func check(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}

/// The broadcaster's bookkeeping, state by state, without threads and locks.
@Suite("Broadcast state")
struct BroadcastStateTests {
    /// The two parts of the bookkeeping together.
    struct State: ~Copyable {
        typealias Step = BroadcastState<Int>.Step

        var lanes = BroadcastLanes()
        let values = BroadcastState<Int>()

        mutating func accept(_ element: Int, from thread: UInt, except: Slot<Int>? = nil) {
            let recipients = except?.chain.map { Recipients.allBut($0) } ?? .all
            _ = values.accept(element, at: lanes.stampOfValue(from: thread), to: recipients, in: &lanes)
        }

        mutating func accept(_ termination: Termination, from thread: UInt) {
            values.accept(termination, from: thread, in: &lanes)
        }

        mutating func subscribe(
            _ slot: Slot<Int>, handing events: [Event<Int>] = [], from thread: UInt, isScheduled: Bool,
            servesScheduled: Bool
        ) -> BroadcastState<Int>.Entrance {
            values.subscribe(
                slot, handing: events, from: thread, isScheduled: isScheduled, servesScheduled: servesScheduled,
                in: &lanes)
        }

        mutating func finishJoining(_ slot: Slot<Int>, from thread: UInt, isScheduled: Bool) {
            values.finishJoining(slot, from: thread, isScheduled: isScheduled, in: &lanes)
        }

        mutating func begin(_ thread: UInt, servesScheduled: Bool) {
            lanes.begin(thread, servesScheduled: servesScheduled)
        }

        mutating func step(for thread: UInt, servesScheduled: Bool) -> Step {
            values.step(for: thread, servesScheduled: servesScheduled, in: &lanes)
        }
    }

    private func slot(isMainActor: Bool = false) -> Slot<Int> {
        Slot(Sink(isMainActor: isMainActor, next: { _ in }, stop: { _ in }), chain: Lifetime())
    }

    /// A short description of a step.
    private func describe(_ step: State.Step) -> String {
        switch step {
        case .next(let element, let slots, let recipients, _, _, _):
            "next \(element) to \(slots.all.count)\(recipients.areAll ? "" : " but one")"
        case .stop(_, let slots): "stop \(slots.count)"
        case .replay(let events, _): "replay \(events)"
        case .release(let slots): "release \(slots.count)"
        case .warn: "warn"
        case .hop: "hop"
        case .rest: "rest"
        }
    }

    @Test func aSubscriptionIsTakenInByWhoServesTheLane() {
        var state = State()
        guard case .queued = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false) else {
            Issue.record("not queued")
            return
        }
        same(describe(state.step(for: 1, servesScheduled: false)), "replay []")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        state.accept(5, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 5 to 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        check(state.lanes.isQuiet)
    }

    @Test func aSecondThreadFindsTheLaneTaken() {
        var state = State()
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(1, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 1 to 1")
        state.accept(2, from: 2)
        same(describe(state.step(for: 2, servesScheduled: false)), "rest")
        check(state.lanes.isOwner(1))
        check(!state.lanes.isOwner(2))
        same(describe(state.step(for: 1, servesScheduled: false)), "next 2 to 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        check(!state.lanes.isOwner(1))
    }

    @Test func theAwayLaneIsHandedOverOnce() {
        var state = State()
        _ = state.subscribe(slot(isMainActor: true), from: 1, isScheduled: true, servesScheduled: false)
        same(describe(state.step(for: 1, servesScheduled: false)), "hop")
        state.accept(1, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        // The executor arrives.
        state.lanes.open().pointee.isHopUnderWay = false
        same(describe(state.step(for: 9, servesScheduled: true)), "replay []")
        same(describe(state.step(for: 9, servesScheduled: true)), "next 1 to 1")
        state.accept(2, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        same(describe(state.step(for: 9, servesScheduled: true)), "next 2 to 1")
        same(describe(state.step(for: 9, servesScheduled: true)), "rest")
        state.accept(3, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "hop")
    }

    @Test func oneThreadServesBothLanesInTheOrderOfAcceptance() {
        var state = State()
        _ = state.subscribe(slot(), from: 9, isScheduled: false, servesScheduled: false)
        _ = state.subscribe(slot(isMainActor: true), from: 9, isScheduled: true, servesScheduled: true)
        _ = state.step(for: 9, servesScheduled: true)
        _ = state.step(for: 9, servesScheduled: true)
        state.accept(1, from: 9)
        state.accept(2, from: 9)
        var lanes: [String] = []
        for _ in 0..<4 {
            lanes.append(describe(state.step(for: 9, servesScheduled: true)))
        }
        expectEqual(lanes, ["next 1 to 1", "next 1 to 1", "next 2 to 1", "next 2 to 1"])
        let ledger = state.lanes.open().pointee
        check(ledger.immediate.current == ledger.scheduled.current)
    }

    @Test func nestedValuesFollowFromTheOneUnderWay() {
        var state = State()
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(1, from: 1)
        _ = state.step(for: 1, servesScheduled: false)
        let outer = state.lanes.open().pointee.immediate.current
        #expect(!outer.isNested)
        state.accept(2, from: 1)
        state.accept(3, from: 2)
        _ = state.step(for: 1, servesScheduled: false)
        check(state.lanes.open().pointee.immediate.current.isNested)
        check(state.lanes.open().pointee.immediate.current.origin == outer.number)
        _ = state.step(for: 1, servesScheduled: false)
        check(!state.lanes.open().pointee.immediate.current.isNested)
    }

    @Test func anObserverThatLeavesDuringAWalkIsTakenOutAfterIt() {
        var state = State()
        let leaving = slot()
        _ = state.subscribe(leaving, from: 1, isScheduled: false, servesScheduled: false)
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(1, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 1 to 2")
        check(!state.lanes.remove(leaving, isScheduled: false))
        check(state.lanes.immediate.list.slots.all.count == 2)
        same(describe(state.step(for: 1, servesScheduled: false)), "release 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        state.accept(2, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 2 to 1")
    }

    @Test func theLastOneToLeaveIsSaidToBe() {
        var state = State()
        let slots = [slot(), slot(isMainActor: true)]
        _ = state.subscribe(slots[0], from: 1, isScheduled: false, servesScheduled: false)
        _ = state.subscribe(slots[1], from: 1, isScheduled: true, servesScheduled: true)
        check(!state.lanes.remove(slots[0], isScheduled: false))
        check(!state.lanes.remove(slots[0], isScheduled: false))
        check(state.lanes.remove(slots[1], isScheduled: true))
    }

    @Test func aNestedSubscriptionIsReplayedAtOnceAndLetInLater() {
        var state = State()
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(1, from: 1)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(2, from: 1)
        let nested = slot()
        guard
            case .replay = state.subscribe(
                nested, handing: [.next(2)], from: 1, isScheduled: false, servesScheduled: false)
        else {
            Issue.record("not replayed")
            return
        }
        // Values accepted meanwhile are kept for it.
        state.accept(3, from: 2)
        state.finishJoining(nested, from: 1, isScheduled: false)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 2 to 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "next 3 to 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "replay [next(3)]")
        state.accept(4, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "next 4 to 2")
    }

    @Test func theEndEmptiesTheList() {
        var state = State()
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        state.accept(.completed, from: 1)
        same(describe(state.step(for: 1, servesScheduled: false)), "stop 1")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        check(state.lanes.audience == 0)
        guard
            case .queued = state.subscribe(
                slot(), handing: [.completed], from: 1, isScheduled: false, servesScheduled: false)
        else {
            Issue.record("not queued")
            return
        }
        same(describe(state.step(for: 1, servesScheduled: false)), "replay [completed]")
        check(state.lanes.audience == 0)
    }

    @Test func whatComesAndEndsAmongManyThatStayTakesNoMoreRoom() {
        var lanes = BroadcastLanes()
        let staying = (0..<20).map { _ in slot() }
        for slot in staying { lanes.admit(slot, isScheduled: false) }
        for _ in 0..<10_000 {
            let passing = slot()
            lanes.admit(passing, isScheduled: false)
            passing.chain?.end()
            _ = lanes.tidy(isScheduled: false)
        }
        check(lanes.immediate.list.capacity < 100)
        expectEqual(
            lanes.immediate.list.slots.all.prefix(20).map(ObjectIdentifier.init), staying.map(ObjectIdentifier.init))
    }

    @Test func whatHasEndedMakesRoomAndIsReleasedOutsideOfTheLock() {
        var state = State()
        let slots = (0..<4).map { _ in slot() }
        for slot in slots { state.lanes.admit(slot, isScheduled: false) }
        check(state.lanes.immediate.list.isFull)
        for slot in slots[1...] { slot.chain?.end() }
        state.lanes.admit(slot(), isScheduled: false)
        check(state.lanes.audience == 2)
        check(state.lanes.needsTidying)
        state.begin(1, servesScheduled: false)
        check(!state.lanes.finish(1, metEnded: false))
        same(describe(state.step(for: 1, servesScheduled: false)), "release 3")
        same(describe(state.step(for: 1, servesScheduled: false)), "rest")
        check(state.lanes.immediate.list.slots.all.count == 2)
    }

    @Test func ofTheShortWayNothingIsNotedUntilSomethingFollowsFromIt() {
        var state = State()
        state.lanes.admit(slot(), isScheduled: false)
        for _ in 0..<3 {
            state.begin(1, servesScheduled: false)
            check(state.lanes.finish(1, metEnded: false))
        }
        check(state.lanes.ledger == nil)
        state.begin(1, servesScheduled: false)
        check(state.lanes.current(on: 1)?.number == 4)
        check(state.lanes.current(on: 2) == nil)
        state.accept(5, from: 1)
        check(state.lanes.ledger != nil)
        check(state.lanes.current(on: 1)?.number == 4)
        check(!state.lanes.finish(1, metEnded: false))
        same(describe(state.step(for: 1, servesScheduled: false)), "next 5 to 1")
        check(state.lanes.current(on: 1)?.number == 5)
        check(state.lanes.current(on: 1)?.origin == 4)
    }

    @Test func theShortWayGivesWayToWhatCameMeanwhile() {
        var state = State()
        _ = state.subscribe(slot(), from: 1, isScheduled: false, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        _ = state.step(for: 1, servesScheduled: false)
        check(state.lanes.isQuiet)
        state.begin(1, servesScheduled: false)
        check(!state.lanes.isQuiet)
        check(state.lanes.finish(1, metEnded: false))
        check(state.lanes.isQuiet)
        state.begin(1, servesScheduled: false)
        state.accept(2, from: 1)
        check(!state.lanes.finish(1, metEnded: false))
        same(describe(state.step(for: 1, servesScheduled: false)), "next 2 to 1")
    }

    @Test func tooManyNestedValuesAreCountedOnce() {
        var state = State()
        _ = state.subscribe(slot(), from: 9, isScheduled: false, servesScheduled: false)
        _ = state.subscribe(slot(isMainActor: true), from: 9, isScheduled: true, servesScheduled: true)
        _ = state.step(for: 9, servesScheduled: true)
        _ = state.step(for: 9, servesScheduled: true)
        state.accept(0, from: 9)
        var warnings = 0
        var delivered = 0
        while delivered < 2 * (BroadcastLanes.nestedLimit + 10) {
            switch state.step(for: 9, servesScheduled: true) {
            case .warn: warnings += 1
            case .next(let element, _, _, _, _, _):
                delivered += 1
                if delivered.isMultiple(of: 2) { state.accept(element + 1, from: 9) }
            case let other:
                Issue.record("\(describe(other))")
                return
            }
        }
        expectEqual(warnings, 1)
    }
}

@Suite("Broadcaster")
struct BroadcasterTests {
    @Test("C9: an observer whose subscription was over before it came in is handed nothing, and is not kept")
    func lateObserver() {
        let relay = BehaviorRelay(value: 1)
        let recorder = Recorder<Int>()
        let subscription = Subscription()
        subscription.dispose()
        relay.asObservable().attach(Sink(next: { recorder($0) }, stop: { _ in }), subscription)
        relay.accept(2)
        #expect(recorder.elements.isEmpty)
        #expect(!relay.broadcaster.hasObservers)
    }
}

@Suite("Slot list")
struct SlotListTests {
    private func slot() -> Slot<Int> {
        Slot(Sink(next: { _ in }, stop: { _ in }), chain: Lifetime())
    }

    @Test func holesAreClosedAndTheOrderKept() {
        var list = SlotList()
        let slots = (0..<100).map { _ in slot() }
        for slot in slots { list.append(slot) }
        for index in stride(from: 0, to: 100, by: 3) { list.remove(slots[index]) }
        let kept = list.slots.all
        let expected = slots.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
        expectEqual(kept.map(ObjectIdentifier.init), expected.map(ObjectIdentifier.init))
        for slot in expected { list.remove(slot) }
        check(list.isEmpty)
        check(list.count < 40)
    }

    @Test func holesAreFilledBeforeTheStorageGrows() {
        var list = SlotList()
        let slots = (0..<20).map { _ in slot() }
        for slot in slots[..<13] { list.append(slot) }
        check(list.isFull)
        for slot in slots[1..<12] { list.remove(slot) }
        for slot in slots[13...] { list.append(slot) }
        check(list.capacity == 12)
        let expected = [slots[0], slots[12]] + slots[13...]
        expectEqual(list.slots.all.map(ObjectIdentifier.init), expected.map(ObjectIdentifier.init))
        expectEqual(expected.map { Int($0.index) }, Array(0..<expected.count))
    }

    @Test func slotsAreReleasedWithTheList() {
        weak var weakSlot: Slot<Int>?
        do {
            var list = SlotList()
            let slot = slot()
            weakSlot = slot
            list.append(slot)
        }
        #expect(weakSlot == nil)
    }

    @Test func theEndedAreTakenOut() {
        var list = SlotList()
        let slots = (0..<5).map { _ in slot() }
        for slot in slots { list.append(slot) }
        slots[1].chain?.end()
        slots[4].chain?.end()
        check(list.removeEnded().count == 2)
        check(list.slots.all.count == 3)
        check(list.removeAll().count == 3)
        check(list.isEmpty)
    }
}

@Suite("Queue")
struct QueueTests {
    @Test("keeps the order, whatever is taken or replaced meanwhile, and gives back what a flood needed")
    func order() {
        var queue = Queue<Int>()
        var plain: [Int] = []
        var generator = SystemRandomNumberGenerator()
        // It alternately grows, sometimes beyond several chunks, and is emptied.
        for phase in 0..<40 {
            let growth = phase.isMultiple(of: 2) ? 7 : 3
            for number in 0..<Int.random(in: 1...2_000, using: &generator) {
                switch Int.random(in: 0..<10, using: &generator) {
                case ..<growth:
                    queue.append(number)
                    plain.append(number)
                case 9 where !plain.isEmpty:
                    expectEqual(queue.replaceLast(with: -number), plain.last)
                    plain[plain.count - 1] = -number
                default:
                    expectEqual(queue.popFirst(), plain.first)
                    if !plain.isEmpty { plain.removeFirst() }
                }
                check(queue.count == plain.count)
                check(queue.isEmpty == plain.isEmpty)
                check(queue.last == plain.last)
            }
            check(queue.elements == plain)
        }
        while let first = queue.popFirst() { expectEqual(first, plain.removeFirst()) }
        check(plain.isEmpty)
        check(queue.chunks.reduce(0) { $0 + $1.capacity } <= 256)
    }
}

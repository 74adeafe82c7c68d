import Testing

@testable import Binding

// `#expect` takes its operands as copies, which these values do not allow, and does not let them change.

private func same(_ actual: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(actual == expected, sourceLocation: sourceLocation)
}

private func check(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}

/// The broadcaster's bookkeeping, state by state: no threads, no locks.
@Suite("Broadcast state")
struct BroadcastStateTests {
    typealias State = BroadcastState<Int>

    private func slot(isMainActor: Bool = false) -> Slot<Int> {
        Slot(Sink(isMainActor: isMainActor, next: { _ in }, stop: { _ in }), lifetime: Lifetime())
    }

    /// What a step says, in short.
    private func describe(_ step: State.Step) -> String {
        switch step {
        case .next(let element, let slots, let except):
            "next \(element) to \(slots.count { $0 != nil })\(except == nil ? "" : " but one")"
        case .stop(_, let slots): "stop \(slots.count)"
        case .replay(let events, _): "replay \(events)"
        case .release(let slots): "release \(slots.count)"
        case .warn: "warn"
        case .hop: "hop"
        case .rest: "rest"
        }
    }

    private func accept(_ element: Int, from thread: UInt, in state: inout State, except: Slot<Int>? = nil) {
        _ = state.memory.remember(element)
        state.accept(element, at: state.stamp(from: thread), except: except)
    }

    @Test func aSubscriptionIsTakenInByWhoServesTheLane() {
        var state = State(replay: .nothing)
        guard case .queued = state.subscribe(slot(), from: 1, isAway: false, servesAway: false) else {
            Issue.record("not queued")
            return
        }
        same(describe(state.step(for: 1, servesAway: false)), "replay []")
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        accept(5, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "next 5 to 1")
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        check(state.isQuiet)
    }

    @Test func aSecondThreadFindsTheLaneTaken() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        accept(1, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "next 1 to 1")
        accept(2, from: 2, in: &state)
        same(describe(state.step(for: 2, servesAway: false)), "rest")
        check(state.isOwner(1))
        check(!state.isOwner(2))
        same(describe(state.step(for: 1, servesAway: false)), "next 2 to 1")
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        check(!state.isOwner(1))
    }

    @Test func theAwayLaneIsHandedOverOnce() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(isMainActor: true), from: 1, isAway: true, servesAway: false)
        same(describe(state.step(for: 1, servesAway: false)), "hop")
        accept(1, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        // The executor comes.
        state.isHopUnderWay = false
        same(describe(state.step(for: 9, servesAway: true)), "replay []")
        same(describe(state.step(for: 9, servesAway: true)), "next 1 to 1")
        accept(2, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        same(describe(state.step(for: 9, servesAway: true)), "next 2 to 1")
        same(describe(state.step(for: 9, servesAway: true)), "rest")
        accept(3, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "hop")
    }

    @Test func oneThreadServesBothLanesInTheOrderOfAcceptance() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(), from: 9, isAway: false, servesAway: false)
        _ = state.subscribe(slot(isMainActor: true), from: 9, isAway: true, servesAway: true)
        _ = state.step(for: 9, servesAway: true)
        _ = state.step(for: 9, servesAway: true)
        accept(1, from: 9, in: &state)
        accept(2, from: 9, in: &state)
        var lanes: [String] = []
        for _ in 0..<4 {
            lanes.append(describe(state.step(for: 9, servesAway: true)))
        }
        #expect(lanes == ["next 1 to 1", "next 1 to 1", "next 2 to 1", "next 2 to 1"])
        check(state.here.current == state.away.current)
    }

    @Test func nestedValuesFollowFromTheOneUnderWay() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        accept(1, from: 1, in: &state)
        _ = state.step(for: 1, servesAway: false)
        let outer = state.here.current
        #expect(!outer.isNested)
        accept(2, from: 1, in: &state)
        accept(3, from: 2, in: &state)
        _ = state.step(for: 1, servesAway: false)
        check(state.here.current.isNested)
        check(state.here.current.origin == outer.number)
        _ = state.step(for: 1, servesAway: false)
        check(!state.here.current.isNested)
    }

    @Test func anObserverThatLeavesDuringAWalkIsTakenOutAfterIt() {
        var state = State(replay: .nothing)
        let leaving = slot()
        _ = state.subscribe(leaving, from: 1, isAway: false, servesAway: false)
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        accept(1, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "next 1 to 2")
        check(!state.remove(leaving, isAway: false))
        check(state.here.list.slots.count == 2)
        same(describe(state.step(for: 1, servesAway: false)), "release 1")
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        accept(2, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "next 2 to 1")
    }

    @Test func theLastOneToLeaveIsSaidToBe() {
        var state = State(replay: .nothing)
        let slots = [slot(), slot(isMainActor: true)]
        _ = state.subscribe(slots[0], from: 1, isAway: false, servesAway: false)
        _ = state.subscribe(slots[1], from: 1, isAway: true, servesAway: true)
        check(!state.remove(slots[0], isAway: false))
        check(!state.remove(slots[0], isAway: false))
        check(state.remove(slots[1], isAway: true))
    }

    @Test func aNestedSubscriptionIsReplayedAtOnceAndLetInLater() {
        var state = State(replay: .latest)
        state.memory.latest = 0
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        accept(1, from: 1, in: &state)
        _ = state.step(for: 1, servesAway: false)
        accept(2, from: 1, in: &state)
        let nested = slot()
        guard case .replay(let events) = state.subscribe(nested, from: 1, isAway: false, servesAway: false) else {
            Issue.record("not replayed")
            return
        }
        #expect(events.compactMap(\.element) == [2])
        // What is accepted meanwhile is kept for it.
        accept(3, from: 2, in: &state)
        state.finishJoining(nested, from: 1, isAway: false)
        same(describe(state.step(for: 1, servesAway: false)), "next 2 to 1")
        same(describe(state.step(for: 1, servesAway: false)), "next 3 to 1")
        same(describe(state.step(for: 1, servesAway: false)), "replay [next(3)]")
        accept(4, from: 1, in: &state)
        same(describe(state.step(for: 1, servesAway: false)), "next 4 to 2")
    }

    @Test func theEndEmptiesTheList() {
        var state = State(replay: .latest)
        state.memory.latest = 0
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        state.accept(.completed, from: 1)
        same(describe(state.step(for: 1, servesAway: false)), "stop 1")
        same(describe(state.step(for: 1, servesAway: false)), "rest")
        check(state.audience == 0)
        guard case .queued = state.subscribe(slot(), from: 1, isAway: false, servesAway: false) else {
            Issue.record("not queued")
            return
        }
        same(describe(state.step(for: 1, servesAway: false)), "replay [completed]")
    }

    @Test func theShortWayGivesWayToWhatCameMeanwhile() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(), from: 1, isAway: false, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        _ = state.step(for: 1, servesAway: false)
        check(state.isQuiet)
        state.begin(1, servesAway: false)
        check(!state.isQuiet)
        check(state.finish(1, metEnded: false))
        check(state.isQuiet)
        state.begin(1, servesAway: false)
        accept(2, from: 1, in: &state)
        check(!state.finish(1, metEnded: false))
        same(describe(state.step(for: 1, servesAway: false)), "next 2 to 1")
    }

    @Test func tooManyNestedValuesAreCountedOnce() {
        var state = State(replay: .nothing)
        _ = state.subscribe(slot(), from: 9, isAway: false, servesAway: false)
        _ = state.subscribe(slot(isMainActor: true), from: 9, isAway: true, servesAway: true)
        _ = state.step(for: 9, servesAway: true)
        _ = state.step(for: 9, servesAway: true)
        accept(0, from: 9, in: &state)
        var warnings = 0
        var delivered = 0
        while delivered < 2 * (State.nestedLimit + 10) {
            switch state.step(for: 9, servesAway: true) {
            case .warn: warnings += 1
            case .next(let element, _, _):
                delivered += 1
                if delivered.isMultiple(of: 2) { accept(element + 1, from: 9, in: &state) }
            case let other:
                Issue.record("\(describe(other))")
                return
            }
        }
        #expect(warnings == 1)
    }
}

@Suite("Slot list")
struct SlotListTests {
    private func slot() -> Slot<Int> {
        Slot(Sink(next: { _ in }, stop: { _ in }), lifetime: Lifetime())
    }

    @Test func holesAreClosedAndTheOrderKept() {
        var list = SlotList<Int>()
        let slots = (0..<100).map { _ in slot() }
        for slot in slots { list.append(slot) }
        for index in stride(from: 0, to: 100, by: 3) { list.remove(slots[index]) }
        let kept = list.slots.compactMap { $0?.takeUnretainedValue() }
        let expected = slots.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
        #expect(kept.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
        for slot in expected { list.remove(slot) }
        check(list.isEmpty)
        check(list.slots.count < 40)
    }

    @Test func slotsAreReleasedWithTheList() {
        weak var weakSlot: Slot<Int>?
        do {
            var list = SlotList<Int>()
            let slot = slot()
            weakSlot = slot
            list.append(slot)
        }
        #expect(weakSlot == nil)
    }

    @Test func theEndedAreTakenOut() {
        var list = SlotList<Int>()
        let slots = (0..<5).map { _ in slot() }
        for slot in slots { list.append(slot) }
        slots[1].lifetime.end()
        slots[4].lifetime.end()
        check(list.removeEnded().count == 2)
        check(list.slots.count { $0 != nil } == 3)
        check(list.removeAll().count == 3)
        check(list.isEmpty)
    }
}

@Suite("Queue")
struct QueueTests {
    @Test func keepsTheOrderWhateverIsTakenMeanwhile() {
        var queue = Queue<Int>()
        var next = 0
        var expected = 0
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            if Bool.random(using: &generator) {
                queue.append(next)
                next += 1
            } else if let first = queue.popFirst() {
                #expect(first == expected)
                expected += 1
            }
            check(queue.count == next - expected)
            check(queue.isEmpty == (next == expected))
        }
        check(queue.elements == Array(expected..<next))
    }
}

@Suite("Two-way turns")
struct TwoWayTurnsTests {
    @Test func oneSayEachAfterTheOriginalChange() {
        var turns = TwoWayTurns()
        check(turns.sideSays(number: 1, origin: 1, mainActorTurn: 1))
        check(turns.relaySays(origin: 1, mainActorTurn: 1))
        check(turns.sideSays(number: 3, origin: 1, mainActorTurn: 1))
        check(!turns.relaySays(origin: 1, mainActorTurn: 1))
        check(turns.sideSays(number: 5, origin: 5, mainActorTurn: 2))
        check(turns.relaySays(origin: 5, mainActorTurn: 2))
    }

    @Test func valuesOfOneSideInARowAreOneTurn() {
        var turns = TwoWayTurns()
        for _ in 0..<5 { check(turns.relaySays(origin: 1, mainActorTurn: 1)) }
        check(turns.sideSays(number: 2, origin: 1, mainActorTurn: 1))
        check(turns.relaySays(origin: 1, mainActorTurn: 1))
        check(!turns.sideSays(number: 3, origin: 1, mainActorTurn: 1))
    }

    @Test func anAnswerThatComesLateInTheSameTurnOfTheMainActorContinuesTheChain() {
        var turns = TwoWayTurns()
        check(turns.sideSays(number: 1, origin: 1, mainActorTurn: 7))
        let outer = turns.beginSpeaking()
        check(turns.relaySays(origin: 1, mainActorTurn: 7))
        turns.endSpeaking(outer)
        check(turns.sideSays(number: 3, origin: 3, mainActorTurn: 7))
        check(!turns.relaySays(origin: 3, mainActorTurn: 7))
        // In a later turn it is a change of its own.
        check(turns.sideSays(number: 5, origin: 5, mainActorTurn: 8))
        check(turns.relaySays(origin: 5, mainActorTurn: 8))
    }

    @Test func whatWasAcceptedBeforeTheSidesLatestIsSuperseded() {
        var turns = TwoWayTurns()
        check(!turns.isSuperseded(1))
        check(turns.sideSays(number: 5, origin: 5, mainActorTurn: 1))
        check(turns.isSuperseded(4))
        check(!turns.isSuperseded(6))
        check(!turns.isSuperseded(0))
    }
}

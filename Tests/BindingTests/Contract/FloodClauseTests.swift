import Binding
import Foundation
import Synchronization
import TestSupport
import Testing

/// Takes as long as a quarter of a turn of the main actor.
private func beSlow() {
    let end = ContinuousClock.now + .milliseconds(1)
    while ContinuousClock.now < end {}
}

/// Runs a closure as soon as the main queue reaches it, before work that others enqueue meanwhile.
@MainActor
private func whenMainActorIsFree<Result: Sendable>(_ body: @escaping @MainActor () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: body()) }
    }
}

@Suite("C25 Turns")
@MainActor
struct C25TurnTests {
    /// The ways of a relay's value to the main actor.
    enum Way: CaseIterable {
        case driver, stage, binder, mainScheduler, asyncMainScheduler

        @MainActor
        func observe(_ relay: BehaviorRelay<Int>, _ body: @escaping @MainActor (Int) -> Void) -> any Disposable {
            switch self {
            case .driver: relay.asDriver().drive(onNext: body)
            case .stage: relay.map { $0 }.asDriver(onErrorJustReturn: 0).map { $0 }.drive(onNext: body)
            case .binder: relay.map { $0 }.bind(to: AnyObserver(Binder(relay) { _, number in body(number) }))
            case .mainScheduler:
                relay.observe(on: MainScheduler.instance)
                    .subscribe(onNext: { number in MainActor.assumeIsolated { body(number) } })
            case .asyncMainScheduler:
                relay.observe(on: MainScheduler.asyncInstance)
                    .subscribe(onNext: { number in MainActor.assumeIsolated { body(number) } })
            }
        }
    }

    @Test("C25: what waits for the main actor is not kept waiting by a flood", arguments: Way.allCases)
    func others(way: Way) async {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        let subscription = way.observe(relay) {
            seen.append($0)
            beSlow()
        }
        // An asynchronous scheduler delivers the initial value later, in a turn of its own.
        await eventually { seen == [0] }
        // Blocks the main actor until everything has been sent.
        onAnotherThread { for number in 1...100 { relay.accept(number) } }
        let count = await whenMainActorIsFree { seen.count }
        #expect(count > 1)
        #expect(count < 50)
        await eventually { seen.count == 101 }
        expectEqual(seen, Array(0...100))
        subscription.dispose()
    }

    @Test("C25: sources whose turns are due at the same time share one")
    func sharing() async {
        let relays = (0..<16).map { _ in BehaviorRelay(value: 0) }
        var seen = Array(repeating: [Int](), count: 16)
        let bag = DisposeBag()
        for (index, relay) in relays.enumerated() {
            bag.insert(
                relay.asDriver().drive(onNext: {
                    seen[index].append($0)
                    if $0 > 0 { beSlow() }
                }))
        }
        onAnotherThread { for number in 1...20 { for relay in relays { relay.accept(number) } } }
        let counts = await whenMainActorIsFree { seen.map { $0.count - 1 } }
        // Each has had its turn, and none needed a whole turn.
        #expect(counts.allSatisfy { $0 > 0 })
        #expect(counts.reduce(0, +) < 16 * 3)
        await eventually { seen.allSatisfy { $0.count == 21 } }
        #expect(seen.allSatisfy { $0 == Array(0...20) })
    }

    @Test("C25/C14: a setter returns after a turn, where what waits before takes longer; order wins")
    func setter() async {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        let subscription = relay.asDriver().drive(onNext: {
            seen.append($0)
            beSlow()
        })
        onAnotherThread { for number in 1...100 { relay.accept(number) } }
        relay.accept(101)
        expectEqual(relay.value, 101)
        #expect(seen.count > 1)
        // The initial value, and what fits into 2 ms.
        #expect(seen.count <= 4)
        await eventually { seen.count == 102 }
        expectEqual(seen, Array(0...101))
        subscription.dispose()
    }

    @Test("C25/C14: a setter has delivered its value, where what waits before takes less than a turn")
    func quickSetter() async {
        // On a busy machine a thread may be interrupted for longer than a turn, which is then over.
        var wasQuick = false
        while !wasQuick {
            let relay = BehaviorRelay(value: 0)
            var seen: [Int] = []
            let subscription = relay.asDriver().drive(onNext: { seen.append($0) })
            onAnotherThread { for number in 1...3 { relay.accept(number) } }
            let start = ContinuousClock.now
            relay.accept(4)
            wasQuick = ContinuousClock.now - start < .milliseconds(1)
            if wasQuick { expectEqual(seen, [0, 1, 2, 3, 4]) }
            await eventually { seen == [0, 1, 2, 3, 4] }
            subscription.dispose()
        }
    }

    @Test("C25/C14: what an observer sends in answer arrives in the same turn, also where that is over")
    func answers() async {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        let subscription = relay.asDriver().drive(onNext: { number in
            seen.append(number)
            guard (1...3).contains(number) else { return }
            // Longer than a turn.
            for _ in 0..<6 { beSlow() }
            relay.accept(number + 1)
        })
        onAnotherThread { relay.accept(1) }
        let first = await whenMainActorIsFree { seen }
        expectEqual(first, [0, 1, 2, 3, 4])
        subscription.dispose()
    }

    @Test("C25/C1: where the main actor calls all observers, a value reaches each of them before the next one does")
    func acrossObservers() async {
        let relay = BehaviorRelay(value: 0)
        let seen = Recorder<String>()
        let bag = DisposeBag()
        bag.insert(relay.skip(1).subscribe(onNext: { seen.onNext("anywhere \($0)") }))
        bag.insert(
            relay.asDriver().skip(1).drive(onNext: { number in
                seen.onNext("main actor \(number)")
                if number == 1 { onAnotherThread { for number in 2...5 { relay.accept(number) } } }
            }))
        relay.accept(1)
        await eventually { seen.elements.count == 10 }
        #expect(seen.elements == (1...5).flatMap { ["anywhere \($0)", "main actor \($0)"] })
    }

    @Test("C25: a setter does not stay for what comes from elsewhere after its own value")
    func noStaying() async {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        let subscription = relay.asDriver().drive(onNext: { number in
            seen.append(number)
            if number == 1 { onAnotherThread { for number in 2...4 { relay.accept(number) } } }
        })
        relay.accept(1)
        expectEqual(seen, [0, 1])
        await eventually { seen.count == 5 }
        expectEqual(seen, [0, 1, 2, 3, 4])
        subscription.dispose()
    }

    @Test("C25/C14: what the main actor sends itself is there when the setter returns, however long it takes")
    func ownValues() async {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        var others: [Int] = []
        let subscription = relay.asDriver().drive(onNext: { number in
            seen.append(number)
            beSlow()
            if number == 5 { onAnotherThread { relay.accept(-1) } }
            if number > 0, number < 20 { relay.accept(number + 1) }
        })
        let other = relay.subscribe(onNext: { number in
            MainActor.assumeIsolated { if number > 0 { others.append(number) } }
        })
        relay.accept(1)
        expectEqual(seen.filter { $0 > 0 }, Array(1...20))
        #expect(seen.contains(-1), "it came before others that are there")
        expectEqual(others, Array(1...20))
        subscription.dispose()
        other.dispose()
    }

    @Test("C25: a setter comes back while another thread floods the observers on the threads that send")
    func immediateObservers() async {
        let relay = BehaviorRelay(value: 0)
        let seen = Counter()
        let subscription = relay.subscribe(onNext: { _ in seen.add() })
        let driven = Counter()
        let driver = relay.asDriver().drive(onNext: { _ in driven.add() })
        let isOver = Atomic(false)
        let sent = Counter()
        let thread = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isOver.load(ordering: .relaxed) {
                // There is always something to deliver, but the main actor may be slow.
                if sent.value - driven.value > 1_000 {
                    sched_yield()
                } else {
                    relay.accept(1)
                    sent.add()
                }
            }
            thread.signal()
        }
        // Otherwise it would not return for as long as the other thread sends.
        for _ in 0..<100 { relay.accept(2) }
        isOver.store(true, ordering: .relaxed)
        thread.wait()
        let all = sent.value + 101
        await eventually { seen.value == all && driven.value == all }
        subscription.dispose()
        driver.dispose()
    }

    @Test("C25: who sends does not hand out for others as long as they send", arguments: [true, false])
    func handingOver(isMainActor: Bool) {
        let relay = PublishRelay<Int>()
        let limit = 300_000
        let (sent, seen) = (Counter(), Counter())
        let isOrdered = Atomic(true)
        let isBack = Atomic(false)
        let thread = DispatchSemaphore(value: 0)
        let subscription = relay.subscribe(onNext: { number in
            if number != seen.value { isOrdered.store(false, ordering: .relaxed) }
            seen.add()
            guard number == 0 else {
                // Slower than the other thread sends.
                let end = ContinuousClock.now + .microseconds(10)
                while ContinuousClock.now < end {}
                return
            }
            // The thread that sent this value has to deliver all following ones.
            Thread.detachNewThread {
                while !isBack.load(ordering: .relaxed), sent.value < limit {
                    // Memory is bounded, and there is always something to deliver.
                    if sent.value - seen.value > 10_000 {
                        sched_yield()
                    } else {
                        sent.add()
                        relay.accept(sent.value)
                    }
                }
                thread.signal()
            }
            while sent.value < 1_000 { sched_yield() }
        })
        let send: @Sendable () -> Void = {
            relay.accept(0)
            isBack.store(true, ordering: .relaxed)
        }
        if isMainActor { send() } else { onAnotherThread(send) }
        thread.wait()
        #expect(sent.value < limit, "it came back only when the other one had sent all")
        let wasOrdered = isOrdered.load(ordering: .relaxed)
        #expect(wasOrdered)
        expectEqual(seen.value, sent.value + 1)
        subscription.dispose()
    }

    @Test("C25/C6: who subscribes while others hand over to each other is handed the value before the call returns")
    func subscribingAmidHandovers() {
        let relay = BehaviorRelay(value: 0)
        let (sent, seen) = (Counter(), Counter())
        let isOver = Atomic(false)
        let slow = relay.subscribe(onNext: { _ in
            seen.add()
            let end = ContinuousClock.now + .microseconds(10)
            while ContinuousClock.now < end {}
        })
        let senders = DispatchGroup()
        for _ in 0..<2 {
            senders.enter()
            Thread.detachNewThread {
                while !isOver.load(ordering: .relaxed) {
                    if sent.value - seen.value > 2_000 {
                        sched_yield()
                    } else {
                        sent.add()
                        relay.accept(1)
                    }
                }
                senders.leave()
            }
        }
        let missed = Counter()
        onAnotherThread {
            let end = ContinuousClock.now + .seconds(1)
            while ContinuousClock.now < end {
                let isHanded = Atomic(false)
                let subscription = relay.subscribe(onNext: { _ in isHanded.store(true, ordering: .relaxed) })
                if !isHanded.load(ordering: .relaxed) { missed.add() }
                subscription.dispose()
            }
        }
        isOver.store(true, ordering: .relaxed)
        senders.wait()
        expectEqual(missed.value, 0)
        slow.dispose()
    }
}

@Suite("C26 Only the latest")
@MainActor
struct C26LatestTests {
    private struct ViewModel: Sendable {
        let relay = BehaviorRelay(value: 0)
        let events = PublishRelay<Int>()
        @Bindable(delivery: .latest) var latest = 0
        @Bindable var all = 0

        func set(_ number: Int) {
            relay.accept(number)
            events.accept(number)
            latest = number
            all = number
        }
    }

    @Test("C26: of what waits for the main actor only the latest is delivered")
    func latest() async {
        let model = ViewModel()
        var seen: [String: [Int]] = [:]
        let bag = DisposeBag()
        bag.insert(model.relay.conflate().drive(onNext: { seen["relay", default: []].append($0) }))
        bag.insert(model.events.conflate().emit(onNext: { seen["events", default: []].append($0) }))
        bag.insert(model.$latest.drive(onNext: { seen["latest", default: []].append($0) }))
        bag.insert(model.$all.conflate().map { $0 * 2 }.drive(onNext: { seen["mapped", default: []].append($0) }))
        bag.insert(
            model.relay.map { $0 * 3 }.asDriver(onErrorJustReturn: 0).conflate()
                .drive(onNext: { seen["of an observable", default: []].append($0) }))
        bag.insert(model.$all.drive(onNext: { seen["all", default: []].append($0) }))
        onAnotherThread { for number in 1...1_000 { model.set(number) } }
        await eventually { seen["all"]?.count == 1_001 }
        await mainActorIsFree()
        expectEqual(seen["relay"], [0, 1_000])
        expectEqual(seen["events"], [1_000])
        expectEqual(seen["latest"], [0, 1_000])
        expectEqual(seen["mapped"], [0, 2_000])
        expectEqual(seen["of an observable"], [0, 3_000])
        expectEqual(seen["all"], Array(0...1_000))
    }

    @Test(
        "C26: one value is delivered a turn; what waits for the main actor comes before the next",
        arguments: [true, false])
    func oneATurn(isOperator: Bool) async {
        let model = ViewModel()
        var seen: [String] = []
        let values = isOperator ? model.relay.conflate() : model.$latest.asDriver()
        let subscription = values.drive(onNext: { number in
            seen.append("\(number)")
            guard (1..<5).contains(number) else { return }
            if number == 1 { DispatchQueue.main.async { seen.append("other work") } }
            // There is always another value.
            onAnotherThread { model.set(number + 1) }
        })
        onAnotherThread { model.set(1) }
        await eventually { seen.contains("5") }
        expectEqual(seen, ["0", "1", "other work", "2", "3", "4", "5"])
        subscription.dispose()
    }

    @Test("C26/C14: nothing is left out that is set on the main actor, and it is there at once")
    func onTheMainActor() {
        let model = ViewModel()
        var (conflated, latest): ([Int], [Int]) = ([], [])
        let bag = DisposeBag()
        bag.insert(model.relay.conflate().drive(onNext: { conflated.append($0) }))
        bag.insert(model.$latest.drive(onNext: { latest.append($0) }))
        for number in 1...5 {
            model.set(number)
            expectEqual(conflated, Array(0...number))
            expectEqual(latest, Array(0...number))
        }
    }

    @Test("C26: a value that is set on the main actor takes the place of one that waits")
    func overtaken() async {
        let model = ViewModel()
        var seen: [Int] = []
        let subscription = model.$latest.drive(onNext: { seen.append($0) })
        onAnotherThread { model.latest = 1 }
        model.latest = 2
        expectEqual(seen, [0, 2])
        await mainActorIsFree()
        expectEqual(seen, [0, 2])
        subscription.dispose()
    }

    @Test("C26: of what an observer sends its own source, the last is delivered")
    func nested() {
        let model = ViewModel()
        var seen: [Int] = []
        let subscription = model.$latest.drive(onNext: { number in
            seen.append(number)
            if number == 1 { for next in 2...4 { model.latest = next } }
        })
        model.latest = 1
        expectEqual(seen, [0, 1, 4])
        subscription.dispose()
    }

    @Test("C26/C6: who subscribes while a value waits is handed the latest, and nothing twice")
    func subscribing() async {
        let model = ViewModel()
        var (first, second): ([Int], [Int]) = ([], [])
        let bag = DisposeBag()
        bag.insert(model.$latest.drive(onNext: { first.append($0) }))
        onAnotherThread { for number in 1...3 { model.latest = number } }
        bag.insert(model.$latest.drive(onNext: { second.append($0) }))
        expectEqual(second.last, 3)
        onAnotherThread { for number in 4...6 { model.latest = number } }
        await eventually { first.last == 6 && second.last == 6 }
        await mainActorIsFree()
        expectEqual(first, [0, 3, 6])
        expectEqual(second, [3, 6])
    }

    @Test("C26/C4: the last value comes before the end")
    func ends() async {
        let subject = PublishSubject<Int>()
        var seen: [Int] = []
        var isCompleted = false
        let subscription = subject.asDriver(onErrorJustReturn: -1).conflate()
            .drive(onNext: { seen.append($0) }, onCompleted: { isCompleted = true })
        onAnotherThread {
            for number in 1...3 { subject.onNext(number) }
            subject.onCompleted()
        }
        await eventually { isCompleted }
        expectEqual(seen, [3])
        subscription.dispose()
    }

    /// Calls a closure when it is deinitialized.
    private final class Item: Sendable {
        let number: Int
        let onGone: @Sendable () -> Void

        init(_ number: Int, _ onGone: @escaping @Sendable () -> Void = {}) {
            self.number = number
            self.onGone = onGone
        }

        deinit { onGone() }
    }

    @Test("C26: what the main actor sets does not give way to what comes from elsewhere")
    func setOnTheMainActor() async {
        let property = Bindable(wrappedValue: 0, delivery: .latest)
        var seen: [Int] = []
        let subscription = property.projectedValue.drive(onNext: { number in
            seen.append(number)
            if number == -1 { onAnotherThread { property.wrappedValue = 1 } }
            if number == 1 { onAnotherThread { property.wrappedValue = 2 } }
        })
        property.wrappedValue = -1
        property.wrappedValue = -2
        expectEqual(seen, [0, -1, 1, -2])
        await eventually { seen.last == 2 }
        expectEqual(seen, [0, -1, 1, -2, 2])
        subscription.dispose()
    }

    @Test("C26/C5: what gives way goes at once, and may send to its source while it does", arguments: [false, true])
    func givingWay(isProperty: Bool) async {
        let relay = BehaviorRelay(value: Item(0))
        let property = Bindable(wrappedValue: Item(0), delivery: .latest)
        @Sendable func send(_ item: Item) {
            if isProperty { property.wrappedValue = item } else { relay.accept(item) }
        }
        let gone = Counter()
        var seen: [Int] = []
        let driver = isProperty ? property.projectedValue : relay.conflate()
        let subscription = driver.drive(onNext: { seen.append($0.number) })
        onAnotherThread {
            for number in 1...100 {
                send(
                    Item(number) {
                        gone.add()
                        if number == 50 { send(Item(1_000)) }
                    })
            }
            expectEqual(gone.value, 99)
        }
        await eventually { seen.count == 2 }
        expectEqual(seen, [0, 100])
        subscription.dispose()
    }
}

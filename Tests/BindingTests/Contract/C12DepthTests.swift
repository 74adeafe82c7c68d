import Binding
import OperatorCatalog
import TestSupport
import Testing

@Suite("C12 Depth")
struct C12DepthTests {
    /// The stack size of the main thread.
    private func onAMainThreadsStack(_ body: @escaping @Sendable () -> Void) {
        onThreads(1, stackSize: 8 << 20) { _ in body() }
    }

    /// The operators that chains can be made of.
    private nonisolated static let uses = Operators<DriverSharing>().uses.filter { $0.passing != .some }

    @Test(
        "C12: a chain of 1,000 operators of a kind delivers, ends or is disposed of, and is released",
        arguments: uses.filter { !$0.traits.contains(.sendsOnMainActor) })
    func operators(_ use: OperatorUse<DriverSharing>) {
        onAMainThreadsStack {
            let length = Sanitizer.chainLength(1_000)
            let subject = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            weak var weakToken: Counter?
            var subscription: (any Disposable)?
            do {
                let token = Counter()
                weakToken = token
                var chain = subject.map { $0 + token.value }
                for _ in 0..<length { chain = use(chain).map { $0 + 1 } }
                subscription = chain.subscribe(recorder)
            }
            subject.onNext(1)
            if use.passing == .all {
                expectEqual(recorder.elements.last, length + 1, "\(use.name)")
                #expect(recorder.count == 1 || use.traits.contains(.sendsMore), "\(use.name)")
            } else {
                subject.onCompleted()
                #expect(recorder.elements == (use.passing == .nothing ? [] : [length + 1]), "\(use.name)")
                #expect(recorder.isCompleted, "\(use.name)")
            }
            subscription?.dispose()
            subscription = nil
            #expect(weakToken == nil, "\(use.name)")
        }
    }

    @Test("C12: 1,000 relays bound one to the next deliver and are released")
    func relays() {
        onAMainThreadsStack {
            var relays: [BehaviorRelay<Int>] = (0..<1_000).map { _ in BehaviorRelay(value: 0) }
            weak let weakLast = relays.last
            let bag = DisposeBag()
            for (relay, next) in zip(relays, relays.dropFirst()) { bag.insert(relay.bind(to: next)) }
            relays[0].accept(1)
            expectEqual(relays[999].value, 1)
            bag.dispose()
            relays[0].accept(2)
            expectEqual(relays[1].value, 1)

            // They are not disposed of, so the release of the first one releases all others.
            for (relay, next) in zip(relays, relays.dropFirst()) { _ = relay.bind(to: next) }
            relays = [relays[0]]
            #expect(weakLast != nil)
            relays = []
            #expect(weakLast == nil)
        }
    }

    @Test("C12: 1,000 relays bound two ways, or by drivers on the main actor, deliver")
    @MainActor
    func onTheMainActor() {
        let relays = (0..<1_000).map { _ in BehaviorRelay(value: 0) }
        let bag = DisposeBag()
        for (relay, next) in zip(relays, relays.dropFirst()) { bag.insert(relay.asDriver().drive(next)) }
        relays[0].accept(1)
        expectEqual(relays[999].value, 1)
        bag.dispose()
        // Each binding that is made tells all that are bound already. In this order those are few.
        for index in (1..<1_000).sorted(by: { $0.trailingZeroBitCount < $1.trailingZeroBitCount }) {
            bag.insert(relays[index - 1].bindTwoWay(to: relays[index]))
        }
        relays[999].accept(2)
        expectEqual(relays[0].value, 2)
        bag.dispose()

        var driver = relays[0].asDriver()
        for _ in 0..<1_000 { driver = driver.map { $0 + 1 } }
        var last = 0
        bag.insert(driver.drive(onNext: { last = $0 }))
        relays[0].accept(5)
        expectEqual(last, 1_005)
        bag.dispose()
    }

    @Test(
        "C12: a driver of 1,000 operators of a kind connects, delivers, ends or is disposed of, and is released",
        arguments: uses)
    @MainActor
    func drivers(_ use: OperatorUse<DriverSharing>) async {
        weak var weakToken: Counter?
        var received: [Int] = []
        let time = OperatorTime(MainScheduler.instance, span: .zero)
        let relay = BehaviorRelay(value: 1)
        do {
            let token = Counter()
            weakToken = token
            var chain: Driver<Int>? = relay.asDriver().map { $0 + token.value }
            if use.passing != .all { chain = chain?.take(1) }
            let length = Sanitizer.chainLength(use.traits.contains(.isSeveralOperators) ? 500 : 1_000)
            for _ in 0..<length { chain = chain.map { use($0, time) } }
            let subscription = chain?.drive(onNext: { received.append($0) })
            chain = nil
            relay.accept(2)
            if use.traits.contains(.waits) { await eventually { received.last == 2 } }
            switch use.passing {
            case .all: expectEqual(received.last, 2)
            case .nothing: expectEqual(received, [])
            default: expectEqual(received, [1])
            }
            subscription?.dispose()
            relay.accept(3)
            #expect(received.last != 3)
        }
        // A source that waits for a time is released on its queue.
        await eventually { weakToken == nil }
    }

    @Test("C12: 500 drivers, each of which a flatMap of the next one gives, connect, deliver and are released")
    @MainActor
    func withinOneAnother() {
        let relay = BehaviorRelay(value: 1)
        var received: [Int] = []
        var chain = relay.asDriver()
        for number in 0..<Sanitizer.chainLength(500) {
            let inner = chain
            switch number % 3 {
            case 0: chain = Driver.just(1).flatMap { _ in inner }
            case 1: chain = Driver.just(1).flatMapLatest { _ in inner }
            default: chain = Driver.just(1).concatMap { _ in inner }
            }
        }
        let subscription = chain.drive(onNext: { received.append($0) })
        relay.accept(2)
        subscription.dispose()
        relay.accept(3)
        expectEqual(received, [1, 2])
    }

    @Test("C12: a bag of 1,000,000 disposables, and bags inside bags")
    func bags() {
        onAMainThreadsStack {
            let count = Counter()
            var bag: DisposeBag? = DisposeBag()
            for _ in 0..<1_000_000 { bag?.insert(Disposables.create { count.add() }) }
            bag = nil
            expectEqual(count.value, 1_000_000)

            var outer = DisposeBag()
            for _ in 0..<1_000 {
                let next = DisposeBag()
                next.insert(outer)
                outer = next
            }
        }
    }
}

import Binding
import TestSupport
import Testing

@Suite("C12 Depth")
struct C12DepthTests {
    /// The stack size of the main thread.
    private func onAMainThreadsStack(_ body: @escaping @Sendable () -> Void) {
        onThreads(1, stackSize: 8 << 20) { _ in body() }
    }

    @Test("C12: a chain of 1,000 operators delivers, is disposed of and is released")
    func operators() {
        onAMainThreadsStack {
            let kinds: [(Observable<Int>) -> Observable<Int>] = [
                { $0.map { $0 + 1 } },
                { $0.filter { _ in true }.map { $0 + 1 } },
                { $0.distinctUntilChanged().map { $0 + 1 } },
                { $0.share().map { $0 + 1 } },
                { Observable.merge($0, .never()).map { $0 + 1 } },
                { Observable.combineLatest($0, Observable.just(1)) { $0 + $1 } },
                { $0.observe(on: ImmediateScheduler()).map { $0 + 1 } },
                { $0.enumerated().map { $0.element + 1 } },
                { $0.publish().refCount().map { $0 + 1 } },
                { $0.share(replay: 1, scope: .forever).map { $0 + 1 } },
                { $0.retry(when: { $0 }).map { $0 + 1 } },
                { $0.amb(Observable.never()).map { $0 + 1 } },
                { $0.groupBy(keySelector: { $0 }).merge().map { $0 + 1 } },
                { $0.skip(for: .zero, scheduler: ImmediateScheduler()).map { $0 + 1 } },
                { $0.do(afterNext: { _ in }).map { $0 + 1 } },
            ]
            let length = Sanitizer.chainLength(1_000)
            for (index, kind) in kinds.enumerated() {
                let relay = PublishRelay<Int>()
                let recorder = Recorder<Int>()
                weak var weakToken: Counter?
                var subscription: (any Disposable)?
                do {
                    let token = Counter()
                    weakToken = token
                    var chain = relay.asObservable().map { $0 + token.value }
                    for _ in 0..<length { chain = kind(chain) }
                    subscription = chain.subscribe(recorder)
                }
                relay.accept(1)
                #expect(recorder.elements == [length + 1], "kind \(index)")
                subscription?.dispose()
                subscription = nil
                #expect(weakToken == nil, "kind \(index)")
            }
        }
    }

    @Test("C12: a chain of 1,000 operators that make sequences and flatten them")
    func windows() {
        onAMainThreadsStack {
            let relay = PublishRelay<Int>()
            let recorder = Recorder<Int>()
            var chain = relay.asObservable()
            for _ in 0..<500 { chain = chain.window(.seconds(100_000)).merge() }
            let subscription = chain.subscribe(recorder)
            relay.accept(1)
            #expect(recorder.elements == [1])
            subscription.dispose()
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
            #expect(relays[999].value == 1)
            bag.dispose()
            relays[0].accept(2)
            #expect(relays[1].value == 1)

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
        #expect(relays[999].value == 1)
        bag.dispose()
        for (relay, next) in zip(relays, relays.dropFirst()) { bag.insert(relay.bindTwoWay(to: next)) }
        relays[999].accept(2)
        #expect(relays[0].value == 2)
        bag.dispose()

        var driver = relays[0].asDriver()
        for _ in 0..<1_000 { driver = driver.map { $0 + 1 } }
        var last = 0
        bag.insert(driver.drive(onNext: { last = $0 }))
        relays[0].accept(5)
        #expect(last == 1_005)
        bag.dispose()
    }

    /// An operator or a trait in a chain.
    enum Link: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case map, flatMap, flatMapLatest, flatMapFirst, concatMap, withLatestFrom, sample, debounce, throttle, delay
        case timeout, buffer, concat, merge, combineLatest, zip, takeUntil, skipUntil, startWith, scan, pairwise,
            asDriver
        case asSignal, catchError, retry, share, create, deferred, materialize, distinct, conflate, withUnretained
        case enumerated, takeFor, skipFor, takeUntilTest, distinctAt, ifEmptySwitch, amb, delaySubscription, using
        case deferredDriver, retryWhen, refCount, shareForever, doAfter, catchSequence

        var testDescription: String { rawValue }

        /// Objects that live as long as any chain.
        private static let object = Recorder<Int>()

        @MainActor
        func callAsFunction(_ driver: Driver<Int>) -> Driver<Int> {
            switch self {
            case .map: driver.map { $0 }
            case .flatMap: driver.flatMap { Driver.just($0) }
            case .flatMapLatest: driver.flatMapLatest { Driver.just($0) }
            case .flatMapFirst: driver.flatMapFirst { Driver.just($0) }
            case .concatMap: driver.concatMap { Driver.just($0) }
            case .withLatestFrom: driver.withLatestFrom(Driver.just(1)) { value, _ in value }
            case .sample: driver.sample(Driver.just(1).concat(.never()))
            case .debounce: driver.debounce(.zero)
            case .throttle: driver.throttle(.zero)
            case .delay: driver.delay(.zero)
            case .timeout: driver.timeout(.seconds(100_000), other: .never())
            case .buffer: driver.buffer(.seconds(100_000), count: 1).map { $0.first ?? 0 }
            case .concat: driver.concat(.never())
            case .merge: Driver.merge(driver, .never())
            case .combineLatest: Driver.combineLatest(driver, .just(1)) { value, _ in value }
            case .zip: Driver.zip(driver, Driver.of(1, 2).concat(.never())) { value, _ in value }
            case .takeUntil: driver.take(until: Driver<Int>.never())
            case .skipUntil: driver.skip(until: Driver.just(1))
            case .startWith: driver.startWith(0)
            case .scan: driver.scan(0) { $1 }
            case .pairwise: driver.startWith(0).pairwise().map { $0.current }
            case .asDriver: driver.asObservable().asDriver(onErrorJustReturn: 0)
            case .asSignal: driver.asSignal().asDriver()
            case .catchError: driver.asObservable().catchAndReturn(0).asDriver(onErrorJustReturn: 0)
            case .retry: driver.asObservable().retry().asDriver(onErrorJustReturn: 0)
            case .share: driver.asObservable().share(replay: 1).asDriver(onErrorJustReturn: 0)
            case .create:
                Observable.create { driver.asObservable().subscribe($0) }.asDriver(onErrorJustReturn: 0)
            case .deferred: Observable.deferred { driver.asObservable() }.asDriver(onErrorJustReturn: 0)
            case .materialize:
                driver.asObservable().materialize().dematerialize().asDriver(onErrorJustReturn: 0)
            case .distinct: driver.distinctUntilChanged()
            case .withUnretained: driver.asSignal().withUnretained(Self.object) { $1 }.asDriver()
            case .conflate: driver.conflate()
            case .enumerated: driver.enumerated().map(\.element)
            case .takeFor: driver.take(for: .seconds(100_000))
            case .skipFor: driver.skip(for: .zero)
            case .takeUntilTest: driver.take(until: { $0 < 0 })
            case .distinctAt: driver.distinctUntilChanged(at: \.self)
            case .ifEmptySwitch: driver.ifEmpty(switchTo: .just(0))
            case .amb: driver.amb(.never())
            case .delaySubscription: driver.delaySubscription(.zero)
            case .using:
                Observable.using({ CompositeDisposable() }, observableFactory: { _ in driver.asObservable() })
                    .asDriver(onErrorJustReturn: 0)
            case .deferredDriver: .deferred { driver }
            case .retryWhen: driver.asObservable().retry(when: { $0 }).asDriver(onErrorJustReturn: 0)
            case .refCount: driver.asObservable().replay(1).refCount().asDriver(onErrorJustReturn: 0)
            case .shareForever:
                driver.asObservable().share(replay: 1, scope: .forever).asDriver(onErrorJustReturn: 0)
            case .doAfter: driver.do(afterNext: { _ in })
            case .catchSequence:
                Observable.catch(sequence: [driver.asObservable()]).asDriver(onErrorJustReturn: 0)
            }
        }
    }

    @Test(
        "C12: a driver of 1,000 operators of a kind connects, delivers, is disposed of and is released",
        arguments: Link.allCases)
    @MainActor
    func drivers(_ link: Link) async {
        weak var weakToken: Counter?
        var received: [Int] = []
        let relay = BehaviorRelay(value: 1)
        do {
            let token = Counter()
            weakToken = token
            var chain: Driver<Int>? = relay.asDriver().map { $0 + token.value }
            for _ in 0..<Sanitizer.chainLength(1_000) { chain = chain.map { link($0) } }
            let subscription = chain?.drive(onNext: { received.append($0) })
            chain = nil
            relay.accept(2)
            if link == .debounce || link == .throttle || link == .delay { await eventually { received.last == 2 } }
            if link != .sample { #expect(received.last == 2) }
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
        #expect(received == [1, 2])
    }

    @Test("C12: a bag of 1,000,000 disposables, and bags inside bags")
    func bags() {
        onAMainThreadsStack {
            let count = Counter()
            var bag: DisposeBag? = DisposeBag()
            for _ in 0..<1_000_000 { bag?.insert(Disposables.create { count.add() }) }
            bag = nil
            #expect(count.value == 1_000_000)

            var outer = DisposeBag()
            for _ in 0..<1_000 {
                let next = DisposeBag()
                next.insert(outer)
                outer = next
            }
        }
    }
}

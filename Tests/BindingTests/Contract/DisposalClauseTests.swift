import Binding
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("C9 Disposal")
struct C9DisposalTests {
    @Test("C9: disposed on the thread that sends, no further call starts")
    func sameThread() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let subscription = relay.subscribe(recorder)
        relay.accept(1)
        subscription.dispose()
        relay.accept(2)
        #expect(recorder.elements == [1])
    }

    @Test("C9: an observer that an earlier one disposes of is not called with the value under way")
    func byAnEarlierObserver() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let second = SerialDisposable()
        let first = relay.subscribe(onNext: { _ in second.dispose() })
        second.disposable = relay.subscribe(recorder)
        relay.accept(1)
        #expect(recorder.elements == [])
        first.dispose()
    }

    @Test("C9: an observer that disposes of itself gets nothing that is already queued")
    func byItself() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        own.disposable = relay.subscribe(onNext: { number in
            recorder(number)
            relay.accept(number + 1)
            if number == 3 { own.dispose() }
        })
        relay.accept(1)
        #expect(recorder.elements == [1, 2, 3])
    }

    @Test("C9: a value on its way to the main actor does not arrive after disposal there")
    @MainActor
    func onTheMainActor() async {
        let relay = PublishRelay<Int>()
        let label = Label()
        var driven: [Int] = []
        let bag = DisposeBag()
        bag.insert(relay.asSignal().emit(onNext: { driven.append($0) }))
        bag.insert(relay.asSignal().map { $0 * 2 }.emit(onNext: { driven.append($0) }))
        bag.insert(relay.map { "\($0)" }.bind(to: label.rx.text))
        bag.insert(relay.map { "\($0)" }.bind(to: AnyObserver(label.rx.text)))
        bag.insert(relay.observe(on: MainScheduler.instance).subscribe(onNext: { _ in Issue.record("called") }))
        onAnotherThread { relay.accept(1) }
        bag.dispose()
        await mainActorIsFree()
        #expect(driven == [])
        #expect(label.history == [])
    }

    @Test("C9: disposed from another thread, at most the call under way is left")
    func fromAnotherThread() {
        for _ in 0..<200 {
            let relay = PublishRelay<Int>()
            let isDisposed = Shared(false)
            let late = Counter()
            let running = Counter()
            let subscription = relay.subscribe(onNext: { _ in
                running.add()
                if isDisposed.value { late.add() }
            })
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 0..<200 { relay.accept(number) }
                } else {
                    while running.value < 5 {}
                    subscription.dispose()
                    isDisposed.value = true
                }
            }
            // The one call that may have been running can see the flag, which is set after disposal.
            #expect(late.value <= 1)
        }
    }

    @Test("C9: disposing twice, at once from several threads, and in a deinitialiser")
    func anyHow() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let disposals = Counter()
        let subscription = relay.subscribe(onNext: { recorder($0) }, onDisposed: { disposals.add() })
        onThreads(8) { _ in subscription.dispose() }
        subscription.dispose()
        #expect(disposals.value == 1)

        final class Owner: Sendable {
            let subscription: any Disposable
            init(_ subscription: any Disposable) { self.subscription = subscription }
            deinit { subscription.dispose() }
        }
        let owner = Shared<Owner?>(Owner(relay.subscribe(recorder)))
        let dropping = relay.subscribe(onNext: { _ in owner.value = nil })
        relay.accept(1)
        relay.accept(2)
        #expect(recorder.elements == [1])
        dropping.dispose()
    }

    @Test("C9: disposed of by two threads at once, it has ended when the call on either returns")
    func byTwoAtOnce() {
        let late = Counter()
        for _ in 0..<200 {
            let relay = PublishRelay<Int>()
            let subscriptions = (0..<20).map { number in
                relay.subscribe(onNext: { if $0 == number { late.add() } })
            }
            let isOver = Shared(false)
            onThreads(4) { thread in
                guard thread < 2 else {
                    // Keeps the source's lock busy, so that disposing has to wait for it.
                    while !isOver.value { relay.accept(-1) }
                    return
                }
                for (number, subscription) in subscriptions.enumerated() {
                    subscription.dispose()
                    relay.accept(number)
                }
                isOver.value = true
            }
        }
        #expect(late.value == 0)
    }

    @Test("C9: disposed of on threads while the source ends and is dropped, each subscription ends once")
    func endingTogether() {
        let disposals = Counter()
        let living = Counter()
        var rounds = 0
        while rounds < 300 {
            rounds += 1
            let subject = Shared<PublishSubject<Int>?>(PublishSubject())
            let subscriptions = (0..<20).map { _ in
                let witness = Witness(living)
                return subject.value?.subscribe(
                    onNext: { _ in withExtendedLifetime(witness) {} }, onDisposed: { disposals.add() })
            }
            onThreads(3) { thread in
                if thread == 2 {
                    subject.value?.onCompleted()
                    subject.value = nil
                } else {
                    for subscription in subscriptions { subscription?.dispose() }
                }
            }
            #expect(living.value == 0, "what an observer held is released, though the subscriptions are kept")
        }
        #expect(disposals.value == rounds * 20)
    }

    @Test("C9: a subscription that ends by itself may be dropped by what it disposes of on the way")
    func droppedWhileItEnds() {
        for _ in 0..<100 {
            let bag = Guarded<DisposeBag?>(DisposeBag())
            let released = Counter()
            let source = Observable<Int>.create { observer in
                observer.onNext(1)
                return Disposables.create {
                    // The last reference to the subscription.
                    let last = bag.withLock { $0.take() }
                    last?.dispose()
                    released.add()
                }
            }
            let trigger = PublishRelay<Void>()
            bag.withLock { $0 }?.insert(
                Observable.merge([source, .never()]).take(until: trigger).subscribe(onNext: { _ in }))
            trigger.accept(())
            #expect(released.value == 1)
        }
    }

    @Test("C9: ended on one thread and dropped on another")
    func endedAndDropped() {
        let queue = SerialDispatchQueueScheduler()
        for _ in 0..<2_000 {
            let relay = BehaviorRelay(value: 0)
            let bag = DisposeBag()
            let ended = DispatchSemaphore(value: 0)
            relay.observe(on: queue).take(5)
                .subscribe(onNext: { _ in }, onCompleted: { ended.signal() }).disposed(by: bag)
            for number in 1...5 { relay.accept(number) }
            // The relay and the bag are dropped while the queue is still ending the subscription.
            ended.wait()
        }
    }

    @Test("C9: an operator whose closure disposes passes nothing on")
    func insideOperators() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        let dispose: @Sendable (Int) -> Void = { if $0 == 2 { own.dispose() } }
        let chains: [(Observable<Int>) -> Observable<Int>] = [
            {
                $0.map {
                    dispose($0)
                    return $0
                }
            },
            {
                $0.filter {
                    dispose($0)
                    return true
                }
            },
            {
                $0.compactMap {
                    dispose($0)
                    return $0
                }
            },
            {
                $0.distinctUntilChanged {
                    dispose($1)
                    return false
                }
            },
            {
                $0.distinctUntilChanged { (number: Int) -> Int in
                    dispose(number)
                    return number
                }
            },
        ]
        for chain in chains {
            own.disposable = chain(relay.asObservable()).subscribe(recorder)
        }
        #expect(recorder.elements == [])
        for chain in chains {
            let single = SerialDisposable()
            let recorder = Recorder<Int>()
            let numbers = PublishRelay<Int>()
            let source = chain(numbers.asObservable()).map { $0 }
            let check: @Sendable (Int) -> Void = { if $0 == 2 { single.dispose() } }
            single.disposable = source.map {
                check($0)
                return $0
            }.subscribe(recorder)
            numbers.accept(1)
            numbers.accept(2)
            numbers.accept(3)
            #expect(recorder.elements == [1])
        }
    }

    @Test("C9: a sequence that sends during `subscribe` stops when it is disposed of")
    func coldSources() {
        let recorder = Recorder<Int>()
        let own = SerialDisposable()
        let start = PublishRelay<Void>()
        let bag = DisposeBag()
        // Disposed of by the value that it sends, before `subscribe` has returned.
        bag.insert(
            start.subscribe(onNext: {
                own.disposable = Observable.merge(start.map { 0 }, .range(start: 1, count: 10))
                    .subscribe(onNext: { number in
                        recorder(number)
                        if number == 3 { own.dispose() }
                    })
            }))
        start.accept(())
        #expect(recorder.elements.prefix(3) == [1, 2, 3])
        start.accept(())
        #expect(!recorder.elements.contains(0))
    }
}

@Suite("C10 Sources are kept alive, targets are not")
@MainActor
struct C10LifetimeTests {
    @Test("C10: a subscription keeps its source alive")
    func sourceIsKept() {
        weak var weakRelay: BehaviorRelay<Int>?
        weak var weakSubject: PublishSubject<Int>?
        var subscriptions: [any Disposable] = []
        do {
            let relay = BehaviorRelay(value: 0)
            let subject = PublishSubject<Int>()
            weakRelay = relay
            weakSubject = subject
            subscriptions.append(relay.map { $0 }.subscribe(onNext: { _ in }))
            subscriptions.append(Observable.combineLatest(relay, subject.share()).subscribe(onNext: { _ in }))
            subscriptions.append(relay.asDriver().map { $0 }.drive(onNext: { _ in }))
        }
        subscriptions[0].dispose()
        #expect(weakRelay != nil)
        #expect(weakSubject != nil)
        subscriptions[1].dispose()
        #expect(weakSubject == nil)
        #expect(weakRelay != nil)
        subscriptions[2].dispose()
        #expect(weakRelay == nil)
    }

    @Test("C10: a binding does not keep its target alive, and does nothing once it is gone")
    func targetIsNotKept() {
        let relay = BehaviorRelay(value: "a")
        let bag = DisposeBag()
        weak var weakLabel: Label?
        weak var weakField: TextField?
        do {
            let label = Label()
            let field = TextField()
            weakLabel = label
            weakField = field
            bag.insert(relay.asDriver().drive(label.rx.text))
            bag.insert(relay.bind(to: label.rx.text))
            bag.insert(relay.asDriver().drive(field.rx.text))
            bag.insert(relay.bindTwoWay(to: field.rx.text))
            bag.insert(relay.bindTwoWay(to: field.rx.optionalText.orEmpty))
            bag.insert(field.rx.text.changed.subscribe(onNext: { _ in }))
            bag.insert(relay.asDriver().drive(with: label, onNext: { $0.text = $1 }))
            relay.accept("b")
            #expect(label.text == "b")
            #expect(field.text == "b")
        }
        #expect(weakLabel == nil)
        #expect(weakField == nil)
        relay.accept("c")
    }

    @Test("C10: a view and its view model that are dropped with their bag are gone")
    func nothingLeaks() {
        @MainActor final class ViewModel {
            @Mutable var text = ""
            @Bindable var upper = ""
            @ViewAction var alert: (String) -> Void
            let instances: Counter
            init(_ instances: Counter) {
                self.instances = instances
                instances.add()
            }
            deinit { instances.add(-1) }
        }
        @MainActor final class View: BindingContext {
            let disposeBag = DisposeBag()
            let label = Label()
            let field = TextField()
            let instances: Counter
            init(_ viewModel: ViewModel, _ instances: Counter) {
                self.instances = instances
                instances.add()
                binding {
                    viewModel.$text.bindTwoWay(to: field.rx.text)
                    viewModel.$upper.map { $0 + "!" }.drive(label.rx.text)
                    Driver.combineLatest(viewModel.$text.asDriver(), viewModel.$upper) { $0 + $1 }.drive(label.rx.text)
                    viewModel.$alert.emit(with: label, onNext: { $0.text = $1 })
                    field.rx.text.changed.asSignal().emit(onNext: { viewModel.upper = $0.uppercased() })
                }
            }
            deinit { instances.add(-1) }
        }
        let instances = Counter()
        do {
            let view = View(ViewModel(instances), instances)
            view.field.type("a")
            #expect(view.label.text == "aA")
            #expect(instances.value == 2)
        }
        #expect(instances.value == 0)
    }

    @Test("C10: what is dropped without being disposed of does not hold itself in a circle")
    func droppedWithoutDisposal() {
        let instances = Counter()
        final class Token: Sendable {
            let instances: Counter
            init(_ instances: Counter) {
                self.instances = instances
                instances.add()
            }
            deinit { instances.add(-1) }
        }
        do {
            let relay = BehaviorRelay(value: 0)
            let other = BehaviorRelay(value: 0)
            let field = TextField()
            let text = BehaviorRelay(value: "")
            for _ in 0..<3 {
                let token = Token(instances)
                _ = relay.map { $0 + token.instances.value }.subscribe(onNext: { _ in })
                _ = relay.asDriver().map { $0 + token.instances.value }.drive(onNext: { _ in })
                _ = Observable.combineLatest(relay, other).subscribe(onNext: { _ in _ = token })
                _ = Driver.merge(relay.asDriver(), other.asDriver()).drive(onNext: { _ in _ = token })
                _ = relay.share(replay: 1).subscribe(onNext: { _ in _ = token })
                _ = text.bindTwoWay(to: field.rx.text)
                _ = text.subscribe(onNext: { _ in _ = token })
            }
            relay.accept(1)
            other.accept(1)
            #expect(instances.value == 3)
        }
        #expect(instances.value == 0)
    }
}

@Suite("C11 Bags")
struct C11BagTests {
    @Test("C11: dropping the last reference disposes of what the bag holds, on that thread")
    func dropped() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let disposals = Counter()
        let bag = Shared<DisposeBag?>(DisposeBag())
        bag.value?.insert(
            relay.subscribe(recorder),
            Disposables.create { if !Thread.isMainThread { disposals.add() } })
        relay.accept(1)
        onAnotherThread { bag.value = nil }
        relay.accept(2)
        #expect(recorder.elements == [1])
        #expect(disposals.value == 1)
    }

    @Test("C11: a bag may be dropped by what it holds")
    func droppedFromInside() {
        let relay = PublishRelay<Int>()
        let recorder = Recorder<Int>()
        let bag = Shared<DisposeBag?>(DisposeBag())
        bag.value?.insert(
            relay.subscribe(onNext: { _ in bag.value = nil }),
            relay.subscribe(recorder))
        relay.accept(1)
        #expect(recorder.elements == [])
    }
}

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

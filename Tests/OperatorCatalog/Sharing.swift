import Binding
import BindingRx
import TestSupport

extension Operators {
    mutating func addSharing() {
        entry("groupBy(keySelector:)")
        sends("11 02 13 |") {
            $0.groupBy(keySelector: { $0 % 2 }).flatMap { group in group.map { "\(group.key)\($0)" } }
        }
        use(traits: [.isSeveralOperators]) {
            $0.groupBy(keySelector: { $0 }).merge()
        }

        entry("share(replay:), share(replay:scope:)")
        sends("1 2 3 |") { $0.share() }
        sends("1 2 3 |") { $0.share(replay: 1) }
        sends("1 2 3 |") { $0.share(scope: .whileConnected) }
        sends("1 2 3 |") { $0.share(replay: 2, scope: .forever) }
        use(of: "share") { $0.share() }
        use(of: "share(replay:)") { $0.share(replay: 1) }
        use(of: "share(replay:), twice", traits: [.isSeveralOperators]) {
            $0.share(replay: 2).map { $0 }.share(replay: 1)
        }
        use(of: "share(replay:scope:)") { $0.share(replay: 1, scope: .forever) }

        entry("publish, replay, replayAll, multicast")
        sends("1 2 3 |") { connecting($0.publish()) }
        sends("1 2 3 |") { connecting($0.replay(1)) }
        sends("1 2 3 |") { connecting($0.replayAll()) }
        sends("1 2 3 |") { connecting($0.multicast(PublishSubject())) }
        sends("1 2 3 |") { connecting($0.multicast(makeSubject: { ReplaySubject.create(bufferSize: 1) })) }
        sends("1 2 3 |") { $0.publish().refCount() }
        use(of: "publish") { $0.publish().refCount() }
        use(of: "replay") { $0.replay(1).refCount() }
        use(of: "replayAll") { $0.replayAll().refCount() }
        use(of: "multicast") { $0.multicast(makeSubject: { PublishSubject() }).refCount() }
        use(of: "multicast(_:selector:)") { $0.multicast({ PublishSubject<Int>() }, selector: { $0 }) }
        use(of: "an AsyncSubject by hand", passing: .last, traits: [.endsByDisposalOnly]) { source in
            .create { observer in
                let subject = AsyncSubject<Int>()
                return Disposables.create(subject.subscribe(observer), source.subscribe(subject))
            }
        }

        entry("observe(on:)")
        sends("1 2 3 |") { $0.observe(on: ImmediateScheduler()) }
        use(traits: [.isSeveralOperators]) { $0.observe(on: ImmediateScheduler()) }
        use(of: "observe(on:), main", traits: [.sendsOnMainActor, .isSeveralOperators]) {
            $0.observe(on: MainScheduler.instance)
        }

        entry("subscribe(on:)")
        sends("1 2 3 |") { $0.subscribe(on: ImmediateScheduler()) }
        use { $0.subscribe(on: ImmediateScheduler()) }
        use(of: "subscribe(on:), main", traits: [.sendsOnMainActor]) { $0.subscribe(on: MainScheduler.instance) }

        entry("asDriver(onError…:), asSignal(onError…:)")
        sends("1 2 3 4 |") { $0.thenError.asDriver(onErrorJustReturn: 4).asObservable() }
        sends("1 2 3 4 |") { $0.thenError.asDriver(onErrorDriveWith: .just(4)).asObservable() }
        sends("1 2 3 4 |") { $0.thenError.asDriver(onErrorRecover: { _ in .just(4) }).asObservable() }
        sends("1 2 3 4 |") { $0.thenError.asSignal(onErrorJustReturn: 4).asObservable() }
        sends("1 2 3 4 |") { $0.thenError.asSignal(onErrorSignalWith: .just(4)).asObservable() }
        sends("1 2 3 4 |") { $0.thenError.asSignal(onErrorRecover: { _ in .just(4) }).asObservable() }
        use(
            of: "asDriver(onError…:)", traits: [.sendsOnMainActor],
            { $0.asDriver(onErrorJustReturn: 0).asObservable() },
            shared: { Sharing.shared($0.asObservable()) })
        use(
            of: "asSignal(onError…:)", traits: [.sendsOnMainActor],
            { $0.asSignal(onErrorJustReturn: 0).asObservable() },
            shared: { Sharing.shared($0.asSignal()) })
        use(of: "map of a driver", traits: [.sendsOnMainActor, .isSeveralOperators]) {
            $0.asDriver(onErrorJustReturn: 0).map { $0 }.asObservable()
        }
        use(of: "map of a signal", traits: [.sendsOnMainActor, .isSeveralOperators]) {
            $0.asSignal(onErrorJustReturn: 0).map { $0 }.asObservable()
        }
    }
}

/// The values of a sequence that is connected after the observer has subscribed.
private func connecting(_ source: ConnectableObservable<Int>) -> Observable<Int> {
    .create { observer in
        let subscription = source.subscribe(observer)
        return Disposables.create(subscription, source.connect())
    }
}

#if RXSWIFT
    import RxRelay
    import RxSwift

    /// RxSwift's side of cases: the same work with its relays and observables. RxCocoa, which has drivers and signals, does not
    /// exist on Linux.
    enum RxSwiftSides {
        /// The names of cases, with RxSwift's side.
        static let all: [String: Contender] = {
            var sides = [
                "map, filter, map on a Driver": mapFilterMap, "map, filter, map on an Observable": mapFilterMap,
                "distinctUntilChanged on a Driver": distinct, "combineLatest of 2 on Drivers": combineTwo,
                "combineLatest of 8 on Drivers": combineEight, "flatMapLatest on Observables": flatMapLatest,
                "subscribe and dispose": subscribe(beside: 0),
                "subscribe and dispose beside 10,000": subscribe(beside: 10_000),
                "subscribe and dispose beside 100,000": subscribe(beside: 100_000),
                "create a property, bind, set, dispose": property,
                "a view model of 10 properties: create, bind to 10 controls, set each, drop both": viewModel,
                "map, filter, map on a Driver, bound and disposed of": chain,
                "a value sent from inside an observer": nested,
            ]
            for count in [1, 10, 1_000, 100_000] {
                sides["@Bindable → drive, to \(grouped(count))"] = values(to: count)
                sides["@Mutable → bind, to \(grouped(count))"] = values(to: count)
                sides["@ViewAction → emit, to \(grouped(count))"] = actions(to: count)
            }
            for count in [1, 10, 1_000] {
                sides["=> to a control's property, to \(grouped(count))"] = controls(to: count)
            }
            return sides
        }()

        private static func side(_ prepare: @escaping @MainActor @Sendable (Tally) -> Work) -> Contender {
            Contender(side: .rxSwift, prepare: prepare)
        }

        private static func values(to count: Int) -> Contender {
            side { tally in
                let relay = BehaviorRelay(value: 0)
                for _ in 0..<count { _ = relay.subscribe(onNext: { tally.add($0) }) }
                return { times in for number in 0..<times { relay.accept(number) } }
            }
        }

        private static func actions(to count: Int) -> Contender {
            side { tally in
                let relay = PublishRelay<Int>()
                for _ in 0..<count { _ = relay.subscribe(onNext: { tally.add($0) }) }
                return { times in for number in 0..<times { relay.accept(number) } }
            }
        }

        private static func controls(to count: Int) -> Contender {
            side { tally in
                let relay = BehaviorRelay(value: 0)
                let labels = (0..<count).map { _ in NumberLabel(tally) }
                for label in labels { _ = relay.subscribe(onNext: { [weak label] in label?.show($0) }) }
                return { times in
                    for number in 0..<times { relay.accept(number) }
                    withExtendedLifetime(labels) {}
                }
            }
        }

        private static let mapFilterMap = side { tally in
            let relay = BehaviorRelay(value: 0)
            _ = relay.map { $0 + 1 }.filter { $0 % 4 != 0 }.map { $0 * 2 }.subscribe(onNext: { tally.add($0) })
            return { times in for number in 0..<times { relay.accept(number) } }
        }

        private static let distinct = side { tally in
            let relay = BehaviorRelay(value: 0)
            _ = relay.distinctUntilChanged().subscribe(onNext: { tally.add($0) })
            return { times in for number in 0..<times { relay.accept(number / 2) } }
        }

        private static let combineTwo = side { tally in
            let (first, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 1))
            _ = Observable.combineLatest(first, second) { $0 + $1 }.subscribe(onNext: { tally.add($0) })
            return { times in for number in 0..<times { first.accept(number) } }
        }

        private static let combineEight = side { tally in
            let first = BehaviorRelay(value: 0)
            let other = (0..<7).map { _ in BehaviorRelay(value: 1) }
            _ = Observable.combineLatest(first, other[0], other[1], other[2], other[3], other[4], other[5], other[6]) {
                a, b, c, d, e, f, g, h in
                let firstHalf: Int = a + b + c + d
                let secondHalf: Int = e + f + g + h
                return firstHalf + secondHalf
            }
            .subscribe(onNext: { tally.add($0) })
            return { times in for number in 0..<times { first.accept(number) } }
        }

        private static let flatMapLatest = side { tally in
            let source = PublishRelay<Int>()
            let (even, odd) = (BehaviorRelay(value: 5), BehaviorRelay(value: 7))
            let observer = source.flatMapLatest { $0 & 1 == 0 ? even : odd }.subscribe(onNext: { tally.add($0) })
            return { times in
                for number in 0..<times { source.accept(number) }
                withExtendedLifetime(observer) {}
            }
        }

        private static func subscribe(beside count: Int) -> Contender {
            side { tally in
                let relay = BehaviorRelay(value: 1)
                for _ in 0..<count { _ = relay.subscribe(onNext: { tally.add($0) }) }
                return { times in
                    for _ in 0..<times { relay.subscribe(onNext: { tally.add($0) }).dispose() }
                }
            }
        }

        private static let property = side { tally in
            { times in
                for number in 0..<times {
                    let relay = BehaviorRelay(value: 1)
                    let binding = relay.subscribe(onNext: { tally.add($0) })
                    relay.accept(number)
                    binding.dispose()
                }
            }
        }

        private static let viewModel = side { tally in
            { times in
                for number in 0..<times {
                    let relays = (0..<10).map { _ in BehaviorRelay(value: 0) }
                    let labels = (0..<10).map { _ in NumberLabel(tally) }
                    let bag = DisposeBag()
                    for (relay, label) in zip(relays, labels) {
                        relay.subscribe(onNext: { [weak label] in label?.show($0) }).disposed(by: bag)
                    }
                    for relay in relays { relay.accept(number) }
                    withExtendedLifetime((bag, labels)) {}
                }
            }
        }

        private static let chain = side { tally in
            let relay = BehaviorRelay(value: 1)
            return { times in
                for _ in 0..<times {
                    relay.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.subscribe(onNext: { tally.add($0) }).dispose()
                }
            }
        }

        private static let nested = side { tally in
            let relay = BehaviorRelay(value: 0)
            _ = relay.subscribe(onNext: { if $0 > 0 { relay.accept(-1) } })
            _ = relay.subscribe(onNext: { tally.add(max($0 * 2, $0)) })
            return { times in for number in 1...times { relay.accept(number) } }
        }
    }
#endif

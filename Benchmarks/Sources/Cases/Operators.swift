import Binding
import OpenCombine

/// A value through operators to one observer.
enum Operators {
    static let all = [
        mapFilterMapOnDriver, mapFilterMapOnObservable, mapOfMutable, bindingOfMutable, distinct, combineTwo,
        combineEight, flatMapLatest,
    ]

    private static let mapFilterMapOnDriver = Case(
        "map, filter, map on a Driver", expected: changed,
        [
            floorOfMapFilterMap,
            .binding { tally in
                let property = Bindable(wrappedValue: 0)
                _ = property.projectedValue
                    .map { $0 + 1 }.filter { $0 % 4 != 0 }.map { $0 * 2 }
                    .drive(onNext: { tally.add($0) })
                return { times in for number in 0..<times { property.wrappedValue = number } }
            },
            openCombineMapFilterMap,
        ])

    private static let mapFilterMapOnObservable = Case(
        "map, filter, map on an Observable", expected: changed,
        [
            floorOfMapFilterMap,
            .binding { tally in
                let relay = BehaviorRelay(value: 0)
                _ = relay.asObservable()
                    .map { $0 + 1 }.filter { $0 % 4 != 0 }.map { $0 * 2 }
                    .subscribe(onNext: { tally.add($0) })
                return { times in for number in 0..<times { relay.accept(number) } }
            },
            openCombineMapFilterMap,
        ])

    /// What a relay is mapped to comes on the thread that sends, and is brought to the main actor, which a driver's is by
    /// itself.
    private static let mapOfMutable = Case(
        "map of a @Mutable, bound on the main actor, against that of a @Bindable", expected: { sumBelow($0) + $0 },
        [
            .floor { tally in
                let property = Bindable(wrappedValue: 0)
                _ = property.projectedValue.map { $0 + 1 }.bindOnMainActor(onNext: { tally.add($0) })
                return { times in for number in 0..<times { property.wrappedValue = number } }
            },
            .binding { tally in
                let property = Mutable(wrappedValue: 0)
                _ = property.projectedValue.map { $0 + 1 }.bindOnMainActor(onNext: { tally.add($0) })
                return { times in for number in 0..<times { property.wrappedValue = number } }
            },
        ])

    private static let bindingOfMutable = Case(
        "map of a @Mutable, bound on the main actor and disposed of, against that of a @Bindable", expected: { $0 },
        [
            .floor { tally in
                let driver = Bindable(wrappedValue: 0).projectedValue
                return { times in
                    for _ in 0..<times { driver.map { $0 + 1 }.bindOnMainActor(onNext: { tally.add($0) }).dispose() }
                }
            },
            .binding { tally in
                let relay = Mutable(wrappedValue: 0).projectedValue
                return { times in
                    for _ in 0..<times { relay.map { $0 + 1 }.bindOnMainActor(onNext: { tally.add($0) }).dispose() }
                }
            },
        ])

    private static let floorOfMapFilterMap = Contender.floor { tally in
        let source = Floor(0)
        source.observe {
            let number = $0 + 1
            if number % 4 != 0 { tally.add(number * 2) }
        }
        return { times in for number in 0..<times { source.value = number } }
    }

    private static let openCombineMapFilterMap = Contender.openCombine { tally in
        let source = CurrentValueSubject<Int, Never>(0)
        let observer = source.map { $0 + 1 }.filter { $0 % 4 != 0 }.map { $0 * 2 }.sink { tally.add($0) }
        return { times in
            for number in 0..<times { source.send(number) }
            withExtendedLifetime(observer) {}
        }
    }

    /// The sum of the numbers below a limit that pass the closures above, transformed.
    @Sendable
    private static func changed(_ count: Int) -> Int {
        let multiples = count / 4
        return 2 * (sumBelow(count + 1) - 4 * sumBelow(multiples + 1))
    }

    /// Each number is sent twice.
    private static let distinct = Case(
        "distinctUntilChanged on a Driver", expected: { sumBelow(($0 + 1) / 2) },
        [
            .floor { tally in
                let source = Floor(0)
                var last: Int?
                source.observe {
                    if last != $0 {
                        last = $0
                        tally.add($0)
                    }
                }
                return { times in for number in 0..<times { source.value = number / 2 } }
            },
            .binding { tally in
                let property = Bindable(wrappedValue: 0)
                _ = property.projectedValue.distinctUntilChanged().drive(onNext: { tally.add($0) })
                return { times in for number in 0..<times { property.wrappedValue = number / 2 } }
            },
            .openCombine { tally in
                let source = CurrentValueSubject<Int, Never>(0)
                let observer = source.removeDuplicates().sink { tally.add($0) }
                return { times in
                    for number in 0..<times { source.send(number / 2) }
                    withExtendedLifetime(observer) {}
                }
            },
        ])

    // OpenCombine has no combineLatest.

    private static let combineTwo = Case(
        "combineLatest of 2 on Drivers", expected: { sumBelow($0) + $0 },
        [
            .floor { tally in
                let first = Floor(0)
                let second = Floor(1)
                let update: () -> Void = { tally.add(first.value + second.value) }
                first.observe { _ in update() }
                second.observe { _ in update() }
                return { times in for number in 0..<times { first.value = number } }
            },
            .binding { tally in
                let first = Bindable(wrappedValue: 0)
                let second = Bindable(wrappedValue: 1)
                _ = Driver.combineLatest(first.projectedValue, second.projectedValue) { $0 + $1 }
                    .drive(onNext: { tally.add($0) })
                return { times in for number in 0..<times { first.wrappedValue = number } }
            },
        ])

    private static let combineEight = Case(
        "combineLatest of 8 on Drivers", expected: { sumBelow($0) + 7 * $0 },
        [
            .floor { tally in
                let first = Floor(0)
                let others = (0..<7).map { _ in Floor(1) }
                let update: () -> Void = { tally.add(others.reduce(first.value) { $0 + $1.value }) }
                first.observe { _ in update() }
                for other in others { other.observe { _ in update() } }
                return { times in for number in 0..<times { first.value = number } }
            },
            .binding { tally in
                let first = Bindable(wrappedValue: 0)
                let other = (0..<7).map { _ in Bindable(wrappedValue: 1) }.map(\.projectedValue)
                _ = Driver.combineLatest(
                    first.projectedValue, other[0], other[1], other[2], other[3], other[4], other[5], other[6]
                ) { a, b, c, d, e, f, g, h in
                    let firstHalf: Int = a + b + c + d
                    let secondHalf: Int = e + f + g + h
                    return firstHalf + secondHalf
                }
                .drive(onNext: { tally.add($0) })
                return { times in for number in 0..<times { first.wrappedValue = number } }
            },
        ])

    /// Each value switches the observer to the other one of two sources, which emits its current value.
    static let flatMapLatest = Case(
        "flatMapLatest on Observables", expected: { ($0 + 1) / 2 * 5 + $0 / 2 * 7 },
        [
            .openCombine { tally in
                let source = PassthroughSubject<Int, Never>()
                let even = CurrentValueSubject<Int, Never>(5)
                let odd = CurrentValueSubject<Int, Never>(7)
                let observer = source.map { $0 & 1 == 0 ? even : odd }.switchToLatest().sink { tally.add($0) }
                return { times in
                    for number in 0..<times { source.send(number) }
                    withExtendedLifetime(observer) {}
                }
            },
            .binding { tally in
                let source = PublishRelay<Int>()
                let even = BehaviorRelay(value: 5)
                let odd = BehaviorRelay(value: 7)
                let observer = source.flatMapLatest { $0 & 1 == 0 ? even : odd }.subscribe(onNext: { tally.add($0) })
                return { times in
                    for number in 0..<times { source.accept(number) }
                    withExtendedLifetime(observer) {}
                }
            },
        ])
}

import Binding
import BindingCollections

/// The work with a variable size.
enum Sizes {
    static let all = [
        Growth("a value to n observers, @Bindable → drive", from: 100, exponent: 1) { Values.numbers(to: $0)[0] },
        Growth("a value to n observers, @Mutable → bind", from: 100, exponent: 1) { Values.numbers(to: $0)[1] },
        Growth("a value to n observers, @ViewAction → emit", from: 100, exponent: 1) { Values.numbers(to: $0)[2] },
        Growth("a value to n controls, =>", from: 100, exponent: 1) { Values.controls(to: $0) },
        Growth("subscribe and dispose beside n", from: 1_000, exponent: 0) { Lifetimes.subscribe(beside: $0) },
        Growth("n subscriptions, disposed of from the first on", from: 1_000, exponent: 1) {
            subscriptions($0) { $0 }
        },
        Growth("n subscriptions, disposed of from the last on", from: 1_000, exponent: 1) {
            subscriptions($0) { $0.reversed() }
        },
        Growth("a bag of n disposables, filled and emptied", from: 1_000, exponent: 1, bag),
        Growth("n properties: create, bind, set, drop", from: 100, exponent: 1, properties),
        Growth("n appends to an observed array", from: 1_000, exponent: 1) { Collections.append($0) },
        Growth("a value through n maps", from: 10, exponent: 1, maps),
        Growth("a value through n relays, each bound to the next", from: 10, exponent: 1, relays),
        Growth("a value to combineLatest of n", from: 10, exponent: 1, combined),
        Growth("n values sent from inside an observer", from: 1_000, exponent: 1, nested),
        Growth("subscribing to n remembered values", from: 100, exponent: 1, replayed),
        Growth("flatMapLatest, n values in a row", from: 100, exponent: 1) { repeated(Operators.flatMapLatest, $0) },
        Growth("two-way, n edits in a row", from: 100, exponent: 1) { repeated(TwoWay.edit, $0) },
        Growth("n rows of a list bound two ways, and released", from: 10, exponent: 1, editableRows),
        Growth("a key press in a form of n rows", from: 10, sizes: 4, exponent: 0) { Forms.keyPress(in: $0) },
        Growth("a key press in a row of n elements, with a history", from: 10, sizes: 4, exponent: 0) {
            Forms.elementKeyPress(in: $0)
        },
        Growth("a key press in a row of an array of n elements, with a history", from: 10, sizes: 4, exponent: 1) {
            Forms.arrayKeyPress(in: $0)
        },
        Growth("an action on one of n bound rows of a store", from: 100, exponent: 1) { Rows.bound($0) },
        Growth("an action on one of n rows of a store with an effect each", from: 100, exponent: 1) {
            Rows.effects($0)
        },
        Growth("the first of n bound rows of a store taken out and put back", from: 100, exponent: 1) {
            Rows.structure($0)
        },
        Growth("stores for n rows, made and read", from: 100, exponent: 1) { Rows.making($0) },
        Growth("4 threads, n values in a row", from: 10_000, exponent: 1) { repeated(Sending.threads, $0) },
        Growth("replacing one of n rows while a copy is held", from: 1_000, sizes: 4, exponent: 0) {
            TreeArrays.replacing($0)
        },
        Growth("finding an edit among n rows", from: 1_000, sizes: 4, exponent: 0) { TreeArrays.finding(among: $0) },
        Growth("an edit of n rows, filtered and sorted", from: 1_000, sizes: 4, exponent: 0) { Lists.shown($0) },
        Growth("an edit of n rows, mapped", from: 1_000, sizes: 4, exponent: 0) { Lists.models($0) },
        Growth("an edit of n rows, grouped", from: 1_000, sizes: 4, exponent: 0) { Lists.sections($0) },
        Growth("an edit of n rows, the first of each identity", from: 1_000, sizes: 4, exponent: 0) {
            Lists.unique($0)
        },
    ]

    /// The same work repeated a number of times: shows costs that accumulate.
    private static func repeated(_ work: Case, _ count: Int) -> Case {
        Case(
            work.name, expected: { $0 * work.expected(count) },
            work.contenders.map { contender in
                Contender(side: contender.side) { tally in
                    { times in
                        for _ in 0..<times {
                            let once = contender.prepare(Tally.ignored)
                            Tally.ignored.reset()
                            once(count)
                            tally.add(Tally.ignored.sum)
                        }
                    }
                }
            })
    }

    private static func subscriptions(
        _ count: Int, inOrder: @escaping @Sendable ([any Disposable]) -> [any Disposable]
    ) -> Case {
        Case(
            "subscriptions", expected: { $0 * count },
            [
                .binding { tally in
                    let relay = BehaviorRelay(value: 1)
                    return { times in
                        for _ in 0..<times {
                            let all = (0..<count).map { _ in relay.asDriver().drive(onNext: { tally.add($0) }) }
                            for subscription in inOrder(all) { subscription.dispose() }
                        }
                    }
                }
            ])
    }

    @Sendable
    private static func bag(of count: Int) -> Case {
        Case(
            "a bag", expected: { $0 * count },
            [
                .binding { tally in
                    let add = Shared { tally.add(1) }
                    return { times in
                        for _ in 0..<times {
                            let bag = DisposeBag()
                            for _ in 0..<count { bag.insert(Disposables.create { add.body() }) }
                            bag.dispose()
                        }
                    }
                }
            ])
    }

    @Sendable
    private static func properties(_ count: Int) -> Case {
        Case(
            "properties", expected: { $0 * count },
            [
                .binding { tally in
                    { times in
                        for _ in 0..<times {
                            let bag = DisposeBag()
                            let properties = (0..<count).map { _ in Bindable(wrappedValue: 0) }
                            for property in properties {
                                bag.insert(property.projectedValue.drive(onNext: { tally.add($0) }))
                            }
                            for property in properties { property.wrappedValue = 1 }
                        }
                    }
                }
            ])
    }

    @Sendable
    private static func maps(_ count: Int) -> Case {
        Case(
            "maps", expected: { sumBelow($0) + $0 * count },
            [
                .binding { tally in
                    let relay = BehaviorRelay(value: 0)
                    let last = (0..<count).reduce(relay.asObservable()) { source, _ in source.map { $0 + 1 } }
                    _ = last.subscribe(onNext: { tally.add($0) })
                    return { times in for number in 0..<times { relay.accept(number) } }
                }
            ])
    }

    @Sendable
    private static func editableRows(_ count: Int) -> Case {
        struct Row: Equatable, Identifiable, Sendable {
            let id: Int
            var text = 0
        }
        return Case(
            "rows",
            [
                .binding { tally in
                    let rows = BehaviorRelay(value: TreeArray((0..<count).map { Row(id: $0) }))
                    let controls = (0..<count).map { _ in BehaviorRelay(value: 0) }
                    return { times in
                        for number in 0..<times {
                            let bag = DisposeBag()
                            for (id, control) in controls.enumerated() {
                                rows.element(id: id)?.text.bindTwoWay(to: control).disposed(by: bag)
                            }
                            tally.add(number)
                        }
                    }
                }
            ])
    }

    @Sendable
    private static func relays(_ count: Int) -> Case {
        Case(
            "relays",
            [
                .binding { tally in
                    let relays = (0...count).map { _ in BehaviorRelay(value: 0) }
                    for (relay, next) in zip(relays, relays.dropFirst()) { _ = relay.bind(to: next) }
                    _ = relays[count].subscribe(onNext: { tally.add($0) })
                    return { times in for number in 0..<times { relays[0].accept(number) } }
                }
            ])
    }

    @Sendable
    private static func combined(_ count: Int) -> Case {
        Case(
            "combineLatest",
            [
                .binding { tally in
                    let properties = (0..<count).map { _ in Bindable(wrappedValue: 0) }
                    _ = Driver.combineLatest(properties.map(\.projectedValue)).drive(onNext: { tally.add($0[0]) })
                    return { times in for number in 0..<times { properties[0].wrappedValue = number } }
                }
            ])
    }

    @Sendable
    private static func nested(_ count: Int) -> Case {
        // The handler ignores the warning, which is correctly reported from 10,000 on and is not part of the work.
        BindingDiagnostics.handler = { _ in }
        return Case(
            "nested", expected: { $0 * sumBelow(count + 1) },
            [
                .binding { tally in
                    let relay = BehaviorRelay(value: 0)
                    _ = relay.subscribe(onNext: { if $0 > 0 { relay.accept($0 - 1) } })
                    _ = relay.subscribe(onNext: { tally.add($0) })
                    return { times in for _ in 0..<times { relay.accept(count) } }
                }
            ])
    }

    @Sendable
    private static func replayed(_ count: Int) -> Case {
        Case(
            "replay", expected: { $0 * sumBelow(count) },
            [
                .binding { tally in
                    let subject = ReplaySubject<Int>.create(bufferSize: count)
                    for number in 0..<count { subject.onNext(number) }
                    return { times in for _ in 0..<times { subject.subscribe(onNext: { tally.add($0) }).dispose() } }
                }
            ])
    }
}

/// An object with one closure, shared by many disposables.
private final class Shared: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

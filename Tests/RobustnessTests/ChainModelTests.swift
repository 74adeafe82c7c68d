import Binding
import BindingControls
import Model
import OperatorCatalog
import TestSupport
import Testing

/// Random chains of operators and traits, with observers that keep or drop what they get. C4, C10, C12.
@Suite("Chains beside what must hold of any of them", .serialized)
@MainActor
struct ChainModelTests {
    typealias Link = OperatorUse<DriverSharing>

    /// The links of chains: they pass on every value that they get, at once, and end with their source.
    private nonisolated static let links = Operators<DriverSharing>().links.filter {
        !$0.traits.contains(.outlivesSource)
    }

    /// Those whose result observers share.
    private static let shares = ["share", "share(replay:)", "map of a driver"].compactMap { name in
        links.first { $0.name == name }
    }

    /// Those of which a subscription that is dropped leaves nothing, once its source has gone. Of others a timer goes on,
    /// for example, which the leak sanitizer takes for a leak.
    private static let leavingNothing = links.filter { !$0.traits.contains(.endsByDisposalOnly) }

    private func links(_ program: inout Program, of links: [Link] = links) -> [Link] {
        (0..<program.next(below: 7)).map { _ in links[program.next(below: links.count)] }
    }

    /// Runs programs that count as a hundred steps each.
    private func programs(
        _ name: String, _ body: @MainActor (inout Program) -> String?
    ) async {
        await runPrograms("chains, \(name)", length: 60...100) { program in
            var program = program
            return ProgramResult(steps: 100, failure: body(&program))
        }
    }

    @Test("C4: once every observer has got the end, the source and what the observers held are released")
    func ends() async {
        await programs("ends") { program in
            let subject = PublishSubject<Int>()
            let subscriptions = Counter()
            let source = Observable<Int>.create { observer in
                subscriptions.add()
                let subscription = subject.subscribe(observer)
                return Disposables.create {
                    subscriptions.add(-1)
                    subscription.dispose()
                }
            }
            let (before, after) = (links(&program), links(&program))
            let count = 1 + program.next(below: 3)
            let endsBySource = program.next(below: 3) == 0
            let head = before.reduce(source) { $1($0) }
            let ending = endsBySource ? head : head.take(count)
            let chain = after.reduce(ending) { $1($0) }
            let text = "\(before.map(\.name)) take \(endsBySource ? -1 : count) \(after.map(\.name))"
            var kept: [any Disposable] = []
            var completed = 0
            weak var weakHeld: Counter?
            let ends = Counter()
            let observers = 1 + program.next(below: 3)
            do {
                let held = Counter()
                weakHeld = held
                for _ in 0..<observers {
                    let subscription = chain.subscribe(onNext: { _ in held.add() }, onCompleted: { ends.add() })
                    if program.next(below: 2) == 0 { kept.append(subscription) }
                }
            }
            for value in 0..<(count + program.next(below: 2)) { subject.onNext(value) }
            if endsBySource { subject.onCompleted() }
            completed = ends.value
            guard completed == observers else { return "\(text): \(completed) of \(observers) were told the end" }
            if subscriptions.value != 0 { return "C4: \(text): the source is still subscribed to" }
            if weakHeld != nil { return "C4: \(text): what the observers held is still there" }
            for subscription in kept { subscription.dispose() }
            return nil
        }
    }

    @Test("C10: as long as one of the observers holds what it was given, all go on, and the source lives")
    func keeps() async {
        await programs("keeps") { program in
            var relay: BehaviorRelay<Int>? = BehaviorRelay(value: 1)
            weak let weakRelay = relay
            let share = Self.shares[program.next(below: 3)]
            let all = Sanitizer.isOn ? Self.leavingNothing : Self.links
            let links = links(&program, of: all) + [share] + links(&program, of: all)
            var chain: Observable<Int>? = links.reduce(relay!.asObservable()) { $1($0) }
            let text = "\(links.map(\.name))"
            var kept: [any Disposable] = []
            var recorders: [Recorder<Int>] = []
            for _ in 0..<(1 + program.next(below: 4)) {
                let recorder = Recorder<Int>()
                if let subscription = chain?.subscribe(recorder), program.next(below: 2) == 0 {
                    kept.append(subscription)
                }
                recorders.append(recorder)
                if program.next(below: 3) == 0 { weakRelay?.accept(2) }
                if program.next(below: 4) == 0 { kept.popLast()?.dispose() }
            }
            let isShared = !kept.isEmpty
            if program.next(below: 2) == 0 { chain = nil }
            relay = nil
            if isShared {
                guard let weakRelay else { return "C10: \(text): the source is gone, with \(kept.count) observers" }
                let counts = recorders.map(\.count)
                weakRelay.accept(7)
                // Observers that disposed of their own subscriptions have received enough; of the others, those that
                // are held must be called.
                if zip(recorders, counts).filter({ $0.count == $1 + 1 && $0.elements.last == 7 }).count < kept.count {
                    return "C10: \(text): not all are told"
                }
            }
            for subscription in kept { subscription.dispose() }
            kept = []
            chain = nil
            if weakRelay != nil, !links.contains(where: { $0.traits.contains(.endsByDisposalOnly) }) {
                return "C10: \(text): the source is still there"
            }
            return nil
        }
    }

    @Test(
        "C10: the second observer keeps the source of a shared link, though the first has dropped its own",
        .disabled(if: Sanitizer.isOn, "what dropped subscriptions leave of some links is a leak"),
        arguments: links)
    func secondKeeps(_ link: Link) {
        var relay: BehaviorRelay<Int>? = BehaviorRelay(value: 1)
        weak let weakRelay = relay
        var chain = relay.map { link($0.asObservable()).share() }
        _ = chain?.subscribe(Recorder<Int>())
        let subscription = chain?.subscribe(Recorder<Int>())
        (relay, chain) = (nil, nil)
        #expect(weakRelay != nil)
        subscription?.dispose()
    }

    @Test("C12: 1,000 operators and traits in any order connect, deliver, are disposed of and are released")
    func deep() async {
        await programs("1,000 long") { program in
            weak var weakHeld: Counter?
            let relay = BehaviorRelay(value: 1)
            var received: [Int] = []
            do {
                let held = Counter()
                weakHeld = held
                var chain: Driver<Int>? = relay.asDriver().map { $0 + held.value }
                var generator = SplitMix(state: UInt64(program.next() * 256 + program.next()))
                for _ in 0..<Sanitizer.chainLength(1_000) {
                    guard let link = Self.links.randomElement(using: &generator) else { continue }
                    chain = chain.map { link($0) }
                }
                let subscription = chain?.drive(onNext: { received.append($0) })
                chain = nil
                relay.accept(2)
                subscription?.dispose()
            }
            if received.last != 2 { return "C12: the last value is \(received.last ?? 0)" }
            return weakHeld == nil ? nil : "C12: the chain is still there"
        }
    }

    /// Objects that create their internals on first use.
    enum FirstUse: CaseIterable, Sendable { case binder, property, share, driver, relay }

    @Test("C3: what several threads use at once for the first time loses nothing", arguments: FirstUse.allCases)
    func firstUse(_ use: FirstUse) async {
        await RandomTurn.begin()
        defer { RandomTurn.end() }
        var spending = Spending()
        while !spending.isEnough {
            let round = spending.steps
            spending.steps += 1
            await spending.measure { await useFirst(use, round: round) }
        }
    }

    private func useFirst(_ use: FirstUse, round: Int) async {
        let recorder = Recorder<Int>()
        let label = Label()
        let threads = 2 + round % 2
        switch use {
        case .binder, .property:
            let binder = Binder<Int>(label) { _, value in recorder.onNext(value) }
            let property = ControlProperty(values: Observable<Int>.never(), valueSink: binder)
            onThreads(threads) { thread in
                if use == .binder { binder.onNext(thread) } else { property.onNext(thread) }
            }
            await mainActorIsFree()
            expectEqual(recorder.elements.sorted(), Array(0..<threads))
        case .share, .driver, .relay:
            let subject = PublishSubject<Int>()
            let relay = BehaviorRelay(value: -1)
            let shared =
                use == .share
                ? subject.map { $0 }.share()
                : use == .driver
                    ? subject.asDriver(onErrorJustReturn: 0).map { $0 }.asObservable() : relay.asObservable()
            let bag = DisposeBag()
            onThreads(threads) { _ in bag.insert(shared.subscribe(recorder)) }
            await mainActorIsFree()
            for value in 0..<5 { if use == .relay { relay.accept(value) } else { subject.onNext(value) } }
            await mainActorIsFree()
            for value in 0..<5 { expectEqual(recorder.elements.filter { $0 == value }.count, threads) }
            bag.dispose()
        }
    }
}

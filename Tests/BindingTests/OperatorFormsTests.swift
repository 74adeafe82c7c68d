import Binding
import BindingTesting
import TestSupport
import Testing

/// Runs each row of the table in Documentation/Operators.md in each form that it claims: on an observable, a driver, a
/// signal.
@MainActor
@Suite("The table of operators")
struct OperatorFormsTests {
    private struct Item: Sendable, Equatable {
        let name: String
        let id: Int
    }

    private final class Prefix: Sendable {
        let text = ">"
    }

    private static let prefix = Prefix()

    /// The rows that have been run, by their first columns.
    @MainActor
    private final class Rows {
        private(set) var observed: Set<String> = []
        private(set) var shared: Set<String> = []

        func check(
            _ row: String, _ actual: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            observed.insert(row)
            #expect(actual == expected, "\(row)", sourceLocation: sourceLocation)
        }

        func checkShared(
            _ row: String, _ actual: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            shared.insert(row)
            #expect(actual == expected, "\(row)", sourceLocation: sourceLocation)
        }
    }

    // MARK: The events of a sequence as text: `1 2 |`, with `#` for an error

    private func text<Element>(
        _ sequence: Observable<Element>, _ then: () -> Void = {}
    ) -> String {
        let recorder = Recorder<Element>()
        let subscription = sequence.subscribe(recorder)
        then()
        subscription.dispose()
        return recorder.events.map { event in
            switch event {
            case .next(let element): "\(element)"
            case .error: "#"
            case .completed: "|"
            }
        }.joined(separator: " ")
    }

    private func text<Sharing, Element>(_ sequence: SharedSequence<Sharing, Element>) -> String {
        text(sequence.asObservable())
    }

    /// The events of a timed sequence within ten seconds.
    private func timed<Source: ObservableConvertibleType>(_ make: (TestScheduler) -> Source) -> String {
        let scheduler = TestScheduler()
        return text(make(scheduler).asObservable()) { scheduler.advance(to: 10_000) }
    }

    /// A value each second.
    private func ticks(_ scheduler: TestScheduler) -> Observable<Int> {
        .interval(.seconds(1), scheduler: scheduler)
    }

    // MARK: Tests

    @Test("each row is run in each form that it claims, and none is missing")
    func rows() throws {
        let ofObservables = Rows()
        runOnObservables(ofObservables)
        runOnObservablesOnly(ofObservables)
        runInTime(ofObservables)
        let ofDrivers = Rows()
        run(on: DriverSharing.self, ofDrivers)
        runInTime(on: DriverSharing.self, ofDrivers)
        let ofSignals = Rows()
        run(on: SignalSharing.self, ofSignals)
        runInTime(on: SignalSharing.self, ofSignals)

        let lines = try Example.text(of: "Documentation/Operators.md").split(separator: "\n")
        let head = try #require(lines.firstIndex { $0.hasPrefix("| operator | |") })
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|", omittingEmptySubsequences: false) }
            .map { (name: $0[1].filter { $0 != "`" }.trimmingSpaces(), mark: $0[2].trimmingSpaces()) }
        #expect(rows.count >= 49)
        let marked = Set(rows.filter { $0.mark != "" }.map(\.name))
        #expect(ofObservables.observed == Set(rows.map(\.name)).subtracting(["conflate"]))
        #expect(ofDrivers.shared == marked)
        #expect(ofSignals.shared == marked)
    }

    private func runOnObservables(_ rows: Rows) {
        let numbers = Observable.of(1, 2, 3)
        let letters = Observable.of("a", "b")
        let items = Observable.of(Item(name: "a", id: 1), Item(name: "a", id: 2), Item(name: "b", id: 2))
        rows.check("map", [text(numbers.map { $0 * 2 })], ["2 4 6 |"])
        rows.check("compactMap", [text(numbers.compactMap { $0 == 2 ? nil : $0 })], ["1 3 |"])
        rows.check("filter", [text(numbers.filter { $0 > 1 })], ["2 3 |"])
        rows.check(
            "scan(_:_:), scan(into:_:)",
            [text(numbers.scan(0) { $0 + $1 }), text(numbers.scan(into: 0) { $0 += $1 })], ["1 3 6 |", "1 3 6 |"])
        rows.check(
            "reduce(_:_:), reduce(into:_:), toArray",
            [text(numbers.reduce(0) { $0 + $1 }), text(numbers.reduce(into: 0) { $0 += $1 }), text(numbers.toArray())],
            ["6 |", "6 |", "[1, 2, 3] |"])
        rows.check("enumerated", [text(letters.enumerated().map { "\($0.index)\($0.element)" })], ["0a 1b |"])
        rows.check("withUnretained", [text(letters.withUnretained(Self.prefix) { $0.text + $1 })], [">a >b |"])
        rows.check("startWith", [text(numbers.startWith(8, 9))], ["8 9 1 2 3 |"])
        rows.check(
            "distinctUntilChanged(), (_ key), (at:), (by:)",
            [
                text(Observable.of(1, 1, 2).distinctUntilChanged()),
                text(items.distinctUntilChanged { $0.name }.map(\.id)),
                text(items.distinctUntilChanged(at: \.name).map(\.id)),
                text(items.distinctUntilChanged { $0.name == $1.name }.map(\.id)),
                text(items.distinctUntilChanged(by: { $0.name == $1.name }).map(\.id)),
            ], ["1 2 |", "1 2 |", "1 2 |", "1 2 |", "1 2 |"])
        rows.check("pairwise", [text(numbers.pairwise().map { "\($0.previous)\($0.current)" })], ["12 23 |"])
        rows.check(
            "ifEmpty(default:), ifEmpty(switchTo:)",
            [
                text(Observable<Int>.empty().ifEmpty(default: 7)),
                text(Observable<Int>.empty().ifEmpty(switchTo: .of(7, 8))),
            ], ["7 |", "7 8 |"])
        rows.check("first", [text(numbers.first().map { $0 ?? 0 })], ["1 |"])
        rows.check("element(at:)", [text(numbers.element(at: 1)), text(numbers.element(at: 3))], ["2 |", "#"])
        rows.check("ignoreElements", [text(numbers.ignoreElements())], ["|"])
        rows.check("takeLast", [text(numbers.takeLast(2))], ["2 3 |"])
        rows.check(
            "merge", [text(Observable.merge(numbers, .of(4))), text(Observable.merge([numbers]))],
            ["1 2 3 4 |", "1 2 3 |"])
        rows.check(
            "amb", [text(numbers.amb(.of(4))), text(Observable.amb([.never(), numbers]))], ["1 2 3 |", "1 2 3 |"])
        rows.check(
            "concat", [text(numbers.concat(Observable.of(4))), text(Observable.concat([numbers]))],
            ["1 2 3 4 |", "1 2 3 |"])
        rows.check(
            "combineLatest",
            [
                text(Observable.combineLatest(numbers, letters).map { "\($0.0)\($0.1)" }),
                text(Observable.combineLatest(numbers, letters, numbers) { "\($0)\($1)\($2)" }),
                text(Observable.combineLatest([numbers, numbers])),
                text(Observable.combineLatest([numbers, numbers]) { $0[0] + $0[1] }),
            ], ["3a 3b |", "3b1 3b2 3b3 |", "[3, 1] [3, 2] [3, 3] |", "4 5 6 |"])
        rows.check(
            "zip",
            [
                text(Observable.zip(numbers, letters).map { "\($0.0)\($0.1)" }),
                text(Observable.zip(numbers, letters) { "\($0)\($1)" }),
                text(Observable.zip([numbers, numbers])),
                text(Observable.zip([numbers, numbers]) { $0[0] + $0[1] }),
            ], ["1a 2b |", "1a 2b |", "[1, 1] [2, 2] [3, 3] |", "2 4 6 |"])
        rows.check(
            "withLatestFrom",
            [text(numbers.withLatestFrom(letters)), text(numbers.withLatestFrom(letters) { "\($0)\($1)" })],
            ["b b b |", "1b 2b 3b |"])
        rows.check(
            "sample(_:defaultValue:)",
            [text(numbers.sample(letters)), text(numbers.sample(letters, defaultValue: 0))], ["3 |", "3 |"])
        rows.check("flatMap", [text(numbers.flatMap { .of($0, $0 * 10) })], ["1 10 2 20 3 30 |"])
        rows.check(
            "flatMapLatest", [text(numbers.flatMapLatest { Observable.just($0).concat(Observable.never()) })], ["1 2 3"]
        )
        rows.check(
            "flatMapFirst", [text(numbers.flatMapFirst { Observable.just($0).concat(Observable.never()) })], ["1"])
        rows.check("concatMap", [text(numbers.concatMap { Observable.just($0).concat(Observable.never()) })], ["1"])
        let sequences = Observable.of(numbers, Observable.of(4).concat(Observable.never()), Observable.of(5))
        rows.check(
            "merge(), merge(maxConcurrent:), concat(), switchLatest()",
            [
                text(sequences.merge()), text(sequences.merge(maxConcurrent: 1)), text(sequences.concat()),
                text(sequences.switchLatest()),
            ], ["1 2 3 4 5", "1 2 3 4", "1 2 3 4", "1 2 3 4 5 |"])
        let lines = Recorder<String>()
        rows.check(
            "do",
            [
                text(
                    numbers.take(1).do(
                        onNext: { lines("on \($0)") }, afterNext: { lines("after \($0)") }, onCompleted: { lines("|") },
                        afterCompleted: { lines("after |") }, onSubscribe: { lines("<") },
                        onSubscribed: { lines(">") }, onDispose: { lines("disposed") }))
            ] + lines.elements, ["1 |", "<", "on 1", "after 1", "|", "disposed", "after |", ">"])
        let written = Recorder<String>()
        let write: @Sendable (String) -> Void = { written($0) }
        rows.check(
            "debug",
            [text(numbers.take(1).debug("a", write: write)), text(numbers.take(1).debug(write: write))]
                + written.elements.filter { $0.contains("next") }.map { String($0.prefix(20)) },
            ["1 |", "1 |", "a -> next(1)", "BindingTests/Operato"])
        rows.check("values", [String(describing: type(of: numbers.values))], ["AsyncThrowingStream<Int, Error>"])
    }

    private func runOnObservablesOnly(_ rows: Rows) {
        let numbers = Observable.of(1, 2, 3)
        let failing = numbers.concat(Observable.error(TestError()))
        rows.check(
            "single(), single(_:)",
            [text(numbers.single()), text(Observable.just(1).single()), text(numbers.single { $0 == 2 })],
            ["1 #", "1 |", "2 |"])
        rows.check(
            "groupBy(keySelector:)",
            [text(numbers.groupBy(keySelector: { $0 % 2 }).flatMap { group in group.map { "\(group.key)\($0)" } })],
            ["11 02 13 |"])
        rows.check(
            "share(replay:), share(replay:scope:)",
            [
                text(numbers.share()), text(numbers.share(replay: 1)), text(numbers.share(scope: .whileConnected)),
                text(numbers.share(replay: 2, scope: .forever)),
            ], ["1 2 3 |", "1 2 3 |", "1 2 3 |", "1 2 3 |"])
        let connectables = [
            numbers.publish(), numbers.replay(1), numbers.replayAll(), numbers.multicast(PublishSubject()),
            numbers.multicast(makeSubject: { ReplaySubject.create(bufferSize: 1) }),
        ]
        rows.check(
            "publish, replay, replayAll, multicast",
            connectables.map { connectable in text(connectable.asObservable()) { _ = connectable.connect() } }
                + [text(numbers.publish().refCount())], Array(repeating: "1 2 3 |", count: 6))
        rows.check("observe(on:)", [text(numbers.observe(on: ImmediateScheduler()))], ["1 2 3 |"])
        rows.check("subscribe(on:)", [text(numbers.subscribe(on: ImmediateScheduler()))], ["1 2 3 |"])
        rows.check(
            "catch, catch(sequence:), catchAndReturn",
            [
                text(failing.catch { _ in .just(4) }), text(Observable.catch(sequence: [failing, numbers])),
                text(failing.catchAndReturn(5)),
            ], ["1 2 3 4 |", "1 2 3 1 2 3 |", "1 2 3 5 |"])
        rows.check(
            "retry, retry(_ n), retry(when:)",
            [
                text(failing.retry().take(4)), text(failing.retry(2)),
                text(failing.retry(when: { errors in errors.take(1) })),
            ], ["1 2 3 1 |", "1 2 3 1 2 3 #", "1 2 3 1 2 3 |"])
        rows.check(
            "materialize, dematerialize",
            [text(failing.materialize().map { _ in "e" }), text(failing.materialize().dematerialize())],
            ["e e e e |", "1 2 3 #"])
        rows.check(
            "asDriver(onError…:), asSignal(onError…:)",
            [
                text(failing.asDriver(onErrorJustReturn: 4)), text(failing.asDriver(onErrorDriveWith: .just(4))),
                text(failing.asDriver(onErrorRecover: { _ in .just(4) })),
                text(failing.asSignal(onErrorJustReturn: 4)), text(failing.asSignal(onErrorSignalWith: .just(4))),
                text(failing.asSignal(onErrorRecover: { _ in .just(4) })),
            ], Array(repeating: "1 2 3 4 |", count: 6))
    }

    private func runInTime(_ rows: Rows) {
        let numbers = Observable.of(1, 2, 3)
        rows.check(
            "take, take(while:), take(until:), take(for:)",
            [
                text(numbers.take(2)), text(numbers.take { $0 < 3 }), text(numbers.take(while: { $0 < 2 })),
                text(numbers.take(while: { $0 < 2 }, inclusive: true)),
                text(numbers.take(while: { $0 < 2 }, behavior: .inclusive)),
                text(numbers.take(until: Observable.just(()))), text(numbers.take(until: { $0 == 2 })),
                text(numbers.take(until: { $0 == 2 }, behavior: .inclusive)),
                timed { ticks($0).take(for: .milliseconds(2_500), scheduler: $0) },
            ], ["1 2 |", "1 2 |", "1 |", "1 2 |", "1 2 |", "|", "1 |", "1 2 |", "0 1 |"])
        rows.check(
            "skip, skip(while:), skip(until:), skip(for:)",
            [
                text(numbers.skip(2)), text(numbers.skip { $0 < 3 }), text(numbers.skip(while: { $0 < 2 })),
                text(numbers.skip(until: Observable.just(()))),
                timed { ticks($0).skip(for: .milliseconds(2_500), scheduler: $0).take(2) },
            ], ["3 |", "3 |", "2 3 |", "1 2 3 |", "2 3 |"])
        rows.check("debounce", [timed { numbers.debounce(.seconds(1), scheduler: $0) }], ["3 |"])
        rows.check(
            "throttle(_:latest:)",
            [
                timed { numbers.throttle(.seconds(1), scheduler: $0) },
                timed { numbers.throttle(.seconds(1), latest: false, scheduler: $0) },
            ], ["1 3 |", "1 |"])
        rows.check("delay", [timed { numbers.delay(.seconds(1), scheduler: $0) }], ["1 2 3 |"])
        rows.check(
            "delaySubscription", [timed { numbers.delaySubscription(.seconds(1), scheduler: $0) }], ["1 2 3 |"])
        rows.check(
            "timeout",
            [
                timed { numbers.concat(Observable.never()).timeout(.seconds(1), scheduler: $0) },
                timed {
                    numbers.concat(Observable.never()).timeout(.seconds(1), other: Observable.just(4), scheduler: $0)
                },
            ], ["1 2 3 #", "1 2 3 4 |"])
        rows.check("buffer", [timed { numbers.buffer(.seconds(1), count: 2, scheduler: $0) }], ["[1, 2] [3] |"])
        rows.check(
            "window", [timed { numbers.window(.seconds(1), count: 2, scheduler: $0).flatMap { $0.toArray() } }],
            ["[1, 2] [3] |"])
    }

    private func run<Sharing: SharingStrategy>(on sharing: Sharing.Type, _ rows: Rows) {
        typealias Shared<Element: Sendable> = SharedSequence<Sharing, Element>
        let numbers = Shared.of(1, 2, 3)
        let letters = Shared.of("a", "b")
        let items = Shared.of(Item(name: "a", id: 1), Item(name: "a", id: 2), Item(name: "b", id: 2))
        let label = Label()
        func note(_ number: Int) -> Int {
            label.text += "\(number)"
            return number
        }
        rows.checkShared("map", [text(numbers.map { note($0) * 2 })], ["2 4 6 |"])
        rows.checkShared("compactMap", [text(numbers.compactMap { note($0) == 2 ? nil : $0 })], ["1 3 |"])
        rows.checkShared("filter", [text(numbers.filter { note($0) > 1 })], ["2 3 |"])
        rows.checkShared(
            "scan(_:_:), scan(into:_:)",
            [text(numbers.scan(0) { $0 + note($1) }), text(numbers.scan(into: 0) { $0 += note($1) })],
            ["1 3 6 |", "1 3 6 |"])
        rows.checkShared(
            "reduce(_:_:), reduce(into:_:), toArray",
            [
                text(numbers.reduce(0) { $0 + note($1) }), text(numbers.reduce(into: 0) { $0 += note($1) }),
                text(numbers.toArray()),
            ], ["6 |", "6 |", "[1, 2, 3] |"])
        rows.checkShared("enumerated", [text(letters.enumerated().map { "\($0.index)\($0.element)" })], ["0a 1b |"])
        rows.checkShared("startWith", [text(numbers.startWith(8, 9))], ["8 9 1 2 3 |"])
        rows.checkShared(
            "distinctUntilChanged(), (_ key), (at:), (by:)",
            [
                text(Shared.of(1, 1, 2).distinctUntilChanged()),
                text(items.distinctUntilChanged { $0.name }.map(\.id)),
                text(items.distinctUntilChanged(at: \.name).map(\.id)),
                text(items.distinctUntilChanged { $0.name == $1.name }.map(\.id)),
                text(items.distinctUntilChanged(by: { $0.name == $1.name }).map(\.id)),
            ], ["1 2 |", "1 2 |", "1 2 |", "1 2 |", "1 2 |"])
        rows.checkShared("pairwise", [text(numbers.pairwise().map { "\($0.previous)\($0.current)" })], ["12 23 |"])
        rows.checkShared(
            "ifEmpty(default:), ifEmpty(switchTo:)",
            [text(Shared<Int>.empty().ifEmpty(default: 7)), text(Shared<Int>.empty().ifEmpty(switchTo: .of(7, 8)))],
            ["7 |", "7 8 |"])
        rows.checkShared("first", [text(numbers.first().map { $0 ?? 0 })], ["1 |"])
        rows.checkShared("element(at:)", [text(numbers.element(at: 1)), text(numbers.element(at: 3))], ["2 |", "|"])
        rows.checkShared("ignoreElements", [text(numbers.ignoreElements())], ["|"])
        rows.checkShared("takeLast", [text(numbers.takeLast(2))], ["2 3 |"])
        rows.checkShared(
            "merge", [text(Shared.merge(numbers, .of(4))), text(Shared.merge([numbers]))], ["1 2 3 4 |", "1 2 3 |"])
        rows.checkShared(
            "amb", [text(numbers.amb(.of(4))), text(Shared.amb([.never(), numbers]))], ["1 2 3 |", "1 2 3 |"])
        rows.checkShared(
            "concat", [text(numbers.concat(.of(4))), text(Shared.concat([numbers]))], ["1 2 3 4 |", "1 2 3 |"])
        rows.checkShared(
            "combineLatest",
            [
                text(Shared.combineLatest(numbers, letters).map { "\($0.0)\($0.1)" }),
                text(Shared.combineLatest(numbers, letters, numbers) { "\(note($0))\($1)\($2)" }),
                text(Shared.combineLatest([numbers, numbers])),
                text(Shared.combineLatest([numbers, numbers]) { note($0[0]) + $0[1] }),
            ], ["3a 3b |", "3b1 3b2 3b3 |", "[3, 1] [3, 2] [3, 3] |", "4 5 6 |"])
        rows.checkShared(
            "zip",
            [
                text(Shared.zip(numbers, letters).map { "\($0.0)\($0.1)" }),
                text(Shared.zip(numbers, letters) { "\(note($0))\($1)" }),
                text(Shared.zip([numbers, numbers])),
                text(Shared.zip([numbers, numbers]) { note($0[0]) + $0[1] }),
            ], ["1a 2b |", "1a 2b |", "[1, 1] [2, 2] [3, 3] |", "2 4 6 |"])
        rows.checkShared(
            "withLatestFrom",
            [text(numbers.withLatestFrom(letters)), text(numbers.withLatestFrom(letters) { "\(note($0))\($1)" })],
            ["b b b |", "1b 2b 3b |"])
        rows.checkShared(
            "sample(_:defaultValue:)",
            [text(numbers.sample(letters)), text(numbers.sample(letters, defaultValue: 0))], ["3 |", "3 |"])
        rows.checkShared("flatMap", [text(numbers.flatMap { .of(note($0), $0 * 10) })], ["1 10 2 20 3 30 |"])
        rows.checkShared(
            "flatMapLatest", [text(numbers.flatMapLatest { Shared.just(note($0)).concat(.never()) })], ["1 2 3"])
        rows.checkShared("flatMapFirst", [text(numbers.flatMapFirst { Shared.just(note($0)).concat(.never()) })], ["1"])
        rows.checkShared("concatMap", [text(numbers.concatMap { Shared.just(note($0)).concat(.never()) })], ["1"])
        let sequences = Shared.of(numbers, Shared.of(4).concat(.never()), Shared.of(5))
        rows.checkShared(
            "merge(), merge(maxConcurrent:), concat(), switchLatest()",
            [
                text(sequences.merge()), text(sequences.merge(maxConcurrent: 1)), text(sequences.concat()),
                text(sequences.switchLatest()),
            ], ["1 2 3 4 5", "1 2 3 4", "1 2 3 4", "1 2 3 4 5 |"])
        rows.checkShared("conflate", [text(numbers.conflate())], ["1 2 3 |"])
        let lines = Recorder<String>()
        rows.checkShared(
            "do",
            [
                text(
                    numbers.take(1).do(
                        onNext: { lines("on \(note($0))") }, afterNext: { lines("after \(note($0))") },
                        onCompleted: { lines("|") }, afterCompleted: { lines("after |") }, onSubscribe: { lines("<") },
                        onSubscribed: { lines(">") }, onDispose: { lines("disposed") }))
            ] + lines.elements, ["1 |", "<", "on 1", "after 1", "|", "disposed", "after |", ">"])
        let written = Recorder<String>()
        let write: @Sendable (String) -> Void = { written($0) }
        rows.checkShared(
            "debug",
            [text(numbers.take(1).debug("a", write: write)), text(numbers.take(1).debug(write: write))]
                + written.elements.filter { $0.contains("next") }.map { String($0.prefix(20)) },
            ["1 |", "1 |", "a -> next(1)", "BindingTests/Operato"])
        rows.checkShared("values", [String(describing: type(of: numbers.values))], ["AsyncStream<Int>"])
        #expect(label.text.count > 40, "the closures have been called")
    }

    private func runInTime<Sharing: SharingStrategy>(on sharing: Sharing.Type, _ rows: Rows) {
        typealias Shared<Element: Sendable> = SharedSequence<Sharing, Element>
        let numbers = Shared.of(1, 2, 3)
        func ticks(_ scheduler: TestScheduler) -> Shared<Int> { .interval(.seconds(1), scheduler: scheduler) }
        rows.checkShared(
            "take, take(while:), take(until:), take(for:)",
            [
                text(numbers.take(2)), text(numbers.take { $0 < 3 }), text(numbers.take(while: { $0 < 2 })),
                text(numbers.take(while: { $0 < 2 }, inclusive: true)),
                text(numbers.take(while: { $0 < 2 }, behavior: .inclusive)),
                text(numbers.take(until: Shared.just(()))), text(numbers.take(until: { $0 == 2 })),
                text(numbers.take(until: { $0 == 2 }, behavior: .inclusive)),
                timed { ticks($0).take(for: .milliseconds(2_500), scheduler: $0) },
            ], ["1 2 |", "1 2 |", "1 |", "1 2 |", "1 2 |", "|", "1 |", "1 2 |", "0 1 |"])
        rows.checkShared(
            "skip, skip(while:), skip(until:), skip(for:)",
            [
                text(numbers.skip(2)), text(numbers.skip { $0 < 3 }), text(numbers.skip(while: { $0 < 2 })),
                text(numbers.skip(until: Shared.just(()))),
                timed { ticks($0).skip(for: .milliseconds(2_500), scheduler: $0).take(2) },
            ], ["3 |", "3 |", "2 3 |", "1 2 3 |", "2 3 |"])
        rows.checkShared("debounce", [timed { numbers.debounce(.seconds(1), scheduler: $0) }], ["3 |"])
        rows.checkShared(
            "throttle(_:latest:)",
            [
                timed { numbers.throttle(.seconds(1), scheduler: $0) },
                timed { numbers.throttle(.seconds(1), latest: false, scheduler: $0) },
            ], ["1 3 |", "1 |"])
        rows.checkShared("delay", [timed { numbers.delay(.seconds(1), scheduler: $0) }], ["1 2 3 |"])
        rows.checkShared(
            "delaySubscription", [timed { numbers.delaySubscription(.seconds(1), scheduler: $0) }], ["1 2 3 |"])
        rows.checkShared(
            "timeout",
            [timed { numbers.concat(.never()).timeout(.seconds(1), other: .just(4), scheduler: $0) }], ["1 2 3 4 |"])
        rows.checkShared("buffer", [timed { numbers.buffer(.seconds(1), count: 2, scheduler: $0) }], ["[1, 2] [3] |"])
    }

    @Test("the sources that the document names below its table, in each form")
    func sources() {
        func shared<Sharing: SharingStrategy>(_ sharing: Sharing.Type) -> [String] {
            typealias Shared<Element: Sendable> = SharedSequence<Sharing, Element>
            let label = Label()
            return [
                text(Shared.just(1)), text(Shared.of(1, 2)), text(Shared.from([1, 2])), text(Shared.from(optional: 1)),
                text(
                    Shared.deferred {
                        label.text = "made"
                        return .just(label.text)
                    }),
                text(Shared<Int>.empty()), text(Shared<Int>.never()),
                timed { Shared<Int>.timer(.seconds(1), scheduler: $0) },
                timed { Shared<Int>.interval(.seconds(4), scheduler: $0) }, text(Shared.tracking { 1 }),
            ]
        }
        let expected = ["1 |", "1 2 |", "1 2 |", "1 |", "made |", "|", "", "0 |", "0 1", "1"]
        #expect(shared(DriverSharing.self) == expected)
        #expect(shared(SignalSharing.self) == expected)
        #expect(
            [
                text(Observable.just(1)), text(Observable.of(1, 2)), text(Observable.from([1, 2])),
                text(Observable.from(optional: 1)), text(Observable.deferred { .just("made") }),
                text(Observable<Int>.empty()), text(Observable<Int>.never()),
                timed { Observable<Int>.timer(.seconds(1), scheduler: $0) },
                timed { Observable<Int>.interval(.seconds(4), scheduler: $0) }, text(Observable.tracking { 1 }),
            ] == expected)
        #expect(
            [
                text(Observable<Int>.error(TestError())), text(Observable.range(start: 1, count: 2)),
                text(Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 3 })),
                text(Observable.repeatElement(1).take(2)),
                text(Observable.using({ CompositeDisposable() }, observableFactory: { _ in .just(1) })),
            ] == ["#", "1 2 |", "1 3 |", "1 1 |", "1 |"])
        #expect(
            [
                timed { Observable.just(1, scheduler: $0) }, timed { Observable.of(1, 2, scheduler: $0) },
                timed { Observable.from([1, 2], scheduler: $0) }, timed { Observable.from(optional: 1, scheduler: $0) },
                timed { Observable.range(start: 1, count: 2, scheduler: $0) },
                timed {
                    Observable.generate(initialState: 1, condition: { $0 < 9 }, scheduler: $0, iterate: { $0 * 3 })
                }, timed { Observable.repeatElement(1, scheduler: $0).take(2) },
            ] == ["1 |", "1 2 |", "1 2 |", "1 |", "1 2 |", "1 3 |", "1 1 |"])
    }
}

extension StringProtocol {
    fileprivate func trimmingSpaces() -> String { split(separator: " ").joined(separator: " ") }
}

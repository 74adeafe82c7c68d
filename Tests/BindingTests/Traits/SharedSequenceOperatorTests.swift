import Binding
import BindingControls
import BindingTesting
import OperatorCatalog
import TestSupport
import Testing

/// The properties of operators of `Driver` and `Signal` that differ from `Observable`: the main actor, no errors, one
/// subscription for all observers. Their values are tested for observables, and, form by form, in `OperatorFormsTests`.
@MainActor
@Suite("Operators of Driver and Signal")
struct SharedSequenceOperatorTests {
    private let numbers = PublishRelay<Int>()
    private let state = BehaviorRelay(value: 1)
    private let label = Label()
    private let bag = DisposeBag()

    /// The values of a sequence and its end, as text.
    @MainActor
    final class Log {
        var entries: [String] = []
    }

    private func log<Sharing, Element>(_ sequence: SharedSequence<Sharing, Element>) -> Log {
        let log = Log()
        sequence.asObservable().subscribe { (event: Event<Element>) in
            MainActor.assumeIsolated { log.entries.append(event.element.map { "\($0)" } ?? "completed") }
        }
        .disposed(by: bag)
        return log
    }

    private func send(_ values: Int...) {
        for value in values { numbers.accept(value) }
    }

    private var finite: Signal<Int> { .of(1, 2, 3) }

    // MARK: One source

    @Test("scan and reduce")
    func scan() {
        let sums = log(
            numbers.asSignal().scan(0) { sum, value in
                label.text += "\(value)"
                return sum + value
            })
        let total = log(
            finite.reduce(10) { sum, value in
                label.caption = "\(value)"
                return sum + value
            })
        send(1, 2, 3)
        expectEqual(sums.entries, ["1", "3", "6"])
        expectEqual(total.entries, ["16", "completed"])
        expectEqual(label.text, "123")
        expectEqual(label.caption, "3")
    }

    @Test("take, take(while:) and skip(while:)")
    func taking() {
        let taken = log(numbers.asSignal().take(2))
        let whileShort = log(
            numbers.asSignal().take(
                while: { value in
                    label.text += "\(value)"
                    return label.text.count < 2
                }, inclusive: true))
        let skipped = log(numbers.asSignal().skip(while: { _ in label.text.count < 2 }))
        send(1, 2, 3)
        expectEqual(taken.entries, ["1", "2", "completed"])
        expectEqual(whileShort.entries, ["1", "2", "completed"])
        expectEqual(skipped.entries, ["2", "3"])
        expectEqual(label.text, "12")
    }

    @Test("do and debug")
    func watching() {
        let lines = Recorder<String>()
        let disposals = Counter()
        _ = log(
            finite.do(
                onNext: { label.text += "\($0)" }, onCompleted: { label.text += "!" },
                onSubscribe: { label.text += "+" },
                onDispose: { disposals.add() }))
        _ = log(Driver.just(1).debug("a", write: { lines($0) }))
        expectEqual(label.text, "+123!")
        expectEqual(disposals.value, 1)
        expectEqual(lines.elements, ["a -> subscribed", "a -> next(1)", "a -> completed", "a -> disposed"])
    }

    // MARK: Several sources

    @Test("take(until:) and skip(until:)")
    func until() {
        let trigger = PublishRelay<Void>()
        let taken = log(state.asDriver().take(until: trigger.asSignal()))
        let skipped = log(numbers.asSignal().skip(until: trigger.asSignal()))
        send(1)
        state.accept(2)
        trigger.accept(())
        send(2)
        state.accept(3)
        expectEqual(taken.entries, ["1", "2", "completed"])
        expectEqual(skipped.entries, ["2"])
    }

    @Test("zip, in all forms")
    func zip() {
        let pairs = log(Signal.zip(numbers.asSignal(), Signal.of("a", "b")).map { "\($0)\($1)" })
        let made = log(
            Driver.zip(Driver.of(1, 2), Driver.of("a", "b")) { number, letter in
                label.text += letter
                return "\(number)\(letter)"
            })
        send(1, 2, 3)
        expectEqual(pairs.entries, ["1a", "2b", "completed"])
        expectEqual(made.entries, ["1a", "2b", "completed"])
        expectEqual(label.text, "ab")
        expectEqual(log(Signal.zip([finite, finite])).entries, ["[1, 1]", "[2, 2]", "[3, 3]", "completed"])
    }

    @Test("withLatestFrom and sample")
    func latest() {
        let pairs = log(
            numbers.asSignal().withLatestFrom(state.asDriver()) { number, state in
                label.text += "\(state)"
                return number * 10 + state
            })
        let states = log(numbers.asSignal().withLatestFrom(state.asDriver()))
        let sampled = log(state.asDriver().sample(numbers.asSignal()))
        send(1)
        state.accept(2)
        state.accept(3)
        send(2, 4)
        expectEqual(pairs.entries, ["11", "23", "43"])
        expectEqual(states.entries, ["1", "3", "3"])
        expectEqual(sampled.entries, ["1", "3"])
        expectEqual(label.text, "133")
    }

    // MARK: Sequences of sequences

    @Test("flatMap, flatMapLatest, flatMapFirst and concatMap")
    func flattening() {
        let inners = [PublishRelay<String>(), PublishRelay<String>()]
        func inner(_ index: Int) -> Signal<String> {
            label.text += "\(index)"
            return inners[index].asSignal()
        }
        let all = log(numbers.asSignal().flatMap { inner($0) })
        let latest = log(numbers.asSignal().flatMapLatest { inner($0) })
        let first = log(numbers.asSignal().flatMapFirst { inner($0) })
        let inOrder = log(numbers.asSignal().concatMap { index in inner(index).take(1) })
        send(0, 1)
        inners[0].accept("a")
        inners[1].accept("b")
        inners[0].accept("c")
        inners[1].accept("d")
        expectEqual(all.entries, ["a", "b", "c", "d"])
        expectEqual(latest.entries, ["b", "d"])
        expectEqual(first.entries, ["a", "c"])
        expectEqual(inOrder.entries, ["a", "b"])
        expectEqual(label.text, "0000111")
    }

    // MARK: All

    /// Each operator that passes on every value, of drivers and of signals.
    private nonisolated static let links = Swift.zip(
        Operators<DriverSharing>().links.filter(\.hasSharedForm),
        Operators<SignalSharing>().links.filter(\.hasSharedForm))

    @Test("C16: the inner sequence decides whether the result is a driver or a signal, as in RxCocoa")
    func kindOfInnerSequences() {
        let driver = state.asDriver()
        let signal = numbers.asSignal()
        let signals: [Signal<Int>] = [
            driver.flatMap { _ in signal }, driver.flatMapLatest { _ in signal }, driver.flatMapFirst { _ in signal },
            driver.concatMap { _ in signal }, driver.map { _ in signal }.merge(),
            driver.map { _ in signal }.merge(maxConcurrent: 2), driver.map { _ in signal }.switchLatest(),
            driver.map { _ in signal }.concat(),
        ]
        let early = signals.map { log($0) }
        send(1)
        for (sequence, early) in Swift.zip(signals, early) {
            let late = log(sequence)
            expectEqual(early.entries, ["1"])
            expectEqual(late.entries, [])
        }
        let drivers: [Driver<Int>] = [
            signal.flatMap { _ in driver }, signal.flatMapLatest { _ in driver }, signal.flatMapFirst { _ in driver },
            signal.concatMap { _ in driver }, signal.map { _ in driver }.merge(),
            signal.map { _ in driver }.switchLatest(),
        ]
        let asked = drivers.map { log($0) }
        send(2)
        for (sequence, early) in Swift.zip(drivers, asked) {
            let late = log(sequence)
            expectEqual(early.entries, ["1"])
            expectEqual(late.entries, ["1"])
        }
    }

    @Test("C13: each operator works on the main actor where the value comes from another thread", arguments: links)
    func eachFromAnotherThread(
        _ driver: OperatorUse<DriverSharing>, _ signal: OperatorUse<SignalSharing>
    ) async {
        func check<Sharing>(_ link: OperatorUse<Sharing>) async {
            let time = OperatorTime(MainScheduler.instance, span: .zero)
            let (numbers, log) = (numbers, log(link(Sharing.shared(numbers.asObservable()), time)))
            for number in 1...3 {
                onAnotherThread { numbers.accept(number) }
                await eventually { log.entries.last == "\(number)" }
            }
            expectEqual(log.entries.suffix(3), ["1", "2", "3"])
        }
        await check(driver)
        await check(signal)
    }

    @Test("C16: each operator calls its closure once, however many observers there are", arguments: links)
    func eachShared(_ driver: OperatorUse<DriverSharing>, _ signal: OperatorUse<SignalSharing>) {
        func calls<Sharing>(_ link: OperatorUse<Sharing>, observers: Int) -> Int {
            let sequence = link(Sharing.shared(numbers.asObservable()))
            for _ in 0..<observers { _ = log(sequence) }
            let before = callsOnMainActor
            send(1)
            bag.dispose()
            return callsOnMainActor - before
        }
        expectEqual(calls(driver, observers: 2), calls(driver, observers: 1))
        expectEqual(calls(signal, observers: 2), calls(signal, observers: 1))
    }

    @Test("C13: the closures are called on the main actor where the value comes from another thread")
    func fromAnotherThread() async {
        let log = log(
            numbers.asSignal()
                .scan(0) { sum, value in
                    MainActor.assertIsolated()
                    return sum + value
                }
                .withLatestFrom(state.asDriver()) { left, right in
                    MainActor.assertIsolated()
                    return left + right
                }
                .flatMapLatest { value in
                    MainActor.assertIsolated()
                    return Driver.just(value)
                })
        let numbers = numbers
        onAnotherThread { for number in 1...3 { numbers.accept(number) } }
        #expect(log.entries.isEmpty)
        await eventually { log.entries.count == 3 }
        expectEqual(log.entries, ["2", "4", "7"])
    }

    @Test("C16: observers share what the closure makes, and a driver replays it")
    func shared() {
        var calls = 0
        let sums = state.asDriver().scan(0) { sum, value in
            calls += 1
            return sum + value
        }
        let first = log(sums)
        state.accept(5)
        let second = log(sums)
        expectEqual(first.entries, ["1", "6"])
        expectEqual(second.entries, ["6"])
        expectEqual(calls, 2)
    }

    @Test("asDriver and asSignal: the other kind of the same sequence")
    func otherKind() {
        let driver = numbers.asSignal().asDriver()
        let signal = state.asDriver().asSignal()
        let before = log(driver)
        send(1)
        expectEqual(log(driver).entries, ["1"])
        expectEqual(before.entries, ["1"])
        let first = log(signal)
        let second = log(signal)
        state.accept(2)
        expectEqual(first.entries, ["1", "2"])
        expectEqual(second.entries, ["2"])
    }

    @Test("what the closures hold is released when the last observer goes")
    func lettingGo() {
        let living = Counter()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return state.asDriver()
                .scan(0) { sum, value in withExtendedLifetime(witness) { sum + value } }
                .flatMapLatest { value in withExtendedLifetime(witness) { Driver.just(value) } }
                .zipWithItself { value in withExtendedLifetime(witness) { value } }
                .drive(onNext: { _ in })
        }
        let subscription = subscribe()
        state.accept(2)
        expectEqual(living.value, 1)
        subscription.dispose()
        expectEqual(living.value, 0)
    }

    @Test("element(at:) where there is no such value: the end")
    func element() {
        let found = log(numbers.asSignal().element(at: 1))
        numbers.accept(1)
        numbers.accept(2)
        numbers.accept(3)
        expectEqual(found.entries, ["2", "completed"])
        expectEqual(log(Driver.of(1).element(at: 1)).entries, ["completed"])
        expectEqual(log(Driver.of(1).element(at: -1)).entries, ["completed"])
    }

    @Test("C13: the closures of the new forms may use what is the main actor's, also for values from elsewhere")
    func closuresOfOtherForms() async {
        let scanned = log(
            numbers.asSignal().scan(into: "") { text, number in
                label.text += "s"
                text += "\(number)"
            })
        let taken = log(
            numbers.asSignal().take(until: { number in
                label.text += "t"
                return number == 2
            }))
        let watched = log(numbers.asSignal().do(afterNext: { _ in label.text += "a" }))
        let numbers = numbers
        onAnotherThread { for number in 1...2 { numbers.accept(number) } }
        #expect(label.text.isEmpty)
        await eventually { scanned.entries.count == 2 && watched.entries.count == 2 }
        expectEqual(scanned.entries, ["1", "12"])
        expectEqual(taken.entries, ["1", "completed"])
        expectEqual(label.text.sorted(), ["a", "a", "s", "s", "t", "t"])
    }

    @Test("C16: deferred makes its sequence for the first observer, and again after the last")
    func deferred() {
        var made = 0
        let driver = Driver<Int>.deferred {
            made += 1
            return state.asDriver().map { $0 * 10 }
        }
        expectEqual(made, 0)
        let first = driver.drive(onNext: { _ in })
        let second = driver.drive(onNext: { label.text += "\($0)" })
        expectEqual(made, 1)
        expectEqual(label.text, "10")
        first.dispose()
        second.dispose()
        let third = driver.drive(onNext: { _ in })
        expectEqual(made, 2)
        third.dispose()
        expectEqual(log(Signal.deferred { Driver.just(1) }).entries, ["1", "completed"])
    }

    @Test("deferred, subscribed to elsewhere, makes its sequence on the main actor")
    func deferredElsewhere() async {
        let label = label
        let driver = Driver<Int>.deferred {
            label.text += "made"
            return .just(1)
        }
        let recorder = Recorder<Int>()
        onAnotherThread { _ = driver.drive(recorder) }
        await eventually { recorder.isCompleted }
        expectEqual(label.text, "made")
        expectEqual(recorder.log, ["next(1)", "completed"])
    }

    @Test("timer, take(for:), skip(for:) and delaySubscription count by the scheduler")
    func timing() {
        let scheduler = TestScheduler()
        let timer = log(Driver<Int>.timer(.seconds(1), period: .seconds(2), scheduler: scheduler))
        let once = log(Signal<Int>.timer(.seconds(3), scheduler: scheduler))
        let taken = log(numbers.asSignal().take(for: .seconds(2), scheduler: scheduler))
        let skipped = log(numbers.asSignal().skip(for: .seconds(2), scheduler: scheduler))
        let delayed = log(state.asDriver().delaySubscription(.seconds(2), scheduler: scheduler))
        numbers.accept(1)
        #expect(delayed.entries.isEmpty)
        scheduler.advance(by: .seconds(4))
        numbers.accept(2)
        state.accept(5)
        expectEqual(timer.entries, ["0", "1"])
        expectEqual(once.entries, ["0", "completed"])
        expectEqual(taken.entries, ["1", "completed"])
        expectEqual(skipped.entries, ["2"])
        expectEqual(delayed.entries, ["1", "5"])
    }

    @Test("delaySubscription by a queue of its own: what follows is on the main actor")
    func delayedElsewhere() async {
        let scheduler = SerialDispatchQueueScheduler()
        let doubled = log(
            state.asDriver().map { number in
                label.text += "m"
                return number * 2
            }
            .delaySubscription(.zero, scheduler: scheduler)
            .map { number in
                label.text += "n"
                return number
            })
        await eventually { doubled.entries == ["2"] }
        state.accept(2)
        expectEqual(doubled.entries, ["2", "4"])
        expectEqual(label.text.sorted(), ["m", "m", "n", "n"])
    }

    @Test("switchLatest, concat, merge of drivers of drivers")
    func sequencesOfSequences() {
        let inners = [BehaviorRelay(value: "a"), BehaviorRelay(value: "b")]
        let outer = state.asDriver().map { inners[$0 % 2].asDriver() }
        let latest = log(outer.switchLatest())
        let all = log(outer.merge())
        let first = log(outer.concat())
        state.accept(2)
        inners[1].accept("c")
        inners[0].accept("d")
        expectEqual(latest.entries, ["b", "a", "d"])
        expectEqual(all.entries, ["b", "a", "c", "d"])
        expectEqual(first.entries, ["b", "c"])
    }

    @Test("amb and ifEmpty(switchTo:)")
    func choosing() {
        let other = PublishRelay<Int>()
        let first = log(Signal.amb(numbers.asSignal(), other.asSignal()))
        let switched = log(numbers.asSignal().take(0).ifEmpty(switchTo: other.asSignal()))
        other.accept(1)
        numbers.accept(2)
        other.accept(3)
        expectEqual(first.entries, ["1", "3"])
        expectEqual(switched.entries, ["1", "3"])
    }

    @Test("sample with a default, zip of a collection with a closure, ignoreElements")
    func others() {
        let sampled = log(state.asDriver().sample(numbers.asSignal(), defaultValue: 0))
        let zipped = log(
            Signal.zip([numbers.asSignal(), Signal.of(10, 20)]) { values in
                label.text += "z"
                return values.reduce(0, +)
            })
        let ignored = log(Driver.merge(numbers.asSignal().asDriver().ignoreElements(), .just("a")))
        numbers.accept(1)
        numbers.accept(2)
        expectEqual(sampled.entries, ["1", "0"])
        expectEqual(zipped.entries, ["11", "22", "completed"])
        expectEqual(ignored.entries, ["a"])
        expectEqual(label.text, "zz")
    }

    @Test("what the closures of deferred, take(until:) and do hold is released when the last observer goes")
    func lettingGoOfDeferred() {
        let living = Counter()
        func subscribe() -> any Disposable {
            let witness = Witness(living)
            return Driver.deferred { withExtendedLifetime(witness) { state.asDriver() } }
                .scan(into: 0) { sum, value in withExtendedLifetime(witness) { sum += value } }
                .take(until: { value in withExtendedLifetime(witness) { value < 0 } })
                .distinctUntilChanged(at: \.self)
                .amb(.never())
                .do(afterNext: { _ in withExtendedLifetime(witness) {} })
                .drive(onNext: { _ in })
        }
        let subscription = subscribe()
        state.accept(2)
        expectEqual(living.value, 1)
        subscription.dispose()
        expectEqual(living.value, 0)
    }
}

extension Driver {
    @MainActor
    fileprivate func zipWithItself(
        _ transform: @escaping @MainActor (Element) -> Element
    ) -> SharedSequence<Sharing, Element> {
        .zip(self, self) { left, _ in transform(left) }
    }
}

import BindingControls
import BindingOperators
import TestSupport
import Testing

@testable import Binding

/// C44: several properties are set, and observers are told once.
@MainActor
@Suite("C44: batches")
struct BatchTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)

    @Test(
        "what is set is stored at once; each source delivers its last value at the end, in the order of the first sets")
    func order() {
        nonisolated(unsafe) var log: [String] = []
        a.asDriver().drive(onNext: { log.append("a\($0)") }).disposed(by: bag)
        b.subscribe(onNext: { log.append("b\($0)") }).disposed(by: bag)
        log = []
        batch {
            b.accept(11)
            a.accept(2)
            b.accept(12)
            expectEqual([a.value, b.value], [2, 12])
            log.append("body")
        }
        expectEqual(log, ["body", "b12", "a2"])
    }

    @Test("it returns what its closure returns")
    func result() {
        let sum: Int = batch {
            a.accept(2)
            return a.value + b.value
        }
        expectEqual(sum, 12)
    }

    @Test("nested batches count as the outermost one")
    func nested() {
        var log: [Int] = []
        a.asDriver().drive(onNext: { log.append($0) }).disposed(by: bag)
        batch {
            batch { a.accept(2) }
            batch { a.accept(3) }
            expectEqual(log, [1])
        }
        expectEqual(log, [1, 3])
    }

    @Test("an error undoes nothing: observers are told, and it is thrown on")
    func throwing() {
        var log: [Int] = []
        a.asDriver().drive(onNext: { log.append($0) }).disposed(by: bag)
        #expect(throws: TestError("batch")) {
            try batch { () throws(TestError) in
                a.accept(2)
                throw TestError("batch")
            }
        }
        expectEqual(log, [1, 2])
        a.accept(3)
        expectEqual(log, [1, 2, 3])
    }

    @Test("signals come last, with all of their events, after derived values and combinations")
    func signalsLast() {
        var log: [String] = []
        let alert = PublishRelay<String>()
        let sum = DerivedValue { [a, b] in a.value + b.value }
        alert.asSignal().emit(onNext: { log.append("\($0): \(sum.value)") }).disposed(by: bag)
        sum.asDriver().drive(onNext: { log.append("sum \($0)") }).disposed(by: bag)
        Driver.combineLatest(a.asDriver(), b.asDriver()) { $0 * $1 }.drive(onNext: { log.append("product \($0)") })
            .disposed(by: bag)
        log = []
        batch {
            alert.accept("first")
            a.accept(2)
            alert.accept("second")
            b.accept(20)
        }
        expectEqual(log, ["sum 22", "product 40", "first: 22", "second: 22"])
    }

    @Test(
        "a view action, a replaying relay and subjects are signals in this sense; a subject's end comes after its values"
    )
    func events() {
        nonisolated(unsafe) var log: [String] = []
        let subject = PublishSubject<Int>()
        let replay = ReplayRelay<Int>.create(bufferSize: 2)
        let state = BehaviorSubject(value: 0)
        subject.subscribe(onNext: { log.append("subject \($0)") }, onCompleted: { log.append("end") }).disposed(by: bag)
        replay.subscribe(onNext: { log.append("replay \($0)") }).disposed(by: bag)
        state.subscribe(onNext: { log.append("state \($0)") }, onCompleted: { log.append("end of state") })
            .disposed(by: bag)
        log = []
        batch {
            subject.onNext(1)
            subject.onNext(2)
            subject.onCompleted()
            replay.accept(3)
            replay.accept(4)
            state.onNext(5)
            state.onNext(6)
            state.onCompleted()
            expectEqual(log, [])
        }
        expectEqual(log, ["state 6", "end of state", "subject 1", "subject 2", "end", "replay 3", "replay 4"])
    }

    @Test("an end alone waits, too")
    func endAlone() {
        nonisolated(unsafe) var log: [String] = []
        let subject = PublishSubject<Int>()
        subject.subscribe(onNext: { _ in }, onCompleted: { log.append("end") }).disposed(by: bag)
        batch {
            subject.onCompleted()
            log.append("body")
        }
        expectEqual(log, ["body", "end"])
    }

    @Test("what the handler of a signal sets is shown before the next source's signals")
    func signalThatSets() {
        var log: [String] = []
        let (first, second) = (PublishRelay<Void>(), PublishRelay<Void>())
        Driver.derived { [a] in a.value }.drive(onNext: { log.append("a \($0)") }).disposed(by: bag)
        first.asSignal().emit(onNext: { [a] in a.accept(5) }).disposed(by: bag)
        second.asSignal().emit(onNext: { log.append("second") }).disposed(by: bag)
        log = []
        batch {
            first.accept(())
            second.accept(())
        }
        expectEqual(log, ["a 5", "second"])
    }

    @Test("a combination is sent once, with what is there at the end")
    func combination() {
        var seen: [Int] = []
        Driver.combineLatest(a.asDriver(), b.asDriver()) { $0 + $1 }.drive(onNext: { seen.append($0) }).disposed(
            by: bag)
        batch {
            a.accept(2)
            b.accept(20)
            a.accept(3)
        }
        expectEqual(seen, [11, 23])
    }

    @Test("in an observer: sources deliver at its end, derived values when the outermost delivery is over")
    func inObserver() {
        var log: [String] = []
        let sum = DerivedValue { [a, b] in a.value + b.value }
        let trigger = PublishRelay<Int>()
        a.asDriver().drive(onNext: { log.append("a\($0)") }).disposed(by: bag)
        b.asDriver().drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        sum.asDriver().drive(onNext: { log.append("sum \($0)") }).disposed(by: bag)
        trigger.asSignal().emit(onNext: { [a, b] value in
            batch {
                a.accept(0)
                b.accept(value)
                a.accept(value)
            }
            log.append("batch over")
        }).disposed(by: bag)
        trigger.asSignal().emit(onNext: { _ in log.append("last observer") }).disposed(by: bag)
        log = []
        trigger.accept(3)
        expectEqual(log, ["a3", "b3", "batch over", "last observer", "sum 6"])
    }

    @Test("in an observer of a source that it sets: the last value follows, once")
    func sourceUnderWay() {
        var (log, reads): ([Int], [Int]) = ([], [])
        a.asDriver().drive(onNext: { [a] value in
            guard value == 5 else { return }
            batch {
                a.accept(6)
                a.accept(7)
                reads.append(a.value)
            }
        }).disposed(by: bag)
        a.asDriver().drive(onNext: { log.append($0) }).disposed(by: bag)
        a.accept(5)
        a.accept(8)
        expectEqual(log, [1, 5, 7, 8])
        expectEqual(reads, [7])
    }

    @Test("in an observer of the immediate lane, the driver's observers still see the last value only")
    func sourceUnderWayElsewhere() {
        var log: [Int] = []
        a.subscribe(onNext: { [a] value in
            guard value == 5 else { return }
            MainActorDispatcher.assumingCurrent {
                batch {
                    a.accept(6)
                    a.accept(7)
                }
            }
        }).disposed(by: bag)
        a.asDriver().drive(onNext: { log.append($0) }).disposed(by: bag)
        a.accept(5)
        expectEqual(log, [1, 5, 7])
    }

    @Test("a subscription inside hands over the current value at once; the last value reaches all, once")
    func subscriptionInside() {
        var log: [String] = []
        a.asDriver().drive(onNext: { log.append("first \($0)") }).disposed(by: bag)
        batch {
            a.accept(2)
            a.asDriver().drive(onNext: { log.append("second \($0)") }).disposed(by: bag)
            a.accept(3)
            a.accept(4)
        }
        expectEqual(log, ["first 1", "second 2", "first 4", "second 4"])
    }

    @Test("a subscription inside with operators, and no set after it")
    func chainInside() {
        var log: [String] = []
        a.asDriver().drive(onNext: { log.append("first \($0)") }).disposed(by: bag)
        batch {
            a.accept(2)
            a.asDriver().map { $0 * 10 }.drive(onNext: { log.append("second \($0)") }).disposed(by: bag)
        }
        expectEqual(log, ["first 1", "second 20", "first 2"])
    }

    @Test("an observer of a signal that subscribes inside receives what is sent after that")
    func signalInside() {
        var log: [String] = []
        let alert = PublishRelay<Int>()
        alert.asSignal().emit(onNext: { log.append("first \($0)") }).disposed(by: bag)
        batch {
            alert.accept(1)
            alert.asSignal().emit(onNext: { log.append("second \($0)") }).disposed(by: bag)
            alert.accept(2)
        }
        expectEqual(log, ["first 1", "first 2", "second 2"])
    }

    @Test("an observer that is disposed of inside receives nothing more; a source without observers costs nothing")
    func disposalInside() {
        var log: [Int] = []
        let subscription = a.asDriver().drive(onNext: { log.append($0) })
        batch {
            a.accept(2)
            subscription.dispose()
            b.accept(3)
        }
        expectEqual(log, [1])
        expectEqual(b.value, 3)
    }

    @Test("changes in place are held, too, and are not copied")
    func inPlace() {
        let numbers = BehaviorRelay(value: Array(0..<100))
        var seen: [Int] = []
        numbers.asDriver().drive(onNext: { seen.append($0.count) }).disposed(by: bag)
        batch {
            for number in 0..<10 { numbers.modify { $0.append(number) } }
            expectEqual(numbers.value.count, 110)
        }
        expectEqual(seen, [100, 110])
    }

    @Test("two-way bindings show the last value; an edit in the batch is an event, which comes at its end")
    func twoWay() {
        let field = TextField("")
        let name = BehaviorRelay(value: "Ada")
        var (seen, shown): ([String], [String]) = ([], [])
        (name <=> field.rx.text).disposed(by: bag)
        name.asDriver().drive(onNext: {
            seen.append($0)
            shown.append(field.text)
        }).disposed(by: bag)
        batch {
            name.accept("Grace")
            name.accept("Barbara")
            expectEqual(field.text, "Ada")
        }
        expectEqual(field.text, "Barbara")
        batch {
            field.type("Edith")
            expectEqual(name.value, "Barbara")
        }
        expectEqual(seen, ["Ada", "Barbara", "Edith"])
        expectEqual(shown, ["Ada", "Barbara", "Edith"])
        expectEqual(name.value, field.text)
    }

    @Test("two relays that are bound to each other end alike, with the later value")
    func boundRelays() {
        let (left, right) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        (left <=> right).disposed(by: bag)
        batch {
            left.accept(1)
            right.accept(2)
            left.accept(3)
        }
        expectEqual([left.value, right.value], [3, 3])
        batch {
            left.accept(4)
            right.accept(5)
        }
        expectEqual([left.value, right.value], [5, 5])
    }

    private struct Point: Equatable, Sendable { var (x, y) = (0, 0) }

    @Test("parts of one relay: each observer of a part sees its last value")
    func parts() {
        let point = BehaviorRelay(value: Point())
        var log: [String] = []
        point.x.asDriver().drive(onNext: { log.append("x\($0)") }).disposed(by: bag)
        point.y.asDriver().drive(onNext: { log.append("y\($0)") }).disposed(by: bag)
        point.asDriver().drive(onNext: { log.append("\($0.x)/\($0.y)") }).disposed(by: bag)
        log = []
        batch {
            point.x.value = 1
            point.y.value = 2
            point.x.value = 3
        }
        expectEqual(log, ["x3", "y2", "3/2"])
    }

    @Test("a conflating property delivers its last value, once")
    func conflating() {
        let model = Conflating()
        var seen: [Int] = []
        model.$progress.drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch { for number in 1...9 { model.progress = number } }
        expectEqual(seen, [0, 9])
    }

    @MainActor private final class Conflating {
        @Bindable(delivery: .latest) var progress = 0
    }

    @Test("C28: a nested loop delivers what is held when it begins, and its own changes at once")
    func nestedLoop() {
        var log: [String] = []
        let alert = PublishRelay<Int>()
        a.asDriver().drive(onNext: { log.append("a\($0)") }).disposed(by: bag)
        Driver.derived { [a] in a.value * 2 }.drive(onNext: { log.append("double \($0)") }).disposed(by: bag)
        alert.asSignal().emit(onNext: { log.append("alert \($0)") }).disposed(by: bag)
        log = []
        batch {
            alert.accept(1)
            a.accept(2)
            MainActorLoop.runNested {
                log.append("loop")
                a.accept(3)
                log.append("end of loop")
            }
            a.accept(4)
            log.append("body")
        }
        expectEqual(
            log, ["a2", "double 4", "alert 1", "loop", "a3", "double 6", "end of loop", "body", "a4", "double 8"])
    }

    @Test(
        "a nested loop that an observer begins when a batch ends: the rest is delivered before, and sets in it at once")
    func nestedLoopAtTheEnd() {
        var log: [String] = []
        a.asDriver().skip(1).drive(onNext: { [b] value in
            log.append("a\(value)")
            MainActorLoop.runNested {
                log.append("loop")
                b.accept(5)
                batch { b.accept(6) }
                log.append("end of loop")
            }
        }).disposed(by: bag)
        b.asDriver().skip(1).drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        batch {
            a.accept(2)
            b.accept(3)
        }
        expectEqual(log, ["a2", "b3", "loop", "b5", "b6", "end of loop"])
        b.accept(7)
        expectEqual(log.last, "b7")
    }

    @Test("it is one change: what follows has one delivery, as an undo history sees it")
    func oneDelivery() {
        var deliveries: Set<UInt64> = []
        for relay in [a, b] {
            relay.asDriver().drive(onNext: { _ in deliveries.insert(MainActorDispatcher.delivery) }).disposed(by: bag)
        }
        deliveries = []
        batch {
            a.accept(2)
            b.accept(2)
        }
        expectEqual(deliveries.count, 1)
        expectEqual(MainActorDispatcher.delivery, 0)
    }

    @Test("10,000 values of one source need no more memory than one, and an observer that sets in turn is heard")
    func manyValues() {
        var seen: [Int] = []
        a.asDriver().drive(onNext: { [b] in
            seen.append($0)
            b.accept($0)
        }).disposed(by: bag)
        b.asDriver().drive(onNext: { seen.append(-$0) }).disposed(by: bag)
        seen = []
        batch { for number in 1...10_000 { a.accept(number) } }
        expectEqual(seen, [10_000, -10_000])
    }

    @Test("an observer of the end of a batch that sets a source which is yet to deliver: both values come, in order")
    func setsOneThatIsHeld() {
        var seen: [Int] = []
        a.asDriver().drive(onNext: { [b] in if $0 == 2 { b.accept(b.value + 1) } }).disposed(by: bag)
        b.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        batch {
            a.accept(2)
            b.accept(20)
        }
        expectEqual(seen.last, 21)
        expectEqual(seen.sorted(), seen)
    }

    @Test("an `AsyncSubject` that completes delivers at the end")
    func asyncSubject() {
        let subject = AsyncSubject<Int>()
        nonisolated(unsafe) var log: [String] = []
        subject.subscribe(onNext: { log.append("\($0)") }, onCompleted: { log.append("|") }).disposed(by: bag)
        batch {
            subject.onNext(1)
            subject.onCompleted()
            log.append("body")
        }
        expectEqual(log, ["body", "1", "|"])
    }
}

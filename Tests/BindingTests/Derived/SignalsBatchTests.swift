import TestSupport
import Testing

@testable import Binding

/// C44: batches of what derived values read, as suites of signals libraries have them.
@MainActor
@Suite("C44: batches and derived values, as in suites of signals libraries")
struct SignalsBatchTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)
    private let log = RunLog()

    private func observe<Value>(_ value: DerivedValue<Value>) {
        value.asDriver().drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
    }

    // MARK: Reads inside

    @Test("a read in a batch computes what it needs, and leaves the rest until it is read")
    func readsInside() {
        let copy = log.derived("copy") { [a] in a.value }
        let next = log.derived("next") { copy.value }
        let last = log.derived("last") { next.value }
        expectEqual(last.value, 1)
        log.clear()
        batch {
            a.accept(2)
            expectEqual(next.value, 2)
            expectEqual(log.take(), "copy next")
        }
        expectEqual(log.take(), "")
        expectEqual(last.value, 2)
        expectEqual(log.take(), "last")
    }

    @Test("a read of one side in a batch does not keep observers of both from the change")
    func oneSideRead() {
        let double = DerivedValue { [a] in a.value * 2 }
        let triple = DerivedValue { [a] in a.value * 3 }
        Driver.derived { "\(double.value)/\(triple.value)" }.drive(onNext: { [log] in log($0) }).disposed(by: bag)
        batch {
            a.accept(2)
            expectEqual(double.value, 4)
        }
        expectEqual(log.take(), "2/3 4/6")
    }

    @Test("each read in a batch sees what has been set until then; observers are told of the last state alone")
    func eachRead() {
        let sum = DerivedValue { [a, b] in a.value + b.value }
        observe(sum)
        var read: [Int] = []
        batch {
            for number in 2...4 {
                a.accept(number)
                read.append(sum.value)
                b.modify { $0 += 1 }
                read.append(sum.value)
            }
        }
        expectEqual(read, [12, 13, 14, 15, 16, 17])
        expectEqual(log.take(), "11 17")
    }

    @Test("nothing runs in a batch for what nobody observes or reads, nor in one that sets nothing")
    func nothingRuns() {
        let value = log.derived("value") { [a] in a.value }
        expectEqual(value.value, 1)
        log.clear()
        batch { for number in 2...4 { a.accept(number) } }
        expectEqual(log.take(), "")
        expectEqual(value.value, 4)
        value.asDriver().drive(onNext: { _ in }).disposed(by: bag)
        log.clear()
        batch { expectEqual(value.value, 4) }
        batch {}
        expectEqual(log.take(), "")
    }

    // MARK: There and back

    @Test("there and back with a read in between: the next change is seen, by reads alone")
    func thereAndBackRead() {
        let text = BehaviorRelay(value: "A")
        let value = DerivedValue { "\(text.value)!" }
        expectEqual(value.value, "A!")
        batch {
            text.accept("B")
            expectEqual(value.value, "B!")
            text.accept("A")
        }
        text.accept("C")
        expectEqual(value.value, "C!")
    }

    @Test(
        "there and back again and again: observers of what is derived are called by none of it, and by the next change")
    func thereAndBackAgain() {
        let double = DerivedValue { [a] in a.value * 2 }
        Driver.derived { double.value + 1 }.drive(onNext: { [log] in log("\($0)") }).disposed(by: bag)
        expectEqual(log.take(), "3")
        for number in [0, -1] {
            batch {
                a.accept(number)
                a.accept(1)
            }
        }
        expectEqual(log.take(), "")
        a.accept(2)
        expectEqual(log.take(), "5")
    }

    // MARK: The end

    @Test(
        "batches at any depth, which set the same properties: one call, with what is there at the end",
        arguments: [1, 2, 50])
    func nested(depth: Int) {
        let sum = DerivedValue { [a, b] in a.value + b.value }
        observe(sum)
        func nest(_ level: Int) {
            batch {
                a.modify { $0 += 1 }
                if level > 1 { nest(level - 1) }
                b.modify { $0 += 1 }
            }
        }
        nest(depth)
        expectEqual(log.take(), "11 \(11 + 2 * depth)")
    }

    @Test("what is set after a batch is told like before it")
    func afterwards() {
        let c = BehaviorRelay(value: 100)
        observe(DerivedValue { [a, b] in a.value + b.value + c.value })
        batch {
            a.accept(2)
            b.accept(20)
        }
        c.accept(200)
        expectEqual(log.take(), "111 122 222")
    }

    @Test("an inner batch that throws ends with the outer one, which goes on")
    func innerThrows() {
        observe(DerivedValue { [a, b] in a.value + b.value })
        batch {
            #expect(throws: TestError()) {
                try batch { () throws(TestError) in
                    a.accept(2)
                    throw TestError()
                }
            }
            expectEqual(log.take(), "11")
            b.accept(20)
        }
        expectEqual(log.take(), "22")
    }

    @Test("a batch that throws: each observer of what has been set is told once, and the rest is at rest")
    func throwing() {
        let first = DerivedValue { [a] in a.value * 2 }
        let second = DerivedValue { [a, b] in a.value + b.value }
        let third = DerivedValue { [b] in b.value < 100 }
        for value in [first, second] { observe(value) }
        observe(third)
        log.clear()
        #expect(throws: TestError()) {
            try batch { () throws(TestError) in
                a.accept(2)
                b.accept(20)
                throw TestError()
            }
        }
        expectEqual(log.take(), "4 22")
    }

    @Test(
        "an observer that is disposed of in a batch is not called, and nothing runs for it", arguments: [false, true])
    func disposedInside(isSetAgain: Bool) {
        let value = log.derived("run") { [a] in a.value }
        let subscription = Driver.derived { value.value }.drive(onNext: { [log] in log("\($0)") })
        log.clear()
        batch {
            a.accept(2)
            subscription.dispose()
            if isSetAgain { a.accept(3) }
        }
        expectEqual(log.take(), "")
    }

    @Test(
        "observers are called in the order in which they have subscribed, whatever was set first",
        arguments: [false, true])
    func orderOfSets(reversed: Bool) {
        for (index, value) in [DerivedValue { [a] in a.value }, DerivedValue { [a, b] in a.value + b.value }]
            .enumerated()
        {
            value.asDriver().drive(onNext: { [log] in log("\(index):\($0)") }).disposed(by: bag)
        }
        log.clear()
        batch {
            for relay in reversed ? [b, a] : [a, b] { relay.accept(5) }
        }
        expectEqual(log.take(), "0:5 1:10")
    }

    @Test("an observer that takes another's place in a batch begins with the value of that moment, and has it once")
    func takesAPlace() {
        let value = DerivedValue { [a] in a.value }
        let first = value.asDriver().drive(onNext: { [log] in log("first\($0)") })
        batch {
            a.accept(2)
            first.dispose()
            value.asDriver().drive(onNext: { [log] in log("second\($0)") }).disposed(by: bag)
        }
        expectEqual(log.take(), "first1 second2")
        a.accept(3)
        expectEqual(log.take(), "second3")
    }

    @Test("observers that subscribe at several moments of a batch begin with those, and all have the last value once")
    func severalMoments() {
        let value = DerivedValue { [a] in a.value }
        value.asDriver().drive(onNext: { [log] in log("0:\($0)") }).disposed(by: bag)
        batch {
            for index in 1...2 {
                a.accept(index * 10)
                value.asDriver().drive(onNext: { [log] in log("\(index):\($0)") }).disposed(by: bag)
            }
            a.accept(30)
        }
        expectEqual(log.take(), "0:1 1:10 2:20 0:30 1:30 2:30")
    }

    // MARK: Batches in computations and in models

    @Test("what a computation reads in a batch is followed, and so is what it reads after one that has thrown")
    func tracked() {
        let c = BehaviorRelay(value: 100)
        let sum = DerivedValue { [a, b] in
            let first = batch { a.value }
            let second = (try? batch { () throws(TestError) -> Int in throw TestError() }) ?? b.value
            return first + second + c.value
        }
        expectEqual(sum.value, 111)
        a.accept(2)
        expectEqual(sum.value, 112)
        b.accept(20)
        expectEqual(sum.value, 122)
        c.accept(200)
        expectEqual(sum.value, 222)
    }

    @MainActor private final class Team {
        @Mutable var name = "none"
        @Mutable var points = 0
        @Derived({ (team: Team) in "\(team.name) \(team.points)" }) var title: String

        func rename(_ new: String) { batch { (name, points) = (new, 0) } }
        func win(_ more: Int) { batch { points += more } }
    }

    @Test("methods that are batches, called in another's: one change of both objects")
    func methods() {
        let (home, guests) = (Team(), Team())
        Driver.derived { "\(home.title) : \(guests.title)" }.drive(onNext: { [log] in log($0) }).disposed(by: bag)
        log.clear()
        batch {
            home.rename("Reds")
            guests.rename("Blues")
            home.win(2)
            guests.win(1)
        }
        expectEqual(log.take(), "Reds 2 : Blues 1")
        guests.win(1)
        expectEqual(log.take(), "Reds 2 : Blues 2")
    }
}

import TestSupport
import Testing

@testable import Binding

/// C43: computations that set something, and those that are computed from themselves.
@MainActor
@Suite("C43: computations that set something, and cycles")
struct DerivedSettingTests {
    private let bag = DisposeBag()
    private let a = BehaviorRelay(value: 1)
    private let b = BehaviorRelay(value: 10)

    @Test("what a computation sets is delivered after it, once, with the last value")
    func setsAnother() {
        var log: [String] = []
        let value = DerivedValue { [a, b] in
            b.accept(a.value * 10)
            b.accept(a.value * 100)
            log.append("computed")
            return a.value
        }
        b.asDriver().drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        log = []
        expectEqual(value.value, 1)
        expectEqual(log, ["computed", "b100"])
        a.accept(2)
        expectEqual(value.value, 2)
        expectEqual(log, ["computed", "b100", "computed", "b200"])
    }

    @Test("a computation that sets what it reads is not repeated because of that")
    func setsItsOwnSource() {
        var runs = 0
        let value = DerivedValue { [a] in
            runs += 1
            let read = a.value
            if read < 100 { a.accept(read + 1) }
            return read
        }
        expectEqual(value.value, 1)
        expectEqual(value.value, 1)
        expectEqual(runs, 1)
        expectEqual(a.value, 2)
        a.accept(50)
        expectEqual(value.value, 50)
        expectEqual(runs, 2)
    }

    @Test("the same for what depends on what it sets")
    func setsWhatItReadsIndirectly() {
        var runs = 0
        let double = DerivedValue { [a] in a.value * 2 }
        let value = DerivedValue { [a] in
            runs += 1
            let read = double.value
            a.accept(a.value + 1)
            return read
        }
        expectEqual(value.value, 2)
        expectEqual(value.value, 2)
        expectEqual(runs, 1)
        expectEqual(double.value, 4)
        a.accept(10)
        expectEqual(value.value, 20)
        expectEqual(double.value, 22)
    }

    @Test("an observed computation that sets an observed property: all observers end with the truth")
    func setsObserved() {
        var (log, copies): ([String], [Int]) = ([], [])
        Driver.derived { [a, b] in
            b.accept(a.value * 10)
            return a.value
        }.drive(onNext: { log.append("\($0)") }).disposed(by: bag)
        Driver.derived { [b] in b.value }.drive(onNext: { copies.append($0) }).disposed(by: bag)
        a.accept(2)
        a.accept(3)
        expectEqual(log, ["1", "2", "3"])
        expectEqual(copies, [10, 20, 30])
    }

    @Test("a batch in a computation is held until that is over")
    func batchInside() {
        var log: [String] = []
        let value = DerivedValue { [a, b] in
            batch { b.accept(20) }
            log.append("computed")
            return a.value
        }
        b.asDriver().drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        log = []
        _ = value.value
        expectEqual(log, ["computed", "b20"])
    }

    @Test("a read in a batch that computes and sets is delivered at the end of the batch")
    func computedInBatch() {
        var log: [String] = []
        let value = DerivedValue { [a, b] in
            b.accept(a.value * 10)
            return a.value
        }
        b.asDriver().drive(onNext: { log.append("b\($0)") }).disposed(by: bag)
        log = []
        batch {
            a.accept(2)
            _ = value.value
            a.accept(3)
            _ = value.value
            log.append("body")
        }
        expectEqual(log, ["body", "b30"])
    }

    @Test("a computation that reads itself stops the program, with its place")
    func cycleOfOne() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                nonisolated(unsafe) var itself: DerivedValue<Int>?
                itself = DerivedValue { (itself?.value ?? 0) + 1 }
                print(itself?.value ?? 0)
            }
        }
        expectMessage(result, places: 2)
        // The lines of an exit test are all those of its beginning.
    }

    @Test("so do two that read each other")
    func cycleOfTwo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                nonisolated(unsafe) var first: DerivedValue<Int>?
                let second = DerivedValue { (first?.value ?? 0) + 1 }
                first = DerivedValue { second.value + 1 }
                print(second.value)
            }
        }
        expectMessage(result, places: 3)
    }

    @Test("so does a cycle that appears later, behind a condition")
    func laterCycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let isClosed = BehaviorRelay(value: false)
                nonisolated(unsafe) var last: DerivedValue<Int>?
                let first = DerivedValue { isClosed.value ? last?.value ?? 0 : 0 }
                let second = DerivedValue { first.value + 1 }
                last = DerivedValue { second.value + 1 }
                precondition(last?.value == 2)
                isClosed.accept(true)
                print(last?.value ?? 0)
            }
        }
        expectMessage(result, places: 4)
    }

    @Test("a cycle that is broken before it is met is none")
    func brokenCycle() {
        let isOpen = BehaviorRelay(value: true)
        nonisolated(unsafe) var second: DerivedValue<Int>?
        let first = DerivedValue { [a] in isOpen.value ? a.value : second?.value ?? 0 }
        second = DerivedValue { [b] in isOpen.value ? first.value : b.value }
        expectEqual([first.value, second?.value], [1, 1])
        isOpen.accept(false)
        expectEqual([first.value, second?.value], [10, 10])
        isOpen.accept(true)
        expectEqual([second?.value, first.value], [1, 1])
        second = nil
    }

    private func expectMessage(_ result: ExitTest.Result?, places: Int, _ location: SourceLocation = #_sourceLocation) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let found = message.components(of: "DerivedSettingTests.swift:")
        #expect(
            message.contains("computed from itself") && found >= places, "\(message)", sourceLocation: location)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { self.split(separator: part).count - 1 }
}

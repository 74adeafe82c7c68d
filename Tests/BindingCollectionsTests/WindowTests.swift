import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@Suite("windows of lists, and lists put together")
@MainActor
struct WindowTests {
    private let bag = DisposeBag()

    @Test("the first rows; what changes behind them is not sent")
    func prefix() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1])
        var seen: [[Int]] = []
        numbers.asDriver().updates().prefix(2).elements.drive { seen.append($0) }.disposed(by: bag)
        numbers.accept([1, 2, 3])
        numbers.modify { $0.append(4) }
        numbers.modify { $0[3] = 5 }
        numbers.modify { $0.removeSubrange(0..<1) }
        expectEqual(seen, [[1], [1, 2], [2, 3]])
    }

    @Test("an empty list, and an empty prefix, are sent once")
    func empty() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [])
        var seen: [[Int]] = []
        numbers.asDriver().updates().prefix(2).elements.drive { seen.append($0) }.disposed(by: bag)
        numbers.asDriver().updates().prefix(0).elements.drive { seen.append($0) }.disposed(by: bag)
        numbers.asDriver().updates().window(.just(0..<3)).elements.drive { seen.append($0) }.disposed(by: bag)
        expectEqual(seen, [[], [], []])
    }

    @Test("as many rows as a driver says, none if that is negative")
    func prefixByDriver() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 3])
        let length = BehaviorRelay(value: 2)
        var seen: [[Int]] = []
        numbers.asDriver().updates().prefix(length.asDriver()).elements.drive { seen.append($0) }.disposed(by: bag)
        length.accept(9)
        length.accept(10)
        numbers.modify { $0.append(4) }
        length.accept(-1)
        expectEqual(seen, [[1, 2], [1, 2, 3], [1, 2, 3, 4], []])
    }

    @Test("a window that moves, beyond both ends, too, shows what there is", arguments: [-3, 0, 4, 8, 10, 20])
    func window(start: Int) {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: TreeArray(0..<10))
        let range = BehaviorRelay(value: 2..<5)
        var rows: [Int] = []
        numbers.asDriver().updates().window(range.asDriver()).drive { rows = Array($0.rows) }.disposed(by: bag)
        expectEqual(rows, [2, 3, 4])
        range.accept(start..<(start + 4))
        #expect(rows == (0..<10).filter { (start..<(start + 4)).contains($0) })
        numbers.modify { $0.insert(-1, at: 0) }
        #expect(rows == (-1..<10).filter { (start..<(start + 4)).contains($0 + 1) })
    }

    @Test("lists one after the other, and none at all")
    func merged() {
        let one = BehaviorRelay<TreeArray<Int>>(value: [1])
        let two = BehaviorRelay<TreeArray<Int>>(value: [])
        let three = BehaviorRelay<TreeArray<Int>>(value: [5, 6])
        var rows: [Int] = []
        one.asDriver().updates().merged(with: two.asDriver().updates(), three.asDriver().updates())
            .drive { rows = Array($0.rows) }.disposed(by: bag)
        expectEqual(rows, [1, 5, 6])
        two.accept([3, 4])
        one.modify { $0.append(2) }
        three.modify { $0.removeSubrange(0..<1) }
        expectEqual(rows, [1, 2, 3, 4, 6])
        var told = 0
        ListUpdates<Int>.merged([]).drive { update in
            told += 1
            #expect(update.rows.isEmpty)
        }.disposed(by: bag)
        expectEqual(told, 1)
    }

    @Test("a list may be merged with itself")
    func mergedWithItself() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2])
        let list = numbers.asDriver().updates()
        var rows: [Int] = []
        list.merged(with: list.reversed()).drive { rows = Array($0.rows) }.disposed(by: bag)
        numbers.modify { $0.append(3) }
        expectEqual(rows, [1, 2, 3, 3, 2, 1])
    }

    @Test(
        "C40: random edits and windows: what the plain functions make of the arrays", arguments: 0..<4 as Range<UInt64>)
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed))
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let others = BehaviorRelay<TreeArray<TestRow>>(value: [])
        let range = BehaviorRelay(value: 0..<3)
        let list = rows.asDriver().updates()
        var seen: (window: [TestRow], prefix: [TestRow], merged: [TestRow], reversed: [TestRow]) = ([], [], [], [])
        list.window(range.asDriver()).drive { seen.window = Array($0.rows) }.disposed(by: bag)
        list.prefix(5).drive { seen.prefix = Array($0.rows) }.disposed(by: bag)
        list.merged(with: others.asDriver().updates()).drive { seen.merged = Array($0.rows) }.disposed(by: bag)
        list.reversed().drive { seen.reversed = Array($0.rows) }.disposed(by: bag)
        for _ in 0..<Effort.steps(500) {
            switch Int.random(in: 0..<4, using: &program.random) {
            case 0: others.modify { program.edits(of: &$0) }
            case 1:
                let start = Int.random(in: -5..<30, using: &program.random)
                range.accept(start..<(start + Int.random(in: 0..<10, using: &program.random)))
            default: rows.modify { program.edits(of: &$0) }
            }
            let array = Array(rows.value)
            expectEqual(seen.window, Array(array[range.value.clamped(to: 0..<array.count)]))
            expectEqual(seen.prefix, Array(array.prefix(5)))
            expectEqual(seen.merged, array + Array(others.value))
            expectEqual(seen.reversed, array.reversed())
        }
    }
}

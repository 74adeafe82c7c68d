import Binding
import TestSupport
import Testing

@testable import BindingCollections

/// Keys and values that do not equal themselves: there is none of them in a set, and each is another one.
@Suite("lists with values that do not equal themselves")
@MainActor
struct UnequalValueTests {
    private let bag = DisposeBag()

    @Test("what is kept about a key that is not a number goes with its row")
    func keys() {
        var (unique, groups) = (KeyedSubset<Double, Double>(.first) { $0 }, GroupStage<Double, Double> { $0 })
        var others = KeyedSubset<Double, Double>(.matched) { $0 }
        for index in 0..<10 {
            let rows: TreeArray = [1, Double(nan: UInt64(index), signaling: false), 2]
            _ = unique.take(rows)
            _ = groups.take(rows)
            _ = others.take([1, .nan], others: rows)
            #expect(unique.rows.groups.count == 3)
            #expect(groups.groups.count == 3)
            #expect(others.rows.groups.count <= 3)
            expectEqual(unique.output.count, 3)
            expectEqual(groups.output.count, 3)
            expectEqual(Array(others.output), [1])
        }
        for rows in [[.nan, 1, .nan], [1], []] as [TreeArray<Double>] {
            _ = unique.take(rows)
            _ = groups.take(rows)
            #expect(unique.rows.groups.count == rows.count)
            #expect(groups.groups.count == rows.count)
        }
    }

    @Test("C40: the least and the greatest of values that are no order are those that the plain functions find")
    func extremes() {
        let values = [Double.nan, 3, 1, 2, .nan]
        var edits = RandomEdits(seed: 3)
        let numbers = BehaviorRelay<TreeArray<Double>>(value: [])
        var (least, greatest): ([Double?], [Double?]) = ([nil, nil], [nil, nil])
        let list = numbers.asDriver().updates()
        list.min().drive(onNext: { least[0] = $0 }).disposed(by: bag)
        list.min(\.self).drive(onNext: { least[1] = $0 }).disposed(by: bag)
        list.max().drive(onNext: { greatest[0] = $0 }).disposed(by: bag)
        list.max(\.self).drive(onNext: { greatest[1] = $0 }).disposed(by: bag)
        for count in 1...200 {
            let rows = (0..<count).map { _ in values[edits.number(below: values.count)] }
            numbers.accept(TreeArray(rows))
            let (expectedLeast, expectedGreatest) = (rows.min().map { "\($0)" }, rows.max().map { "\($0)" })
            for value in least { expectEqual(value.map { "\($0)" }, expectedLeast) }
            for value in greatest { expectEqual(value.map { "\($0)" }, expectedGreatest) }
        }
    }

    @Test("C40: rows are in order around a key that is not a number, and when there is none any more")
    func order() {
        let values = [Double.nan, 3, 1, 2, .nan]
        var edits = RandomEdits(seed: 5)
        let source = BehaviorRelay<TreeArray<Measurement>>(value: [])
        @Bindable var order: RowOrder<Measurement> = .ascending(\.value)
        var sorted: [[Double]] = [[], [], [], []]
        var descending: [Double] = []
        source.updates().sorted(by: \.value).elements.drive(onNext: { sorted[0] = $0.map(\.value) }).disposed(by: bag)
        source.updates().sorted(by: $order).elements.drive(onNext: { sorted[1] = $0.map(\.value) }).disposed(by: bag)
        source.updates().map(\.value).sorted().elements.drive(onNext: { sorted[2] = $0 }).disposed(by: bag)
        source.updates().sorted(on: { .just($0.value) }).elements.drive(onNext: { sorted[3] = $0.map(\.value) })
            .disposed(by: bag)
        let opposite = source.updates().sorted(by: RowOrder.descending(\.value))
        opposite.elements.drive(onNext: { descending = $0.map(\.value) }).disposed(by: bag)
        for step in 0..<Effort.steps(400) {
            source.modify { rows in
                if rows.count < 40 {
                    rows.append(Measurement(id: step, value: values[edits.number(below: 5)]))
                } else {
                    rows[edits.number(below: 40)].value =
                        values[edits.number(below: step < 300 ? 5 : 3) + (step < 300 ? 0 : 1)]
                }
            }
            let numbers = source.value.map(\.value)
            let (ordered, others) = (numbers.filter { !$0.isNaN }.sorted(), numbers.filter(\.isNaN))
            for sorted in sorted { expectEqual(sorted.map { "\($0)" }, (ordered + others).map { "\($0)" }) }
            expectEqual(descending.map { "\($0)" }, (ordered.reversed() + others).map { "\($0)" })
            if step % 50 == 0 { order = .ascending(\.value) }
        }
        source.modify { rows in for place in rows.indices { rows[place].value = Double(place) } }
        for sorted in sorted { expectEqual(sorted, (0..<40).map(Double.init)) }
        order = .descending(\.value)
        expectEqual(sorted[1], (0..<40).map(Double.init).reversed())
    }

    private struct Measurement: Identifiable, Sendable {
        let id: Int
        var value: Double
    }
}

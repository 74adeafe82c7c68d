import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@Suite("map of lists")
@MainActor
struct MapTests {
    @Test("the rows that a closure makes, one for each")
    func rows() {
        let numbers = BehaviorRelay<TreeArray<Int>>(value: [1, 2, 3])
        let bag = DisposeBag()
        var made = 0
        var seen: [ListUpdate<String>] = []
        numbers.asDriver().updates().map { number in
            made += 1
            return "\(number)"
        }.drive { seen.append($0) }.disposed(by: bag)
        numbers.modify { $0[1] = 7 }
        #expect(seen.map { Array($0.rows) } == [["1", "2", "3"], ["1", "7", "3"]])
        #expect(made == 4)
    }
}

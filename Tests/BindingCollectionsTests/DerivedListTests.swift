import Binding
import BindingCollections
import TestSupport
import Testing

/// C43, C44: what is derived from lists, and batches of them.
@MainActor
@Suite("C43: derived values of lists")
struct DerivedListTests {
    @MainActor private final class Model {
        @Mutable var rows: TreeArray<Int> = [1, 2, 3]
        @Derived({ (model: Model) in model.rows.reduce(0, +) }) var sum: Int
    }

    @Test("a derived value follows a TreeArray that is edited in place; C44: a batch is one update of a list")
    func tree() {
        let model = Model()
        let bag = DisposeBag()
        var (sums, updates): ([Int], Int) = ([], 0)
        model.$sum.drive(onNext: { sums.append($0) }).disposed(by: bag)
        model.$rows.updates().drive(onNext: { _ in updates += 1 }).disposed(by: bag)
        batch {
            model.rows.append(4)
            model.rows.remove(at: 0)
            expectEqual(model.sum, 9)
            model.rows[0] = 20
        }
        expectEqual(sums, [6, 27])
        expectEqual(updates, 2)
    }
}

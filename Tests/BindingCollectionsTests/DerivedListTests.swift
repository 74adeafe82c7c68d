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

    @Test("a selection is followed, by what one property of it shows")
    func selection() {
        let selection = Selection<Int>(.multiple)
        let bag = DisposeBag()
        var seen: [String] = []
        Driver.derived { "\(selection.ids.count) \(selection.id ?? 0)" }.drive(onNext: { seen.append($0) })
            .disposed(by: bag)
        selection.ids = [1]
        batch {
            selection.ids = [1, 2]
            selection.ids = [3]
        }
        selection.id = nil
        expectEqual(seen, ["0 0", "1 1", "1 3", "0 0"])
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

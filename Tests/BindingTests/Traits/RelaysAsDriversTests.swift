import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// Where a driver is wanted, a relay does.
@Suite
@MainActor
struct RelaysAsDriversTests {
    @MainActor
    fileprivate final class ViewModel {
        @Mutable var price = 2
        @Mutable var count = 3
        @Bindable var name = "tea"
        @Derived({ (me: ViewModel) in me.price * me.count }) var total: Int
        var order: Driver<String> { .combineLatest($name, $count) { "\($1) × \($0)" } }
    }

    private let viewModel = ViewModel()

    @Test
    func `relays, drivers and derived values are combined, once for each change`() {
        let label = Label()
        let viewModel = viewModel
        let bag = DisposeBag {
            Driver.combineLatest(viewModel.$price, viewModel.$count, viewModel.$name, DerivedValue { viewModel.total })
                .map { "\($0)" }
                => label.rx.text
        }
        batch {
            viewModel.price = 4
            viewModel.count = 5
        }
        #expect(label.history == ["(2, 3, \"tea\", 6)", "(4, 5, \"tea\", 20)"])
        bag.dispose()
    }

    @Test
    func `a closure combines them`() {
        let label = Label()
        let bag = DisposeBag { viewModel.order => label.rx.text }
        viewModel.count = 7
        #expect(label.history == ["3 × tea", "7 × tea"])
        bag.dispose()
    }

    @Test
    func `they are zipped`() {
        let label = Label()
        let viewModel = viewModel
        let bag = DisposeBag {
            Driver.zip(viewModel.$price, viewModel.$name).map { "\($0)" } => label.rx.text
            Driver.zip(viewModel.$price, viewModel.$count) { "\($0 * $1)" } => label.rx.text
        }
        viewModel.price = 10
        viewModel.count = 20
        #expect(label.history == ["(2, \"tea\")", "6", "200"])
        bag.dispose()
    }

    @Test
    func `what is mapped stays on the thread that sends, also by a key path`() {
        let (name, length, upper) = (BehaviorRelay(value: "Ada"), BehaviorRelay(value: 0), BehaviorRelay(value: ""))
        let bag = DisposeBag {
            name.map(\.count) => length
            name.map { $0.uppercased() } => upper
        }
        let seen = Guarded<[String]>([])
        onAnotherThread {
            name.accept("Grace")
            seen.replace(with: ["\(length.value)", upper.value])
        }
        #expect(seen.withLock { $0 } == ["5", "GRACE"])
        bag.dispose()
    }
}

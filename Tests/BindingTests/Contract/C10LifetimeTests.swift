import Binding
import BindingControls
import TestSupport
import Testing

@Suite("C10 Sources are kept alive, targets are not")
@MainActor
struct C10LifetimeTests {
    @Test("C10: a subscription keeps its source alive")
    func sourceIsKept() {
        weak var weakRelay: BehaviorRelay<Int>?
        weak var weakSubject: PublishSubject<Int>?
        var subscriptions: [any Disposable] = []
        do {
            let relay = BehaviorRelay(value: 0)
            let subject = PublishSubject<Int>()
            weakRelay = relay
            weakSubject = subject
            subscriptions.append(relay.map { $0 }.subscribe(onNext: { _ in }))
            subscriptions.append(Observable.combineLatest(relay, subject.share()).subscribe(onNext: { _ in }))
            subscriptions.append(relay.asDriver().map { $0 }.drive(onNext: { _ in }))
        }
        subscriptions[0].dispose()
        #expect(weakRelay != nil)
        #expect(weakSubject != nil)
        subscriptions[1].dispose()
        #expect(weakSubject == nil)
        #expect(weakRelay != nil)
        subscriptions[2].dispose()
        #expect(weakRelay == nil)
    }

    @Test("C10: a binding does not keep its target alive, and does nothing once it is gone")
    func targetIsNotKept() {
        let relay = BehaviorRelay(value: "a")
        let bag = DisposeBag()
        weak var weakLabel: Label?
        weak var weakField: TextField?
        do {
            let label = Label()
            let field = TextField()
            weakLabel = label
            weakField = field
            bag.insert(relay.asDriver().drive(label.rx.text))
            bag.insert(relay.bind(to: label.rx.text))
            bag.insert(relay.asDriver().drive(field.rx.text))
            bag.insert(relay.bindTwoWay(to: field.rx.text))
            bag.insert(relay.bindTwoWay(to: field.rx.optionalText.orEmpty))
            bag.insert(field.rx.text.changed.subscribe(onNext: { _ in }))
            bag.insert(relay.asDriver().drive(with: label, onNext: { $0.text = $1 }))
            relay.accept("b")
            expectEqual(label.text, "b")
            expectEqual(field.text, "b")
        }
        #expect(weakLabel == nil)
        #expect(weakField == nil)
        relay.accept("c")
    }

    @Test("C10: a view and its view model that are dropped with their bag are gone")
    func nothingLeaks() {
        @MainActor final class ViewModel {
            @Mutable var text = ""
            @Bindable var upper = ""
            @ViewAction var alert: (String) -> Void
            let instances: Counter
            init(_ instances: Counter) {
                self.instances = instances
                instances.add()
            }
            deinit { instances.add(-1) }
        }
        @MainActor final class View: BindingContext {
            let disposeBag = DisposeBag()
            let label = Label()
            let field = TextField()
            let instances: Counter
            init(_ viewModel: ViewModel, _ instances: Counter) {
                self.instances = instances
                instances.add()
                binding {
                    viewModel.$text.bindTwoWay(to: field.rx.text)
                    viewModel.$upper.map { $0 + "!" }.drive(label.rx.text)
                    Driver.combineLatest(viewModel.$text.asDriver(), viewModel.$upper) { $0 + $1 }.drive(label.rx.text)
                    viewModel.$alert.emit(with: label, onNext: { $0.text = $1 })
                    field.rx.text.changed.asSignal().emit(onNext: { viewModel.upper = $0.uppercased() })
                }
            }
            deinit { instances.add(-1) }
        }
        let instances = Counter()
        do {
            let view = View(ViewModel(instances), instances)
            view.field.type("a")
            expectEqual(view.label.text, "aA")
            expectEqual(instances.value, 2)
        }
        expectEqual(instances.value, 0)
    }

    @Test("C10: what is dropped without being disposed of does not hold itself in a circle")
    func droppedWithoutDisposal() {
        let instances = Counter()
        do {
            let relay = BehaviorRelay(value: 0)
            let other = BehaviorRelay(value: 0)
            let field = TextField()
            let text = BehaviorRelay(value: "")
            for _ in 0..<3 {
                let witness = Witness(instances)
                _ = relay.map { number in withExtendedLifetime(witness) { number } }.subscribe(onNext: { _ in })
                _ = relay.asDriver().map { number in withExtendedLifetime(witness) { number } }.drive(onNext: { _ in })
                _ = Observable.combineLatest(relay, other).subscribe(onNext: { _ in _ = witness })
                _ = Driver.merge(relay.asDriver(), other.asDriver()).drive(onNext: { _ in _ = witness })
                _ = relay.share(replay: 1).subscribe(onNext: { _ in _ = witness })
                _ = text.bindTwoWay(to: field.rx.text)
                _ = text.subscribe(onNext: { _ in _ = witness })
            }
            relay.accept(1)
            other.accept(1)
            expectEqual(instances.value, 3)
        }
        expectEqual(instances.value, 0)
    }
}

import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Typical lines in the binding block of a view on the main actor.
@Suite("A block of bindings, as one writes it")
@MainActor
struct BindingLinesTests {
    enum Check: Sendable, Equatable {
        case missing, valid

        static func email(_ text: String) -> Check { text.contains("@") ? .valid : .missing }
    }

    @MainActor
    final class ViewModel: BindingContext {
        let disposeBag = DisposeBag()
        @Mutable var email = ""
        @Bindable var emailCheck = Check.missing
        @Bindable var title = "first"
        @Bindable var lastTitle: String?
        @ViewAction var show: (String) -> Void
        @ViewAction var move: (Int, String) -> Void
        @ViewAction var dismiss: () -> Void
        let moves = PublishRelay<(Int, String)>()
        let ends = PublishSubject<Void>()
        private(set) var additions = 0

        func add() { additions += 1 }

        func bindOwn() {
            binding {
                $email.map { Check.email($0) } => _emailCheck
                $email.asDriver().map { Check.email($0) } => _emailCheck
                $title => _show
                $title => _lastTitle
                moves => _move
                moves.asSignal() => _move
                ends => _dismiss
            }
        }
    }

    @MainActor
    final class View: BindingContext {
        let disposeBag = DisposeBag()
        let button = Button()
        let field = TextField()
        private(set) var count = 0
        private(set) var searched: [String] = []

        func search(_ text: String) { searched.append(text) }

        func bind(_ viewModel: ViewModel, _ scheduler: TestScheduler) {
            binding {
                viewModel.$email.map { $0.count } => { [weak self] in self?.count = $0 }
                button.rx.tap.throttle(.seconds(1), latest: false, scheduler: scheduler) => viewModel.add
                field.rx.text.debounce(.milliseconds(300), scheduler: scheduler)
                    => { [weak self] in self?.search($0) }
            }
        }
    }

    @Test("an operator on a relay or a control, then code of the main actor")
    func operatorsThenClosures() {
        let (view, viewModel, scheduler) = (View(), ViewModel(), TestScheduler())
        view.bind(viewModel, scheduler)
        viewModel.email = "ada"
        expectEqual(view.count, 3)
        view.button.press()
        view.button.press()
        expectEqual(viewModel.additions, 1)
        view.field.type("swift")
        scheduler.advance(by: .milliseconds(300))
        expectEqual(view.searched, ["swift"])
    }

    @Test("into a property or an action of one's own, by its storage")
    func intoStorage() {
        let viewModel = ViewModel()
        var (shown, moved, dismissals): ([String], [String], Int) = ([], [], 0)
        let bag = DisposeBag()
        bag.insert {
            viewModel.$show => { shown.append($0) }
            viewModel.$move => { moved.append("\($0.0)\($0.1)") }
            viewModel.$dismiss => { dismissals += 1 }
        }
        viewModel.bindOwn()
        viewModel.email = "ada@example.org"
        expectEqual(viewModel.emailCheck, .valid)
        viewModel.title = "second"
        expectEqual(shown, ["first", "second"])
        expectEqual(viewModel.lastTitle, "second")
        viewModel.moves.accept((1, "a"))
        expectEqual(moved, ["1a", "1a"])
        viewModel.ends.onNext(())
        viewModel.ends.onCompleted()
        expectEqual(dismissals, 1)
    }

    @Test("a binding into storage does not keep the view model alive")
    func storageIsNoOwner() {
        var viewModel: ViewModel? = ViewModel()
        weak let dropped = viewModel
        viewModel?.bindOwn()
        viewModel = nil
        #expect(dropped == nil)
    }

    @Test("storage as an observer: errors are mistakes, completions nothing")
    func storageAsObserver() {
        let check = Bindable(wrappedValue: Check.missing)
        let bag = DisposeBag()
        bag.insert(Observable.just(Check.valid).subscribe(check.asObserver()))
        expectEqual(check.wrappedValue, .valid)
        bag.insert(Observable.of(Check.missing, .valid).map { $0 } => check)
        expectEqual(check.wrappedValue, .valid)
    }

    @Test("one source, several targets")
    func severalTargets() {
        let source = BehaviorRelay(value: "a")
        let events = PublishRelay<String>()
        let (first, second) = (Label(), Label())
        let relay = BehaviorRelay(value: "")
        let captions = BehaviorRelay<String?>(value: nil)
        let bag = DisposeBag()
        bag.insert(source.asDriver().drive(first.rx.text, second.rx.text))
        bag.insert(source.asDriver().drive(first.rx.caption, captions))
        expectEqual([first.text, second.text, first.caption, captions.value], ["a", "a", "a", "a"])
        bag.insert(events.asSignal().emit(to: first.rx.text, relay, second.rx.text))
        bag.insert(events.asSignal().emit(to: second.rx.caption, captions))
        events.accept("b")
        expectEqual([first.text, second.text, relay.value, second.caption], ["b", "b", "b", "b"])
        bag.dispose()
        events.accept("none")
        expectEqual([first.text, second.text, relay.value, second.caption], ["b", "b", "b", "b"])
        let one = source.map { $0 + "!" }.bind(to: first.rx.text, second.rx.text, relay)
        let other = source.map { $0 + "!" }.bind(to: first.rx.caption, second.rx.caption)
        source.accept("c")
        expectEqual([first.text, second.text, relay.value, first.caption], ["c!", "c!", "c!", "c!"])
        one.dispose()
        other.dispose()
        source.accept("d")
        expectEqual([first.text, second.text, relay.value, second.caption], ["c!", "c!", "c!", "c!"])
    }

    @Test("closures return .just(…), .empty() and the like without a type")
    func inference() {
        struct Failure: Error {}
        let numbers = Recorder<Int>()
        let texts = Recorder<String>()
        let bag = DisposeBag()
        let source = Observable.of(1, 2)
        let driver = Driver.just("a")
        bag.insert(Observable<Int>.error(Failure()).catch { _ in .just(0) }.subscribe(numbers))
        bag.insert(Observable.deferred { .just(1) }.subscribe(numbers))
        bag.insert(source.flatMap { $0 == 1 ? .just($0 + 1) : .empty() }.subscribe(numbers))
        bag.insert(source.flatMapLatest { .just($0 + 2) }.subscribe(numbers))
        bag.insert(source.concatMap { .of($0 + 4, $0 + 4) }.subscribe(numbers))
        bag.insert(source.flatMapFirst { _ in .never() }.subscribe(numbers))
        bag.insert(source.flatMap { .just("\($0)") }.subscribe(texts))
        bag.insert(driver.flatMapLatest { _ in .just(7) }.drive(numbers))
        bag.insert(driver.flatMap { .just($0 + "b") }.drive(texts))
        bag.insert(driver.concatMap { .of($0, $0) }.drive(texts))
        bag.insert(driver.flatMapFirst { _ in .empty() }.drive(texts))
        // Another type of sequence still works.
        bag.insert(source.flatMap { BehaviorRelay(value: "\($0)c") }.take(2).subscribe(texts))
        bag.insert(driver.flatMapLatest { BehaviorRelay(value: $0 + "d") }.drive(texts))
        expectEqual(numbers.elements, [0, 1, 2, 3, 4, 5, 5, 6, 6, 7])
        expectEqual(texts.elements, ["1", "2", "ab", "a", "a", "1c", "2c", "ad"])
    }
}

import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// A view with a layer, which is an object, and with margins, which are a value.
@MainActor
private final class View: ReactiveCompatible {
    struct Margins: Equatable, Sendable {
        struct Side: Equatable, Sendable {
            var width = 0
            var isVisible = false
        }

        var left = Side()
        var name: String?
    }

    @MainActor
    final class Border {
        var color = "none"
    }

    @MainActor
    final class Layer {
        let border = Border()
        var title = ""
        var margins = Margins()
    }

    var layer = Layer()
    let fixedLayer = Layer()
    var margins = Margins()
    var title = ""
    /// Not `Sendable`, as toolkit types may be.
    var style = Style()

    final class Style {
        var size = 1
    }
}

@MainActor
@Suite("rx of nested properties")
struct NestedPropertyTests {
    @Test("a property of an object that the view holds")
    func object() {
        let view = View()
        let title = BehaviorRelay(value: "a")
        let bag = DisposeBag()
        bag.insert {
            title => view.rx.layer.title
            title.asDriver().drive(view.rx.fixedLayer.title)
            title => view.rx.fixedLayer.border.color
            title.map(\.count) => view.rx.style.size
        }
        title.accept("bc")
        expectEqual(view.layer.title, "bc")
        expectEqual(view.fixedLayer.title, "bc")
        expectEqual(view.fixedLayer.border.color, "bc")
        expectEqual(view.style.size, 2)
    }

    @Test("the object that the view holds when the value comes is the one that is written to")
    func exchangedObject() {
        let view = View()
        let first = view.layer
        let title = BehaviorRelay(value: "a")
        let binding = title => view.rx.layer.title
        view.layer = View.Layer()
        title.accept("b")
        expectEqual(first.title, "a")
        expectEqual(view.layer.title, "b")
        binding.dispose()
    }

    @Test("a part of a structure; the rest of it stays")
    func structure() {
        let view = View()
        let width = BehaviorRelay(value: 1)
        let bag = DisposeBag()
        bag.insert {
            width => view.rx.margins.left.width
            width.map { $0 > 1 } => view.rx.margins.left.isVisible
            width.map { "\($0)" } => view.rx.margins.name
            width => view.rx.layer.margins.left.width
        }
        expectEqual(view.margins, View.Margins(left: .init(width: 1, isVisible: false), name: "1"))
        width.accept(2)
        expectEqual(view.margins, View.Margins(left: .init(width: 2, isVisible: true), name: "2"))
        expectEqual(view.layer.margins.left, .init(width: 2))
    }

    @Test("a property of the view itself is still a Binder, of a structure, too")
    func flat() {
        let view = View()
        let title: Binder<String> = view.rx.title
        title.onNext("a")
        let margins = view.rx.margins
        margins.onNext(View.Margins(name: "b"))
        let side: Binder<View.Margins.Side> = view.rx.margins.left
        side.onNext(.init(width: 3))
        expectEqual(view.title, "a")
        expectEqual(view.margins, View.Margins(left: .init(width: 3), name: "b"))
    }

    @Test("C10: neither the view nor what it holds is kept alive")
    func weak() {
        var view: View? = View()
        weak let weakView = view
        weak let weakLayer = view?.layer
        let title = BehaviorRelay(value: "a")
        let bag = DisposeBag()
        bag.insert {
            title => view!.rx.layer.title
            title.map { _ in 1 } => view!.rx.margins.left.width
        }
        view = nil
        #expect(weakView == nil)
        #expect(weakLayer == nil)
        title.accept("b")
    }

    @Test("C13: a value from another thread is set on the main actor")
    func elsewhere() async {
        let view = View()
        let events = PublishRelay<String>()
        let bag = DisposeBag()
        bag.insert(events.bind(to: view.rx.layer.title))
        onAnotherThread { events.accept("a") }
        expectEqual(view.layer.title, "")
        await eventually { view.layer.title == "a" }
    }
}

@MainActor
@Suite("ControlEvent as a trait")
struct ControlEventTraitTests {
    @Test("asDriver hands a new observer the latest event, asSignal none")
    func traits() {
        let source = PublishRelay<Int>()
        let event = ControlEvent(events: source)
        let driver = event.asDriver()
        let signal = event.asSignal()
        var heard: [String] = []
        let bag = DisposeBag()
        bag.insert(driver.drive(onNext: { heard.append("driver \($0)") }), signal.emit(onNext: { _ in }))
        expectEqual(heard, [])
        source.accept(1)
        bag.insert(
            driver.drive(onNext: { heard.append("late driver \($0)") }),
            signal.emit(onNext: { heard.append("late signal \($0)") }))
        expectEqual(heard, ["driver 1", "late driver 1"])
        source.accept(2)
        expectEqual(heard.suffix(3).sorted(), ["driver 2", "late driver 2", "late signal 2"])
    }

    @Test("what follows an error can be said, as for any observable")
    func errors() {
        let subject = PublishSubject<Int>()
        func event() -> ControlEvent<Int> { ControlEvent(events: subject) }
        var heard: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            event().asDriver(onErrorJustReturn: 1).drive(onNext: { heard.append($0) }),
            event().asDriver(onErrorDriveWith: .just(2)).drive(onNext: { heard.append($0) }),
            event().asDriver(onErrorRecover: { _ in .just(3) }).drive(onNext: { heard.append($0) }),
            event().asSignal(onErrorJustReturn: 4).emit(onNext: { heard.append($0) }),
            event().asSignal(onErrorSignalWith: .just(5)).emit(onNext: { heard.append($0) }),
            event().asSignal(onErrorRecover: { _ in .just(6) }).emit(onNext: { heard.append($0) }))
        subject.onError(TestError())
        expectEqual(heard.sorted(), [1, 2, 3, 4, 5, 6])
    }

    @Test("a driver and a signal, which have no errors, take these forms, too, as in RxCocoa")
    func traitsAgain() {
        let relay = BehaviorRelay(value: 1)
        var heard: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            relay.asDriver().asSignal(onErrorJustReturn: 0).emit(onNext: { heard.append($0) }),
            relay.asDriver().asSignal(onErrorSignalWith: .empty()).asDriver(onErrorDriveWith: .empty())
                .drive(onNext: { heard.append($0 * 10) }))
        relay.accept(2)
        expectEqual(heard, [1, 10, 2, 20])
    }

    @Test("whatever is an event can be one")
    func eventType() {
        let button = Button()
        func press(_ event: some ControlEventType<Void>) -> Int {
            var presses = 0
            let subscription = event.asControlEvent().subscribe(onNext: { presses += 1 })
            button.press()
            subscription.dispose()
            return presses
        }
        expectEqual(press(button.rx.tap), 1)
    }
}

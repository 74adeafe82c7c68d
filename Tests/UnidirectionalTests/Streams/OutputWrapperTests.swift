import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing
import Unidirectional

@Suite("Output of a stream, from outside")
@MainActor
struct OutputWrapperTests {
    struct Output: OutputType {
        let items = BehaviorRelay(value: ["a"])
        let isEnabled = BehaviorSubject(value: false)
        let alerts = PublishRelay<String>()
        let progress = PublishSubject<Int>()
        let history = ReplaySubject<Int>.createUnbounded()
        let errors: Observable<TestError>
        let title: Driver<String>
        let done: Signal<Void>
        let isBusy: Computed<Bool>
        @Bindable var count = 1
        @Mutable var query = "q"
    }

    private let errors = PublishSubject<TestError>()
    private let titles = BehaviorRelay(value: "title")
    private let dones = PublishRelay<Void>()
    private let busy = Shared(false)
    private let parts: Output
    private let output: OutputWrapper<Output>

    init() {
        parts = Output(
            errors: errors.asObservable(), title: titles.asDriver(), done: dones.asSignal(),
            isBusy: Computed { [busy] in busy.value })
        output = OutputWrapper(parts)
    }

    @Test("A relay is a property, which has a value and can be observed")
    func property() {
        let property: Property<[String]> = output.items
        let seen = Recorder<[String]>()
        _ = output.items.subscribe(seen)
        _ = property.subscribe(seen)
        parts.items.accept(["b"])
        expectEqual(output.items.value, ["b"])
        expectEqual(property.value, ["b"])
        expectEqual(seen.elements, [["a"], ["a"], ["b"], ["b"]])
    }

    @Test("A relay is an observable or a driver where the context asks for one")
    func relayByContext() {
        let observable: Observable<[String]> = output.items
        let driver: Driver<[String]> = output.items
        let (seen, driven, closure) = (Recorder<[String]>(), Recorder<[String]>(), Recorder<[String]>())
        _ = observable.subscribe(seen)
        _ = driver.drive(driven)
        _ = output.items.drive(onNext: { closure($0) })
        _ = output.items.asDriver().drive(onNext: { closure($0) })
        _ = output.items.map(\.count).subscribe(onNext: { closure(["\($0)"]) })
        expectEqual(seen.elements, [["a"]])
        expectEqual(driven.elements, [["a"]])
        expectEqual(closure.elements, [["a"], ["a"], ["1"]])
    }

    @Test("A behaviour subject is a property that may throw")
    func throwableProperty() throws {
        let property: ThrowableProperty<Bool> = output.isEnabled
        let observable: Observable<Bool> = output.isEnabled
        let seen = Recorder<Bool>()
        _ = output.isEnabled.subscribe(seen)
        _ = observable.subscribe(seen)
        parts.isEnabled.onNext(true)
        #expect(try output.isEnabled.throwableValue())
        expectEqual(seen.elements, [false, false, true, true])
        parts.isEnabled.onError(TestError("end"))
        #expect(throws: TestError("end")) { try property.throwableValue() }
    }

    @Test("A publish relay is an observable, or a signal by context")
    func publishRelay() {
        let signal: Signal<String> = output.alerts
        let seen = Recorder<String>()
        _ = output.alerts.subscribe(onNext: { seen($0) })
        _ = signal.emit(onNext: { seen($0) })
        _ = output.alerts.emit(onNext: { seen($0) })
        _ = output.alerts.map { $0 + "!" }.subscribe(seen)
        parts.alerts.accept("x")
        expectEqual(seen.elements.sorted(), ["x", "x", "x", "x!"])
    }

    @Test("Subjects, observables, drivers and signals can be observed")
    func others() {
        let numbers = Recorder<Int>()
        let texts = Recorder<String>()
        parts.history.onNext(1)
        _ = output.progress.subscribe(numbers)
        _ = output.history.subscribe(numbers)
        _ = output.errors.subscribe(onNext: { texts($0.name) })
        _ = output.title.drive(onNext: { texts($0) })
        _ = output.done.emit(onNext: { texts("done") })
        let title: Observable<String> = output.title
        _ = title.subscribe(texts)
        parts.progress.onNext(2)
        errors.onNext(TestError("error"))
        dones.accept(())
        expectEqual(numbers.elements, [1, 2])
        expectEqual(texts.elements, ["title", "title", "error", "done"])
    }

    @Test("A computed value is made each time that it is read")
    func computed() {
        #expect(!output.isBusy)
        busy.value = true
        #expect(output.isBusy)
    }

    @Test("The projection of a wrapper comes through the output")
    func projections() {
        let seen = Recorder<Int>()
        let queries = Recorder<String>()
        _ = output.$count.drive(onNext: { seen($0) })
        _ = output.$query.subscribe(queries)
        parts.count = 2
        parts.query = "r"
        expectEqual(seen.elements, [1, 2])
        expectEqual(queries.elements, ["q", "r"])
        expectEqual(output.$query.value, "r")
    }

    @Test("Outputs are bound to controls, as methods and as operators")
    func bound() {
        let (label, field) = (Label(), TextField())
        let texts = Recorder<String>()
        let bag = DisposeBag()
        bag.insert {
            output.title => label.rx.text
            output.title => label.rx.caption
            output.$query => field.rx.text
            output.items => { label.isHidden = $0.isEmpty }
            output.isEnabled => { texts("\($0)") }
            output.alerts => { texts($0) }
            output.done => { texts("done") }
            output.items.map(\.count).bind(onNext: { texts("\($0)") })
        }
        parts.items.accept([])
        parts.alerts.accept("alert")
        parts.isEnabled.onNext(true)
        dones.accept(())
        expectEqual(label.text, "title")
        expectEqual(label.caption, "title")
        expectEqual(field.text, "q")
        #expect(label.isHidden)
        expectEqual(texts.elements, ["false", "1", "0", "alert", "true", "done"])
    }

    @Test("An output hands on what another stream's output gives")
    func nested() throws {
        struct Outer: OutputType {
            let items: Property<[String]>
            let isEnabled: ThrowableProperty<Bool>
        }
        let outer = OutputWrapper(Outer(items: output.items, isEnabled: output.isEnabled))
        parts.items.accept(["z"])
        expectEqual(outer.items.value, ["z"])
        #expect(try outer.isEnabled.throwableValue() == false)
    }
}

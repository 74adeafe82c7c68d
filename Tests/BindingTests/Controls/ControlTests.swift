import Binding
import BindingControls
import TestSupport
import Testing

@MainActor
@Suite("Binder")
struct BinderTests {
    @Test("C14: takes a value at once on the main actor, as an observer and when bound to")
    func atOnce() {
        let label = Label()
        let binder = Binder<Int>(label) { label, value in label.text = "\(value)" }
        binder.onNext(1)
        expectEqual(label.text, "1")
        let subscription = Observable.of(2, 3).bind(to: binder)
        expectEqual(label.history, ["1", "2", "3"])
        // The completion does not end it.
        binder.onNext(4)
        binder.onCompleted()
        expectEqual(label.text, "4")
        subscription.dispose()
    }

    @Test("C15: takes what comes from elsewhere on the main actor, in order, and nothing overtakes it")
    func fromElsewhere() async {
        let label = Label()
        let binder = Binder<Int>(label) { label, value in
            MainActor.assertIsolated()
            label.text = "\(value)"
        }
        onAnotherThread {
            for value in 1...3 { binder.onNext(value) }
        }
        #expect(label.history.isEmpty)
        binder.onNext(4)
        await eventually { label.history.count == 4 }
        expectEqual(label.history, ["1", "2", "3", "4"])
    }

    @Test("C10: holds its target weakly, and does nothing once it is gone")
    func weakTarget() {
        let calls = Counter()
        weak var weakLabel: Label?
        func makeBinder() -> Binder<Int> {
            let label = Label()
            weakLabel = label
            let binder = Binder<Int>(label) { _, _ in calls.add() }
            binder.onNext(1)
            return binder
        }
        let binder = makeBinder()
        #expect(weakLabel == nil)
        binder.onNext(2)
        expectEqual(calls.value, 1)
    }

    @Test("copies of a binder keep one order")
    func copies() async {
        let label = Label()
        let binder = label.rx.text
        let copy = binder
        onAnotherThread {
            binder.onNext("a")
            copy.onNext("b")
            binder.onNext("c")
        }
        await eventually { label.history.count == 3 }
        expectEqual(label.history, ["a", "b", "c"])
    }
}

@MainActor
@Suite("rx")
struct ReactiveTests {
    @Test("each writable property is a binder, an optional one too")
    func dynamicMembers() {
        let label = Label()
        let button = Button()
        let bag = DisposeBag()
        bag.insert(
            Driver.just("text").drive(label.rx.text), Driver.just("caption").drive(label.rx.caption),
            Driver<String?>.just("optional").drive(label.rx.caption), Driver.just(true).drive(label.rx.isHidden),
            Driver.just(false).drive(button.rx.isEnabled))
        expectEqual(label.text, "text")
        expectEqual(label.caption, "optional")
        #expect(label.isHidden)
        #expect(!button.isEnabled)
    }

    @Test("what a control's author adds comes before the dynamic member")
    func authorsMember() {
        let field = TextField("a")
        var shown: [String] = []
        // A binder has no `drive`: this is the control property.
        let subscription = field.rx.text.asDriver().drive(onNext: { shown.append($0) })
        field.type("b")
        expectEqual(shown, ["a", "b"])
        subscription.dispose()
    }

    @Test("gives access to the object itself")
    func base() {
        let label = Label()
        #expect(label.rx.base === label)
        #expect(Reactive(label).base === label)
    }
}

@MainActor
@Suite("ControlProperty")
struct ControlPropertyTests {
    @Test("C6: as a source it hands out what the control holds, and then its user's edits; a write is none")
    func source() {
        let field = TextField("a")
        var shown: [String] = []
        let subscription = field.rx.text.subscribe(onNext: { shown.append($0) })
        field.type("b")
        field.text = "written"
        field.rx.text.onNext("written, too")
        field.type("c")
        expectEqual(shown, ["a", "b", "c"])
        expectEqual(field.writes, ["written", "written, too"])
        subscription.dispose()
        field.type("d")
        expectEqual(shown.count, 3)
    }

    @Test("a subscription that is made later begins with what the control holds then")
    func later() {
        let field = TextField("a")
        let property = field.rx.text
        field.type("b")
        let recorder = Recorder<String>()
        let subscription = property.subscribe(recorder)
        expectEqual(recorder.elements, ["b"])
        subscription.dispose()
    }

    @Test("as an observer it sets the value, from any thread")
    func observer() async {
        let field = TextField()
        let relay = BehaviorRelay(value: "a")
        let bag = DisposeBag()
        relay.bind(to: field.rx.text).disposed(by: bag)
        expectEqual(field.text, "a")
        onAnotherThread { relay.accept("b") }
        expectEqual(field.text, "a")
        await eventually { field.text == "b" }
        relay.asDriver().drive(field.rx.optionalText).disposed(by: bag)
        expectEqual(field.writes, ["a", "b", "b"])
    }

    @Test("changed leaves out what the control holds at first")
    func changed() {
        let field = TextField("a")
        var signalled: [String] = []
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        field.rx.text.changed.subscribe(recorder).disposed(by: bag)
        field.rx.text.changed.asSignal().emit(onNext: { signalled.append($0) }).disposed(by: bag)
        field.rx.text.changed.bind(onNext: { signalled.append($0 + "!") }).disposed(by: bag)
        field.type("b")
        expectEqual(recorder.elements, ["b"])
        expectEqual(signalled, ["b", "b!"])
    }

    @Test("from any source and observer; the source's values from elsewhere are handed on on the main actor")
    func fromAnything() async {
        let values = PublishSubject<Int>()
        let written = Recorder<Int>()
        let property = ControlProperty(values: values, valueSink: written)
        var received: [Int] = []
        let subscription = property.subscribe(onNext: { value in
            MainActor.assertIsolated()
            received.append(value)
        })
        values.onNext(1)
        onAnotherThread { values.onNext(2) }
        expectEqual(received, [1])
        await eventually { received == [1, 2] }
        property.onNext(3)
        expectEqual(written.elements, [3])
        onAnotherThread { property.onNext(4) }
        expectEqual(written.elements, [3])
        await eventually { written.elements == [3, 4] }
        subscription.dispose()
    }

    @Test(
        "replaceNil puts a value in place of nil from the control, made each time that a nil comes and at no other time"
    )
    func replaceNil() {
        let field = TextField()
        var evaluations = 0
        let property = field.rx.optionalText.replaceNil {
            evaluations += 1
            return "default \(evaluations)"
        }
        expectEqual(evaluations, 0)
        let recorder = Recorder<String>()
        let subscription = property.subscribe(recorder)
        expectEqual(recorder.elements, ["default 1"])
        field.type("a")
        expectEqual(evaluations, 1)
        field.type("")
        expectEqual(recorder.elements, ["default 1", "a", "default 2"])
        property.onNext("written")
        expectEqual(field.text, "written")
        expectEqual(evaluations, 2)
        subscription.dispose()
    }

    @Test("orEmpty")
    func orEmpty() {
        let field = TextField()
        let property = field.rx.optionalText.orEmpty
        let recorder = Recorder<String>()
        let subscription = property.subscribe(recorder)
        field.type("a")
        field.type("")
        property.onNext("b")
        expectEqual(recorder.elements, ["", "a", ""])
        expectEqual(field.text, "b")
        subscription.dispose()
    }

    @Test("C16: as a driver, with one subscription upstream for all observers")
    func asDriver() {
        let field = TextField("a")
        let readings = Counter()
        let property: ControlProperty<String> = field.rx.controlProperty(
            changes: field.edits,
            getter: { field in
                readings.add()
                return field.text
            },
            setter: { $0.text = $1 })
        let driver = property.asDriver()
        var first: [String] = []
        var second: [String] = []
        let bag = DisposeBag()
        driver.drive(onNext: { first.append($0) }).disposed(by: bag)
        driver.drive(onNext: { second.append($0) }).disposed(by: bag)
        field.type("b")
        expectEqual(first, ["a", "b"])
        expectEqual(second, ["a", "b"])
        expectEqual(readings.value, 2)
    }

    @Test("C10: neither the property nor a subscription keeps the control alive, and writing to it then does nothing")
    func weakControl() {
        weak var weakField: TextField?
        let recorder = Recorder<String>()
        func make() -> (ControlProperty<String>, any Disposable) {
            let field = TextField("a")
            weakField = field
            return (field.rx.text, field.rx.text.subscribe(recorder))
        }
        let (property, subscription) = make()
        #expect(weakField == nil)
        property.onNext("b")
        let late = Recorder<String>()
        property.subscribe(late).dispose()
        #expect(late.events.isEmpty)
        expectEqual(recorder.elements, ["a"])
        subscription.dispose()
    }

    @Test("C9: disposed of by its own observer, it sends no further edit")
    func disposedInside() {
        let field = TextField("a")
        let recorder = recording(field.rx.text.asObservable(), disposingAfter: 2)
        field.type("b")
        field.type("c")
        expectEqual(recorder.elements, ["a", "b"])
    }

    @Test("another type can be a control property")
    func ownType() {
        struct Own: ControlPropertyType {
            let relay = BehaviorRelay(value: 1)
            func on(_ event: Event<Int>) { if let value = event.element { relay.accept(value) } }
            func subscribe(_ observer: some ObserverType<Int>) -> any Disposable { relay.subscribe(observer) }
        }
        let own = Own()
        let property = own.asControlProperty()
        let recorder = Recorder<Int>()
        let bag = DisposeBag()
        property.subscribe(recorder).disposed(by: bag)
        property.onNext(2)
        expectEqual(own.relay.value, 2)
        expectEqual(recorder.elements, [1, 2])
        let relay = BehaviorRelay(value: 5)
        relay.bindTwoWay(to: own).disposed(by: bag)
        expectEqual(own.relay.value, 5)
        own.relay.accept(6)
        expectEqual(relay.value, 6)
    }
}

@MainActor
@Suite("ControlEvent")
struct ControlEventTests {
    @Test("sends what the user does, and replays nothing")
    func tells() {
        let button = Button()
        var taps = 0
        let bag = DisposeBag()
        button.press()
        button.rx.tap.subscribe(onNext: { taps += 1 }).disposed(by: bag)
        expectEqual(taps, 0)
        button.press()
        button.press()
        expectEqual(taps, 2)
        bag.dispose()
        button.press()
        expectEqual(taps, 2)
    }

    @Test("as a signal, an observable and the same event again")
    func conversions() {
        let button = Button()
        let counter = Counter()
        var signals = 0
        let bag = DisposeBag()
        button.rx.tap.asSignal().emit(onNext: { signals += 1 }).disposed(by: bag)
        button.rx.tap.asObservable().subscribe(onNext: { counter.add() }).disposed(by: bag)
        button.rx.tap.asControlEvent().bind(onNext: { signals += 10 }).disposed(by: bag)
        button.rx.tap.map { 100 }.subscribe(onNext: { counter.add($0) }).disposed(by: bag)
        button.press()
        expectEqual(signals, 11)
        expectEqual(counter.value, 101)
    }

    @Test("C13: events from another thread are handed on on the main actor")
    func fromElsewhere() async {
        let source = PublishSubject<Int>()
        let event = ControlEvent(events: source)
        var received: [Int] = []
        let bag = DisposeBag()
        event.subscribe(
            onNext: { received.append($0) }, onCompleted: { received.append(-1) }
        )
        .disposed(by: bag)
        onAnotherThread {
            source.onNext(1)
            source.onNext(2)
            source.onCompleted()
        }
        #expect(received.isEmpty)
        await eventually { received == [1, 2, -1] }
    }

    @Test("its events are subscribed to on the main actor, wherever the call comes from")
    func subscribedElsewhere() async {
        let places = Recorder<Bool>()
        let event = ControlEvent<Int>(
            events: Observable.deferred {
                places(MainScheduler.isCurrent)
                return .just(1)
            })
        let bag = DisposeBag()
        let received = Recorder<Int>()
        onAnotherThread {
            event.subscribe(onNext: { received($0) }).disposed(by: bag)
            event.asSignal().emit(onNext: { received($0) }).disposed(by: bag)
            event.subscribe(onNext: { received($0) }).dispose()
        }
        #expect(places.elements.isEmpty)
        await eventually { received.elements == [1, 1] }
        expectEqual(places.elements, [true, true])
        event.subscribe(onNext: { received($0) }).disposed(by: bag)
        expectEqual(received.elements, [1, 1, 1])
    }

    @Test("its onError closure is called on the main actor")
    func onError() async {
        let source = PublishSubject<Int>()
        var errors: [TestError?] = []
        let bag = DisposeBag()
        ControlEvent(events: source).subscribe(onError: { errors.append($0 as? TestError) }).disposed(by: bag)
        onAnotherThread { source.onError(TestError()) }
        await eventually { errors == [TestError()] }
    }
}

@Suite("First use from several threads at once")
struct FirstUseTests {
    @Test("C3: a new binder that two threads call at once for the first time loses nothing", arguments: [false, true])
    @MainActor
    func binder(isProperty: Bool) async {
        for _ in 0..<500 {
            let label = Label()
            var received: [Int] = []
            let binder = Binder<Int>(label) { _, value in received.append(value) }
            let observer =
                isProperty
                ? AnyObserver(ControlProperty(values: Observable<Int>.never(), valueSink: binder)) : AnyObserver(binder)
            onThreads(2) { thread in observer.onNext(thread) }
            await mainActorIsFree()
            expectEqual(received.sorted(), [0, 1])
        }
    }
}

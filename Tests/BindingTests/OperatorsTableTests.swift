import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// Each kind of source on the left, each kind of receiver on the right.
@MainActor
@Suite("=> and <=>")
struct OperatorsTableTests {
    /// Everything that can be on the right for text, and what it has received.
    @MainActor
    final class Receivers {
        let observer = Recorder<String>()
        let optionalObserver = Recorder<String?>()
        let behavior = BehaviorRelay(value: "none")
        let optionalBehavior = BehaviorRelay<String?>(value: nil)
        let publish = PublishRelay<String>()
        let optionalPublish = PublishRelay<String?>()
        let label = Label()
        let field = TextField()
        let optionalField = TextField()
        let bag = DisposeBag()
        var heard: [String] = []
        let heardAnywhere = Recorder<String>()
        private let published = Recorder<String>()
        private let optionallyPublished = Recorder<String?>()

        init() {
            bag.insert(publish.subscribe(published), optionalPublish.subscribe(optionallyPublished))
        }

        func hear(_ text: String) { heard.append(text) }

        /// Checks that each receiver has received these values, and nothing else.
        func expect(_ texts: [String], heardOnMainActor: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
            expectEqual(observer.elements, texts, sourceLocation: sourceLocation)
            expectEqual(optionalObserver.elements, texts, sourceLocation: sourceLocation)
            expectEqual(behavior.value, texts.last, sourceLocation: sourceLocation)
            expectEqual(optionalBehavior.value, texts.last, sourceLocation: sourceLocation)
            expectEqual(published.elements, texts, sourceLocation: sourceLocation)
            expectEqual(optionallyPublished.elements, texts, sourceLocation: sourceLocation)
            expectEqual(label.history, texts, sourceLocation: sourceLocation)
            expectEqual(label.caption, texts.last, sourceLocation: sourceLocation)
            expectEqual(field.writes, texts, sourceLocation: sourceLocation)
            expectEqual(optionalField.writes, texts, sourceLocation: sourceLocation)
            if heardOnMainActor {
                expectEqual(heard, texts.flatMap { [$0, $0] }, sourceLocation: sourceLocation)
            } else {
                expectEqual(heardAnywhere.elements, texts, sourceLocation: sourceLocation)
            }
        }
    }

    // MARK: => on the main actor

    @Test("Driver =>")
    func driver() {
        let to = Receivers()
        let source = BehaviorRelay(value: "a")
        let driver: Driver<String> = source.asDriver()
        to.bag.insert {
            driver => to.observer
            driver => to.optionalObserver
            driver => to.behavior
            driver => to.optionalBehavior
            driver => to.publish
            driver => to.optionalPublish
            driver => to.label.rx.text
            driver => to.label.rx.caption
            driver => to.field.rx.text
            driver => to.optionalField.rx.optionalText
            driver => { to.heard.append($0) }
            driver => to.hear
        }
        source.accept("b")
        to.expect(["a", "b"], heardOnMainActor: true)
        to.bag.dispose()
        source.accept("c")
        expectEqual(to.label.history, ["a", "b"])
    }

    #if DEBUG
        @Test("=> to a driver that nobody else holds puts nothing in between")
        func unshared() {
            let property = Bindable(wrappedValue: 1)
            let relay = BehaviorRelay(value: 0)
            let optional = BehaviorRelay<Int?>(value: nil)
            let recorder = Recorder<Int>()
            let bag = DisposeBag()
            let objects = LiveObjects()
            objects.counting {
                bag.insert {
                    property.projectedValue.map { $0 + 1 } => relay
                    property.projectedValue.map { $0 + 2 } => optional
                    property.projectedValue.map { $0 + 3 } => recorder
                    property.projectedValue.map { $0 + 4 } => { recorder($0) }
                }
            }
            #expect(objects.living["Broadcaster"] == nil)
            property.wrappedValue = 10
            expectEqual(relay.value, 11)
            expectEqual(optional.value, 12)
            expectEqual(recorder.elements, [4, 5, 13, 14])
        }
    #endif

    @Test("Signal =>")
    func signal() {
        let to = Receivers()
        let source = PublishRelay<String>()
        let signal: Signal<String> = source.asSignal()
        to.bag.insert {
            signal => to.observer
            signal => to.optionalObserver
            signal => to.behavior
            signal => to.optionalBehavior
            signal => to.publish
            signal => to.optionalPublish
            signal => to.label.rx.text
            signal => to.label.rx.caption
            signal => to.field.rx.text
            signal => to.optionalField.rx.optionalText
            signal => { to.heard.append($0) }
            signal => to.hear
        }
        source.accept("a")
        source.accept("b")
        to.expect(["a", "b"], heardOnMainActor: true)
    }

    @Test("BehaviorRelay =>")
    func behaviorRelay() {
        let to = Receivers()
        let source = BehaviorRelay(value: "a")
        to.bag.insert {
            source => to.observer
            source => to.optionalObserver
            source => to.behavior
            source => to.optionalBehavior
            source => to.publish
            source => to.optionalPublish
            source => to.label.rx.text
            source => to.label.rx.caption
            source => to.field.rx.text
            source => to.optionalField.rx.optionalText
            source => { to.heard.append($0) }
            source => to.hear
        }
        source.accept("b")
        to.expect(["a", "b"], heardOnMainActor: true)
    }

    @Test("ControlProperty =>")
    func controlProperty() {
        let to = Receivers()
        let source = TextField("a")
        let text: ControlProperty<String> = source.rx.text
        to.bag.insert {
            text => to.observer
            text => to.optionalObserver
            text => to.behavior
            text => to.optionalBehavior
            text => to.publish
            text => to.optionalPublish
            text => to.label.rx.text
            text => to.label.rx.caption
            text => to.field.rx.text
            text => to.optionalField.rx.optionalText
            text => { to.heard.append($0) }
            text => to.hear
        }
        source.type("b")
        to.expect(["a", "b"], heardOnMainActor: true)
    }

    @Test("ControlEvent =>")
    func controlEvent() {
        let to = Receivers()
        let source = PublishRelay<String>()
        let event = ControlEvent(events: source)
        to.bag.insert {
            event => to.observer
            event => to.optionalObserver
            event => to.behavior
            event => to.optionalBehavior
            event => to.publish
            event => to.optionalPublish
            event => to.label.rx.text
            event => to.label.rx.caption
            event => to.field.rx.text
            event => to.optionalField.rx.optionalText
            event => { to.heard.append($0) }
            event => to.hear
        }
        source.accept("a")
        source.accept("b")
        to.expect(["a", "b"], heardOnMainActor: true)
    }

    // MARK: => on any thread

    @Test("Observable =>")
    func observable() {
        let to = Receivers()
        let source = PublishSubject<String>()
        let observable: Observable<String> = source.asObservable()
        let anywhere = to.heardAnywhere
        to.bag.insert {
            observable => to.observer
            observable => to.optionalObserver
            observable => to.behavior
            observable => to.optionalBehavior
            observable => to.publish
            observable => to.optionalPublish
            observable => to.label.rx.text
            observable => to.label.rx.caption
            observable => to.field.rx.text
            observable => to.optionalField.rx.optionalText
            observable => { anywhere($0) }
        }
        source.onNext("a")
        source.onNext("b")
        to.expect(["a", "b"], heardOnMainActor: false)
    }

    @Test("PublishSubject, BehaviorSubject and ReplaySubject =>", arguments: 0..<3)
    func subjects(_ kind: Int) {
        let to = Receivers()
        let anywhere = to.heardAnywhere
        func bind(_ source: some SubjectType<String>) {
            to.bag.insert {
                source => to.observer
                source => to.optionalObserver
                source => to.behavior
                source => to.optionalBehavior
                source => to.publish
                source => to.optionalPublish
                source => to.label.rx.text
                source => to.label.rx.caption
                source => to.field.rx.text
                source => to.optionalField.rx.optionalText
                source => { anywhere($0) }
            }
        }
        switch kind {
        case 0:
            let source = PublishSubject<String>()
            bind(source)
            source.onNext("a")
            source.onNext("b")
        case 1:
            let source = BehaviorSubject(value: "a")
            bind(source)
            source.onNext("b")
        default:
            let source = ReplaySubject<String>.create(bufferSize: 2)
            source.onNext("a")
            source.onNext("b")
            bind(source)
        }
        to.expect(["a", "b"], heardOnMainActor: false)
    }

    @Test("subjects by their own types =>")
    func concreteSubjects() {
        let publish = PublishSubject<Int>()
        let behavior = BehaviorSubject(value: 1)
        let replay = ReplaySubject<Int>.createUnbounded()
        let observer = Recorder<Int>()
        let optionalObserver = Recorder<Int?>()
        let relay = BehaviorRelay<Int?>(value: nil)
        let sum = Counter()
        let bag = DisposeBag()
        replay.onNext(2)
        bag.insert {
            publish => observer
            behavior => observer
            replay => observer
            publish => optionalObserver
            behavior => optionalObserver
            replay => optionalObserver
            publish => relay
            behavior => relay
            replay => relay
            publish => { sum.add($0) }
            behavior => { sum.add($0) }
            replay => { sum.add($0) }
        }
        publish.onNext(3)
        expectEqual(observer.elements, [1, 2, 3])
        expectEqual(optionalObserver.elements, [1, 2, 3])
        expectEqual(relay.value, 3)
        expectEqual(sum.value, 6)
    }

    @Test("PublishRelay =>")
    func publishRelay() {
        let to = Receivers()
        let source = PublishRelay<String>()
        let anywhere = to.heardAnywhere
        to.bag.insert {
            source => to.observer
            source => to.optionalObserver
            source => to.behavior
            source => to.optionalBehavior
            source => to.publish
            source => to.optionalPublish
            source => to.label.rx.text
            source => to.label.rx.caption
            source => to.field.rx.text
            source => to.optionalField.rx.optionalText
            source => { anywhere($0) }
        }
        source.accept("a")
        source.accept("b")
        to.expect(["a", "b"], heardOnMainActor: false)
    }

    // MARK: Closures without an argument

    @Test("a closure without an argument, for each kind of source without a value")
    func withoutArgument() {
        let button = Button()
        let state = BehaviorRelay<Void>(value: ())
        let events = PublishRelay<Void>()
        let subject = PublishSubject<Void>()
        let behaviorSubject = BehaviorSubject<Void>(value: ())
        let counter = Counter()
        let bag = DisposeBag()
        let control = ControlProperty<Void>(values: state, valueSink: Recorder<Void>())
        var log: [String] = []
        bag.insert {
            button.rx.tap => { log.append("tap") }
            events.asSignal() => { log.append("signal") }
            state.asDriver() => { log.append("driver") }
            state => { log.append("relay") }
            control => { log.append("control") }
            events => { counter.add(1) }
            subject => { counter.add(10) }
            behaviorSubject => { counter.add(100) }
            subject.asObservable() => { counter.add(1_000) }
        }
        expectEqual(log, ["driver", "relay", "control"])
        expectEqual(counter.value, 100)
        log = []
        button.press()
        events.accept(())
        state.accept(())
        subject.onNext(())
        behaviorSubject.onNext(())
        expectEqual(log, ["tap", "signal", "driver", "relay", "control"])
        expectEqual(counter.value, 1_211)
    }

    @Test("a method without an argument")
    func methodWithoutArgument() {
        @MainActor
        final class Presses {
            var count = 0
            func add() { count += 1 }
        }
        let button = Button()
        let presses = Presses()
        let bag = DisposeBag()
        bag.insert(button.rx.tap => presses.add)
        button.press()
        expectEqual(presses.count, 1)
    }

    @Test("a closure that ignores its argument")
    func ignoredArgument() {
        let relay = BehaviorRelay(value: 1)
        var calls = 0
        let bag = DisposeBag()
        bag.insert {
            relay.asDriver() => { _ in calls += 1 }
            relay => { _ in calls += 10 }
        }
        expectEqual(calls, 11)
    }

    // MARK: Where they run

    @Test(
        "C13: a closure on the right of => runs on the main actor, wherever the value is sent; bind(onNext:) runs there"
    )
    func whereTheyRun() async {
        let relay = BehaviorRelay(value: 0)
        let subject = PublishSubject<Int>()
        let events = PublishRelay<Void>()
        let anywhere = Recorder<Int>()
        var heard: [String] = []
        let bag = DisposeBag()
        bag.insert {
            relay.skip(1) => { value in
                MainActor.assertIsolated()
                heard.append("relay \(value)")
            }
            subject.map { $0 + 1 } => { value in
                MainActor.assertIsolated()
                heard.append("subject \(value)")
            }
            events => {
                MainActor.assertIsolated()
                heard.append("event")
            }
            subject.bind(onNext: { anywhere($0) })
        }
        onAnotherThread {
            relay.accept(1)
            subject.onNext(1)
            events.accept(())
        }
        expectEqual(anywhere.elements, [1])
        expectEqual(heard, [])
        await eventually { heard.count == 3 }
        expectEqual(Set(heard), ["relay 1", "subject 2", "event"])
        // Immediately, if sent on the main actor.
        subject.onNext(2)
        events.accept(())
        expectEqual(heard.suffix(2), ["subject 3", "event"])
    }

    @Test("optional values to optional receivers")
    func optionalValues() {
        let relay = BehaviorRelay<String?>(value: "a")
        let label = Label()
        let target = BehaviorRelay<String?>(value: nil)
        let bag = DisposeBag()
        var heard: [String?] = []
        bag.insert {
            relay => label.rx.caption
            relay.asDriver() => target
            relay => { heard.append($0) }
        }
        expectEqual(label.caption, "a")
        expectEqual(target.value, "a")
        relay.accept(nil)
        #expect(label.caption == nil)
        #expect(target.value == nil)
        expectEqual(heard, ["a", nil])
    }

    // MARK: <=>

    @Test("C17: BehaviorRelay <=> control property, BehaviorRelay, and another type of control property")
    func twoWay() {
        let relay = BehaviorRelay(value: "left")
        let field = TextField("right")
        let other = BehaviorRelay(value: "right")
        let bag = DisposeBag()
        func bind(_ control: some ControlPropertyType<String>) { bag.insert(relay <=> control) }
        let generic = TextField("generic")
        bag.insert {
            relay <=> field.rx.text
            relay <=> other
        }
        bind(generic.rx.text)
        expectEqual([field.text, other.value, generic.text], ["left", "left", "left"])
        field.type("field")
        expectEqual([relay.value, other.value, generic.text], ["field", "field", "field"])
        other.accept("other")
        expectEqual([relay.value, field.text, generic.text], ["other", "other", "other"])
        bag.dispose()
        field.type("alone")
        expectEqual(relay.value, "other")
    }

    @Test("C17: a binding of two relays keeps the right one alive while it is held")
    func rightRelayIsKept() {
        let relay = BehaviorRelay(value: "left")
        let bag = DisposeBag()
        weak var right: BehaviorRelay<String>?
        do {
            let other = BehaviorRelay(value: "right")
            right = other
            bag.insert(relay <=> other)
        }
        relay.accept("new")
        expectEqual(right?.value, "new")
        bag.dispose()
        #expect(right == nil)
    }

    @Test("<=> of values that cannot be compared")
    func twoWayWithoutEquality() {
        struct Opaque: Sendable { let text: String }
        let relay = BehaviorRelay(value: Opaque(text: "left"))
        let other = BehaviorRelay(value: Opaque(text: "right"))
        let written = Recorder<Opaque>()
        let control = ControlProperty(values: PublishRelay<Opaque>(), valueSink: written)
        let bag = DisposeBag()
        bag.insert {
            relay <=> other
            relay <=> control
        }
        expectEqual(other.value.text, "left")
        other.accept(Opaque(text: "other"))
        expectEqual(relay.value.text, "other")
        expectEqual(written.elements.map(\.text), ["left", "other"])
    }

    @Test("<=> of optional values needs no default")
    func twoWayOptional() {
        let relay = BehaviorRelay<String?>(value: nil)
        let field = TextField("right")
        let bag = DisposeBag()
        bag.insert(relay <=> field.rx.optionalText)
        expectEqual(field.text, "")
        field.type("typed")
        expectEqual(relay.value, "typed")
    }

    // MARK: ??

    @Test("?? makes a control property without the optional, to read and to write")
    func defaultValue() {
        let field = TextField()
        let property: ControlProperty<String> = field.rx.optionalText ?? "none"
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        property.subscribe(recorder).disposed(by: bag)
        property.onNext("written")
        field.type("typed")
        expectEqual(recorder.elements, ["none", "typed"])
        expectEqual(field.writes, ["written"])
    }

    @Test("?? evaluates main-actor state at the time when a nil comes")
    func defaultOfTheMoment() {
        let field = TextField("a")
        let placeholder = Label()
        placeholder.text = "first"
        let label = Label()
        let bag = DisposeBag()
        bag.insert((field.rx.optionalText ?? placeholder.text) => label.rx.text)
        placeholder.text = "second"
        field.type("")
        expectEqual(label.history, ["a", "second"])
    }

    // MARK: Precedence

    /// Shows how an expression is parsed.
    struct Term: Sendable, Equatable {
        let text: String

        static func => (left: Term, right: Term) -> Term { Term(text: "(\(left.text) => \(right.text))") }
        static func <=> (left: Term, right: Term) -> Term { Term(text: "(\(left.text) <=> \(right.text))") }
        static func ?? (left: Term, right: Term) -> Term { Term(text: "(\(left.text) ?? \(right.text))") }
        static func && (left: Term, right: Term) -> Term { Term(text: "(\(left.text) && \(right.text))") }
        static func + (left: Term, right: Term) -> Term { Term(text: "(\(left.text) + \(right.text))") }
    }

    @Test("?? binds tighter than => and <=>, which bind tighter than &&; both associate to the left")
    func precedence() {
        let (a, b, c) = (Term(text: "a"), Term(text: "b"), Term(text: "c"))
        #expect((a => b ?? c).text == "(a => (b ?? c))")
        #expect((a ?? b => c).text == "((a ?? b) => c)")
        #expect((a <=> b ?? c).text == "(a <=> (b ?? c))")
        #expect((a && b <=> c).text == "(a && (b <=> c))")
        #expect((a <=> b && c).text == "((a <=> b) && c)")
        #expect((a => b && c).text == "((a => b) && c)")
        #expect((a => b => c).text == "((a => b) => c)")
        #expect((a <=> b => c).text == "((a <=> b) => c)")
        #expect((a => b + c).text == "(a => (b + c))")
    }
}

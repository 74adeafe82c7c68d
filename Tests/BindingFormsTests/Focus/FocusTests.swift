import Binding
import BindingForms
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// The fields of a window, of which one has the focus, as in a toolkit.
@MainActor
private final class Window {
    /// Which of two fields emits first when the focus moves.
    enum Order { case losesFirst, getsFirst }

    @MainActor
    final class Field: ReactiveCompatible {
        nonisolated let changes = PublishRelay<Void>()
        let window: Window
        var refuses = false
        /// Whether it emits when it refuses the focus.
        var isHonest = true
        private(set) var history: [Bool] = []

        init(_ window: Window) { self.window = window }

        var isFocused: Bool {
            get { window.focused === self }
            set {
                history.append(newValue)
                if newValue, refuses {
                    if isHonest { changes.accept(()) }
                } else if newValue {
                    window.move(to: self)
                } else if isFocused {
                    // A field that gives up the focus passes it on, as in toolkits.
                    window.move(to: window.next)
                }
            }
        }
    }

    private(set) var focused: Field?
    let order: Order
    /// The field that gets the focus when another gives it up.
    var next: Field?

    init(_ order: Order = .losesFirst) { self.order = order }

    /// A click does the same.
    func move(to field: Field?) {
        guard field !== focused else { return }
        let former = focused
        focused = field
        if order == .losesFirst { former?.changes.accept(()) }
        field?.changes.accept(())
        if order == .getsFirst { former?.changes.accept(()) }
    }
}

extension Reactive where Base: Window.Field {
    fileprivate var isFocused: ControlProperty<Bool> {
        controlProperty(changes: base.changes, getter: { $0.isFocused }, setter: { $0.isFocused = $1 })
    }
}

@Suite("Focus")
@MainActor
struct FocusTests {
    private enum Key { case name, email, city, street }

    private let bag = DisposeBag()
    private let focus = Focus<Key>()

    private func bind(_ order: Window.Order) -> (Window, name: Window.Field, email: Window.Field, city: Window.Field) {
        let window = Window(order)
        let (name, email, city) = (Window.Field(window), Window.Field(window), Window.Field(window))
        bag.insert {
            focus[.name] <=> name.rx.isFocused
            focus[.email] <=> email.rx.isFocused
            focus[.city] <=> city.rx.isFocused
        }
        return (window, name, email, city)
    }

    @Test("the user moves it, whichever field says so first", arguments: [Window.Order.losesFirst, .getsFirst])
    private func byTheUser(order: Window.Order) {
        let (window, name, email, _) = bind(order)
        #expect(focus.current.value == nil)
        window.move(to: name)
        #expect(focus.current.value == .name && focus[.name].value && !focus[.email].value)
        window.move(to: email)
        #expect(focus.current.value == .email && window.focused === email)
        window.move(to: name)
        #expect(focus.current.value == .name && window.focused === name)
        window.move(to: nil)
        #expect(focus.current.value == nil)
        #expect(!name.history.contains(true) && !email.history.contains(true))
    }

    @Test("the program moves it, and nobody else gets it meanwhile", arguments: [Window.Order.losesFirst, .getsFirst])
    private func byTheProgram(order: Window.Order) {
        let (window, name, email, city) = bind(order)
        window.next = city
        let seen = Recorder<Key?>()
        focus.current.asDriver().drive(seen).disposed(by: bag)
        focus.move(to: .name)
        #expect(window.focused === name)
        focus.move(to: .email)
        #expect(window.focused === email && focus.current.value == .email)
        focus.move(to: .name)
        focus.move(to: .name)
        #expect(window.focused === name && focus.current.value == .name)
        expectEqual(seen.elements, [nil, .name, .email, .name])
        #expect(city.history.allSatisfy { !$0 })
        window.next = nil
        focus.clear()
        #expect(window.focused == nil && focus.current.value == nil)
        focus.clear()
        focus.move(to: nil)
        expectEqual(seen.elements, [nil, .name, .email, .name, nil])
    }

    @Test("a field that refuses and says so: the focus stays where it was")
    func refused() {
        let (window, name, email, _) = bind(.losesFirst)
        email.refuses = true
        focus.move(to: .email)
        #expect(focus.current.value == nil && !focus[.email].value)
        focus.move(to: .name)
        focus.move(to: .email)
        #expect(focus.current.value == .name && window.focused === name && !focus[.email].value)
        // It may accept the focus later.
        email.refuses = false
        focus.move(to: .email)
        #expect(focus.current.value == .email && window.focused === email)
    }

    @Test("a field that refuses in silence: the focus stays where it was, and what the user does next counts")
    func refusedInSilence() {
        let (window, name, email, city) = bind(.losesFirst)
        email.refuses = true
        email.isHonest = false
        focus.move(to: .name)
        focus.move(to: .email)
        #expect(focus.current.value == .name && !focus[.email].value)
        window.move(to: city)
        expectEqual(focus.current.value, .city)
        window.move(to: name)
        expectEqual(focus.current.value, .name)
    }

    @Test("an observer moves it on")
    func movedOn() {
        let (window, _, email, city) = bind(.losesFirst)
        bag.insert(focus.current.asDriver() => { [focus] in if $0 == .email { focus.move(to: .city) } })
        focus.move(to: .name)
        focus.move(to: .email)
        #expect(window.focused === city && focus.current.value == .city)
        #expect(!focus[.name].value && !focus[.email].value && focus[.city].value)
        window.move(to: email)
        #expect(window.focused === city && focus.current.value == .city)
    }

    @Test("it is at a field from the start, is set by a binding, and is known by an object")
    func keys() {
        final class Part: Sendable {}
        let (first, second) = (Part(), Part())
        let focus = Focus(ObjectIdentifier(first))
        let window = Window()
        let (one, two) = (Window.Field(window), Window.Field(window))
        bag.insert(
            focus[ObjectIdentifier(first)] <=> one.rx.isFocused, focus[ObjectIdentifier(second)] <=> two.rx.isFocused)
        #expect(window.focused === one)
        let invalid = BehaviorRelay<ObjectIdentifier?>(value: ObjectIdentifier(second))
        bag.insert(invalid => focus.current)
        #expect(window.focused === two)
        focus[ObjectIdentifier(first)].value = true
        #expect(window.focused === one)
        focus[ObjectIdentifier(second)].value = false
        expectEqual(focus.current.value, ObjectIdentifier(first))
        focus[ObjectIdentifier(first)].value = false
        #expect(focus.current.value == nil && window.focused == nil)
    }

    @Test("a field that is no longer bound does not have it, whichever side it is on")
    func unbound() async {
        let (window, _, email, _) = bind(.losesFirst)
        let seen = Recorder<Key?>()
        focus.current.asDriver().drive(seen).disposed(by: bag)
        let field = Window.Field(window)
        let asLeft = focus[.street] <=> field.rx.isFocused
        focus.move(to: .street)
        asLeft.dispose()
        #expect(focus.current.value == nil)
        let asRight = BehaviorRelay(value: true) <=> focus[.street]
        #expect(focus.current.value == .street)
        asRight.dispose()
        #expect(focus.current.value == nil)
        // Not the one that has been disposed of, and not twice.
        let binding = focus[.street] <=> field.rx.isFocused
        window.move(to: email)
        binding.dispose()
        binding.dispose()
        #expect(focus.current.value == .email && window.focused === email)
        let elsewhere = focus[.street] <=> field.rx.isFocused
        focus.move(to: .street)
        onAnotherThread { elsewhere.dispose() }
        await mainActorIsFree()
        #expect(focus.current.value == nil)
        expectEqual(seen.elements, [nil, .street, nil, .street, nil, .email, .street, nil])
    }

    @Test("a field keeps it that is bound anew before its former binding ends; a key may have it before it is bound")
    func boundAnew() {
        // The new view is in a window of its own, so that the fields do not take the focus from one another.
        let (formerWindow, window) = (Window(), Window())
        let (former, field) = (Window.Field(formerWindow), Window.Field(window))
        focus.move(to: .name)
        let binding = focus[.name] <=> former.rx.isFocused
        #expect(formerWindow.focused === former)
        bag.insert(focus[.name] <=> field.rx.isFocused)
        binding.dispose()
        #expect(focus.current.value == .name && window.focused === field)
        // Observers do not count.
        focus[.email].asDriver().drive(Recorder<Bool>()).dispose()
        focus.move(to: .email)
        focus[.email].asDriver().drive(Recorder<Bool>()).dispose()
        #expect(focus.current.value == .email)
    }

    @Test("a view that goes without disposing of anything takes the focus with it")
    func dropped() {
        let window = Window()
        let field = Window.Field(window)
        var bag: DisposeBag? = DisposeBag()
        bag?.insert(focus[.name] <=> field.rx.isFocused)
        window.move(to: field)
        #expect(focus.current.value == .name)
        bag = nil
        #expect(focus.current.value == nil)
    }

    @Test("nothing is left behind")
    func leaks() throws {
        try withoutLeaks {
            let focus = Focus<Key>()
            let window = Window()
            let field = Window.Field(window)
            let bag = DisposeBag()
            bag.insert(focus[.name] <=> field.rx.isFocused)
            focus.move(to: .name)
            focus.clear()
        }
    }
}

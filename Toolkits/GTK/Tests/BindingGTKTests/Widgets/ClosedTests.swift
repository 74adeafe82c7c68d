import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// What is told of a window that is closed, whether or not it was shown.
@MainActor @Suite struct ClosedTests {
    enum Shown: CaseIterable, Sendable {
        case never, once, hiddenBefore

        @MainActor func show(_ window: Window) {
            switch self {
            case .never: break
            case .once: window.present()
            case .hiddenBefore:
                window.present()
                gtk_widget_hide(window.widget)
                gtk_widget_unrealize(window.widget)
            }
        }
    }

    @Test(arguments: Shown.allCases)
    func isToldOnceThatAWindowIsClosed(_ shown: Shown) {
        let (window, other) = (Window("Closed"), Window("Another"))
        var (count, others) = (0, 0)
        let bag = DisposeBag {
            window.rx.closed => { count += 1 }
            other.rx.closed => { others += 1 }
        }
        shown.show(window)
        #expect(count == 0 && window.isOpen)
        window.destroy()
        #expect(count == 1 && !window.isOpen)
        #expect(others == 0 && other.isOpen)
        window.destroy()
        #expect(count == 1)
        bag.dispose()
        other.destroy()
        #expect(others == 0 && !other.isOpen)
    }

    @Test func isToldOfManyInAnyOrder() {
        let windows = (0..<100).map { Window("\($0)") }
        var closed: [String] = []
        let bag = DisposeBag()
        for window in windows {
            bag.insert(window.rx.closed => { [unowned window] in closed.append(window.properties.title!) })
        }
        var generator = SplitMix(state: 1)
        let order = windows.shuffled(using: &generator)
        for window in order { window.destroy() }
        #expect(closed == order.map { $0.properties.title! })
        bag.dispose()
    }

    @Test(arguments: Shown.allCases)
    func whatWasInItHasNoFocusAnyMore(_ shown: Shown) {
        let window = Window("Closed")
        let entry = Entry()
        window.child = entry
        shown.show(window)
        entry.grabFocus()
        #expect(entry.isFocused)
        var told: [Bool] = []
        let bag = DisposeBag { entry.rx.isFocused => { told.append($0) } }
        window.destroy()
        #expect(!entry.isFocused)
        #expect(told == [true, false])
        bag.dispose()
    }

    @Test func aPageThatIsNotThereIsNotTaken() {
        let stack = Stack()
        for name in ["a", "b"] { stack.add(Label(name), name: name, title: name) }
        let page = BehaviorRelay<String?>(value: "a")
        let bag = DisposeBag { page <=> stack.rx.visibleChildName }
        let told = bindingWarnings { page.accept("nowhere") }
        #expect(page.value == "a")
        #expect(told.contains { $0.contains("nowhere") })
        bag.dispose()
    }
}

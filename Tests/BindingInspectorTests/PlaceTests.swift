import Binding
import BindingCollections
import BindingInspector
import BindingOperators
import TestSupport
import Testing

// Bindings are made in functions: within a process of its own, the line of an expression is that of the whole test.

extension InspectorTests {
    @Suite
    struct PlaceTests {
        @Test
        func `a binding outside of a block stands where it is put into a bag`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (relay, label, bag) = (BehaviorRelay(value: "a"), Label(), DisposeBag())
                let first = relay.asDriver().map { $0 + "1" }.drive(label.rx.text)
                let second = putIntoBag(relay.asDriver().map { $0 + "2" }.drive(label.rx.text), bag)
                let third = insert(first, into: bag)
                relay.accept("b")
                #expect(
                    inspector.why(label.rx.text).description == """
                        Label.text shows "b2":
                          BehaviorRelay<String> = "b"
                          → map: "b2"
                          → Label.text = "b2" (PlaceTests.swift:\(second))
                        2 bindings set it:
                          BehaviorRelay<String> → map (PlaceTests.swift:\(third))
                          BehaviorRelay<String> → map (PlaceTests.swift:\(second))
                        """)
            }
        }

        @Test
        func `two-way bindings, and several at once, have lines, too`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (relay, other, field, label) = (
                    BehaviorRelay(value: ""), BehaviorRelay(value: "x"), TextField(), Label()
                )
                let button = PlacedButton()
                let command = Command { () async in }
                let (bag, line) = bag(disposing: [
                    relay <=> field.rx.text, relay <=> other, button.rx.command(command),
                    CompositeDisposable(Disposables.create([other.asDriver().drive(label.rx.text)])),
                ])
                let bindings = inspector.graph.description.split(separator: "\n").filter { $0.contains("=>") }
                let places = bindings.map { $0.drop { $0 == " " || $0 == "<" } }
                #expect(places == Array(repeating: "=> (PlaceTests.swift:\(line))", count: 6))
                withExtendedLifetime((bag, command, button)) {}
            }
        }

        @Test
        func `a binding that was made in a block keeps the line that it has there`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (relay, label, bag) = (BehaviorRelay(value: "a"), Label(), DisposeBag())
                boundInBlock(relay, label).disposed(by: bag)
                relay.accept("b")
                #expect(inspector.why(label.rx.text).steps.last == "Label.text = \"b\" (SignUpForm.swift:77)")
            }
        }

        @Test
        func `a binding keeps its line whatever is bound before it is put into the bag`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (relay, first, second, bag) = (BehaviorRelay(value: "a"), Label(), Label(), DisposeBag())
                let binding = relay.asDriver().drive(onNext: { _ in bag.add(boundInBlock(relay, Label())) })
                let other = relay.asDriver().drive(first.rx.text)
                bag.insert(boundInBlock(relay, second), linesOfBlock(relay, second))
                let line = insert(Disposables.create(binding, other), into: bag)
                relay.accept("b")
                #expect(inspector.why(first.rx.text).steps.last == "Label.text = \"b\" (PlaceTests.swift:\(line))")
                #expect(
                    inspector.why(second.rx.text).description.hasSuffix(
                        """
                        2 bindings set it:
                          BehaviorRelay<String> (SignUpForm.swift:77)
                          BehaviorRelay<String> (PlaceTests.swift:\(lineOfBlock))
                        """))
                #expect(inspector.graph.description.contains("an observer (PlaceTests.swift:\(line))"))
            }
        }

        @Test
        func `operators of lists are told by name`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (rows, least) = (BehaviorRelay(value: TreeArray(0..<100)), BehaviorRelay(value: 50))
                let (label, bag) = (Label(), DisposeBag())
                let line = putIntoBag(
                    rows.updates().map { $0 * 2 }.filter(by: least.asDriver()) { $0 > $1 }.sorted(by: >).prefix(10)
                        .reversed().count
                        => label.rx.number, bag)
                rows.accept(TreeArray(0..<30))
                #expect(
                    inspector.why(label.rx.number).description == """
                        Label.number shows 4:
                          BehaviorRelay<TreeArray<Int>> = 30 elements
                          → map: 30 elements
                          → combineLatest: (30 elements, 50)
                          → filter: [52, 54, 56, 58]
                          → sorted: [58, 56, 54, 52]
                          → prefix: [58, 56, 54, 52]
                          → reversed: [52, 54, 56, 58]
                          → count: 4
                          → Label.number = 4 (PlaceTests.swift:\(line))
                        """)
            }
        }
    }
}

@MainActor
private final class PlacedButton: CommandControl {
    var isEnabled = true
    let taps = PublishRelay<Void>()
    var activations: ControlEvent<Void> { ControlEvent(events: taps) }
}

/// Returns the line.
private func putIntoBag(_ disposable: any Disposable, _ bag: DisposeBag) -> UInt {
    disposable.disposed(by: bag)
    return #line - 1
}

/// Returns the line.
private func insert(_ disposable: any Disposable, into bag: DisposeBag) -> UInt {
    bag.insert(Disposables.create(), disposable)
    return #line - 1
}

private func bag(disposing disposables: [any Disposable]) -> (bag: DisposeBag, line: UInt) {
    (DisposeBag(disposing: disposables), #line)
}

private let lineOfBlock = #line + 4

@MainActor @BindingDisposables
private func linesOfBlock(_ relay: BehaviorRelay<String>, _ label: Label) -> any Disposable {
    relay.asDriver() => label.rx.text
}

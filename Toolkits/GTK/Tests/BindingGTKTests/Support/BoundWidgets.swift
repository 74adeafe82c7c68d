import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// Checks that a property of a widget is bound both ways until the binding is disposed of, and that the binding keeps
/// nothing alive.
///
/// - Parameters:
///   - values: Three values of the property, each different from the one before; two of them may be the same.
///   - make: Makes the widget.
///   - property: The property to bind.
///   - read: Reads the property by a C function.
///   - write: Sets the property by a C function, as the user does.
@MainActor
func expectBound<Base: Widget, Value: Equatable & Sendable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation,
    make: @MainActor () -> Base,
    property: @MainActor (Base) -> ControlProperty<Value>,
    read: @MainActor (Base) -> Value,
    write: @MainActor (Base, Value) -> Void
) async throws {
    weak var closedWindow: Window?
    weak var closedWidget: Base?
    let relay = BehaviorRelay(value: values[0])
    let bag = DisposeBag()
    func bind() {
        let widget = make()
        let window = Window("A widget")
        window.child = widget
        window.present()
        (closedWindow, closedWidget) = (window, widget)

        bag.insert(relay <=> property(widget))
        #expect(read(widget) == values[0], "at first", sourceLocation: sourceLocation)
        relay.accept(values[1])
        #expect(read(widget) == values[1], "set by the program", sourceLocation: sourceLocation)
        write(widget, values[2])
        #expect(relay.value == values[2], "changed by the user", sourceLocation: sourceLocation)

        let other = BehaviorRelay(value: values[0])
        let binding = other <=> property(widget)
        #expect(relay.value == values[0], "bound to another relay, too", sourceLocation: sourceLocation)
        binding.dispose()
        write(widget, values[1])
        #expect(other.value == values[0], "changed after the binding has ended", sourceLocation: sourceLocation)
        other.accept(values[2])
        #expect(read(widget) == values[1], "set after the binding has ended", sourceLocation: sourceLocation)
        #expect(relay.value == values[1], sourceLocation: sourceLocation)
        window.destroy()
    }
    bind()
    try await eventually("window and widget have gone", sourceLocation: sourceLocation) {
        closedWindow == nil && closedWidget == nil
    }
    relay.accept(values[2])
    bag.dispose()
}

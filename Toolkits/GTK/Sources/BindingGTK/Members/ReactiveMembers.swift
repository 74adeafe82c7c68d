import Binding
import CGTK

extension Reactive where Base: GObject {
    /// A property by its name, for properties that have no Swift member such as `entry.rx.text`.
    ///
    /// - Parameter name: The property's name in GObject, such as `placeholder-text`.
    public func property<Value: GValueConvertible>(_ name: String) -> ControlProperty<Value> {
        if Value.self == String.self, let text = textProperty(name) as? ControlProperty<Value> { return text }
        return controlProperty(
            observe: Self.observe(name), getter: { $0.property(name) }, setter: { $0.setProperty(name, $1) },
            property: name)
    }

    /// The same for texts, as most are. The compiler makes a version for them of what these closures call.
    private func textProperty(_ name: String) -> ControlProperty<String> {
        controlProperty(
            observe: Self.observe(name), getter: { $0.property(name) }, setter: { $0.setProperty(name, $1) },
            property: name)
    }

    /// A property that can only be read, by its name.
    public func driver<Value: GValueConvertible>(_ name: String) -> Driver<Value> {
        controlDriver(observe: Self.observe(name), getter: { $0.property(name) })
    }

    /// A signal by its name, for signals that have no Swift member such as `button.rx.clicked`.
    ///
    /// - Parameters:
    ///   - name: The signal's name in GObject, such as `row-activated`.
    ///   - read: Makes a value from the signal's arguments.
    public func event<Value: Sendable>(
        _ name: String, _ read: @escaping @MainActor (SignalArguments) -> Value
    ) -> ControlEvent<Value> {
        controlEvent { object, send in object.connect(name) { send(read($0)) } }
    }

    /// A signal that asks whether it has been handled, by its name. If nobody answers, it has not.
    ///
    /// - Parameters:
    ///   - name: The signal's name in GObject, such as `close-request`.
    ///   - read: Makes a value from the signal's arguments.
    public func request<Value: Sendable>(
        _ name: String, _ read: @escaping @MainActor (SignalArguments) -> Value
    ) -> ControlRequest<Value, Bool> {
        controlRequest(default: false) { object, ask in object.answer(name) { ask(read($0)) } }
    }

    private static func observe(
        _ name: String
    ) -> @MainActor (Base, @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        { object, changed in
            guard name == "text" else { return object.connect("notify::\(name)") { _ in changed() } }
            object.keepEditsWhole()
            // GTK also notifies of a text that is set to its current value.
            var text: String? = object.property(name)
            return object.connect("notify::\(name)") { [unowned object] _ in
                let new = object.currentText ?? object.property(name)
                guard new != text || Refusal.isReported(by: object) else { return }
                text = new
                changed()
            }
        }
    }
}

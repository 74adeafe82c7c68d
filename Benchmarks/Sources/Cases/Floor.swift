/// What a program without a library would have: a value and a list of closures that are called when it changes.
///
/// It has no lock, no order for values that observers send, no main actor, and no way to remove a closure.
final class Floor<Value> {
    private var observers: [(Value) -> Void] = []

    var value: Value {
        didSet {
            let value = value
            for observer in observers { observer(value) }
        }
    }

    init(_ value: Value) {
        self.value = value
    }

    /// Calls a closure with the value and with each new one.
    func observe(_ observer: @escaping (Value) -> Void) {
        observers.append(observer)
        observer(value)
    }
}

/// The same for events without a stored value.
final class FloorEvent<Value> {
    private var observers: [(Value) -> Void] = []

    func observe(_ observer: @escaping (Value) -> Void) { observers.append(observer) }

    func send(_ value: Value) {
        for observer in observers { observer(value) }
    }
}

/// What somebody would write who had no library: a value and a list of closures that are called when it changes.
///
/// No lock, no order of values that are sent by observers, no main actor, no way out of the list.
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

/// The same for what is told and not kept.
final class FloorEvent<Value> {
    private var observers: [(Value) -> Void] = []

    func observe(_ observer: @escaping (Value) -> Void) { observers.append(observer) }

    func send(_ value: Value) {
        for observer in observers { observer(value) }
    }
}

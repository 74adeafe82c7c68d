import CGTK

/// The arguments of a signal, without the object that emits it.
@MainActor
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>

    /// An argument as a Swift value.
    public subscript<Value: GValueConvertible>(index: Int) -> Value {
        require(
            values.indices.contains(index), "a signal has no argument \(index): it has \(values.count), counted from 0")
        return Value(gValue: values.baseAddress! + index)
    }
}

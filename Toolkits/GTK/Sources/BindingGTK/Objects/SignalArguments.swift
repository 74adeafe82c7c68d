import CGTK

/// The arguments of a signal, without the object that sends it.
@MainActor
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>

    /// An argument as a type of Swift.
    public subscript<Value: GValueConvertible>(index: Int) -> Value {
        require(
            values.indices.contains(index), "a signal has no argument \(index): it has \(values.count), counted from 0")
        return Value(gValue: values.baseAddress! + index)
    }
}

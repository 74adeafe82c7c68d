import CGTK

/// The arguments of a signal, without the object that sends it.
@MainActor
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>

    /// An argument as a type of Swift.
    public subscript<Value: GValueConvertible>(index: Int) -> Value {
        Value(gValue: values.baseAddress! + index)
    }
}

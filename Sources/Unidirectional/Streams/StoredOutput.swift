import Binding

extension ReadOnly where Parts: StoredOutputType {
    /// A value at this moment.
    @inlinable @_disfavoredOverload
    public subscript<Value>(dynamicMember keyPath: KeyPath<Parts, Value>) -> Value {
        parts[keyPath: keyPath]
    }

    // What can be sent to must not come out as it is. Relays and subjects suit both of the following, neither of which
    // is the more special one, and so the compiler refuses both, as ambiguous.

    /// A source that nobody can send to, as it is.
    @inlinable @_disfavoredOverload
    public subscript<Source: ObservableConvertibleType>(dynamicMember keyPath: KeyPath<Parts, Source>) -> Source {
        parts[keyPath: keyPath]
    }

    /// What can be sent to: never chosen.
    @inlinable @_disfavoredOverload
    public subscript<Source: WritableSource>(dynamicMember keyPath: KeyPath<Parts, Source>) -> Source {
        parts[keyPath: keyPath]
    }
}

/// A source that anybody who has it can send to. A ``StoredOutputType`` does not give it out.
public protocol WritableSource {}

extension PublishRelay: WritableSource {}
extension BehaviorRelay: WritableSource {}
extension ReplayRelay: WritableSource {}
extension PublishSubject: WritableSource {}
extension BehaviorSubject: WritableSource {}
extension ReplaySubject: WritableSource {}
extension AsyncSubject: WritableSource {}
extension ControlProperty: WritableSource {}

import Binding

extension ReadOnly where Parts: StoredOutputType {
    /// The current value of a property.
    @inlinable @_disfavoredOverload
    public subscript<Value>(dynamicMember keyPath: KeyPath<Parts, Value>) -> Value {
        parts[keyPath: keyPath]
    }

    // What can be sent to must not come out as it is. Relays and subjects match both of the following, neither of which
    // is more specific, so the compiler refuses both as ambiguous.

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

/// A source that can be sent to by anyone who has it. A ``StoredOutputType`` does not expose it.
public protocol WritableSource {}

extension PublishRelay: WritableSource {}
extension BehaviorRelay: WritableSource {}
extension ReplayRelay: WritableSource {}
extension PublishSubject: WritableSource {}
extension BehaviorSubject: WritableSource {}
extension ReplaySubject: WritableSource {}
extension AsyncSubject: WritableSource {}
extension ControlProperty: WritableSource {}

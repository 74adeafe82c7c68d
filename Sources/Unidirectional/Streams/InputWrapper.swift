import Binding

/// The input of a stream from outside, which can only be sent to.
///
/// It offers each property of the input by its name, as a function or as an observer, whichever the context requires:
///
/// ```swift
/// stream.input.searchText("query")                  // a value
/// stream.input.buttonTap.onNext(())                 // an event, to a subject
/// stream.input.buttonTap()                          // a value where it is `Void`
/// field.rx.text.bind(to: stream.input.searchText)   // an observer
/// ```
///
/// An observer that stands for a relay takes values only: an error is a mistake of the programmer, as it is when a
/// sequence is bound to a relay. Sending is allowed on any thread if it is for the property itself, as for relays and
/// subjects.
@dynamicMemberLookup
public struct InputWrapper<Input: InputType> {
    @usableFromInline let input: Input

    /// Hides everything about an input except that it can be sent to.
    public init(_ input: Input) {
        self.input = input
    }
}

extension InputWrapper: Sendable where Input: Sendable {}

// An observer is preferred if a function would do as well, as on the right of `=>`: it takes errors, too.

extension InputWrapper {
    /// Sends a value to a relay.
    @inlinable @_disfavoredOverload
    public subscript<Relay: RelayType>(
        dynamicMember keyPath: KeyPath<Input, Relay>
    ) -> @Sendable (Relay.Element) -> Void {
        let relay = input[keyPath: keyPath]
        return { relay.accept($0) }
    }

    /// Sends to a relay that takes no argument.
    @inlinable @_disfavoredOverload
    public subscript<Relay: RelayType<Void>>(dynamicMember keyPath: KeyPath<Input, Relay>) -> @Sendable () -> Void {
        let relay = input[keyPath: keyPath]
        return { relay.accept(()) }
    }

    /// A relay as an observer.
    public subscript<Relay: RelayType>(dynamicMember keyPath: KeyPath<Input, Relay>) -> AnyObserver<Relay.Element> {
        input[keyPath: keyPath].asObserver()
    }

    /// Sends a value to a subject, or to another observer.
    @inlinable @_disfavoredOverload
    public subscript<Observer: ObserverType>(
        dynamicMember keyPath: KeyPath<Input, Observer>
    ) -> @Sendable (Observer.Element) -> Void {
        let observer = input[keyPath: keyPath]
        return { observer.onNext($0) }
    }

    /// Sends to a subject, or to another observer, that takes no argument.
    @inlinable @_disfavoredOverload
    public subscript<Observer: ObserverType<Void>>(
        dynamicMember keyPath: KeyPath<Input, Observer>
    ) -> @Sendable () -> Void {
        let observer = input[keyPath: keyPath]
        return { observer.onNext(()) }
    }

    /// A subject, or another observer, without its type.
    public subscript<Observer: ObserverType>(
        dynamicMember keyPath: KeyPath<Input, Observer>
    ) -> AnyObserver<Observer.Element> {
        AnyObserver(input[keyPath: keyPath])
    }
}

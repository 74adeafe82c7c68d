// What is made of the values of an `Infallible`: the operators of `Observable`, with closures that do not throw.

public import Binding

extension InfallibleType {
    /// The result of a closure for each value.
    ///
    /// See [ReactiveX: Map](https://reactivex.io/documentation/operators/map.html).
    ///
    /// - Parameter transform: Makes another value, on the thread that sends.
    @inlinable
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
        Infallible(asObservable().map(transform))
    }

    /// The results of a closure for each value, without those that are `nil`.
    ///
    /// - Parameter transform: Makes another value, on the thread that sends.
    @inlinable
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Result?
    ) -> Infallible<Result> {
        Infallible(asObservable().compactMap(transform))
    }

    /// The values of the sequences that a closure makes of each value, as they come.
    ///
    /// See [ReactiveX: FlatMap](https://reactivex.io/documentation/operators/flatmap.html).
    ///
    /// - Parameter selector: Makes a sequence of each value, on the thread that sends. It should not fail.
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMap(selector))
    }

    /// The values of the sequence that a closure makes of the latest value; the previous sequence is disposed of.
    ///
    /// - Parameter selector: Makes a sequence of each value, on the thread that sends. It should not fail.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapLatest(selector))
    }

    /// The values of the sequence that a closure makes of a value; values that come while it lasts are left out.
    ///
    /// - Parameter selector: Makes a sequence of a value, on the thread that sends. It should not fail.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapFirst(selector))
    }

    /// The values of the sequences that a closure makes of each value, one sequence after the other.
    ///
    /// - Parameter selector: Makes a sequence of each value, on the thread that sends. It should not fail.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().concatMap(selector))
    }

    /// The running result of combining the values with a closure.
    ///
    /// See [ReactiveX: Scan](https://reactivex.io/documentation/operators/scan.html).
    ///
    /// - Parameters:
    ///   - seed: The result before the first value. It is not sent.
    ///   - accumulator: Makes the next result, on the thread that sends.
    @inlinable
    public func scan<Seed: Sendable>(
        _ seed: Seed, accumulator: @escaping @Sendable (Seed, Element) -> Seed
    ) -> Infallible<Seed> {
        Infallible(asObservable().scan(seed, accumulator))
    }

    /// A running result that a closure changes in place with each value.
    ///
    /// - Parameters:
    ///   - seed: The result before the first value. It is not sent.
    ///   - accumulator: Changes the result, on the thread that sends.
    @inlinable
    public func scan<Seed: Sendable>(
        into seed: Seed, accumulator: @escaping @Sendable (inout Seed, Element) -> Void
    ) -> Infallible<Seed> {
        Infallible(asObservable().scan(into: seed, accumulator))
    }

    /// A value, and then those of this sequence.
    @inlinable
    public func startWith(_ element: Element) -> Infallible<Element> { Infallible(asObservable().startWith(element)) }

    /// The result of a closure for an object and each value, until the object has gone.
    ///
    /// - Parameters:
    ///   - object: The object that the closure is called with. It is held weakly.
    ///   - resultSelector: Makes a value of the object and each value, on the thread that sends.
    public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Result
    ) -> Infallible<Result> {
        Infallible(asObservable().withUnretained(object, resultSelector: resultSelector))
    }

    /// An object and each value, until the object has gone.
    public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Infallible<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }

    /// The same sequence, from one upstream subscription that all observers share.
    ///
    /// - Parameters:
    ///   - replay: How many of the latest values a new observer receives.
    ///   - scope: How long they are kept.
    public func share(
        replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
    ) -> Infallible<Element> {
        Infallible(asObservable().share(replay: replay, scope: scope))
    }

    /// The same sequence, with closures called on the way; see `do` of an observable.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value, on the thread that sends.
    ///   - afterNext: Called with each value that has been passed on.
    ///   - onCompleted: Called when the sequence completes.
    ///   - afterCompleted: Called when the completion has been passed on.
    ///   - onSubscribe: Called when an observer subscribes, before the source is subscribed to.
    ///   - onSubscribed: Called when the source has been subscribed to.
    ///   - onDispose: Called once when a subscription has ended, however it ended.
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Infallible<Element> {
        Infallible(
            asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// The same sequence, with a line of text for each thing that happens to it; see `debug` of an observable.
    ///
    /// - Parameters:
    ///   - label: The beginning of each line.
    ///   - write: Takes each line. By default, lines go to `BindingDiagnostics.debugSink` with the time and the thread.
    public func debug(_ label: String, write: (@Sendable (String) -> Void)? = nil) -> Infallible<Element> {
        Infallible(asObservable().debug(label, write: write))
    }

    /// The same sequence, with a line of text for each thing that happens to it, beginning with the place in the source.
    ///
    /// - Parameters:
    ///   - write: Takes each line. By default, lines go to `BindingDiagnostics.debugSink` with the time and the thread.
    ///   - file: The module and the file.
    ///   - line: The line.
    ///   - function: The function.
    public func debug(
        write: (@Sendable (String) -> Void)? = nil,
        file: String = #fileID, line: UInt = #line, function: String = #function
    ) -> Infallible<Element> {
        Infallible(asObservable().debug(write: write, file: file, line: line, function: function))
    }
}

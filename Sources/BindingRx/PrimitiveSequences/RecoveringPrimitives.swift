// What follows an error of a `Single`, a `Maybe` or a `Completable`, and lines of text for what happens to it.

public import Binding

extension PrimitiveSequence {
    /// The same sequence, with an error replaced by the sequence that a closure makes of it.
    ///
    /// See [ReactiveX: Catch](https://reactivex.io/documentation/operators/catch.html).
    ///
    /// - Parameter handler: Makes the sequence that follows, on the thread where this one fails. An error that it throws
    ///   is sent.
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence
    ) -> PrimitiveSequence {
        .init(raw: source.catch { try handler($0).source })
    }

    /// The same sequence, subscribed to again each time it fails.
    ///
    /// See [ReactiveX: Retry](https://reactivex.io/documentation/operators/retry.html). A sequence that fails during
    /// `subscribe`, each time, keeps the subscribing thread until the subscription is disposed of.
    public func retry() -> PrimitiveSequence { .init(raw: source.retry()) }

    /// The same sequence, subscribed to again when it fails, up to a number of times in all.
    ///
    /// - Parameter maxAttemptCount: How many times it is subscribed to at most, the first time included, as in RxSwift.
    ///   The last error is passed on. With 0, the sequence is not subscribed to: a ``Single`` fails with
    ///   `RxError.noElements`, others complete.
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence { .init(raw: source.retry(maxAttemptCount)) }

    /// The same sequence, subscribed to again after an error, each time another sequence sends a value.
    ///
    /// See [ReactiveX: RetryWhen](https://reactivex.io/documentation/operators/retry.html). If the other sequence
    /// completes, a ``Single`` fails with `RxError.noElements`, and others complete.
    ///
    /// - Parameter notificationHandler: Makes the other sequence of the errors, on the thread that subscribes. An error
    ///   that it throws is sent.
    public func retry<Trigger: ObservableConvertibleType>(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) throws -> Trigger
    ) -> PrimitiveSequence {
        .init(raw: source.retry(when: notificationHandler))
    }

    /// The same sequence, subscribed to again after an error of one type, each time another sequence sends a value.
    ///
    /// An error of another type is passed on. Otherwise the same as the form for all errors.
    ///
    /// - Parameter notificationHandler: Makes the other sequence of the errors, on the thread that subscribes. An error
    ///   that it throws is sent.
    public func retry<Failure: Error, Trigger: ObservableConvertibleType>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) throws -> Trigger
    ) -> PrimitiveSequence {
        .init(raw: source.retry(when: notificationHandler))
    }

    /// The same sequence, with a line of text for each thing that happens to it; see `debug` of an observable.
    ///
    /// - Parameters:
    ///   - label: The beginning of each line.
    ///   - write: Takes each line. By default, lines go to `BindingDiagnostics.debugSink` with the time and the thread.
    public func debug(_ label: String, write: (@Sendable (String) -> Void)? = nil) -> PrimitiveSequence {
        .init(raw: source.debug(label, write: write))
    }

    /// The same sequence, with a line of text for each thing that happens to it, beginning with the place in the source,
    /// as in `Shop/Search.swift:12 (bind())`.
    ///
    /// - Parameters:
    ///   - write: Takes each line. By default, lines go to `BindingDiagnostics.debugSink` with the time and the thread.
    ///   - file: The module and the file.
    ///   - line: The line.
    ///   - function: The function.
    public func debug(
        write: (@Sendable (String) -> Void)? = nil,
        file: String = #fileID, line: UInt = #line, function: String = #function
    ) -> PrimitiveSequence {
        .init(raw: source.debug(write: write, file: file, line: line, function: function))
    }
}

extension PrimitiveSequenceType where Trait: ValueTrait {
    /// The same sequence, with a value in place of an error.
    @inlinable
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        .init(raw: source.catchAndReturn(element))
    }
}

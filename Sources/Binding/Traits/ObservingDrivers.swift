// Side effects on a `Driver` or a `Signal`, and conversions to something else.

extension SharedSequence {
    /// The same sequence, with closures called along the way; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    /// - Parameters:
    ///   - onNext: Called with each value.
    ///   - afterNext: Called with each value after it has been passed on.
    ///   - onCompleted: Called when the sequence completes.
    ///   - afterCompleted: Called after the completion has been passed on.
    ///   - onSubscribe: Called when the sequence is subscribed to.
    ///   - onSubscribed: Called after it has been subscribed to.
    ///   - onDispose: Called once when that subscription has ended, on the thread where that happens.
    public consuming func `do`(
        onNext: (@MainActor (Element) -> Void)? = nil,
        afterNext: (@MainActor (Element) -> Void)? = nil,
        onCompleted: (@MainActor () -> Void)? = nil,
        afterCompleted: (@MainActor () -> Void)? = nil,
        onSubscribe: (@MainActor () -> Void)? = nil,
        onSubscribed: (@MainActor () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> SharedSequence {
        .init(
            sharing: sourceOfOperator().do(
                onNext: onNext.map { MainActorDispatcher.unchecked($0) },
                afterNext: afterNext.map { MainActorDispatcher.unchecked($0) },
                onCompleted: onCompleted.map { MainActorDispatcher.unchecked($0) },
                afterCompleted: afterCompleted.map { MainActorDispatcher.unchecked($0) },
                onSubscribe: onSubscribe.map { MainActorDispatcher.unchecked($0) },
                onSubscribed: onSubscribed.map { MainActorDispatcher.unchecked($0) },
                onDispose: onDispose))
    }

    /// The same sequence, with a line of text for each thing that happens; see ``ObservableType/debug(_:write:)``.
    public func debug(
        _ label: String, write: (@Sendable (String) -> Void)? = nil
    ) -> SharedSequence {
        .init(sharing: source.debug(label, write: write))
    }

    /// The same sequence, with a line of text for each thing that happens, which begins with the place in the source;
    /// see ``ObservableType/debug(write:file:line:function:)``.
    public func debug(
        write: (@Sendable (String) -> Void)? = nil,
        file: String = #fileID, line: UInt = #line, function: String = #function
    ) -> SharedSequence {
        .init(sharing: source.debug(write: write, file: file, line: line, function: function))
    }

    /// The same sequence as a driver, which sends a new observer the latest value.
    public func asDriver() -> Driver<Element> { .init(sharing: source) }

    /// The same sequence as a signal, which replays nothing by itself.
    public func asSignal() -> Signal<Element> { .init(sharing: source) }

    /// The values as an asynchronous sequence, for `for await`.
    ///
    /// All values are kept until they are read.
    public var values: AsyncStream<Element> { values(bufferingPolicy: .unbounded) }

    /// The values as an asynchronous sequence, for `for await`.
    ///
    /// The subscription begins here, and ends when the reading task is cancelled or the result is dropped.
    ///
    /// - Parameter bufferingPolicy: Which values are kept when they arrive faster than they are read.
    public func values(
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
            let subscription = run(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() }, onDisposed: nil)
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

extension Observable {
    /// The result of an asynchronous call, which is made for each observer, and the end.
    ///
    /// ```swift
    /// let user = Observable.async { try await api.user(named: name) }
    /// ```
    ///
    /// - Parameters:
    ///   - priority: The priority of the task that makes the call.
    ///   - operation: The call. An error that it throws is sent. Its task is cancelled when the subscription is
    ///     disposed of.
    public static func async(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Element
    ) -> Observable {
        task(priority: priority) { observer in observer.onNext(try await operation()) }
    }

    /// The elements of an asynchronous sequence, and its end. Each observer iterates it anew.
    ///
    /// - Parameters:
    ///   - sequence: The sequence. An error that it throws is sent. The task that iterates it is cancelled when the
    ///     subscription is disposed of.
    ///   - priority: The priority of that task.
    public static func from<Source: AsyncSequence & Sendable>(
        _ sequence: Source, priority: TaskPriority? = nil
    ) -> Observable where Source.Element == Element {
        task(priority: priority) { observer in
            for try await element in sequence { observer.onNext(element) }
        }
    }

    private static func task(
        priority: TaskPriority?, _ body: @escaping @Sendable (AnyObserver<Element>) async throws -> Void
    ) -> Observable {
        create { observer in
            let task = Task(priority: priority) {
                do {
                    try await body(observer)
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            return Disposables.create { task.cancel() }
        }
    }
}

extension ObservableType {
    /// The values as an asynchronous sequence, to be read with `for try await`.
    ///
    /// All values are kept until they are read.
    public var values: AsyncThrowingStream<Element, any Error> { values(bufferingPolicy: .unbounded) }

    /// The values as an asynchronous sequence, to be read with `for try await`.
    ///
    /// The subscription begins here, and ends when the task that reads is cancelled or the result is dropped.
    ///
    /// - Parameter bufferingPolicy: What is kept of values that come faster than they are read.
    public func values(
        bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
            let subscription = subscribe(
                onNext: { continuation.yield($0) },
                onError: { continuation.finish(throwing: $0) },
                onCompleted: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

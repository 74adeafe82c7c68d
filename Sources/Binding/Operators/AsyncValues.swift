extension ObservableType {
    /// The values as an asynchronous sequence, to be read with `for try await`.
    ///
    /// All values are kept until they are read.
    public var values: AsyncThrowingStream<Element, any Error> { values(bufferingPolicy: .unbounded) }

    /// The values as an asynchronous sequence, to be read with `for try await`.
    ///
    /// The subscription begins here, and ends when the task that reads is cancelled or the result is dropped. Where
    /// several tasks read, each value goes to one of them, and so does an error; the others come to the end.
    ///
    /// - Parameter bufferingPolicy: Which values are kept when they come faster than they are read. The end is always
    ///   kept.
    public func values(
        bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
    ) -> AsyncThrowingStream<Element, any Error> {
        // A plain `AsyncThrowingStream` stops the program when two tasks read it; `AsyncStream` does not.
        let error = Guarded<(any Error)?>(nil)
        let values = AsyncStream<Element>(bufferingPolicy: .init(bufferingPolicy)) { continuation in
            let subscription = subscribe(
                onNext: { continuation.yield($0) },
                onError: {
                    error.replace(with: $0)
                    continuation.finish()
                },
                onCompleted: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
        return AsyncThrowingStream {
            for await value in values { return value }
            if let error = error.take() { throw error }
            return nil
        }
    }
}

extension AsyncStream.Continuation.BufferingPolicy {
    fileprivate init(_ policy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy) {
        switch policy {
        case .unbounded: self = .unbounded
        case .bufferingOldest(let count): self = .bufferingOldest(count)
        case .bufferingNewest(let count): self = .bufferingNewest(count)
        @unknown default: self = .unbounded
        }
    }
}

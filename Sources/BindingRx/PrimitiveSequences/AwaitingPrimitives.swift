import Binding

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The value, to be awaited: subscribes, and throws the error if there is one.
    ///
    /// If the task that awaits it is cancelled, the subscription is disposed of, and `CancellationError` is thrown.
    public var value: Element {
        get async throws {
            guard let value = try await source.firstValue() else { throw RxError.noElements }
            return value
        }
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// The value or `nil`, to be awaited: subscribes, and throws the error if there is one.
    ///
    /// If the task that awaits it is cancelled, the subscription is disposed of, and `CancellationError` is thrown.
    public var value: Element? {
        get async throws { try await source.firstValue() }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// The end, to be awaited: subscribes, and throws the error if there is one.
    ///
    /// If the task that awaits it is cancelled, the subscription is disposed of, and `CancellationError` is thrown.
    public var value: Void {
        get async throws { _ = try await source.firstValue() }
    }
}

extension Observable {
    /// The first value, or `nil` if there is none.
    fileprivate func firstValue() async throws -> Element? {
        for try await value in values { return value }
        // The values end, too, when the task is cancelled.
        try Task.checkCancellation()
        return nil
    }
}

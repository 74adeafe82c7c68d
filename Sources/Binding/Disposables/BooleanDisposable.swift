/// Remembers that it was disposed of, and does nothing else: a flag for work that looks at it from time to time.
///
/// ```swift
/// let stop = BooleanDisposable()
/// stop.disposed(by: bag)
/// while !stop.isDisposed { doSomeMore() }
/// ```
public final class BooleanDisposable: Cancelable {
    private let disposed = Guarded(false)

    /// One that has not been disposed of.
    public init() {}

    public var isDisposed: Bool { disposed.withLock { $0 } }

    public func dispose() { disposed.withLock { $0 = true } }
}

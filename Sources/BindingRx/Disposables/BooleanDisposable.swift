public import Binding

/// A disposable that only remembers that it was disposed of: a flag for work that checks it from time to time.
///
/// ```swift
/// let stop = BooleanDisposable()
/// stop.disposed(by: bag)
/// while !stop.isDisposed { doSomeMore() }
/// ```
public final class BooleanDisposable: Cancelable {
    private let disposed = Guarded(false)

    /// A disposable that has not been disposed of.
    public init() {}

    public var isDisposed: Bool { disposed.withLock { $0 } }

    public func dispose() { disposed.withLock { $0 = true } }
}

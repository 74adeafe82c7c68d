/// A disposable that reports whether it has been disposed of.
public protocol Cancelable: Disposable {
    /// Whether it has been disposed of.
    var isDisposed: Bool { get }
}

extension CompositeDisposable: Cancelable {}
extension SerialDisposable: Cancelable {}

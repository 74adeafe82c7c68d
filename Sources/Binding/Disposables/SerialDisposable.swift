/// A disposable that holds another one, which can be replaced; replacing it disposes of the one before.
///
/// Once it has been disposed of, a disposable that it is given is disposed of at once.
public final class SerialDisposable: Disposable {
    private struct Contents {
        var current: (any Disposable)?
        var isDisposed = false
    }

    private let contents = Guarded(Contents())

    /// A disposable that holds no other one yet.
    public init() {}

    /// Whether it has been disposed of.
    public var isDisposed: Bool { contents.withLock { $0.isDisposed } }

    /// The disposable that it holds. Setting it disposes of the one before, or of the new one if this has been disposed
    /// of.
    public var disposable: any Disposable {
        get { contents.withLock { $0.current } ?? Disposables.create() }
        set {
            let outgoing: (any Disposable)? = contents.withLock { contents in
                guard !contents.isDisposed else { return newValue }
                let outgoing = contents.current
                contents.current = newValue
                return outgoing
            }
            outgoing?.dispose()
        }
    }

    public func dispose() {
        let outgoing = contents.withLock { contents in
            let outgoing = contents.current
            contents.current = nil
            contents.isDisposed = true
            return outgoing
        }
        outgoing?.dispose()
    }
}

extension SerialDisposable: CompoundDisposable {
    var parts: [any Disposable] { [disposable] }
}

public import Binding

/// A disposable that disposes of another one once it and all disposables that ``retain()`` returned have been disposed
/// of.
public final class RefCountDisposable: Cancelable {
    private struct Contents {
        var disposable: (any Disposable)?
        var count = 0
        var isPrimaryDisposed = false

        /// Removes and returns the other disposable, if it is to be disposed of now.
        mutating func takeIfUnused() -> (any Disposable)? {
            guard isPrimaryDisposed, count == 0 else { return nil }
            let outgoing = disposable
            disposable = nil
            return outgoing
        }
    }

    private let contents: Guarded<Contents>

    /// - Parameter disposable: The disposable to dispose of when it is no longer needed.
    public init(disposable: any Disposable) {
        contents = Guarded(Contents(disposable: disposable))
    }

    /// Whether the other disposable has been disposed of.
    public var isDisposed: Bool { contents.withLock { $0.disposable == nil } }

    /// Keeps the other disposable from being disposed of until the result is. If it is too late, the result does
    /// nothing.
    public func retain() -> any Disposable {
        let isLate = contents.withLock { contents in
            if contents.disposable == nil { return true }
            contents.count += 1
            return false
        }
        if isLate { return Disposables.create() }
        return Disposables.create { [self] in release() }
    }

    /// Disposes of the other disposable, at once or when all disposables that ``retain()`` returned have been disposed
    /// of.
    public func dispose() {
        let outgoing = contents.withLock { contents in
            contents.isPrimaryDisposed = true
            return contents.takeIfUnused()
        }
        outgoing?.dispose()
    }

    private func release() {
        let outgoing = contents.withLock { contents in
            contents.count -= 1
            return contents.takeIfUnused()
        }
        outgoing?.dispose()
    }
}

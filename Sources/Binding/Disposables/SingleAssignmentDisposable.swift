/// Holds a disposable that comes later than the one that is to be handed out: it is given one, once.
///
/// Where this has been disposed of before, what it is given is disposed of at once. Giving it a second one is a
/// programming error and stops the program, as in RxSwift; ``SerialDisposable`` is what takes several.
public final class SingleAssignmentDisposable: Cancelable {
    private struct Contents {
        var disposable: (any Disposable)?
        var isSet = false
        var isDisposed = false
    }

    private let contents = Guarded(Contents())

    /// An empty one.
    public init() {}

    public var isDisposed: Bool { contents.withLock { $0.isDisposed } }

    /// The disposable that it holds; one that does nothing where there is none. It may be set once.
    public var disposable: any Disposable {
        get { contents.withLock { $0.disposable } ?? Disposables.create() }
        set { setDisposable(newValue) }
    }

    /// Gives it the disposable, which is disposed of at once where this has been.
    ///
    /// May be called once.
    public func setDisposable(_ disposable: any Disposable) {
        let (wasSet, isLate) = contents.withLock { contents in
            let before = (contents.isSet, contents.isDisposed)
            contents.isSet = true
            if before == (false, false) { contents.disposable = disposable }
            return before
        }
        precondition(!wasSet, "Binding: a SingleAssignmentDisposable was given a second disposable.")
        if isLate { disposable.dispose() }
    }

    public func dispose() {
        let outgoing = contents.withLock { contents in
            let outgoing = contents.disposable
            contents.disposable = nil
            contents.isDisposed = true
            return outgoing
        }
        outgoing?.dispose()
    }
}

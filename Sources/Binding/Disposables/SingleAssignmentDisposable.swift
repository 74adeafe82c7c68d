/// A disposable that can be returned before the one that it holds is created; that one is set later, once.
///
/// If this has been disposed of before, the disposable that it is given is disposed of at once. Setting a second one is
/// a programming error and stops the program, as in RxSwift; ``SerialDisposable`` takes several.
public final class SingleAssignmentDisposable: Cancelable {
    private struct Contents {
        var disposable: (any Disposable)?
        var isSet = false
        var isDisposed = false
    }

    private let contents = Guarded(Contents())

    /// A disposable that holds no other one yet.
    public init() {}

    public var isDisposed: Bool { contents.withLock { $0.isDisposed } }

    /// The disposable that it holds, or one that does nothing if there is none. It may be set once.
    public var disposable: any Disposable {
        get { contents.withLock { $0.disposable } ?? Disposables.create() }
        set { setDisposable(newValue) }
    }

    /// Sets the disposable, which is disposed of at once if this has been disposed of.
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

extension SingleAssignmentDisposable: CompoundDisposable {
    var parts: [any Disposable] { [disposable] }
}

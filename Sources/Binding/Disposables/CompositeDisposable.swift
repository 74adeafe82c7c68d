/// A set of disposables that are disposed of together, and from which each can be taken out again.
///
/// Unlike a ``DisposeBag`` it does nothing when it is dropped, and once disposed of it stays so: what is put into it
/// later is disposed of at once.
public final class CompositeDisposable: Disposable {
    /// Names a disposable that was put into a ``CompositeDisposable``.
    public struct DisposeKey: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Contents {
        var members: [Int: any Disposable] = [:]
        var nextNumber = 0
        var isDisposed = false
    }

    private let contents: Guarded<Contents>

    /// A set of the given disposables.
    public init(_ disposables: [any Disposable] = []) {
        var contents = Contents()
        for disposable in disposables {
            contents.members[contents.nextNumber] = disposable
            contents.nextNumber += 1
        }
        self.contents = Guarded(contents)
    }

    /// A set of the given disposables; RxSwift's label.
    public convenience init(disposables: [any Disposable]) {
        self.init(disposables)
    }

    /// A set of the given disposables.
    public convenience init(_ disposables: any Disposable...) {
        self.init(disposables)
    }

    /// Whether it has been disposed of.
    public var isDisposed: Bool { contents.withLock { $0.isDisposed } }

    /// How many disposables it holds.
    public var count: Int { contents.withLock { $0.members.count } }

    /// Puts a disposable into the set; where the set has been disposed of, disposes of it at once.
    ///
    /// - Returns: What takes it out again, `nil` where it has been disposed of.
    /// - Complexity: O(1) amortised.
    @discardableResult
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let key: DisposeKey? = contents.withLock { contents in
            guard !contents.isDisposed else { return nil }
            let key = DisposeKey(number: contents.nextNumber)
            contents.nextNumber += 1
            contents.members[key.number] = disposable
            return key
        }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Takes a disposable out of the set and disposes of it.
    ///
    /// - Complexity: O(1).
    public func remove(for key: DisposeKey) {
        contents.withLock { $0.members.removeValue(forKey: key.number) }?.dispose()
    }

    /// Disposes of all members, in the order of insertion.
    public func dispose() {
        let members = contents.withLock { contents in
            let members = contents.members
            contents.members = [:]
            contents.isDisposed = true
            return members
        }
        for (_, disposable) in members.sorted(by: { $0.key < $1.key }) { disposable.dispose() }
    }
}

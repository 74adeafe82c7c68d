/// A set of disposables that are disposed of together, and from which each can be removed again.
///
/// Unlike a ``DisposeBag``, it does nothing when it is dropped, and once disposed of it remains so: disposables
/// inserted later are disposed of at once.
public final class CompositeDisposable: Disposable {
    /// Identifies a disposable in a ``CompositeDisposable``.
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

    /// A set of the given disposables, with RxSwift's label.
    public convenience init(disposables: [any Disposable]) {
        self.init(disposables)
    }

    /// A set of the given disposables.
    public convenience init(_ disposables: any Disposable...) {
        self.init(disposables)
    }

    /// Whether it has been disposed of.
    public var isDisposed: Bool { contents.withLock { $0.isDisposed } }

    /// The number of disposables in the set.
    public var count: Int { contents.withLock { $0.members.count } }

    /// Inserts a disposable into the set, or disposes of it at once if the set has been disposed of.
    ///
    /// - Returns: A key that removes it again; `nil` if it has been disposed of.
    /// - Complexity: O(1) amortized.
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

    /// Removes a disposable from the set and disposes of it.
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

extension CompositeDisposable: CompoundDisposable {
    var parts: [any Disposable] { contents.withLock { Array($0.members.values) } }
}

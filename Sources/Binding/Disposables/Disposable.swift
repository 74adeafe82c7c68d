import Synchronization

/// Something that can be disposed of: a subscription, a binding, a timer.
///
/// Dropping the last reference to a disposable does not end it; dropping a ``DisposeBag`` that contains it does.
public protocol Disposable: Sendable {
    /// Ends what this stands for. Safe to call more than once and from any thread; all calls but the first do nothing.
    func dispose()
}

/// A disposable that consists of others.
protocol CompoundDisposable: Disposable {
    /// What it disposes of.
    var parts: [any Disposable] { get }
}

/// An array of disposables is itself a disposable.
extension Array: Disposable, CompoundDisposable where Element == any Disposable {
    var parts: [any Disposable] { self }

    /// Disposes of all elements, in their order.
    public func dispose() {
        for disposable in self { disposable.dispose() }
    }
}

/// An optional disposable is itself a disposable.
extension Optional: Disposable, CompoundDisposable where Wrapped == any Disposable {
    var parts: [any Disposable] { map { [$0] } ?? [] }

    /// Disposes of the disposable, if there is one.
    public func dispose() {
        if let self { self.dispose() }
    }
}

/// A namespace for functions that create disposables.
public enum Disposables {
    /// A disposable that has nothing to do.
    public static func create() -> any Disposable { EmptyDisposable() }

    /// A disposable that runs a closure when it is first disposed of.
    ///
    /// - Parameter dispose: Called at most once, on the thread that disposes, and released after that.
    public static func create(with dispose: @escaping @Sendable () -> Void) -> any Disposable {
        ActionDisposable(dispose)
    }

    /// A disposable that runs a closure when it is first disposed of; see ``create(with:)``.
    @_disfavoredOverload
    public static func create(_ action: @escaping @Sendable () -> Void) -> any Disposable { ActionDisposable(action) }

    /// A disposable that disposes of others.
    public static func create(_ all: any Disposable...) -> any Disposable { CompositeDisposable(all) }

    /// A disposable that disposes of others.
    public static func create(_ all: [any Disposable]) -> any Disposable { CompositeDisposable(all) }
}

struct EmptyDisposable: Disposable {
    func dispose() {}
}

/// Runs an action once.
@usableFromInline
final class ActionDisposable: Disposable {
    private let action: Guarded<(@Sendable () -> Void)?>

    @usableFromInline
    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Guarded(action)
    }

    @usableFromInline
    func dispose() {
        action.take()?()
    }
}

extension Disposable {
    /// Puts this disposable into a bag, which disposes of it when the bag is dropped.
    ///
    /// - Parameters:
    ///   - bag: The bag.
    ///   - fileID: The file with the call, for an inspector, as that of the bindings that the disposable ends.
    ///   - line: The line of the call, for an inspector.
    /// - Complexity: O(1) amortized.
    public func disposed(by bag: DisposeBag, fileID: StaticString = #fileID, line: UInt = #line) {
        bag.add(self, fileID, line)
    }
}

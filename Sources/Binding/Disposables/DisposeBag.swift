/// A collection of disposables that are disposed of together, at the latest when the bag is dropped.
///
/// ```swift
/// let bag = DisposeBag()
/// viewModel.$name.drive(label.rx.text).disposed(by: bag)
/// ```
///
/// Dropping the last reference disposes of everything on the thread where that happens. Disposables are disposed of
/// in the order of insertion.
public final class DisposeBag: Disposable {
    private let contents = Guarded<[any Disposable]>([])

    /// An empty bag.
    public init() {}

    /// A bag of some disposables.
    public convenience init(disposing disposables: any Disposable...) {
        self.init(disposing: disposables)
    }

    /// A bag of some disposables.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    deinit { dispose() }

    /// Puts disposables into the bag.
    ///
    /// - Complexity: O(1) amortized for each.
    public func insert(_ disposables: any Disposable...) {
        insert(disposables)
    }

    /// Puts disposables into the bag.
    ///
    /// - Complexity: O(1) amortized for each.
    public func insert(_ disposables: [any Disposable]) {
        contents.withLock { $0.append(contentsOf: disposables) }
    }

    /// Puts a disposable into the bag.
    func add(_ disposable: any Disposable) {
        contents.withLock { $0.append(disposable) }
    }

    /// Disposes of everything in the bag and leaves it empty and usable, so that a view can be bound anew.
    ///
    /// - Complexity: O(*n*) in the number of disposables.
    public func dispose() {
        let disposables = contents.withLock { contents in
            let disposables = contents
            contents = []
            return disposables
        }
        for disposable in disposables { disposable.dispose() }
    }
}

internal import CBindingPlatform

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

    /// A bag of some disposables, with the line of the call for an inspector.
    public convenience init(
        disposing disposables: any Disposable..., fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(disposing: disposables, fileID: fileID, line: line)
    }

    /// A bag of some disposables, with the line of the call for an inspector.
    public convenience init(
        disposing disposables: [any Disposable], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init()
        insert(disposables, fileID: fileID, line: line)
    }

    deinit { dispose() }

    /// Puts disposables into the bag.
    ///
    /// - Parameters:
    ///   - disposables: The disposables.
    ///   - fileID: The file with the call, for an inspector, as that of the bindings that the disposables end.
    ///   - line: The line of the call, for an inspector.
    /// - Complexity: O(1) amortized for each.
    public func insert(_ disposables: any Disposable..., fileID: StaticString = #fileID, line: UInt = #line) {
        insert(disposables, fileID: fileID, line: line)
    }

    /// Puts disposables into the bag.
    ///
    /// - Parameters:
    ///   - disposables: The disposables.
    ///   - fileID: The file with the call, for an inspector, as that of the bindings that the disposables end.
    ///   - line: The line of the call, for an inspector.
    /// - Complexity: O(1) amortized for each.
    public func insert(_ disposables: [any Disposable], fileID: StaticString = #fileID, line: UInt = #line) {
        if binding_inspects() { Inspection.place(disposables, StaticSourcePlace(fileID, line)) }
        contents.withLock { $0.append(contentsOf: disposables) }
    }

    /// Puts a disposable into the bag that stands somewhere.
    func add(_ disposable: any Disposable, _ fileID: StaticString, _ line: UInt) {
        if binding_inspects() { Inspection.place(disposable, StaticSourcePlace(fileID, line)) }
        add(disposable)
    }

    /// Puts a disposable into the bag, without saying where it stands.
    @usableFromInline package func add(_ disposable: any Disposable) {
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

extension DisposeBag: CompoundDisposable {
    var parts: [any Disposable] { contents.withLock { $0 } }
}

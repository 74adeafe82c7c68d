internal import CBindingPlatform

/// An object that owns bindings: a view, a controller, a view model. Dropping it ends them.
///
/// ```swift
/// @MainActor final class ProfileView: BindingContext {
///     let disposeBag = DisposeBag()
///
///     init(viewModel: ProfileViewModel) {
///         binding {
///             viewModel.$name.drive(nameLabel.rx.text)
///             viewModel.$alert.emit(onNext: { [weak self] in self?.show($0) })
///             if isEditable {
///                 viewModel.$note.bindTwoWay(to: noteField.rx.text)
///             }
///         }
///     }
/// }
/// ```
///
/// Declare the bag with `let`: a main-actor class then conforms without further code. To bind anew, empty it with
/// ``DisposeBag/dispose()``.
public protocol BindingContext: AnyObject {
    /// The bag that holds the bindings.
    var disposeBag: DisposeBag { get }
}

extension BindingContext {
    /// Puts the bindings of a block into the bag.
    ///
    /// - Parameter disposables: The bindings, one per line. `if`, `else`, `switch`, `for`, `if #available` and
    ///   declarations work as they do elsewhere.
    public func binding(@BindingDisposables disposables: () -> any Disposable) {
        if binding_inspects() { Inspection.beginBlock() }
        disposeBag.add(disposables())
        if binding_inspects() { Inspection.note(context: self) }
    }
}

extension DisposeBag {
    /// A bag with the bindings of a block: `let bag = DisposeBag { viewModel.$name => label.rx.text }`; see
    /// ``BindingContext/binding(disposables:)``.
    public convenience init(@BindingDisposables builder: () -> any Disposable) {
        if binding_inspects() { Inspection.beginBlock() }
        self.init()
        add(builder())
    }

    /// Puts the bindings of a block into the bag; see ``BindingContext/binding(disposables:)``.
    public func insert(@BindingDisposables _ disposables: () -> any Disposable) {
        if binding_inspects() { Inspection.beginBlock() }
        add(disposables())
    }
}

/// Combines the disposables of a block into one.
///
/// A line is a disposable, an array of them, or an optional one; any other line, such as a call of `print`, does not
/// compile. One function accepts all of them, because the compiler would try several for every line of a block, which
/// takes half as long again.
@resultBuilder
public enum BindingDisposables {
    /// A line of the block.
    ///
    /// - Parameters:
    ///   - disposable: The binding.
    ///   - fileID: The file that has the line, for an inspector.
    ///   - line: The number of the line, for an inspector.
    public static func buildExpression(
        _ disposable: any Disposable, fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        if binding_inspects() { Inspection.place(disposable, StaticSourcePlace(fileID, line), isLine: true) }
        return disposable
    }

    /// All lines of a block, as one disposable.
    public static func buildBlock(_ parts: any Disposable...) -> any Disposable {
        parts.count == 1 ? parts[0] : DisposableBlock(parts: parts)
    }

    /// An `if` without `else`; there is nothing to dispose of if the condition does not hold.
    public static func buildOptional(_ part: (any Disposable)?) -> any Disposable { part ?? Disposables.create() }

    /// An `if` with `else`, or a `switch`: one of its branches.
    public static func buildEither(first part: any Disposable) -> any Disposable { part }

    /// An `if` with `else`, or a `switch`: the other of its branches.
    public static func buildEither(second part: any Disposable) -> any Disposable { part }

    /// A `for` loop: the lines of all iterations, as one disposable.
    public static func buildArray(_ parts: [any Disposable]) -> any Disposable { DisposableBlock(parts: parts) }

    /// The lines under `if #available`.
    public static func buildLimitedAvailability(_ part: any Disposable) -> any Disposable { part }
}

/// The lines of a block, which are only disposed of together.
private struct DisposableBlock: CompoundDisposable {
    let parts: [any Disposable]

    func dispose() {
        for part in parts { part.dispose() }
    }
}

/// A target of `=>`: an observer, a relay, or the storage of a ``Bindable`` or a ``ViewAction``.
///
/// Every ``ObserverType`` is one, without further code. ReactiveSwift's type of this name is the target of its `<~`.
///
/// The protocol keeps the number of overloads of the operator small: the compiler tries each of them for every binding.
public protocol BindingTarget<Element>: Sendable {
    /// The type of the values that the target receives.
    associatedtype Element: Sendable

    /// Binds a source to this target, on the thread that sends, or on the main actor if the target belongs there.
    ///
    /// - Returns: A disposable that ends the binding.
    func take(from source: some ObservableType<Element>) -> any Disposable

    /// Binds a source to this target, on the main actor.
    ///
    /// - Returns: A disposable that ends the binding.
    func takeOnMainActor(from source: consuming some SharedSequenceConvertibleType<Element>) -> any Disposable

    /// The same target as an observer.
    func asObserver() -> AnyObserver<Element>
}

extension BindingTarget {
    public func take(from source: some ObservableType<Element>) -> any Disposable { asObserver().take(from: source) }

    public func takeOnMainActor(from source: consuming some SharedSequenceConvertibleType<Element>) -> any Disposable {
        asObserver().takeOnMainActor(from: source)
    }
}

extension ObserverType {
    public func take(from source: some ObservableType<Element>) -> any Disposable {
        source.asObservable().subscribe(self)
    }

    @inlinable
    public func takeOnMainActor(from source: consuming some SharedSequenceConvertibleType<Element>) -> any Disposable {
        source.asSequenceOfOneObserver().run(self)
    }

    public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

/// A property is a target by its storage, which is visible to its owner only:
/// `$email.map { Check($0) } => _emailCheck`.
extension Bindable: BindingTarget {
    /// An observer that sets the property to each value. A completion does not reach it; an error is a programming
    /// error, as in ``ObservableType/bind(onNext:)``.
    public func asObserver() -> AnyObserver<Value> { .init(taking: { wrappedValue = $0 }, for: Bindable.self) }
}

/// An action is a target by its storage, which is visible to its owner only: `$title => _show`.
extension ViewAction: BindingTarget {
    public typealias Element = (repeat each Argument)

    /// An observer that calls the action with each value. A completion does not reach it; an error is a programming
    /// error, as in ``ObservableType/bind(onNext:)``.
    public func asObserver() -> AnyObserver<Element> { relay.asAction() }
}

extension PublishRelay {
    /// An observer that does the same as the action of this relay. (The compiler does not support closures over a tuple
    /// of any number of arguments, which an action would need.)
    fileprivate func asAction() -> AnyObserver<Element> {
        .init(taking: watchingSend ?? accept, for: ViewAction<Element>.self)
    }
}

extension AnyObserver {
    init(taking accept: @escaping @Sendable (Element) -> Void, for kind: Any.Type) {
        self.init { event in
            switch event {
            case .next(let element): DueAtEnd.binding { accept(element) }
            case .error(let error): Termination.error(error).reportErrorInBinding(to: kind)
            case .completed: break
            }
        }
    }
}

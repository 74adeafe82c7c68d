public import Binding

// Disfavored: a closure in braces, `bind { … }`, is called with each value.

extension ObservableType {
    /// Calls a function with the sequence, and returns its result: what a view offers to bind itself.
    ///
    /// The same as RxSwift's. The function is called at once, on the thread of the caller.
    ///
    /// ```swift
    /// viewModel.names.bind(to: table.rows).disposed(by: bag)
    /// ```
    ///
    /// - Parameter binder: Receives this sequence.
    @_disfavoredOverload
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Calls a function with the sequence, and the function that it returns with an argument.
    ///
    /// - Parameters:
    ///   - binder: Receives this sequence.
    ///   - curriedArgument: What the function that it returns receives.
    @_disfavoredOverload
    public func bind<Argument, Result>(
        to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        binder(self)(curriedArgument)
    }
}

extension SharedSequence where Sharing == DriverSharing {
    /// Calls a function with the driver as an observable, and returns its result.
    ///
    /// The same as RxCocoa's. The function is called at once, on the thread of the caller.
    ///
    /// - Parameter transformation: Receives the values of the driver.
    @_disfavoredOverload
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        transformation(asObservable())
    }

    /// Calls a function with the driver as an observable, and the function that it returns with an argument.
    ///
    /// - Parameters:
    ///   - with: Receives the values of the driver.
    ///   - curriedArgument: What the function that it returns receives.
    @_disfavoredOverload
    public func drive<Argument, Result>(
        _ with: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument
    ) -> Result {
        with(asObservable())(curriedArgument)
    }
}

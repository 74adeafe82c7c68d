import Binding

/// How a sequence with at most one value ended.
enum PrimitiveResult<Element: Sendable>: Sendable {
    case value(Element)
    case error(any Error)
    case end
}

extension Observable {
    /// Calls a closure once: with the value, with the error, or, if it comes first, with the end.
    ///
    /// What follows the value, as the error of a closure that is called after it does, is left out.
    ///
    /// - Parameters:
    ///   - onResult: Called on the thread that sends.
    ///   - onDisposed: Called once when the subscription has ended, in whichever way.
    func subscribeOnce(
        _ onResult: @escaping @Sendable (PrimitiveResult<Element>) -> Void, onDisposed: (@Sendable () -> Void)?
    ) -> any Disposable {
        let hasResult = Guarded(false)
        let report: @Sendable (PrimitiveResult<Element>) -> Void = { result in
            let isFirst = hasResult.withLock { hasResult in
                defer { hasResult = true }
                return !hasResult
            }
            if isFirst { onResult(result) }
        }
        return subscribe(
            onNext: { report(.value($0)) }, onError: { report(.error($0)) }, onCompleted: { report(.end) },
            onDisposed: onDisposed)
    }
}

/// Reports an error that no closure takes, as `subscribe` of an observable does.
func reportUnhandled(_ error: any Error) { BindingDiagnostics.warn(.unhandledError(error)) }

/// A closure whose errors are ignored.
func ignoringErrors<Value>(_ body: (@Sendable (Value) throws -> Void)?) -> (@Sendable (Value) -> Void)? {
    guard let body else { return nil }
    return { try? body($0) }
}

import Binding
import CGTK

extension Reactive where Base: Window {
    /// Asks whether the window may be closed, when its user or ``Window/close()`` wants that, by a closure that may ask the
    /// user. The window stays open until the closure returns `true`.
    ///
    /// ```swift
    /// window.rx.mayClose { window in
    ///     guard viewModel.hasChanges else { return true }
    ///     return await window.confirm("Discard the letter?", button: "_Discard", isDestructive: true)
    /// }
    /// ```
    ///
    /// While it is being asked, further requests have no effect. Where others are asked, too, by this or by
    /// ``closeRequest``, the window is closed when all of them have agreed.
    ///
    /// - Parameter mayClose: Called on the main actor with the window, in a task that is cancelled if the window is closed
    ///   in another way, or the binding ends. Returns whether the window may be closed.
    /// - Returns: A disposable that ends the binding.
    public func mayClose(_ mayClose: @escaping @MainActor (Base) async -> Bool) -> any Disposable {
        let question = ClosingQuestion(mayClose)
        return Disposables.create(
            closeRequest.answer(with: base) { window in question.isAnswered(for: window) },
            base.closures.subscribe(onNext: { question.cancel() }), Disposables.create { question.cancel() })
    }
}

/// A question whether a window may be closed, which is asked at most once at a time.
@MainActor
private final class ClosingQuestion<Base: Window> {
    private let mayClose: @MainActor (Base) async -> Bool
    private var task: Task<Void, Never>?
    private var isAgreed = false

    init(_ mayClose: @escaping @MainActor (Base) async -> Bool) { self.mayClose = mayClose }

    /// Whether the answer is yes. If there is none yet, asks, and closes the window with it.
    func isAnswered(for window: Base) -> Bool {
        if isAgreed { return true }
        guard task == nil else { return false }
        task = Task { [weak window] in
            guard let window, await mayClose(window), !Task.isCancelled else {
                task = nil
                return
            }
            task = nil
            isAgreed = true
            window.close()
            isAgreed = false
        }
        return false
    }

    nonisolated func cancel() {
        MainScheduler.run { self.task?.cancel() }
    }
}

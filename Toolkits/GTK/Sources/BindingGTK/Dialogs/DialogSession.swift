import Binding
import CGTK

/// A dialog that is shown over a window until it is answered or the window is closed.
///
/// Its signal connections hold the session, and with it the dialog, until it ends.
@MainActor
final class DialogSession {
    private let dialog: GObject
    private let close: @MainActor () -> Void
    private var connections: [@MainActor () -> Void] = []
    private var answered: (@MainActor (Int?) -> Void)?

    /// - Parameters:
    ///   - dialog: An object with a `response` signal.
    ///   - close: Removes the dialog for good.
    init(_ dialog: GObject, close: @escaping @MainActor () -> Void) {
        self.dialog = dialog
        self.close = close
    }

    /// Shows the dialog.
    ///
    /// - Parameters:
    ///   - window: The window that the dialog belongs to. If it has been closed, the dialog ends at once.
    ///   - show: Shows the dialog.
    ///   - answered: Called once, when the dialog has gone, with its response, or with `nil` if nobody answered.
    func begin(over window: Window, show: () -> Void, answered: @escaping @MainActor (Int?) -> Void) {
        self.answered = answered
        guard window.isOpen else { return finish(nil) }
        connections = [dialog.connect("response") { [self] in finish($0[0]) }]
        for closing in [window, dialog as? Window] {
            let subscription = closing?.closures.asSignal().emit(onNext: { [self] in finish(nil) })
            if let subscription { connections.append(subscription.dispose) }
        }
        show()
    }

    /// Ends the session, unless it has ended.
    func finish(_ response: Int?) {
        guard let answered else { return }
        self.answered = nil
        for disconnect in connections { disconnect() }
        connections = []
        close()
        answered(response)
    }

    /// Shows the dialog and waits for its response, which is `nil` if nobody answers or the task is cancelled.
    func response(over window: Window, show: () -> Void) async -> Int? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(over: window, show: show) { continuation.resume(returning: $0) }
                if Task.isCancelled { finish(nil) }
            }
        } onCancel: {
            Task { @MainActor in finish(nil) }
        }
    }
}

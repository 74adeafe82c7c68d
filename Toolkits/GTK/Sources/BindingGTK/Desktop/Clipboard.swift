import Binding
import CGTK

/// What programs copy to and paste from.
///
/// ```swift
/// copyButton.rx.clicked => { Clipboard.standard.write(viewModel.link) }
/// if let text = await Clipboard.standard.text { viewModel.insert(text) }
/// ```
///
/// `Clipboard.standard.rx.changed` tells that something else has been copied, by whatever program.
public final class Clipboard: GObject {
    /// The clipboard of the copy and paste keys.
    public static var standard: Clipboard { of(gdk_display_get_clipboard(Desktop.display)) }

    /// What is selected, where the display has such a thing: the middle button pastes it.
    public static var selection: Clipboard { of(gdk_display_get_primary_clipboard(Desktop.display)) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    private static func of(_ clipboard: OpaquePointer) -> Clipboard {
        GObject.of(UnsafeMutableRawPointer(clipboard)) as! Clipboard
    }

    /// The text that it holds; `nil` where that is no text, or the task is cancelled.
    public var text: String? {
        get async {
            let cancellation = Cancellation()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    gdk_clipboard_read_text_async(
                        opaque, cancellation.raw, Self.finish,
                        Unmanaged.passRetained(Reading(continuation)).toOpaque())
                }
            } onCancel: {
                Task { @MainActor in cancellation.cancel() }
            }
        }
    }

    /// Puts a text into it.
    public func write(_ text: String) { gdk_clipboard_set_text(opaque, text) }

    private static let finish: GAsyncReadyCallback = { clipboard, result, data in
        let reading = Unmanaged<Reading>.fromOpaque(data!).takeRetainedValue()
        let text = gdk_clipboard_read_text_finish(OpaquePointer(clipboard), result, nil)
        defer { g_free(text) }
        reading.continuation.resume(returning: text.map { String(cString: $0) })
    }

    private final class Reading: Sendable {
        let continuation: CheckedContinuation<String?, Never>

        init(_ continuation: CheckedContinuation<String?, Never>) {
            self.continuation = continuation
        }
    }
}

/// What calls something off that C is doing.
@MainActor
private final class Cancellation {
    nonisolated(unsafe) let raw = g_cancellable_new()!

    deinit { g_object_unref(raw) }

    func cancel() { g_cancellable_cancel(raw) }
}

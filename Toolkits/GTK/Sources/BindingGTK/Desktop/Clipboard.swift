import Binding
import CGTK

/// The clipboard that programs copy to and paste from.
///
/// ```swift
/// copyButton.rx.clicked => { Clipboard.standard.write(viewModel.link) }
/// if let text = await Clipboard.standard.text { viewModel.insert(text) }
/// ```
///
/// `Clipboard.standard.rx.changed` emits when any program has copied something else.
public final class Clipboard: GObject {
    /// The clipboard that the copy and paste keys use.
    public static var standard: Clipboard { of(gdk_display_get_clipboard(Desktop.display)) }

    /// The current selection, on displays that have one: the middle mouse button pastes it.
    public static var selection: Clipboard { of(gdk_display_get_primary_clipboard(Desktop.display)) }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    private static func of(_ clipboard: OpaquePointer) -> Clipboard {
        GObject.of(UnsafeMutableRawPointer(clipboard)) as! Clipboard
    }

    /// The text on the clipboard; `nil` if it holds no text, or if the task is cancelled.
    public var text: String? {
        get async {
            let reading = Reading()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    reading.begin(of: self) { continuation.resume(returning: $0) }
                    if Task.isCancelled { reading.cancel() }
                }
            } onCancel: {
                Task { @MainActor in reading.cancel() }
            }
        }
    }

    /// Puts a text on the clipboard.
    public func write(_ text: String) { gdk_clipboard_set_text(opaque, text) }
}

/// A pending request for the clipboard's text.
@MainActor
private final class Reading {
    private let cancellable = GObject(taking: UnsafeMutableRawPointer(g_cancellable_new()))
    /// Called once, with the text or `nil`.
    private var finished: (@MainActor (String?) -> Void)?

    func begin(of clipboard: Clipboard, finished: @escaping @MainActor (String?) -> Void) {
        self.finished = finished
        gdk_clipboard_read_text_async(
            clipboard.opaque, cancellable.typed(),
            { clipboard, result, reading in
                let reading = Unmanaged<Reading>.fromOpaque(reading!).takeRetainedValue()
                let characters = gdk_clipboard_read_text_finish(OpaquePointer(clipboard), result, nil)
                defer { g_free(characters) }
                let text = characters.map { String(cString: $0) }
                MainActor.assumeIsolated { reading.finish(text) }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// Does not wait for GTK, which keeps waiting until the program that owns the text answers.
    func cancel() {
        g_cancellable_cancel(cancellable.typed())
        finish(nil)
    }

    private func finish(_ text: String?) {
        finished?(text)
        finished = nil
    }
}

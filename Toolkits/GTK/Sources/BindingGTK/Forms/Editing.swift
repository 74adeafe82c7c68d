import Binding
import CGTK

/// A widget with a line of text that the user edits.
@MainActor
public protocol EditableText: Widget {}

extension Entry: EditableText {}
extension PasswordEntry: EditableText {}
extension SearchEntry: EditableText {}
extension SpinButton: EditableText {}

extension Reactive where Base: EditableText {
    /// Emits when the user presses Enter in the line, or leaves it for another widget of the window:
    /// `viewModel.$name <=> entry.rx.text.committed(on: entry.rx.editingDidEnd)`.
    public var editingDidEnd: ControlEvent<Void> {
        controlEvent { field, send in
            let disconnect = field.observeLeaving { send(()) }
            // The text widget inside each of them emits this signal; the outer widget's own handler runs first.
            let text = GObject.of(UnsafeMutableRawPointer(gtk_editable_get_delegate(field.opaque)))
            let disconnectText = text.connect("activate") { _ in send(()) }
            return {
                disconnect()
                disconnectText()
            }
        }
    }
}

extension Reactive where Base: TextView {
    /// Emits when the user leaves the text for another widget of the window:
    /// `viewModel.$letter <=> view.rx.text.committed(on: view.rx.editingDidEnd)`.
    public var editingDidEnd: ControlEvent<Void> {
        controlEvent { view, send in view.observeLeaving { send(()) } }
    }
}

extension Widget {
    /// Calls a closure whenever the widget has lost focus.
    ///
    /// - Returns: A closure that disconnects.
    fileprivate func observeLeaving(_ left: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        observeFocus { [weak self] in
            if self?.isFocused == false { left() }
        }
    }
}

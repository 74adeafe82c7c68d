import Binding
import CGTK

extension Widget {
    /// Whether the widget, or a widget inside it, has the keyboard focus of its window, whether or not that window is
    /// the active one. In a window that has been closed, nothing has it.
    public final var isFocused: Bool {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
            OpenWindows.shared.contains(UnsafeMutableRawPointer(root))
        else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// Calls a closure whenever the widget gains or loses the focus of its window, or moves to another window.
    ///
    /// - Returns: A closure that disconnects.
    func observeFocus(_ changed: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let observation = FocusObservation(self, changed)
        observation.begin()
        return { [weak observation] in observation?.end() }
    }
}

/// Observes a widget's focus, which its window keeps track of. The widget's signal connection holds it until it ends,
/// and it has all connections that it has made.
@MainActor
private final class FocusObservation {
    private weak let widget: Widget?
    private let changed: @MainActor () -> Void
    private var isFocused: Bool
    private var disconnect: @MainActor () -> Void = {}
    private var disconnectWindow: @MainActor () -> Void = {}

    init(_ widget: Widget, _ changed: @escaping @MainActor () -> Void) {
        self.widget = widget
        self.changed = changed
        isFocused = widget.isFocused
    }

    func begin() {
        if let widget { disconnect = widget.connect("notify::root") { [self] _ in follow() } }
        follow()
    }

    func end() {
        leave()
        disconnect()
    }

    /// Observes the window that the widget is in now.
    private func follow() {
        leave()
        if let widget, let root = gtk_widget_get_root(widget.widget) {
            let window = GObject.of(UnsafeMutableRawPointer(root))
            let disconnect = window.connect("notify::focus-widget") { [weak self] _ in self?.compare() }
            let closed = (window as? Window)?.closures.asSignal().emit(onNext: { [weak self] in self?.compare() })
            disconnectWindow = {
                disconnect()
                closed?.dispose()
            }
        }
        compare()
    }

    private func leave() {
        disconnectWindow()
        disconnectWindow = {}
    }

    private func compare() {
        guard let widget, widget.isFocused != isFocused else { return }
        isFocused.toggle()
        changed()
    }
}

extension Reactive where Base: Widget {
    /// Whether the widget, or a widget inside it, has the keyboard focus of its window, both ways:
    /// `viewModel.focus[.name] <=> entry.rx.isFocused`.
    ///
    /// A widget that cannot take the focus, because it is insensitive or not in a window yet, emits `false`. So bind it
    /// once it is in its window.
    public var isFocused: ControlProperty<Bool> {
        controlProperty(
            observe: { widget, changed in
                let disconnect = widget.observeFocus(changed)
                let refusals = widget.focusRefusals.subscribe(onNext: { _ in MainActor.assumeIsolated(changed) })
                return {
                    disconnect()
                    refusals.dispose()
                }
            },
            getter: { $0.isFocused },
            setter: { widget, isFocused in
                guard isFocused != widget.isFocused else { return }
                if !isFocused {
                    gtk_root_set_focus(gtk_widget_get_root(widget.widget), nil)
                } else if !widget.grabFocus() {
                    widget.focusRefusals.accept(())
                }
            })
    }
}

import Binding
import CGTK

/// A window.
///
/// It exists until it is closed, whether or not the program holds it. A subclass may have a view model, a bag, and
/// whatever else it needs:
///
/// ```swift
/// final class HelloWindow: Window, BindingContext {
///     let disposeBag = DisposeBag()
///     let greeting = Label()
///
///     init(_ viewModel: HelloViewModel, _ application: Application) {
///         super.init("Hello", application: application)
///         child = greeting
///         binding { viewModel.$greeting => greeting.rx.label }
///     }
/// }
/// ```
open class Window: Widget {
    /// Makes a window; ``present()`` shows it.
    ///
    /// - Parameters:
    ///   - title: The text of its title bar.
    ///   - application: The program that the window belongs to, which runs as long as it has a window; the window may
    ///     be made before that runs. It does not wait for windows that belong to none.
    ///   - width: The initial width; `nil` for the width that it needs.
    ///   - height: The initial height; `nil` for the height that it needs.
    public init(_ title: String, application: Application? = nil, width: Int? = nil, height: Int? = nil) {
        let type = application == nil ? gtk_window_get_type() : gtk_application_window_get_type()
        super.init(wrapping: made(g_object_new_with_properties(type, 0, nil, nil)))
        setUp(title, application, width, height)
    }

    /// Sets what a new window begins with.
    package final func setUp(_ title: String, _ application: Application?, _ width: Int?, _ height: Int?) {
        application?.add(self)
        gtk_window_set_title(typed(), title)
        gtk_window_set_default_size(typed(), Int32(width ?? -1), Int32(height ?? -1))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The widget that fills the window.
    public final var child: Widget? {
        get { Widget.from(gtk_window_get_child(typed())) }
        set { if newValue !== child { gtk_window_set_child(typed(), newValue?.moved(into: self)) } }
    }

    /// A widget in place of the title bar, such as a ``HeaderBar``. Set it before the window is shown.
    public final var titlebar: Widget? {
        get { Widget.from(gtk_window_get_titlebar(typed())) }
        set { if newValue !== titlebar { gtk_window_set_titlebar(typed(), newValue?.moved(into: self)) } }
    }

    /// Whether the window has not been closed, shown or not.
    public final var isOpen: Bool { OpenWindows.shared.contains(raw) }

    /// Emits when the window has been closed. GTK does not emit `destroy` while anybody holds the window, and
    /// `unrealize` only if it was shown.
    final var closures: PublishRelay<Void> {
        _ = OpenWindows.shared
        return closureRelay
    }
    private lazy var closureRelay = PublishRelay<Void>()

    /// Shows the window in front of the others. A window that has been closed remains closed.
    public final func present() {
        if isOpen { gtk_window_present(typed()) }
    }

    /// Closes the window as its user does: an answer to `rx.closeRequest` may keep it open.
    public final func close() { gtk_window_close(typed()) }

    /// Closes the window without asking.
    public final func destroy() { gtk_window_destroy(typed()) }
}

extension Reactive where Base: Window {
    /// Asks whether the window may be closed, when its user or ``Window/close()`` wants that. Without an answer, it
    /// may.
    ///
    /// ```swift
    /// window.rx.closeRequest.answer(with: self) { me in !me.viewModel.hasChanges }
    /// ```
    ///
    /// If several observers answer, one `false` keeps it open.
    public var closeRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { window, ask in window.answer("close-request") { _ in !ask(()) } }
    }

    /// Emits when the window has been closed, by whatever means, and whether or not it was shown.
    public var closed: ControlEvent<Void> {
        controlEvent(base.closures)
    }
}

extension Widget {
    /// The window that contains the widget.
    public final var window: Window? {
        Window.from(gtk_widget_get_root(widget))
    }
}

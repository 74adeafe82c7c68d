import Binding
import CGTK

/// A window.
///
/// It is there until it is closed, whether or not the program holds it; a subclass may have a view model, a bag, and whatever else
/// it needs:
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
    /// Makes a window, which is shown by ``present()``.
    ///
    /// - Parameters:
    ///   - title: What stands in its title bar.
    ///   - application: The program that the window belongs to, which runs as long as it has one. A window without is not waited
    ///     for.
    ///   - width: How wide it is at first; `nil` for as wide as it needs to be.
    ///   - height: How high it is at first.
    public init(_ title: String, application: Application? = nil, width: Int? = nil, height: Int? = nil) {
        super.init(application.map { gtk_application_window_new($0.typed()) } ?? gtk_window_new())
        gtk_window_set_title(typed(), title)
        gtk_window_set_default_size(typed(), Int32(width ?? -1), Int32(height ?? -1))
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// What fills the window.
    public final var child: Widget? {
        get { Widget.from(gtk_window_get_child(typed())) }
        set { if newValue !== child { gtk_window_set_child(typed(), newValue?.moved(into: self)) } }
    }

    /// What stands in place of a title bar, such as a ``HeaderBar``. To be set before the window is shown.
    public final var titlebar: Widget? {
        get { Widget.from(gtk_window_get_titlebar(typed())) }
        set { if newValue !== titlebar { gtk_window_set_titlebar(typed(), newValue?.moved(into: self)) } }
    }

    /// Whether the window has not been closed, shown or not.
    public final var isOpen: Bool {
        let windows = gtk_window_get_toplevels()!
        return (0..<g_list_model_get_n_items(windows)).contains { index in
            let window = g_list_model_get_item(windows, index)
            defer { g_object_unref(window) }
            return window == raw
        }
    }

    /// Shows the window, in front of the others. One that has been closed stays so.
    public final func present() {
        if isOpen { gtk_window_present(typed()) }
    }

    /// Closes the window as its user does: whoever answers `rx.closeRequest` may keep it open.
    public final func close() { gtk_window_close(typed()) }

    /// Closes the window, and asks nobody.
    public final func destroy() { gtk_window_destroy(typed()) }
}

extension Reactive where Base: Window {
    /// The window's user, or ``Window/close()``, wants it closed. Answer with whether it may; where nobody answers, it may.
    ///
    /// ```swift
    /// window.rx.closeRequest.answer(with: self) { me in !me.viewModel.hasChanges }
    /// ```
    ///
    /// Where several answer, one `false` keeps it open.
    public var closeRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { window, ask in window.answer("close-request") { _ in !ask(()) } }
    }

    /// The window has been closed, by whatever means.
    public var closed: ControlEvent<Void> {
        // What GTK calls the end of a window is not sent while anybody holds it.
        controlEvent { window, send in window.connect("unrealize") { _ in send(()) } }
    }
}

extension Widget {
    /// The window that the widget is in.
    public final var window: Window? {
        Window.from(gtk_widget_get_root(widget))
    }
}

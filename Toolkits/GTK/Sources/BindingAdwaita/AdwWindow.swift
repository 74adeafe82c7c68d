import BindingGTK
import CAdwaita
import CGTK

/// A window without a title bar of its own: an ``AdwHeaderBar`` is a part of what it shows, `properties.content`.
open class AdwWindow: Window {
    /// Makes a window; ``present()`` shows it.
    ///
    /// - Parameters:
    ///   - title: What the desktop calls it.
    ///   - application: The program that the window belongs to, which runs as long as it has a window. It does not wait
    ///     for windows that belong to none.
    ///   - width: The initial width; `nil` for the width that it needs.
    ///   - height: The initial height; `nil` for the height that it needs.
    public override init(_ title: String, application: Application? = nil, width: Int? = nil, height: Int? = nil) {
        let type = application == nil ? adw_window_get_type() : adw_application_window_get_type()
        super.init(wrapping: made(g_object_new_with_properties(type, 0, nil, nil)))
        setUp(title, application, width, height)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The widget that fills the window.
    public final var content: Widget? {
        get { properties.content }
        set { if newValue !== content { properties.content = newValue } }
    }
}

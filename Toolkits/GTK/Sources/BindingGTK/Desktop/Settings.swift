import Binding
import CGTK

/// The display that shows the program's windows.
@MainActor
enum Desktop {
    static var display: OpaquePointer {
        open()
        return gdk_display_get_default()!
    }

    /// Makes GTK find its display, as ``Application/run(_:)`` does otherwise.
    static func open() {
        guard !isOpen else { return }
        require(
            gtk_init_check() != 0,
            "GTK finds no display. Start the program on a desktop, with DISPLAY or WAYLAND_DISPLAY set, or by xvfb-run."
        )
        isOpen = true
    }

    private static var isOpen = false
}

/// The desktop's settings for how all windows of the program look and behave: `Settings.standard.rx.gtkFontName`.
public final class Settings: GObject {
    /// The settings of the display.
    public static var standard: Settings {
        GObject.of(UnsafeMutableRawPointer(gtk_settings_get_for_display(Desktop.display))) as! Settings
    }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

extension Reactive where Base: Settings {
    /// Whether windows are dark: `viewModel.$isDark <=> Settings.standard.rx.prefersDarkTheme`.
    public var prefersDarkTheme: ControlProperty<Bool> { property("gtk-application-prefer-dark-theme") }
}

/// CSS for the widgets of the program.
@MainActor
public enum Style {
    /// Applies a CSS text to all widgets. GTK writes errors in it to standard error.
    ///
    /// ```swift
    /// Style.load(".title { font-size: 200%; }")
    /// Label("Letters").addClass("title")
    /// ```
    ///
    /// - Returns: A disposable that removes the style; it need not be kept.
    @discardableResult
    public static func load(_ css: String) -> any Disposable {
        load { gtk_css_provider_load_from_data($0, css, -1) }
    }

    /// Applies a style sheet among the program's ``Resources`` to all widgets. GTK writes errors in it to standard
    /// error.
    ///
    /// - Parameter path: Its path, such as `/org/example/Letters/print.css`.
    /// - Returns: A disposable that removes the style; it need not be kept.
    @discardableResult
    public static func load(resource path: String) -> any Disposable {
        load { gtk_css_provider_load_from_resource($0, path) }
    }

    private static func load(_ read: (UnsafeMutablePointer<GtkCssProvider>) -> Void) -> any Disposable {
        let provider = gtk_css_provider_new()!
        read(provider)
        let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
        gtk_style_context_add_provider_for_display(Desktop.display, OpaquePointer(provider), priority)
        // The display holds it from now on.
        let object = GObject(taking: UnsafeMutableRawPointer(provider))
        return Disposables.create {
            Task { @MainActor in
                gtk_style_context_remove_provider_for_display(Desktop.display, object.opaque)
            }
        }
    }
}

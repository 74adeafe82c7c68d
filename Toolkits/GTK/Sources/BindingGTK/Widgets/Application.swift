import Binding
import CGTK

/// A program with windows.
///
/// ```swift
/// let application = Application(id: "org.example.Hello") { application in
///     HelloWindow(application).present()
/// }
/// exit(application.run())
/// ```
open class Application: GObject {
    /// Makes an application.
    ///
    /// - Parameters:
    ///   - id: A name such as `org.example.Hello`, or `nil` for a program that has none. If the program is unique, a
    ///     second start activates the first one.
    ///   - isUnique: Whether the program runs at most once.
    ///   - activate: Called on the main actor when the program starts, and when it is started again; it shows a window.
    public convenience init(
        id: String? = nil, isUnique: Bool = false, activate: @escaping @MainActor (Application) -> Void
    ) {
        self.init(id: id, isUnique: isUnique, make: { UnsafeMutableRawPointer(gtk_application_new($0, $1)!) }, activate)
    }

    package init(
        id: String?, isUnique: Bool, make: (String?, CGTK.GApplicationFlags) -> UnsafeMutableRawPointer,
        _ activate: @escaping @MainActor (Application) -> Void
    ) {
        require(
            id.map { g_application_id_is_valid($0) != 0 } ?? true,
            "Application(id: \"\(id ?? "")\"): an id is made of names with dots between them, such as 'org.example.Hello'."
        )
        super.init(taking: make(id, isUnique ? .init(rawValue: 0) : G_APPLICATION_NON_UNIQUE))
        // The argument is typed by the emitting object; a reference of its own would be a cycle.
        connect("activate") { [unowned self] _ in activate(self) }
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// Makes a window one of the program's. GTK takes none before the program has started, so a window that is made
    /// earlier joins it then, unless it has been closed.
    func add(_ window: Window) {
        guard g_application_get_is_registered(typed()) == 0 else {
            return gtk_application_add_window(typed(), window.typed())
        }
        connect("startup") { [unowned self, weak window] _ in
            if let window, window.isOpen { gtk_application_add_window(typed(), window.typed()) }
        }
    }

    private var hasRun = false

    /// Runs the program until its last window is closed or ``quit()`` is called; GLib's loop serves the main actor
    /// meanwhile.
    ///
    /// Call it on the first thread, from a synchronous `main`. GTK does not get the program's own arguments.
    ///
    /// - Returns: The exit status.
    public func run() -> Int32 {
        require(!hasRun, "Application.run: an application runs once. Make another one.")
        hasRun = true
        GTKMainLoop.install()
        // The name of the program, for GTK's messages.
        return g_application_run(typed(), 1, CommandLine.unsafeArgv)
    }

    /// Ends the program's loop at once, even if windows are open.
    public func quit() { g_application_quit(typed()) }

    /// Makes keys trigger an action, such as `["<Control>s"]` for `app.save`.
    ///
    /// - Parameters:
    ///   - keys: The keys in GTK's notation; an empty array removes the existing ones.
    ///   - action: The action's name with its group: `win.` for a window's, `app.` for the application's.
    public func setKeys(_ keys: [String], for action: String) {
        requireAction(action, "setKeys(\(keys), for: \"\(action)\")")
        for key in keys {
            require(
                gtk_accelerator_parse(key, nil, nil) != 0,
                "setKeys: GTK does not know the keys '\(key)'. They look like '<Control><Shift>s', 'F5', 'Escape'.")
        }
        withCStrings(keys) { gtk_application_set_accels_for_action(typed(), action, $0) }
    }
}

/// Calls a closure with texts as a C array that ends with `NULL`.
func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { g_strdup($0) }
    defer { for copy in copies { g_free(copy) } }
    let pointers = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}

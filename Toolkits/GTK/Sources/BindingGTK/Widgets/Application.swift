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
    ///   - id: A name such as `org.example.Hello`, or `nil` for a program that has none. Its desktop file has the same
    ///     name.
    ///   - isUnique: Whether the program runs at most once in a session, if it has an id: a second start then activates
    ///     the first one, or has it open its files, and ends. What the program does before `run()` it does in that process,
    ///     too, and arguments that neither `rx.open` nor `rx.commandLine` is bound to are lost with it: a program that
    ///     reads them itself is not unique.
    ///   - activate: Called on the main actor when the program starts, and when it is started again; it shows a window.
    public convenience init(
        id: String? = nil, isUnique: Bool = true, activate: @escaping @MainActor (Application) -> Void
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
    /// Call it on the first thread, from a synchronous `main`.
    ///
    /// - Parameter arguments: The program's arguments, after its name. They are for `rx.open` and `rx.commandLine`; a
    ///   program that has bound neither reads them itself.
    /// - Returns: The exit status.
    public func run(_ arguments: [String] = CommandLine.arguments) -> Int32 {
        require(!hasRun, "Application.run: an application runs once. Make another one.")
        hasRun = true
        GTKMainLoop.install()
        let takesArguments = handles(G_APPLICATION_HANDLES_OPEN) || handles(G_APPLICATION_HANDLES_COMMAND_LINE)
        // The name of the program, for GTK's messages.
        let words = takesArguments ? arguments : Array(arguments.prefix(1))
        var pointers = words.map { g_strdup($0) } + [nil]
        // GLib moves the pointers.
        let copies = pointers
        defer { for copy in copies { g_free(copy) } }
        return g_application_run(typed(), Int32(words.count), &pointers)
    }

    /// Does what a start of the program without files does, as after `rx.commandLine` has been told of one.
    public func activate() { g_application_activate(typed()) }

    /// Whether GIO hands something to the program that it would otherwise refuse.
    final func handles(_ flag: CGTK.GApplicationFlags) -> Bool {
        g_application_get_flags(typed()).rawValue & flag.rawValue != 0
    }

    /// Makes GIO hand something to the program, which it must be told before the program runs.
    final func handle(_ flag: CGTK.GApplicationFlags, for member: String) {
        guard !handles(flag) else { return }
        require(!hasRun, "Application: rx.\(member) has to be bound before run().")
        let flags = g_application_get_flags(typed()).rawValue | flag.rawValue
        g_application_set_flags(typed(), CGTK.GApplicationFlags(flags))
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

import Binding
import BindingGTK
import BindingInspector
import CGTK

extension Application {
    /// Records what is bound from now on, and gives the program's windows a shortcut that opens an ``InspectorWindow``.
    ///
    /// ```swift
    /// let application = Application(id: "org.example.Hello") { HelloWindow($0).present() }
    /// #if DEBUG
    ///     application.inspector()
    /// #endif
    /// exit(application.run())
    /// ```
    ///
    /// - Parameter shortcut: The keys in GTK's notation. By default they are those that neither GTK nor its own inspector
    ///   uses. The action is `app.binding-inspector`, for a menu.
    public func inspector(shortcut: String = "<Control><Shift>b") {
        if !BindingInspector.shared.isRecording { BindingInspector.shared.start() }
        let action = Action("binding-inspector")
        addActions([action])
        // No binding, which would be one of the program's.
        action.connect("activate") { _ in InspectorWindow.open() }
        setKeys([shortcut], for: "app.binding-inspector")
    }
}

extension InspectorWindow {
    private static weak var shared: InspectorWindow?

    /// Shows the inspector's window, in front of the others. There is one at a time.
    @discardableResult
    public static func open() -> InspectorWindow {
        BindingInspector.shared.unobserved {
            let window = shared.flatMap { $0.isOpen ? $0 : nil } ?? InspectorWindow()
            shared = window
            window.present()
            return window
        }
    }
}

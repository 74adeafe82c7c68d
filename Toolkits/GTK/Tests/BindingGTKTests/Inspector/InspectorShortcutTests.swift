import Binding
import BindingGTK
import BindingGTKInspector
import BindingInspector
import CGTK
import Testing

/// How the inspector's window is opened.
@MainActor @Suite struct InspectorShortcutTests {
    @Test func aShortcutOpensTheWindowOnce() async throws {
        let application = Application(isUnique: false) { _ in }
        g_application_register(application.typed(), nil, nil)
        application.inspector()
        defer { BindingInspector.shared.stop() }
        #expect(BindingInspector.shared.isRecording)
        let window = InspectedWindow(InspectedViewModel(), application)
        defer { window.destroy() }
        try await User.look(at: window)
        try await User.press("ctrl+shift+b")
        try await eventually("it is open") { inspectors.count == 1 }
        let inspector = try #require(inspectors.first)
        defer { inspector.destroy() }
        #expect(InspectorWindow.open() === inspector && inspectors.count == 1)
        // It is no window of the program's, which ends without it.
        #expect(inspector.properties.application == nil)
    }

    @Test func theExampleOfTheDocumentRecordsFromThen() {
        // EXAMPLE: gtk, inspector
        let application = Application(id: "org.example.Hello") { application in
            HelloWindow(HelloViewModel(), application).present()
        }
        #if DEBUG
            application.inspector()
        #endif
        // END
        defer { BindingInspector.shared.stop() }
        #if DEBUG
            #expect(BindingInspector.shared.isRecording)
        #endif
        _ = application
    }

    private final class HelloViewModel {}

    private final class HelloWindow: Window {
        init(_: HelloViewModel, _ application: Application) { super.init("Hello", application: application) }
    }

    private var inspectors: [InspectorWindow] {
        let list = gtk_window_get_toplevels()!
        return (0..<g_list_model_get_n_items(list)).compactMap { place in
            let raw = g_list_model_get_item(list, place)!
            defer { g_object_unref(raw) }
            return GObject.of(raw) as? InspectorWindow
        }
    }
}

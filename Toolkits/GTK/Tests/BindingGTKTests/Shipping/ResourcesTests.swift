import Binding
import BindingGTK
import CGTK
import Glibc
import Testing

/// Files that a program brings with it.
@MainActor @Suite struct ResourcesTests {
    private struct Failure: Error {}

    /// Compiles resources, and returns the path of the file.
    private static func compile(_ files: [String: String]) throws -> String {
        guard let folder = takenText(g_dir_make_tmp("binding-resources-XXXXXX", nil)) else { throw Failure() }
        for (name, text) in files { g_file_set_contents("\(folder)/\(name)", text, -1, nil) }
        let names = files.keys.sorted().map { "<file>\($0)</file>" }.joined()
        let list = "<gresources><gresource prefix=\"/org/example/Test\">\(names)</gresource></gresources>"
        g_file_set_contents("\(folder)/test.gresource.xml", list, -1, nil)
        var status: gint = -1
        let command = "glib-compile-resources --sourcedir \(folder) \(folder)/test.gresource.xml"
        guard g_spawn_command_line_sync(command, nil, nil, &status, nil) != 0, status == 0 else { throw Failure() }
        return "\(folder)/test.gresource"
    }

    @Test func filesOfAResourceFileAreRead() async throws {
        try Resources.load(
            file: Self.compile([
                "words.txt": "Größe", "style.css": ".resource-wide { min-width: 321px; }",
                "window.ui":
                    "<interface><object class=\"GtkLabel\" id=\"title\"><property name=\"label\">A</property></object></interface>",
                "open.ui": "<interface><object class=\"GtkLabel\" id=\"title\">",
            ]))
        #expect(try Resources.bytes("/org/example/Test/words.txt") == Array("Größe".utf8))
        let builder = try Builder(resource: "/org/example/Test/window.ui")
        #expect(builder.widget("title", as: Label.self).properties.label == "A")
        #expect(throws: BuilderError.self) { try Builder(resource: "/org/example/Test/open.ui") }
        let label = Label().addClass("resource-wide")
        let window = Window("Wide")
        window.child = label
        window.present()
        defer { window.destroy() }
        func width() -> Int32 {
            var minimum: gint = 0
            gtk_widget_measure(label.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
            return minimum
        }
        #expect(width() < 321)
        Style.load(resource: "/org/example/Test/style.css")
        try await eventually("the style holds") { width() == 321 }
    }

    @Test func whatIsMissingIsSaid() throws {
        let file = #expect(throws: ResourceError.self) { try Resources.load(file: "/nowhere/test.gresource") }
        #expect(file?.description.contains("/nowhere/test.gresource") == true)
        let bytes = #expect(throws: ResourceError.self) { try Resources.bytes("/nowhere/words.txt") }
        #expect(bytes?.description.contains("/nowhere/words.txt") == true)
        // No resource file at all.
        let text = try #require(takenText(g_dir_make_tmp("binding-resources-XXXXXX", nil))) + "/text"
        g_file_set_contents(text, "no resources", -1, nil)
        #expect(throws: ResourceError.self) { try Resources.load(file: text) }
    }

    @Test func whatBelongsToTheProgramIsBesideItsFolder() throws {
        let program = try #require(takenText(g_file_read_link("/proc/self/exe", nil)))
        let bin = try #require(takenText(g_path_get_dirname(program)))
        #expect(Installation.share == (try #require(takenText(g_path_get_dirname(bin)))) + "/share")
    }

    @Test func aWidgetIsDrawnIntoAFile() async throws {
        let folder = try #require(takenText(g_dir_make_tmp("binding-picture-XXXXXX", nil)))
        let window = Window("A picture", width: 200, height: 100)
        let label = Label("A text")
        window.child = label
        #expect(!label.savePicture(to: "\(folder)/none.png"), "it is not shown yet")
        window.present()
        try await eventually("it has a size") { gtk_widget_get_width(label.widget) >= 200 }
        #expect(label.savePicture(to: "\(folder)/a.png", scale: 2))
        let picture = try await Texture.reading(file: "\(folder)/a.png")
        #expect(gdk_texture_get_width(picture.opaque) == 2 * gtk_widget_get_width(label.widget))
        #expect(gdk_texture_get_height(picture.opaque) == 2 * gtk_widget_get_height(label.widget))
        #expect(!label.savePicture(to: "/nowhere/a.png"))
        window.destroy()
    }
}

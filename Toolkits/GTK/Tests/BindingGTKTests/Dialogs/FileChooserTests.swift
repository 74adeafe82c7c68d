import Binding
import BindingGTK
import CGTK
import Glibc
import Testing

@MainActor @Suite struct FileChooserTests {
    let window = Window("Files")
    let folder: String

    init() {
        window.present()
        folder = String(cString: mkdtemp(strdup("/tmp/binding-gtk-XXXXXX")))
        for name in ["a.txt", "b.txt"] { fclose(fopen("\(folder)/\(name)", "w")) }
    }

    /// The number of rows that a dialog lists.
    private func rowCount(_ widget: UnsafeMutablePointer<GtkWidget>?) -> Int32 {
        guard let widget else { return 0 }
        if g_type_check_instance_is_a(GObject.of(widget).typed(), gtk_tree_view_get_type()) != 0 {
            guard let rows = gtk_tree_view_get_model(GObject.of(widget).typed()) else { return 0 }
            return gtk_tree_model_iter_n_children(rows, nil)
        }
        var count: Int32 = 0
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            count += rowCount(next)
            child = gtk_widget_get_next_sibling(next)
        }
        return count
    }

    /// Chooses a file in a dialog as its user does, or the folder that is shown.
    private func choose(_ name: String, in dialog: Window) async throws {
        // GTK warns if it is told to select something before it has read the folder.
        try await eventually("the folder has been read") { rowCount(dialog.widget) > 0 }
        let file = g_file_new_for_path(name.isEmpty ? folder : "\(folder)/\(name)")
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        if !name.isEmpty { gtk_file_chooser_set_file(dialog.opaque, file, nil) }
        try await eventually("\(name) is selected") {
            let chosen = gtk_file_chooser_get_file(dialog.opaque)
            defer { if let chosen { g_object_unref(UnsafeMutableRawPointer(chosen)) } }
            return chosen.map { g_file_equal($0, file) } == 1
        }
        gtk_dialog_response(dialog.typed(), GTK_RESPONSE_ACCEPT.rawValue)
    }

    private func tidyUp() {
        window.destroy()
        for name in ["a.txt", "b.txt"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    @Test func aFileIsChosen() async throws {
        let filters = [FileFilter("Letters", ["*.txt", "*.md"]), .all("Everything")]
        async let chosen = window.chooseFile("Open a Letter", in: folder, filters: filters)
        let dialog = try await window.dialog()
        #expect(dialog.properties.title == "Open a Letter")
        let shown = gtk_file_chooser_get_filters(dialog.opaque)!
        defer { g_object_unref(UnsafeMutableRawPointer(shown)) }
        #expect(g_list_model_get_n_items(shown) == 2)
        #expect(String(cString: gtk_file_filter_get_name(gtk_file_chooser_get_filter(dialog.opaque))) == "Letters")
        try await choose("b.txt", in: dialog)
        #expect(await chosen == "\(folder)/b.txt")
        #expect(window.dialogs.isEmpty)
        tidyUp()
    }

    @Test func severalFilesAreChosen() async throws {
        async let chosen = window.chooseFiles("Open", in: folder)
        let dialog = try await window.dialog()
        #expect(gtk_file_chooser_get_select_multiple(dialog.opaque) != 0)
        try await choose("a.txt", in: dialog)
        #expect(await chosen == ["\(folder)/a.txt"])
        tidyUp()
    }

    @Test func aNameForANewFileIsChosen() async throws {
        async let chosen = window.chooseFileToSave("Save", name: "new.txt", in: folder)
        let dialog = try await window.dialog()
        #expect(gtk_file_chooser_get_action(dialog.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE)
        try await eventually("the folder is shown, and the name") {
            let file = gtk_file_chooser_get_file(dialog.opaque)
            defer { if let file { g_object_unref(UnsafeMutableRawPointer(file)) } }
            guard let path = file.flatMap({ g_file_get_path($0) }) else { return false }
            defer { g_free(path) }
            return String(cString: path) == "\(folder)/new.txt"
        }
        gtk_dialog_response(dialog.typed(), GTK_RESPONSE_ACCEPT.rawValue)
        #expect(await chosen == "\(folder)/new.txt")
        tidyUp()
    }

    @Test func aFolderIsChosen() async throws {
        async let chosen = window.chooseFolder("Folder", in: folder)
        let dialog = try await window.dialog()
        try await choose("", in: dialog)
        #expect(await chosen == folder)
        tidyUp()
    }

    @Test func nothingIsChosenWhereTheUserCancels() async throws {
        async let chosen = window.chooseFile("Open", in: folder)
        let dialog = try await window.dialog()
        gtk_dialog_response(dialog.typed(), GTK_RESPONSE_CANCEL.rawValue)
        #expect(await chosen == nil)
        async let closed = window.chooseFile("Open", in: folder)
        try await window.dialog().close()
        #expect(await closed == nil)
        tidyUp()
    }

    @Test func nothingIsChosenWhenTheWindowIsClosedOrTheTaskCancelled() async throws {
        let task = Task { await window.chooseFolder("Folder") }
        _ = try await window.dialog()
        task.cancel()
        #expect(await task.value == nil)
        #expect(window.dialogs.isEmpty)
        async let chosen = window.chooseFile("Open", in: folder)
        _ = try await window.dialog()
        tidyUp()
        #expect(await chosen == nil)
        #expect(window.dialogs.isEmpty)
        #expect(await window.chooseFile("Open") == nil, "asked of a window that is closed")
    }

    @Test func nothingStaysWhenItIsOver() async throws {
        weak var parent: Window?
        weak var dialog: Window?
        func ask() async throws {
            let window = Window("Parent")
            window.present()
            async let asked = window.chooseFile("Open", in: folder)
            parent = window
            dialog = try await window.dialog()
            gtk_dialog_response(dialog!.typed(), GTK_RESPONSE_CANCEL.rawValue)
            #expect(await asked == nil)
            window.destroy()
        }
        try await ask()
        try await eventually("dialog and window have gone") { parent == nil && dialog == nil }
        tidyUp()
    }
}

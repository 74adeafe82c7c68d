import Binding
import CGTK

/// Which files a dialog shows: `FileFilter("Pictures", ["*.png", "*.jpg"])`.
public struct FileFilter: Sendable, Hashable {
    /// What the user chooses it by.
    public let name: String
    /// What the names of its files look like, with `*` and `?` for what may stand there.
    public let patterns: [String]

    /// Makes a filter.
    public init(_ name: String, _ patterns: [String]) {
        self.name = name
        self.patterns = patterns
    }

    /// Every file.
    public static func all(_ name: String) -> FileFilter { FileFilter(name, ["*"]) }
}

/// All of these return `nil`, or no path, where the user cancels, the window is closed meanwhile, or the task is cancelled.
///
/// A view answers a view model's `Interaction` with them:
///
/// ```swift
/// viewModel.chooseLetter.answer { [weak self] in await self?.chooseFile("Open a Letter") }
/// ```
extension Window {
    /// Has the user choose a file that is there.
    ///
    /// - Parameters:
    ///   - title: The title of the dialog.
    ///   - folder: The path of the folder that is shown first; `nil` for the one that was used last.
    ///   - filters: Which files are shown. The first one applies until the user chooses another.
    /// - Returns: The file's path.
    public final func chooseFile(
        _ title: String, in folder: String? = nil, filters: [FileFilter] = []
    ) async -> String? {
        await choose(GTK_FILE_CHOOSER_ACTION_OPEN, title, in: folder, filters).first
    }

    /// Has the user choose any number of files that are there. See ``chooseFile(_:in:filters:)``.
    ///
    /// - Returns: The files' paths.
    public final func chooseFiles(
        _ title: String, in folder: String? = nil, filters: [FileFilter] = []
    ) async -> [String] {
        await choose(GTK_FILE_CHOOSER_ACTION_OPEN, title, in: folder, filters, isMultiple: true)
    }

    /// Has the user choose the name and the folder of a file that is to be written. The user is asked before a file that is
    /// there is chosen. See ``chooseFile(_:in:filters:)``.
    ///
    /// - Parameter name: The name that is proposed.
    public final func chooseFileToSave(
        _ title: String, name: String = "", in folder: String? = nil, filters: [FileFilter] = []
    ) async -> String? {
        await choose(GTK_FILE_CHOOSER_ACTION_SAVE, title, name: name, in: folder, filters).first
    }

    /// Has the user choose a folder. See ``chooseFile(_:in:filters:)``.
    ///
    /// - Returns: The folder's path.
    public final func chooseFolder(_ title: String, in folder: String? = nil) async -> String? {
        await choose(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, title, in: folder, []).first
    }

    private func choose(
        _ action: GtkFileChooserAction, _ title: String, name: String? = nil, in folder: String?,
        _ filters: [FileFilter], isMultiple: Bool = false
    ) async -> [String] {
        let chooser = FileChooser(title, action, over: self)
        if let name { gtk_file_chooser_set_current_name(chooser.opaque, name) }
        if let folder { chooser.show(folder: folder) }
        for filter in filters { chooser.add(filter) }
        gtk_file_chooser_set_select_multiple(chooser.opaque, isMultiple ? 1 : 0)
        gtk_native_dialog_set_modal(chooser.typed(), 1)
        // Read before the dialog goes.
        var paths: [String] = []
        let session = DialogSession(chooser) {
            paths = chooser.paths
            gtk_native_dialog_destroy(chooser.typed())
        }
        let response = await session.response(over: self) { gtk_native_dialog_show(chooser.typed()) }
        return response == Int(GTK_RESPONSE_ACCEPT.rawValue) ? paths : []
    }
}

/// A dialog of the desktop's, or GTK's own where the desktop has none.
@MainActor
private final class FileChooser: GObject {
    init(_ title: String, _ action: GtkFileChooserAction, over window: Window) {
        let chooser = gtk_file_chooser_native_new(title, window.typed(), action, nil, nil)!
        super.init(taking: UnsafeMutableRawPointer(chooser))
    }

    func show(folder: String) {
        let file = g_file_new_for_path(folder)
        // One that is not there is not shown.
        gtk_file_chooser_set_current_folder(opaque, file, nil)
        g_object_unref(UnsafeMutableRawPointer(file))
    }

    func add(_ filter: FileFilter) {
        let object = gtk_file_filter_new()
        gtk_file_filter_set_name(object, filter.name)
        for pattern in filter.patterns { gtk_file_filter_add_pattern(object, pattern) }
        gtk_file_chooser_add_filter(opaque, object)
        g_object_unref(UnsafeMutableRawPointer(object))
    }

    /// The paths of what is chosen. What is not on this machine has none.
    var paths: [String] {
        guard let files = gtk_file_chooser_get_files(opaque) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(files)) }
        return (0..<g_list_model_get_n_items(files)).compactMap { index in
            let file = g_list_model_get_item(files, index)!
            defer { g_object_unref(file) }
            guard let path = g_file_get_path(OpaquePointer(file)) else { return nil }
            defer { g_free(path) }
            return String(cString: path)
        }
    }
}

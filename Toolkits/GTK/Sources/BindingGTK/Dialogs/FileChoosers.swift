import Binding
import CGTK

/// A filter for the files that a dialog shows: `FileFilter("Pictures", ["*.png", "*.jpg"])`.
public struct FileFilter: Sendable, Hashable {
    /// The name that the user sees.
    public let name: String
    /// Patterns that file names match, with the wildcards `*` and `?`.
    public let patterns: [String]

    /// Makes a filter.
    public init(_ name: String, _ patterns: [String]) {
        self.name = name
        self.patterns = patterns
    }

    /// Every file.
    public static func all(_ name: String) -> FileFilter { FileFilter(name, ["*"]) }
}

/// Each of these returns `nil`, or no paths, if the user cancels, the window is closed meanwhile, or the task is
/// cancelled.
///
/// A view uses them to answer a view model's `Interaction`:
///
/// ```swift
/// viewModel.chooseLetter.answer { [weak self] in await self?.chooseFile("Open a Letter") }
/// ```
extension Window {
    /// Lets the user choose an existing file.
    ///
    /// - Parameters:
    ///   - title: The title of the dialog.
    ///   - folder: The path of the folder that is shown first; `nil` for the one that was used last.
    ///   - filters: The files to show. The first filter applies until the user chooses another.
    /// - Returns: The file's path.
    public final func chooseFile(
        _ title: String, in folder: String? = nil, filters: [FileFilter] = []
    ) async -> String? {
        await choose(GTK_FILE_CHOOSER_ACTION_OPEN, title, in: folder, filters).first
    }

    /// Lets the user choose any number of existing files. See ``chooseFile(_:in:filters:)``.
    ///
    /// - Returns: The files' paths.
    public final func chooseFiles(
        _ title: String, in folder: String? = nil, filters: [FileFilter] = []
    ) async -> [String] {
        await choose(GTK_FILE_CHOOSER_ACTION_OPEN, title, in: folder, filters, isMultiple: true)
    }

    /// Lets the user choose a name and a folder for a file to be written. The user is asked to confirm before an
    /// existing file is chosen. See ``chooseFile(_:in:filters:)``.
    ///
    /// - Parameter name: The proposed name.
    public final func chooseFileToSave(
        _ title: String, name: String = "", in folder: String? = nil, filters: [FileFilter] = []
    ) async -> String? {
        await choose(GTK_FILE_CHOOSER_ACTION_SAVE, title, name: name, in: folder, filters).first
    }

    /// Lets the user choose a folder. See ``chooseFile(_:in:filters:)``.
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
        // Read before the dialog is destroyed.
        var paths: [String] = []
        let session = DialogSession(chooser) {
            paths = chooser.paths
            gtk_native_dialog_destroy(chooser.typed())
        }
        let response = await session.response(over: self) { gtk_native_dialog_show(chooser.typed()) }
        return response == Int(GTK_RESPONSE_ACCEPT.rawValue) ? paths : []
    }
}

/// The desktop's own file dialog, or GTK's if the desktop has none.
@MainActor
private final class FileChooser: GObject {
    init(_ title: String, _ action: GtkFileChooserAction, over window: Window) {
        let chooser = gtk_file_chooser_native_new(title, window.typed(), action, nil, nil)!
        super.init(taking: UnsafeMutableRawPointer(chooser))
    }

    func show(folder: String) {
        let file = g_file_new_for_path(folder)
        // A folder that does not exist is ignored.
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

    /// The paths of the chosen files. Files that are not on this machine have none.
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

import CBindingGTK
import CGTK

/// Files that a program brings with it in one file, which `glib-compile-resources` makes: descriptions of windows, style
/// sheets, icons.
///
/// ```swift
/// try Resources.load(file: "\(Installation.share)/letters/letters.gresource")
/// let builder = try Builder(resource: "/org/example/Letters/search.ui")
/// ```
///
/// What is in it is found by a path that looks like that of a file, and has nothing to do with those of the file system.
/// Some of it is found by GTK itself, at the path that the application's id makes, such as `/org/example/Letters` for
/// `org.example.Letters`: icons in `icons/scalable/actions`, and, with `AdwApplication`, the style sheets `style.css`
/// and `style-dark.css`. Load it before ``Application/run(_:)``.
public enum Resources {
    /// Makes the files in a resource file known, for as long as the program runs.
    ///
    /// - Parameter path: The path of the resource file.
    /// - Throws: ``ResourceError`` if it cannot be read.
    public static func load(file path: String) throws(ResourceError) {
        var error: UnsafeMutablePointer<GError>?
        guard let resource = g_resource_load(path, &error) else { throw ResourceError(error) }
        g_resources_register(resource)
        g_resource_unref(resource)
    }

    /// Returns the bytes of a file.
    ///
    /// - Parameter path: Its path among the resources, such as `/org/example/Letters/words.txt`.
    /// - Throws: ``ResourceError`` if there is none.
    public static func bytes(_ path: String) throws(ResourceError) -> [UInt8] {
        var error: UnsafeMutablePointer<GError>?
        guard let bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error) else {
            throw ResourceError(error)
        }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}

/// Why there is no such resource.
public struct ResourceError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in the words of GIO.
    public let reason: String

    public var description: String { reason }

    /// Takes over GIO's error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        reason = error.map { String(cString: $0.pointee.message) } ?? "unknown"
        g_error_free(error)
    }
}

/// Where the program is.
public enum Installation {
    /// The folder with what belongs to the program, beside the folder that it is in: `/usr/share` for
    /// `/usr/bin/letters`, and `/home/ada/.local/share` for `/home/ada/.local/bin/letters`.
    ///
    /// A program that looks for its files there can be installed anywhere, and moved.
    public static let share: String = {
        let program = takenText(g_file_read_link("/proc/self/exe", nil)) ?? "/usr/bin/unknown"
        let folders = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return folders.joined(separator: "/") + "/share"
    }()
}

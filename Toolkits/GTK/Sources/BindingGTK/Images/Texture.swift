import Binding
import CGTK

/// A picture in memory, for an ``Image`` or a ``Picture``.
///
/// ```swift
/// let texture = try await Texture.decoding(data)  // away from the main actor
/// picture.texture = texture
/// ```
public final class Texture: GObject {
    /// Makes a picture from pixels.
    ///
    /// - Parameters:
    ///   - pixels: Four bytes for each pixel: red, green, blue and opacity; from the first row to the last.
    ///   - width: The number of pixels in a row.
    public init(pixels: [UInt8], width: Int) {
        require(
            width > 0 && !pixels.isEmpty && pixels.count.isMultiple(of: 4 * width),
            "Texture: \(pixels.count) bytes do not make rows of \(width) pixels, of four bytes each")
        let bytes = g_bytes_new(pixels, gsize(pixels.count))
        defer { g_bytes_unref(bytes) }
        let texture = gdk_memory_texture_new(
            Int32(width), Int32(pixels.count / 4 / width), GDK_MEMORY_R8G8B8A8, bytes, gsize(4 * width))!
        super.init(taking: UnsafeMutableRawPointer(texture))
    }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    private override init(taking raw: UnsafeMutableRawPointer) { super.init(taking: raw) }

    /// Decodes a PNG, JPEG or TIFF picture, away from the main actor.
    ///
    /// - Throws: ``TextureError`` if it cannot be read.
    public static func decoding(_ data: [UInt8]) async throws -> Texture {
        try await of { error in
            let bytes = g_bytes_new(data, gsize(data.count))
            defer { g_bytes_unref(bytes) }
            return gdk_texture_new_from_bytes(bytes, error)
        }
    }

    /// Reads a picture from a file, away from the main actor.
    ///
    /// - Throws: ``TextureError`` if it cannot be read.
    public static func reading(file path: String) async throws -> Texture {
        try await of { gdk_texture_new_from_filename(path, $0) }
    }

    private static func of(
        _ make: @escaping @Sendable (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) async throws -> Texture {
        Texture(taking: try await made(make))
    }

    @concurrent
    private nonisolated static func made(
        _ make: @Sendable (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) async throws -> sending UnsafeMutableRawPointer {
        var error: UnsafeMutablePointer<GError>?
        if let texture = make(&error) { return UnsafeMutableRawPointer(texture) }
        defer { g_error_free(error) }
        throw TextureError(description: error.map { String(cString: $0.pointee.message) } ?? "")
    }
}

/// A picture could not be read.
public struct TextureError: Error, Sendable, CustomStringConvertible {
    /// GTK's description of the error.
    public let description: String
}

/// A picture of any size, scaled to the space that there is for it.
open class Picture: Widget {
    /// Makes a picture, which may be empty.
    public init(_ texture: Texture? = nil) {
        super.init(gtk_picture_new())
        self.texture = texture
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    /// The picture that is shown.
    public final var texture: Texture? {
        get { Texture.from(gtk_picture_get_paintable(opaque)) }
        set { gtk_picture_set_paintable(opaque, newValue?.opaque) }
    }
}

extension Image {
    /// The picture that is shown, if it is a picture in memory.
    public final var texture: Texture? {
        get { Texture.from(gtk_image_get_paintable(opaque)) }
        set { gtk_image_set_from_paintable(opaque, newValue?.opaque) }
    }
}

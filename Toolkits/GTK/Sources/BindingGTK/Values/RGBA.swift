import CGTK

/// A color with its opacity, each component from 0 to 1.
public struct RGBA: Hashable, Sendable {
    /// The red component.
    public var red: Double
    /// The green component.
    public var green: Double
    /// The blue component.
    public var blue: Double
    /// The opacity.
    public var alpha: Double

    /// Makes a color of its components.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Reads a color as CSS writes it, such as `red`, `#f80` or `rgba(255, 128, 0, 0.5)`.
    ///
    /// - Returns: `nil` if it is none.
    public init?(css: String) {
        var color = GdkRGBA()
        guard gdk_rgba_parse(&color, css) != 0 else { return nil }
        self.init(color)
    }

    /// The color as CSS writes it.
    public var css: String {
        var color = inC
        return takenText(gdk_rgba_to_string(&color)) ?? ""
    }

    private init(_ color: GdkRGBA) {
        self.init(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }

    private var inC: GdkRGBA {
        GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
    }
}

extension RGBA: GOptionalConvertible {
    public static var gType: GType { gdk_rgba_get_type() }

    public static func read(_ gValue: UnsafePointer<GValue>) -> RGBA? {
        g_value_get_boxed(gValue).map { RGBA($0.load(as: GdkRGBA.self)) }
    }

    public static func store(_ value: RGBA?, in gValue: UnsafeMutablePointer<GValue>) {
        guard var color = value?.inC else { return g_value_set_boxed(gValue, nil) }
        g_value_set_boxed(gValue, &color)
    }
}

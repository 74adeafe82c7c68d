import BindingGTK
import CAdwaita
import CGTK

/// A program in GNOME's style: its style sheets, and its colors, light and dark as the user has chosen.
///
/// ```swift
/// let application = AdwApplication(id: "org.example.Hello") { application in
///     HelloWindow(application).present()
/// }
/// exit(application.run())
/// ```
public final class AdwApplication: Application {
    /// Makes an application.
    ///
    /// - Parameters:
    ///   - id: A name such as `org.example.Hello`, or `nil` for a program that has none.
    ///   - isUnique: Whether the program runs at most once in a session, if it has an id: a second start then activates
    ///     the first one, or has it open its files, and ends.
    ///   - activate: Called on the main actor when the program starts, and when it is started again; it shows a window.
    public init(
        id: String? = nil, isUnique: Bool = true, activate: @escaping @MainActor (Application) -> Void
    ) {
        Adwaita.know()
        super.init(
            id: id, isUnique: isUnique, make: { UnsafeMutableRawPointer(adw_application_new($0, $1)!) }, activate)
    }

    public override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }
}

extension AdwStyleManager {
    /// Whether the program is light or dark, for all of its windows.
    public static var standard: AdwStyleManager {
        Adwaita.open()
        return from(adw_style_manager_get_default())!
    }
}

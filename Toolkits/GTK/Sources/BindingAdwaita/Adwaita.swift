import BindingGTK
import CAdwaita
import CGTK

/// What the library needs before anything of it is made.
@MainActor
enum Adwaita {
    static func open() {
        guard !isOpen else { return }
        isOpen = true
        adw_init()
        know()
    }

    /// Makes the library's classes known, so that widgets of `.ui` files get them.
    static func know() {
        if wrapperClasses["AdwActionRow"] == nil { wrapperClasses.merge(generatedClasses) { _, own in own } }
    }

    private static var isOpen = false
}

// What generated code calls, in place of GTK's.

/// Makes an object, once the library is ready to.
@MainActor
func made<Structure>(_ make: @autoclosure () -> UnsafeMutablePointer<Structure>?) -> UnsafeMutableRawPointer {
    BindingGTK.made(opening { make() })
}

/// Makes an object of which nothing is known but that it is one, once the library is ready to.
@MainActor
func made(_ make: @autoclosure () -> OpaquePointer?) -> UnsafeMutableRawPointer {
    BindingGTK.made(opening { make() })
}

@MainActor
private func opening<Made>(_ make: () -> Made) -> Made {
    Adwaita.open()
    return make()
}

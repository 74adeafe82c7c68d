import CGTK

// What generated code calls. A C structure that GTK keeps to itself is an opaque pointer in Swift, and the compiler chooses by
// what a function takes.

/// An object as a pointer to a C structure.
@MainActor
package func pointer<Structure>(_ object: GObject) -> UnsafeMutablePointer<Structure>? { object.typed() }

/// An object as a pointer to a C structure that is not known.
@MainActor
package func pointer(_ object: GObject) -> OpaquePointer? { object.opaque }

/// An object with another reference, for a function that takes it over.
@MainActor
package func retained<Object: GObject>(_ object: Object) -> Object {
    g_object_ref(object.raw)
    return object
}

/// Makes an object, once GTK is ready to.
@MainActor
package func made<Structure>(_ make: @autoclosure () -> UnsafeMutablePointer<Structure>?) -> UnsafeMutableRawPointer {
    Desktop.open()
    return UnsafeMutableRawPointer(make()!)
}

/// Makes an object of which nothing is known but that it is one, once GTK is ready to.
@MainActor
package func made(_ make: @autoclosure () -> OpaquePointer?) -> UnsafeMutableRawPointer {
    Desktop.open()
    return UnsafeMutableRawPointer(make()!)
}

/// A text that stays its owner's.
package func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

/// A text that is the caller's, and is freed.
package func takenText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(text) }
    return text.map { String(cString: $0) }
}

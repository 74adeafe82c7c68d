import Binding
import CBindingGTK
import CGTK

/// A Swift object for a GObject.
///
/// The Swift object and the C object live together: as long as a window, a container, or anything else in C holds the
/// one, the other stays as well, with everything a subclass of it has added. So a widget lives as long as it is shown,
/// and a window until it is closed, whether or not the program holds it. The C object is released on the main actor, on
/// whichever thread the Swift object is dropped.
@MainActor
open class GObject: ReactiveCompatible {
    /// The C object.
    public nonisolated(unsafe) let raw: UnsafeMutableRawPointer

    private let wrapper = Wrapper()
    /// The line of text that the object is, or has inside and forwards to, as entries do; `nil` if it is none.
    final lazy var lineOfText: OpaquePointer? = {
        guard g_type_is_a(binding_object_type(raw), gtk_editable_get_type()) != 0 else { return nil }
        return gtk_editable_get_delegate(opaque) ?? opaque
    }()

    /// Wraps an existing object, or takes over a widget that has just been made.
    ///
    /// - Parameter raw: A pointer to an object that has no Swift object yet; ``of(_:)`` returns the one of an object
    ///   that may have one. A floating reference, which new widgets have, is sunk.
    public init(wrapping raw: UnsafeMutableRawPointer) {
        self.raw = raw
        join()
    }

    /// Takes over an object that has just been made, with the caller's reference.
    ///
    /// - Parameter raw: A pointer to an object that has no Swift object yet, and no floating reference: anything but a
    ///   widget.
    public init(taking raw: UnsafeMutableRawPointer) {
        self.raw = raw
        join()
        g_object_unref(raw)
    }

    private func join() {
        wrapper.object = self
        wrapper.held = self
        g_object_ref_sink(raw)
        let existing = Self.existing(raw)
        require(
            existing == nil,
            """
            \(Self.self): this \(String(cString: g_type_name_from_instance(typed()))) already has a Swift object, a \
            \(existing.map { "\(type(of: $0))" } ?? ""). Get it by GObject.of(_:), which makes one only where there is none.
            """)
        g_object_set_data(typed(), Wrapper.key, Unmanaged.passUnretained(wrapper).toOpaque())
        // From now on GObject reports whether anybody else has a reference.
        g_object_add_toggle_ref(typed(), Wrapper.toggle, Unmanaged.passUnretained(wrapper).toOpaque())
        g_object_unref(raw)
    }

    isolated deinit {
        // If this one was dropped on another thread, there may be a new one by now.
        if Wrapper.of(raw) === wrapper { g_object_set_data(typed(), Wrapper.key, nil) }
        g_object_remove_toggle_ref(typed(), Wrapper.toggle, Unmanaged.passUnretained(wrapper).toOpaque())
    }

    /// The Swift object of a C object, the same one for as long as it lives. If there is none yet, it is made, of the
    /// nearest known class.
    ///
    /// - Parameter raw: A pointer to an object.
    public static func of(_ raw: UnsafeMutableRawPointer) -> GObject {
        if let object = Wrapper.of(raw)?.object { return object }
        var type = binding_object_type(raw)
        while type != 0 {
            if let make = wrapperClasses[String(cString: g_type_name(type))] { return make(raw) }
            type = g_type_parent(type)
        }
        return GObject(wrapping: raw)
    }

    /// The Swift object of a C object, if it has one.
    package static func existing(_ raw: UnsafeMutableRawPointer) -> GObject? { Wrapper.of(raw)?.object }

    /// The Swift object of a C pointer, if it is of this class.
    package static func from<Structure>(_ pointer: UnsafeMutablePointer<Structure>?) -> Self? {
        pointer.flatMap { GObject.of(UnsafeMutableRawPointer($0)) as? Self }
    }

    /// The Swift object of an opaque C pointer, if it is of this class.
    package static func from(_ pointer: OpaquePointer?) -> Self? {
        pointer.flatMap { GObject.of(UnsafeMutableRawPointer($0)) as? Self }
    }

    /// The pointer as one to a C structure.
    public final func typed<Structure>(_: Structure.Type = Structure.self) -> UnsafeMutablePointer<Structure> {
        raw.assumingMemoryBound(to: Structure.self)
    }

    /// The pointer as an opaque one.
    public final var opaque: OpaquePointer { OpaquePointer(raw) }
}

// An object is equal to itself only: a binding does not set the one that is there already.
extension GObject: Hashable {
    public nonisolated static func == (left: GObject, right: GObject) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

/// The initializers of the wrappers for classes, by their names in C: those of GTK, and of other libraries.
@MainActor package var wrapperClasses = generatedClasses

/// What a C object holds for its Swift object.
@MainActor
private final class Wrapper {
    nonisolated static let key = "binding-wrapper"

    /// `nil` once the object is being deinitialized.
    weak var object: GObject?
    /// The object, while anybody in C has a reference to the C object.
    var held: GObject?

    /// The wrapper of a C object, if it has a Swift object.
    static func of(_ raw: UnsafeMutableRawPointer) -> Wrapper? {
        g_object_get_data(raw.assumingMemoryBound(to: _GObject.self), key).map {
            Unmanaged<Wrapper>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Called by GObject when the last other reference to the object goes, and when another one comes: usually on the
    /// main actor, but an object may be released on any thread.
    static let toggle: GToggleNotify = { data, _, isLast in
        let wrapper = Unmanaged<Wrapper>.fromOpaque(data!).takeUnretainedValue()
        MainScheduler.run {
            // Releasing the object may release the wrapper.
            let outgoing = wrapper.held
            wrapper.held = isLast != 0 ? nil : wrapper.object
            withExtendedLifetime(outgoing) {}
        }
    }
}

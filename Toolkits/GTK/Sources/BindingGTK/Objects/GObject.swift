import Binding
import CBindingGTK
import CGTK

/// An object of GObject's.
///
/// The object of Swift and that of C live together: as long as a window, a container, or anything else in C holds the one, the
/// other stays as well, with what a subclass of it has added. So a widget that is shown is kept by being shown, and a window
/// until it is closed, whether or not the program holds it. The object of C is let go of on the main actor, wherever the one of
/// Swift is dropped.
@MainActor
open class GObject: ReactiveCompatible {
    /// The object of C.
    public nonisolated(unsafe) let raw: UnsafeMutableRawPointer

    private let wrapper = Wrapper()

    /// Shares an object that is there, or takes a widget over that has just been made.
    ///
    /// - Parameter raw: A pointer to an object that has no object of Swift yet. A floating reference, as new widgets have one, is
    ///   sunk.
    public init(wrapping raw: UnsafeMutableRawPointer) {
        self.raw = raw
        join()
    }

    /// Takes an object over that has just been made, with the reference that its maker was given.
    ///
    /// - Parameter raw: A pointer to an object that has no object of Swift yet, and no floating reference: anything but a widget.
    public init(taking raw: UnsafeMutableRawPointer) {
        self.raw = raw
        join()
        g_object_unref(raw)
    }

    private func join() {
        wrapper.object = self
        wrapper.held = self
        g_object_ref_sink(raw)
        require(
            Wrapper.of(raw)?.object == nil,
            "\(Self.self): this object already has a Swift object; GObject.of(_:) returns it.")
        g_object_set_data(typed(), Wrapper.key, Unmanaged.passUnretained(wrapper).toOpaque())
        // From now on GObject says whether anybody else has a reference.
        g_object_add_toggle_ref(typed(), Wrapper.toggle, Unmanaged.passUnretained(wrapper).toOpaque())
        g_object_unref(raw)
    }

    isolated deinit {
        // It may have another one by now, where this one was dropped on another thread.
        if Wrapper.of(raw) === wrapper { g_object_set_data(typed(), Wrapper.key, nil) }
        g_object_remove_toggle_ref(typed(), Wrapper.toggle, Unmanaged.passUnretained(wrapper).toOpaque())
    }

    /// The object of Swift that stands for one of C, the same one for as long as that lives. Where there is none yet, it is made,
    /// of the nearest class that is known.
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

    /// The object of Swift for a widget of C, if it is one of this class.
    static func from(_ pointer: UnsafeMutablePointer<GtkWidget>?) -> Self? {
        pointer.flatMap { GObject.of(UnsafeMutableRawPointer($0)) as? Self }
    }

    /// The object of Swift for one of C whose structure is not known, if it is one of this class.
    static func from(_ pointer: OpaquePointer?) -> Self? {
        pointer.flatMap { GObject.of(UnsafeMutableRawPointer($0)) as? Self }
    }

    /// The pointer as a structure of C.
    public final func typed<Structure>(_: Structure.Type = Structure.self) -> UnsafeMutablePointer<Structure> {
        raw.assumingMemoryBound(to: Structure.self)
    }

    /// The pointer where C does not tell what it points to.
    public final var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// What C holds of an object of Swift.
@MainActor
private final class Wrapper {
    nonisolated static let key = "binding-wrapper"

    /// Nothing, once the object is on its way out.
    weak var object: GObject?
    /// The object, while anybody in C has a reference to its other half.
    var held: GObject?

    /// What an object of C has, if it has an object of Swift.
    static func of(_ raw: UnsafeMutableRawPointer) -> Wrapper? {
        g_object_get_data(raw.assumingMemoryBound(to: _GObject.self), key).map {
            Unmanaged<Wrapper>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Called by GObject when the object's last reference but this one goes, and when another one comes: as a rule on the main
    /// actor, but whoever lets go of an object elsewhere may do that.
    static let toggle: GToggleNotify = { data, _, isLast in
        let wrapper = Unmanaged<Wrapper>.fromOpaque(data!).takeUnretainedValue()
        MainScheduler.run {
            // What goes may take the wrapper with it.
            let outgoing = wrapper.held
            wrapper.held = isLast != 0 ? nil : wrapper.object
            withExtendedLifetime(outgoing) {}
        }
    }
}

import CGTK
import Glibc

/// A GTK class and the Swift class that stands for it.
struct Class {
    /// The name of the Swift class.
    let name: String
    /// The name of its Swift superclass.
    let parent: String?
    let type: GType
    /// Whether a wrapper can be made for any object of the class. An object of a generic class has to be made by the
    /// program.
    let isWrapped: Bool
    /// What is known of it, if the Swift class is generated, too.
    let introspected: IntrospectedClass?

    /// The name of the Swift class where it must not be confused with GObject's own structure.
    var qualifiedName: String { name == "GObject" ? "BindingGTK.GObject" : name }

    init(
        _ name: String, _ parent: String?, _ type: GType, isWrapped: Bool = true,
        _ introspected: IntrospectedClass? = nil
    ) {
        self.name = name
        self.parent = parent
        self.type = type
        self.isWrapped = isWrapped
        self.introspected = introspected
    }
}

/// The classes that are written by hand, each after its superclass.
let classesByHand = [
    Class("GObject", nil, g_object_get_type()),
    Class("Application", "GObject", gtk_application_get_type()),
    Class("Widget", "GObject", gtk_widget_get_type()),
    Class("Window", "Widget", gtk_window_get_type()),
    Class("HeaderBar", "Widget", gtk_header_bar_get_type()),
    Class("Box", "Widget", gtk_box_get_type()),
    Class("Grid", "Widget", gtk_grid_get_type()),
    Class("ScrolledWindow", "Widget", gtk_scrolled_window_get_type()),
    Class("Paned", "Widget", gtk_paned_get_type()),
    Class("Stack", "Widget", gtk_stack_get_type()),
    Class("StackSwitcher", "Widget", gtk_stack_switcher_get_type()),
    Class("Revealer", "Widget", gtk_revealer_get_type()),
    Class("Frame", "Widget", gtk_frame_get_type()),
    Class("Separator", "Widget", gtk_separator_get_type()),
    Class("Label", "Widget", gtk_label_get_type()),
    Class("Button", "Widget", gtk_button_get_type()),
    Class("ToggleButton", "Button", gtk_toggle_button_get_type()),
    Class("MenuButton", "Widget", gtk_menu_button_get_type()),
    Class("CheckButton", "Widget", gtk_check_button_get_type()),
    Class("Switch", "Widget", gtk_switch_get_type()),
    Class("Entry", "Widget", gtk_entry_get_type()),
    Class("PasswordEntry", "Widget", gtk_password_entry_get_type()),
    Class("SearchEntry", "Widget", gtk_search_entry_get_type()),
    Class("TextView", "Widget", gtk_text_view_get_type()),
    Class("TextBuffer", "GObject", gtk_text_buffer_get_type()),
    Class("SpinButton", "Widget", gtk_spin_button_get_type()),
    Class("Scale", "Widget", gtk_scale_get_type()),
    Class("Adjustment", "GObject", gtk_adjustment_get_type()),
    Class("DropDownBase", "Widget", gtk_drop_down_get_type(), isWrapped: false),
    Class("ProgressBar", "Widget", gtk_progress_bar_get_type()),
    Class("Spinner", "Widget", gtk_spinner_get_type()),
    Class("LevelBar", "Widget", gtk_level_bar_get_type()),
    Class("Image", "Widget", gtk_image_get_type()),
    Class("Picture", "Widget", gtk_picture_get_type()),
    Class("Popover", "Widget", gtk_popover_get_type()),
    Class("PopoverMenu", "Popover", gtk_popover_menu_get_type()),
    Class("Action", "GObject", g_simple_action_get_type()),
    Class("ListBase", "Widget", gtk_list_base_get_type(), isWrapped: false),
    Class("ListViewBase", "ListBase", gtk_list_view_get_type(), isWrapped: false),
    Class("ColumnViewBase", "Widget", gtk_column_view_get_type(), isWrapped: false),
    Class("EventController", "GObject", gtk_event_controller_get_type()),
    Class("FocusController", "EventController", gtk_event_controller_focus_get_type()),
    Class("KeyController", "EventController", gtk_event_controller_key_get_type()),
    Class("ClickGesture", "EventController", gtk_gesture_click_get_type()),
    Class("ShortcutController", "EventController", gtk_shortcut_controller_get_type()),
    Class("Settings", "GObject", gtk_settings_get_type()),
    Class("Clipboard", "GObject", gdk_clipboard_get_type()),
    Class("Texture", "GObject", gdk_texture_get_type()),
]

/// A library whose classes get members, and a class each that is not written by hand.
struct Library {
    /// What comes before the names in C.
    let prefix: String
    /// What comes before the names in Swift, so that they differ from those of other libraries.
    let swiftPrefix: String
    let introspection: Introspection
    /// The classes of the library that are written by hand, by their names in C.
    var byHand: Set<String> = []
    /// The base classes of those that are generated.
    let bases: [GType]
    /// Classes that get none: their functions are in other headers, or there is something else in their place.
    let leftOut: Set<String>

    /// The names of classes that would have the name of a type of Swift.
    private static let names = ["GtkRange": "RangeWidget"]

    static func gtk() -> Library {
        Library(
            prefix: "Gtk", swiftPrefix: "", introspection: Introspection("Gtk-4.0.gir"),
            bases: [gtk_widget_get_type(), gtk_event_controller_get_type()],
            leftOut: [
                "GtkPageSetupUnixDialog", "GtkPrintUnixDialog", "GtkApplicationWindow", "GtkTreeView", "GtkIconView",
                "GtkCellView", "GtkComboBox", "GtkComboBoxText",
            ])
    }

    static func adwaita() -> Library {
        guard dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_GLOBAL) != nil else { fail(String(cString: dlerror())) }
        return Library(
            prefix: "Adw", swiftPrefix: "Adw", introspection: Introspection("Adw-1.gir"),
            byHand: ["AdwWindow"], bases: [g_object_get_type()],
            leftOut: [
                "AdwApplication", "AdwApplicationWindow", "AdwAnimation", "AdwTimedAnimation", "AdwSpringAnimation",
                "AdwAnimationTarget",
                "AdwCallbackAnimationTarget", "AdwPropertyAnimationTarget", "AdwSwipeTracker", "AdwEnumListItem",
                "AdwEnumListModel",
            ])
    }

    /// Adds the classes of the library to those that are known.
    func add(to classes: inout [Class]) {
        var new = introspection.classes.compactMap { description -> (GType, IntrospectedClass)? in
            guard description.cName.hasPrefix(prefix), !leftOut.contains(description.cName),
                let type = type(from: description.typeFunction), bases.contains(where: { g_type_is_a(type, $0) != 0 }),
                !classes.contains(where: { $0.type == type })
            else { return nil }
            return (type, description)
        }
        // Superclasses first.
        new.sort { (g_type_depth($0.0), $0.1.cName) < (g_type_depth($1.0), $1.1.cName) }
        for (type, description) in new {
            var parent = g_type_parent(type)
            while !classes.contains(where: { $0.type == parent && $0.isWrapped }) { parent = g_type_parent(parent) }
            let superclass = classes.first { $0.type == parent && $0.isWrapped }!
            let name = Self.names[description.cName] ?? swiftPrefix + description.cName.dropFirst(prefix.count)
            classes.append(
                Class(name, superclass.name, type, byHand.contains(description.cName) ? nil : description))
        }
    }
}

/// The type that a function of a library returns; `nil` if the installed library has no such function.
func type(from function: String) -> GType? {
    guard let address = dlsym(nil, function) else { return nil }
    return unsafeBitCast(address, to: (@convention(c) () -> GType).self)()
}

import Binding
import CGTK

/// The content of a menu button or a popover menu: a list of items, which can be replaced at any time.
///
/// ```swift
/// let menu = Menu([
///     .item("_Open…", "win.open"),
///     .submenu("_View", [.item("_List", "win.view::list"), .item("_Icons", "win.view::icons")]),
///     .section([.item("_Quit", "app.quit")]),
/// ])
/// viewModel.$recent.map { $0.map { .item($0.title, "win.open-recent::\($0.id)") } } => recentMenu.rx.items
/// ```
public final class Menu: GObject {
    /// A line of a menu, or a group of lines.
    public indirect enum Item: Sendable, Hashable {
        /// A line that activates an action. An underscore precedes the letter that selects it.
        ///
        /// The action is written with its group and, if it has choices, the choice: `win.save`, `win.view::list`.
        case item(_ text: String, _ action: String)
        /// A line that opens another menu.
        case submenu(_ text: String, _ items: [Item])
        /// Lines that are separated from the others.
        case section(_ items: [Item], title: String? = nil)
    }

    /// Makes a menu.
    public init(_ items: [Item] = []) {
        self.items = items
        super.init(taking: UnsafeMutableRawPointer(g_menu_new()))
        Self.fill(opaque, items)
    }

    /// The items of the menu.
    public var items: [Item] {
        didSet {
            guard items != oldValue else { return }
            g_menu_remove_all(opaque)
            Self.fill(opaque, items)
        }
    }

    private static func fill(_ menu: OpaquePointer, _ items: [Item]) {
        for item in items {
            switch item {
            case .item(let text, let action):
                requireAction(action, "Menu: .item(\"\(text)\", \"\(action)\")")
                g_menu_append(menu, text, action)
            case .submenu(let text, let items):
                withModel(of: items) { g_menu_append_submenu(menu, text, $0) }
            case .section(let items, let title):
                withModel(of: items) { g_menu_append_section(menu, title, $0) }
            }
        }
    }

    private static func withModel(of items: [Item], _ body: (UnsafeMutablePointer<GMenuModel>) -> Void) {
        let menu = g_menu_new()!
        defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
        fill(menu, items)
        body(UnsafeMutablePointer(menu))
    }
}

/// Stops the program if a text is not an action name with a group, such as `win.save` or `win.view::list`.
@MainActor
func requireAction(_ action: String, _ place: @autoclosure () -> String) {
    var name: UnsafeMutablePointer<CChar>?
    var target: OpaquePointer?
    defer {
        g_free(name)
        if let target { g_variant_unref(target) }
    }
    require(
        g_action_parse_detailed_name(action, &name, &target, nil) != 0,
        "\(place()): this is not the name of an action. Names look like 'win.save', 'app.quit', 'win.view::list'.")
}

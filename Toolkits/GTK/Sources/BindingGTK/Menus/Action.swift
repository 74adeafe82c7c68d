import Binding
import CGTK

/// A named action that the user can trigger by a menu, a key or a button.
///
/// ```swift
/// let save = Action("save")
/// let wraps = Action("wrap-lines", isOn: true)
/// addActions([save, wraps])  // of a window: "win.save" and "win.wrap-lines" in menus
/// binding {
///     save.rx.command(viewModel.save)
///     viewModel.$wrapsLines <=> wraps.rx.isOn
/// }
/// ```
public final class Action: GObject {
    /// Makes an action.
    ///
    /// - Parameter name: The name without its group, made of letters, digits, hyphens and dots.
    public init(_ name: String) {
        Self.check(name)
        super.init(taking: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
    }

    /// Makes an action that is on or off, which menus show as a check mark, and which activation toggles.
    public init(_ name: String, isOn: Bool) {
        Self.check(name)
        let state = g_variant_new_boolean(isOn ? 1 : 0)
        super.init(taking: UnsafeMutableRawPointer(g_simple_action_new_stateful(name, nil, state)))
    }

    /// Makes an action with several choices, which menus show as radio items: the item `"win.view::list"` chooses
    /// `list`.
    public init(_ name: String, choice: String) {
        Self.check(name)
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let state = g_variant_new_string(choice)
        super.init(taking: UnsafeMutableRawPointer(g_simple_action_new_stateful(name, type, state)))
    }

    override init(wrapping raw: UnsafeMutableRawPointer) { super.init(wrapping: raw) }

    private static func check(_ name: String) {
        require(
            g_action_name_is_valid(name) != 0,
            "Action(\"\(name)\"): a name is made of letters, digits, hyphens and dots, and is not empty.")
    }

    /// The name without its group.
    public var name: String { String(cString: g_action_get_name(opaque)) }

    /// Whether the user can trigger it.
    public var isEnabled: Bool {
        get { g_action_get_enabled(opaque) != 0 }
        set { g_simple_action_set_enabled(opaque, newValue ? 1 : 0) }
    }

    /// Whether it is on, for actions that are made with `isOn`.
    public var isOn: Bool {
        get { withState("b", "isOn:") { g_variant_get_boolean($0) != 0 } }
        set { setState(g_variant_new_boolean(newValue ? 1 : 0), "b", "isOn:") }
    }

    /// The current choice, for actions that are made with `choice`.
    public var choice: String {
        get { withState("s", "choice:") { String(cString: g_variant_get_string($0, nil)) } }
        set { setState(g_variant_new_string(newValue), "s", "choice:") }
    }

    /// Triggers the action as the user does.
    ///
    /// - Parameter choice: The choice, for actions that are made with `choice`.
    public func activate(choice: String? = nil) {
        g_action_activate(opaque, choice.map { g_variant_new_string($0) })
    }

    private func withState<Value>(_ type: String, _ label: String, _ body: (OpaquePointer) -> Value) -> Value {
        let state = g_action_get_state(opaque)
        defer { if let state { g_variant_unref(state) } }
        guard let state, String(cString: g_variant_get_type_string(state)) == type else {
            fatalError("the action '\(name)' has no such state: create it with Action(\"\(name)\", \(label) …)")
        }
        return body(state)
    }

    private func setState(_ new: OpaquePointer?, _ type: String, _ label: String) {
        // Stops the program if the action has no state of that type.
        withState(type, label) { _ in g_simple_action_set_state(opaque, new) }
    }
}

extension Action: CommandControl {
    public var activations: ControlEvent<Void> { rx.activate }
}

extension Reactive where Base: Action {
    /// Emits when the user triggers the action.
    ///
    /// While this is observed, activation does not change the state of an action that has one.
    public var activate: ControlEvent<Void> { event("activate") { _ in } }

    /// Whether it is on, for actions that are made with `isOn`.
    public var isOn: ControlProperty<Bool> {
        controlProperty(observe: Self.observeState, getter: { $0.isOn }, setter: { $0.isOn = $1 })
    }

    /// The current choice, for actions that are made with `choice`.
    public var choice: ControlProperty<String> {
        controlProperty(observe: Self.observeState, getter: { $0.choice }, setter: { $0.choice = $1 })
    }

    private static func observeState(
        _ action: Base, _ changed: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void {
        action.connect("notify::state") { _ in changed() }
    }
}

extension Application {
    /// Adds actions to the application, replacing those with the same names. In menus and for ``setKeys(_:for:)`` their
    /// names begin with `app.`.
    public func addActions(_ actions: [Action]) {
        for action in actions { g_action_map_add_action(opaque, action.opaque) }
    }
}

extension Window {
    /// Adds actions to the window, replacing those with the same names. In menus and for
    /// ``Application/setKeys(_:for:)`` their names begin with `win.`.
    public final func addActions(_ actions: [Action]) { addActions(actions, group: "win") }
}

extension Widget {
    /// Adds actions for a widget and everything inside it, replacing those with the same names.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - group: The group that precedes their names in menus, separated by a dot.
    public final func addActions(_ actions: [Action], group: String) {
        // An application's window is an action group itself.
        let isItself = group == "win" && g_type_check_instance_is_a(typed(), g_action_map_get_type()) != 0
        let map = isItself ? opaque : actionGroup(group)
        for action in actions { g_action_map_add_action(map, action.opaque) }
    }

    private func actionGroup(_ name: String) -> OpaquePointer {
        let key = "binding-actions-\(name)"
        if let group = g_object_get_data(typed(), key) { return OpaquePointer(group) }
        let group = g_simple_action_group_new()!
        gtk_widget_insert_action_group(widget, name, OpaquePointer(group))
        g_object_set_data_full(typed(), key, group) { g_object_unref($0) }
        return OpaquePointer(group)
    }
}

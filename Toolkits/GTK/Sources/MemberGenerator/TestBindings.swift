import CGTK

/// A Swift file for the tests that binds each member of each widget and each controller.
///
/// - Parameter list: The name of the list of all bindings.
func bindingsForTests(_ classes: [Class], _ members: Members, _ introspection: Introspection, named list: String)
    -> String
{
    var functions = ""
    var entries = ""
    for owner in classes where owner.isWrapped {
        let isController = g_type_is_a(owner.type, gtk_event_controller_get_type()) != 0
        guard isController || g_type_is_a(owner.type, gtk_widget_get_type()) != 0,
            let own = members.members[owner.name], !own.isEmpty
        else { continue }
        functions += "@MainActor private func bindings(_ object: \(owner.name)) -> [MemberBinding] {\n"
        functions += "    var all: [MemberBinding] = []\n"
        for member in own {
            let binding =
                switch member.kind {
                case .property:
                    "BehaviorRelay(value: object.properties.\(member.name)).bindTwoWay(to: object.rx.\(member.name))"
                case .event: "object.rx.\(member.name).subscribe(onNext: { _ in })"
                case .driver: "object.rx.\(member.name).drive(onNext: { _ in })"
                case .request: "object.rx.\(member.name).answer { _ in false }"
                }
            functions += "    all.append(MemberBinding(name: \"\(member.original)\") { \(binding) })\n"
        }
        functions += "    return all\n}\n\n"
        let name = String(cString: g_type_name(owner.type))
        guard let description = introspection.classes.first(where: { $0.cName == name }) else { continue }
        entries += "    (type(from: \"\(description.typeFunction)\"), { bindings($0 as! \(owner.name)) }),\n"
    }
    return """
        import Binding
        import BindingGTK
        import CGTK
        \(list.hasPrefix("Adw") ? "import BindingAdwaita\n" : "")
        /// The classes of widgets and controllers, and what binds all members that each has by itself.
        @MainActor let \(list): [(type: GType, of: @MainActor (GObject) -> [MemberBinding])] = [
        \(entries)]

        \(functions)
        """
}

import CGTK

// Each of these does nothing if nobody listens, as with GTK_A11Y=none.
extension Widget {
    /// Sets the description, which has the error in it.
    final func describe() {
        let texts = [contentError, accessibleDescription].filter { !$0.isEmpty }
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, texts.joined(separator: " "))
    }

    /// Sets a property; an empty text for none.
    final func setAccessible<Value: GValueConvertible>(_ property: GtkAccessibleProperty, _ value: Value) {
        if let text = value as? String, text.isEmpty {
            for part in accessibleParts { gtk_accessible_reset_property(part, property) }
            return
        }
        var (property, content) = (property, GValue())
        gtk_accessible_property_init_value(property, &content)
        defer { g_value_unset(&content) }
        var given = GValue()
        g_value_init(&given, Value.gType)
        defer { g_value_unset(&given) }
        value.store(in: &given)
        g_value_transform(&given, &content)
        for part in accessibleParts { gtk_accessible_update_property_value(part, 1, &property, &content) }
    }

    /// Sets a state that holds or does not. For GTK it is a Boolean, or a number, if it may also be unknown.
    final func setAccessible(_ state: GtkAccessibleState, _ holds: Bool) {
        var (state, content) = (state, GValue())
        gtk_accessible_state_init_value(state, &content)
        defer { g_value_unset(&content) }
        if content.g_type == Bool.gType {
            g_value_set_boolean(&content, holds ? 1 : 0)
        } else {
            g_value_set_int(&content, holds ? 1 : 0)
        }
        for part in accessibleParts { gtk_accessible_update_state_value(part, 1, &state, &content) }
    }

    /// Sets the widgets of a relation.
    final func setAccessible(_ relation: GtkAccessibleRelation, _ others: [Widget]) {
        guard let first = others.first else { return gtk_accessible_reset_relation(opaque, relation) }
        var (relation, content) = (relation, GValue())
        gtk_accessible_relation_init_value(relation, &content)
        defer { g_value_unset(&content) }
        if content.g_type == gtk_accessible_get_type() {
            g_value_set_object(&content, first.raw)
        } else {
            // GTK takes over the list, and holds none of its widgets.
            let list = others.reversed().reduce(nil) { g_list_prepend($0, $1.raw) }
            g_value_set_pointer(&content, list)
        }
        gtk_accessible_update_relation_value(opaque, 1, &relation, &content)
    }

    /// Names a button by its text, if an underscore precedes a letter of it: GTK keeps the underscore in the name.
    final func nameWithoutUnderscore() {
        guard properties.get("use-underline") else { return }
        let name: @MainActor (Widget) -> Void = { button in
            guard button.properties.get("use-underline"), let text: String = button.properties.get("label") else {
                return
            }
            button.setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, withoutUnderscores(text))
        }
        name(self)
        connect("notify::label") { [unowned self] _ in name(self) }
    }
}

/// A text without the underscores that precede letters; of two, one is a part of the text.
func withoutUnderscores(_ text: String) -> String {
    var (result, isPrefix) = ("", false)
    for character in text {
        isPrefix = character == "_" && !isPrefix
        if !isPrefix { result.append(character) }
    }
    return result
}

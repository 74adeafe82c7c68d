import CGTK

/// What a schema says of its keys.
@MainActor
final class SettingsSchema {
    nonisolated(unsafe) let pointer: OpaquePointer
    let id: String

    /// Finds a schema, or stops the program with a message that says where it was looked for.
    init(_ id: String, in folder: String?) {
        var source = g_settings_schema_source_get_default()
        if let folder {
            var error: UnsafeMutablePointer<GError>?
            source = g_settings_schema_source_new_from_directory(folder, source, 0, &error)
            if let error {
                fatalError(
                    """
                    ApplicationSettings: no schemas in the folder '\(folder)': \(String(cString: error.pointee.message)). \
                    'glib-compile-schemas \(folder)' writes the file 'gschemas.compiled'.
                    """)
            }
        }
        defer { if folder != nil, let source { g_settings_schema_source_unref(source) } }
        guard let schema = source.flatMap({ g_settings_schema_source_lookup($0, id, 1) }) else {
            fatalError(
                """
                ApplicationSettings: there is no schema '\(id)'\(folder.map { " in '\($0)', nor" } ?? "") among the installed \
                ones. Install it and run glib-compile-schemas there, or name the folder of the compiled one: \
                ApplicationSettings("\(id)", in: "…").
                """)
        }
        pointer = schema
        self.id = id
    }

    deinit { g_settings_schema_unref(pointer) }

    /// The path of the values, unless each object has one of its own.
    var path: String? { text(g_settings_schema_get_path(pointer)) }

    var keys: [String] {
        let names = g_settings_schema_list_keys(pointer)!
        defer { g_strfreev(names) }
        return (0..<Int(g_strv_length(names))).map { String(cString: names[$0]!) }.sorted()
    }

    func requireKey(_ key: String) {
        require(
            g_settings_schema_has_key(pointer, key) != 0,
            "ApplicationSettings: the schema '\(id)' has no key '\(key)'. Its keys are: \(keys.joined(separator: ", "))."
        )
    }

    /// The type of a key, which a Swift type has to stand for.
    func type<Value: SettingsValue>(of key: String, for _: Value.Type) -> String {
        requireKey(key)
        let type = withKey(key) { key in
            let type = g_settings_schema_key_get_value_type(key)!
            return takenText(g_variant_type_dup_string(type)) ?? ""
        }
        require(
            Value.stands(for: type),
            "ApplicationSettings: the key '\(key)' of the schema '\(id)' is of type '\(type)', not \(Value.self).")
        return type
    }

    /// Whether a key may have a value.
    func allows(_ value: OpaquePointer, _ key: String) -> Bool {
        withKey(key) { g_settings_schema_key_range_check($0, value) } != 0
    }

    /// The value nearest to one that a key may have, if it is a number; with a reference for the caller.
    func nearest(to value: OpaquePointer, _ key: String) -> OpaquePointer {
        let range = withKey(key) { g_settings_schema_key_get_range($0) }!
        defer { g_variant_unref(range) }
        let kind = child(0, of: range)
        defer { g_variant_unref(kind) }
        guard String(cString: g_variant_get_string(kind, nil)) == "range" else { return g_variant_ref(value) }
        let content = child(1, of: range)
        let limits = child(0, of: content)
        defer { for variant in [content, limits] { g_variant_unref(variant) } }
        let bounds = [child(0, of: limits), child(1, of: limits)]
        defer { for bound in bounds { g_variant_unref(bound) } }
        func compare(_ other: OpaquePointer) -> Int32 {
            g_variant_compare(UnsafeRawPointer(value), UnsafeRawPointer(other))
        }
        return g_variant_ref(compare(bounds[0]) < 0 ? bounds[0] : compare(bounds[1]) > 0 ? bounds[1] : value)
    }

    private func child(_ index: Int, of variant: OpaquePointer) -> OpaquePointer {
        g_variant_get_child_value(variant, gsize(index))
    }

    private func withKey<Result>(_ name: String, _ body: (OpaquePointer) -> Result) -> Result {
        let key = g_settings_schema_get_key(pointer, name)!
        defer { g_settings_schema_key_unref(key) }
        return body(key)
    }
}

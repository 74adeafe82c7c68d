import Binding
import CGTK

/// What the program remembers of its user's choices from one run to the next: GIO's `GSettings`.
///
/// A schema, which is compiled by `glib-compile-schemas` and installed with the program, says which keys there are, of
/// which types, and what they hold at first.
///
/// ```swift
/// let settings = ApplicationSettings("org.example.Letters")
/// binding {
///     settings["shows-preview"] <=> preview.rx.active
///     settings["font-size"] <=> viewModel.$fontSize
/// }
/// ```
///
/// The left side wins at the start, so that what is remembered is shown. A key or a type that is not the schema's stops
/// the program with a message that says which there are. The settings stay open until the program ends.
@MainActor
public struct ApplicationSettings {
    /// The identifier of the schema.
    public let schema: String

    private let store: SettingsStore

    /// Opens the settings of a schema. Where it is opened again, it is the same settings.
    ///
    /// - Parameters:
    ///   - schema: The identifier of the schema, such as `org.example.Letters`.
    ///   - folder: A folder with a file `gschemas.compiled` in which the schema is looked for first, as of a program
    ///     that is not installed.
    ///   - path: The path under which the values are kept, such as `/org/example/Letters/accounts/1/`, if the schema
    ///     does not say that.
    public init(_ schema: String, in folder: String? = nil, path: String? = nil) {
        self.schema = schema
        store = SettingsStore.open(schema, in: folder, path: path)
    }

    /// The names of all keys, in alphabetical order.
    public var keys: [String] { store.schema.keys }

    /// The value of a key, which can be bound like a property of a view model: `settings["font-size"] <=> $fontSize`.
    ///
    /// It changes whenever another program, or another part of this one, changes the key. See ``set(_:_:)`` for what a
    /// key makes of a value that it cannot have.
    public subscript<Value: SettingsValue>(key: String) -> BehaviorRelay<Value> { store.relay(key) }

    /// The value of a key.
    ///
    /// If it is one that the program's type does not have, such as a choice of a later version, it is the key's
    /// default.
    public func get<Value: SettingsValue>(_ key: String) -> Value { store.get(key) }

    /// Sets the value of a key.
    ///
    /// A number that is out of the schema's range becomes the nearest in it. A choice that the schema does not have,
    /// and any value of a key that the system's administrator has locked, leaves the value unchanged. A binding sees
    /// what the key holds then, and `BindingDiagnostics.handler` is given a warning.
    public func set<Value: SettingsValue>(_ key: String, _ value: Value) { store.set(key, value) }

    /// Sets a key to what the schema says.
    public func reset(_ key: String) {
        store.schema.requireKey(key)
        g_settings_reset(store.typed(), key)
    }

    /// Whether the user may change a key, which the system's administrator can lock:
    /// `settings.isWritable("font-size") => fontSize.rx.sensitive`.
    public func isWritable(_ key: String) -> Driver<Bool> {
        store.schema.requireKey(key)
        return store.rx.controlDriver(
            observe: { store, changed in store.connect("writable-changed::\(key)") { _ in changed() } },
            getter: { g_settings_is_writable($0.typed(), key) != 0 })
    }

    /// Makes a key follow a property, which is first set to the value of the key.
    fileprivate func record<Value: SettingsValue>(_ property: String, of object: GObject, in key: String, _: Value.Type)
    {
        _ = store.schema.type(of: key, for: Value.self)
        let flags = [G_SETTINGS_BIND_GET, G_SETTINGS_BIND_GET_NO_CHANGES, G_SETTINGS_BIND_SET]
            .reduce(0) { $0 | $1.rawValue }
        g_settings_bind(store.typed(), key, object.raw, property, GSettingsBindFlags(flags))
    }
}

extension Window {
    /// Gives the window the size that it had the last time, and remembers how the user changes it. Call it before the
    /// window is shown.
    ///
    /// ```swift
    /// let settings = ApplicationSettings("org.example.Letters")
    /// rememberSize(in: settings)
    /// ```
    ///
    /// The schema has to have the keys:
    ///
    /// ```xml
    /// <key name="window-width" type="i"><default>600</default></key>
    /// <key name="window-height" type="i"><default>400</default></key>
    /// <key name="window-maximized" type="b"><default>false</default></key>
    /// ```
    ///
    /// Of several windows, the one that is resized last counts for those to come.
    ///
    /// - Parameters:
    ///   - settings: Where it is kept.
    ///   - width: The key for the width, while the window is not maximized.
    ///   - height: The key for the height, while the window is not maximized.
    ///   - isMaximized: The key for whether it is maximized.
    public final func rememberSize(
        in settings: ApplicationSettings, width: String = "window-width", height: String = "window-height",
        isMaximized: String = "window-maximized"
    ) {
        settings.record("default-width", of: self, in: width, Int.self)
        settings.record("default-height", of: self, in: height, Int.self)
        settings.record("maximized", of: self, in: isMaximized, Bool.self)
    }
}

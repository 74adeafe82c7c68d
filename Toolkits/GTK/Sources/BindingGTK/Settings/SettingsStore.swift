import Binding
import CGTK

/// The settings of a schema, of which there is one object for each place where they are kept. It is never released.
final class SettingsStore: GObject {
    let schema: SettingsSchema
    /// The values of keys that have been asked for.
    private var relays: [Access: any Sendable] = [:]
    private let bag = DisposeBag()

    /// A key, as values of a type.
    private struct Access: Hashable {
        let key: String
        let type: ObjectIdentifier
    }

    private struct Place: Hashable {
        let schema: String
        let folder, path: String?
    }

    private static var stores: [Place: SettingsStore] = [:]

    static func open(_ schema: String, in folder: String?, path: String?) -> SettingsStore {
        let place = Place(schema: schema, folder: folder, path: path)
        if let store = stores[place] { return store }
        let store = SettingsStore(SettingsSchema(schema, in: folder), path: path)
        stores[place] = store
        return store
    }

    private init(_ schema: SettingsSchema, path: String?) {
        self.schema = schema
        require(
            (path == nil) != (schema.path == nil),
            schema.path.map {
                "ApplicationSettings: the schema '\(schema.id)' has the path '\($0)', and takes no other."
            }
                ?? "ApplicationSettings: the schema '\(schema.id)' has no path. Say by 'path' where its values are kept."
        )
        require(
            path.map { $0.hasPrefix("/") && $0.hasSuffix("/") && !$0.contains("//") } ?? true,
            "ApplicationSettings: the path '\(path ?? "")' has to begin and to end with a slash, as '/org/example/Letters/'."
        )
        super.init(taking: UnsafeMutableRawPointer(g_settings_new_full(schema.pointer, nil, path)))
    }

    func relay<Value: SettingsValue>(_ key: String) -> BehaviorRelay<Value> {
        let access = Access(key: key, type: ObjectIdentifier(Value.self))
        if let relay = relays[access] as? BehaviorRelay<Value> { return relay }
        let relay = BehaviorRelay<Value>(value: get(key))
        relays[access] = relay
        bag.insert(relay.bindTwoWay(to: property(key)))
        return relay
    }

    private func property<Value: SettingsValue>(_ key: String) -> ControlProperty<Value> {
        rx.controlProperty(
            observe: { store, changed in store.connect("changed::\(key)") { _ in changed() } },
            getter: { $0.get(key) }, setter: { $0.set(key, $1) })
    }

    func get<Value: SettingsValue>(_ key: String) -> Value {
        _ = schema.type(of: key, for: Value.self)
        let held = g_settings_get_value(typed(), key)!
        defer { g_variant_unref(held) }
        if let value = Value(variant: held) { return value }
        let initial = g_settings_get_default_value(typed(), key)!
        defer { g_variant_unref(initial) }
        guard let value = Value(variant: initial) else {
            let text = takenText(g_variant_print(initial, 0)) ?? ""
            fatalError(
                "ApplicationSettings: the default \(text) of the key '\(key)' of '\(schema.id)' is no \(Value.self).")
        }
        return value
    }

    func set<Value: SettingsValue>(_ key: String, _ value: Value) {
        let type = schema.type(of: key, for: Value.self)
        let given = g_variant_ref_sink(value.variant(of: type))!
        let nearest = schema.nearest(to: given, key)
        defer { for variant in [given, nearest] { g_variant_unref(variant) } }
        let isNumber = (value as? Double)?.isFinite ?? true
        if isNumber, schema.allows(nearest, key) { g_settings_set_value(typed(), key, nearest) }
        let held: Value = get(key)
        guard held != value else { return }
        BindingDiagnostics.handler(
            .valueNotTaken(control: ApplicationSettings.self, property: key, given: "\(value)", held: "\(held)"))
    }
}

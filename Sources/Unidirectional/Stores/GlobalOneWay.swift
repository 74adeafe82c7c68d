import Binding

/// The stores that a whole program shares, one for each feature, by its type.
///
/// ```swift
/// try GlobalOneWay.register(ThemeFeature.self, initialState: .init())
///
/// try GlobalOneWay.state(of: ThemeFeature.self)
///     .map(\.title)
///     .drive(label.rx.text)
///     .disposed(by: bag)
/// try GlobalOneWay.send(.setTitle("Dark"), to: ThemeFeature.self)
/// ```
///
/// Two features of the same name in different places are distinct. A call for a feature that has not been registered
/// throws an error that says so; OneWayKit prints a line, or drops the action silently.
@MainActor
public enum GlobalOneWay {
    /// By the identities of the features' types. Each is a `OneWay` of that feature.
    private static var stores: [ObjectIdentifier: AnyObject] = [:]

    /// Makes the store of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - initialState: The initial state.
    ///   - context: The type that trace events name; by default, the feature.
    ///   - middlewares: The middlewares that answer its actions, instead of those that the feature declares.
    /// - Returns: The store.
    /// - Throws: ``GlobalOneWayError/alreadyRegistered(_:)``. The existing store stays as it is.
    @discardableResult
    public static func register<Feature: ViewFeature>(
        _ feature: Feature.Type, initialState: Feature.State, context: Any.Type? = nil,
        middlewares: [any Middleware<Feature>] = Feature.middlewares
    ) throws(GlobalOneWayError) -> OneWay<Feature> {
        guard !isRegistered(feature) else { throw .alreadyRegistered(feature) }
        let store = OneWay<Feature>(initialState: initialState, context: context, middlewares: middlewares)
        stores[ObjectIdentifier(feature)] = store
        return store
    }

    /// Whether a feature has been registered.
    public static func isRegistered(_ feature: any ViewFeature.Type) -> Bool {
        stores[ObjectIdentifier(feature)] != nil
    }

    /// The store of a feature.
    ///
    /// - Throws: ``GlobalOneWayError/notRegistered(_:)``.
    public static func store<Feature: ViewFeature>(
        of feature: Feature.Type
    ) throws(GlobalOneWayError) -> OneWay<Feature> {
        guard let store = stores[ObjectIdentifier(feature)] as? OneWay<Feature> else {
            throw .notRegistered(feature)
        }
        return store
    }

    /// The state of a feature for a view to show; see ``OneWay/stateDriver``.
    ///
    /// - Throws: ``GlobalOneWayError/notRegistered(_:)``.
    public static func state<Feature: ViewFeature>(
        of feature: Feature.Type
    ) throws(GlobalOneWayError) -> Driver<Feature.State> {
        try store(of: feature).stateDriver
    }

    /// Sends an action to the store of a feature; see ``OneWay/send(_:shouldTrace:)``.
    ///
    /// - Throws: ``GlobalOneWayError/notRegistered(_:)``.
    public static func send<Feature: ViewFeature>(
        _ action: Feature.Action, to feature: Feature.Type, shouldTrace: Bool? = nil
    ) throws(GlobalOneWayError) {
        try store(of: feature).send(action, shouldTrace: shouldTrace)
    }

    /// Releases the store of a feature, so that tests do not share it.
    ///
    /// Its effects end, unless something else holds the store. Observers of its state keep the last one.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public static func unregister(_ feature: any ViewFeature.Type) -> Bool {
        // Released outside the change: what its effects release may register another one.
        let outgoing = stores.removeValue(forKey: ObjectIdentifier(feature))
        return outgoing != nil
    }
}

/// A mistake in the use of ``GlobalOneWay``.
public enum GlobalOneWayError: Error, CustomStringConvertible {
    /// The feature has a store already.
    case alreadyRegistered(any ViewFeature.Type)
    /// The feature has no store.
    case notRegistered(any ViewFeature.Type)

    public var description: String {
        switch self {
        case .alreadyRegistered(let feature):
            """
            \(String(reflecting: feature)) is already registered with GlobalOneWay. Register it once, at program \
            start; call `GlobalOneWay.store(of: \(feature).self)` for its store, or \
            `GlobalOneWay.unregister(\(feature).self)` before registering it again.
            """
        case .notRegistered(let feature):
            """
            \(String(reflecting: feature)) is not registered with GlobalOneWay. Call \
            `GlobalOneWay.register(\(feature).self, initialState:)` first.
            """
        }
    }
}

/// Does what an updater may not: answers an action of its feature with effects.
///
/// ```swift
/// struct SearchMiddleware: Middleware {
///     typealias Feature = SearchFeature
///
///     func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action> {
///         switch action {
///         case .search(let query): .run(id: "search") { .found(try await service.find(query)) }
///         case .leave: .cancel(id: "search")
///         default: .none
///         }
///     }
/// }
/// ```
///
/// OneWayKit's middleware takes any action and any state and has to cast both; this one is typed for its feature.
public protocol Middleware<Feature>: Sendable {
    /// The feature whose actions it answers.
    associatedtype Feature: ViewFeature

    /// Answers an action.
    ///
    /// Called once for each action, on the main actor, after the state has been updated and its observers have been
    /// called.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - currentState: The state that the action has led to. (OneWayKit passes the state before the action.)
    /// - Returns: The effects to begin.
    @MainActor
    func send(_ action: Feature.Action, currentState: Feature.State) -> Effect<Feature.Action>
}

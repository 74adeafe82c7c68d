import Binding

/// What the store of a child refers to: a part of its parent.
@MainActor
@usableFromInline
struct StoreLink<Feature: ViewFeature> {
    @usableFromInline let read: @MainActor () -> Feature.State
    let revision: @MainActor () -> Int
    let states: @MainActor () -> Driver<Feature.State>
    let actions: @MainActor () -> Signal<Feature.Action>
    let tracer: @MainActor () -> Tracer
    let noteRepetition: @MainActor (any Hashable & Sendable, AnyKeyPath, Any.Type) -> Void
    @usableFromInline let send: @MainActor (Feature.Action, Bool?) -> Void
}

/// The last state seen of a child.
@MainActor
final class LastSeen<State> {
    var state: State

    init(_ state: State) {
        self.state = state
    }
}

extension OneWay {
    /// The store of a child whose states are found in those of this store.
    ///
    /// - Parameters:
    ///   - last: Its current state.
    ///   - find: Finds it in this store's state.
    ///   - embed: Wraps its actions.
    ///   - extract: Finds its actions among this store's.
    func child<Child: ViewFeature>(
        _ child: Child.Type, _ last: LastSeen<Child.State>, find: @escaping @MainActor (State) -> Child.State?,
        embed: @escaping @Sendable (Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> Child.Action?
    ) -> OneWay<Child> {
        var driver: Driver<Child.State>?
        return self.child(
            child, last, find: { find(self.state) },
            states: {
                let states =
                    driver
                    ?? self.stateDriver.map { state in
                        // A child that has gone shows what was seen last, to new observers, too.
                        last.state = find(state) ?? last.state
                        return last.state
                    }.distinctUntilChanged()
                driver = states
                return states
            }, embed: embed, extract: extract)
    }

    /// The store of a child.
    ///
    /// - Parameters:
    ///   - last: Its current state; records what is seen of it.
    ///   - find: Finds it in this store's current state.
    ///   - states: Its states, for observers.
    ///   - embed: Wraps its actions.
    ///   - extract: Finds its actions among this store's.
    func child<Child: ViewFeature>(
        _ child: Child.Type, _ last: LastSeen<Child.State>, find: @escaping @MainActor () -> Child.State?,
        states: @escaping @MainActor () -> Driver<Child.State>,
        embed: @escaping @Sendable (Child.Action) -> Action,
        extract: @escaping @Sendable (Action) -> Child.Action?
    ) -> OneWay<Child> {
        let read: @MainActor () -> Child.State = {
            if let state = find() { last.state = state }
            return last.state
        }
        let link = StoreLink<Child>(
            read: read,
            revision: { self.revision },
            states: states,
            actions: { self.actions.compactMap { extract($0) } },
            tracer: { self.tracer },
            noteRepetition: { self.noteRepetition(of: $0, in: $1, $2) },
            send: {
                self.send(embed($0), shouldTrace: $1)
                _ = read()
            })
        return OneWay<Child>(last.state, .type(Child.self), [], [], link)
    }
}

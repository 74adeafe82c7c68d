import Binding
import TestSupport
import Testing
import Unidirectional

@Suite("Stores: global stores")
@MainActor
struct GlobalOneWayTests {
    enum Here {
        enum Settings: ViewFeature {
            typealias State = CounterFeature.State
            typealias Action = CounterFeature.Action
            static let updater: Updater = CounterFeature.updater
        }
    }

    enum There {
        enum Settings: ViewFeature {
            typealias State = CounterFeature.State
            typealias Action = CounterFeature.Action
            static let updater: Updater = CounterFeature.updater
        }
    }

    enum Unknown: ViewFeature {
        typealias State = CounterFeature.State
        typealias Action = CounterFeature.Action
        static let updater: Updater = CounterFeature.updater
    }

    @Test("Features of one name are two features")
    func identity() throws {
        defer {
            GlobalOneWay.unregister(Here.Settings.self)
            GlobalOneWay.unregister(There.Settings.self)
        }
        try GlobalOneWay.register(Here.Settings.self, initialState: .init())
        try GlobalOneWay.register(There.Settings.self, initialState: .init(count: 10))
        try GlobalOneWay.send(.add(1), to: Here.Settings.self)
        #expect(try GlobalOneWay.store(of: Here.Settings.self).state.count == 1)
        #expect(try GlobalOneWay.store(of: There.Settings.self).state.count == 10)
    }

    @Test("Registering twice is an error that names the feature, and changes nothing")
    func twice() throws {
        enum Twice: ViewFeature {
            typealias State = CounterFeature.State
            typealias Action = CounterFeature.Action
            static let updater: Updater = CounterFeature.updater
        }
        defer { GlobalOneWay.unregister(Twice.self) }
        let store = try GlobalOneWay.register(Twice.self, initialState: .init(count: 1))
        let error = #expect(throws: GlobalOneWayError.self) {
            try GlobalOneWay.register(Twice.self, initialState: .init(count: 2))
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("Twice is already registered"))
        #expect(text.contains("GlobalOneWay.store(of: Twice.self)"))
        #expect(try GlobalOneWay.store(of: Twice.self) === store)
        expectEqual(store.state.count, 1)
    }

    enum Use: CaseIterable {
        case state, store, send
    }

    @Test("Using a feature that is not registered is an error that says what to call", arguments: Use.allCases)
    func unregistered(use: Use) {
        let error = #expect(throws: GlobalOneWayError.self) {
            switch use {
            case .state: _ = try GlobalOneWay.state(of: Unknown.self)
            case .store: _ = try GlobalOneWay.store(of: Unknown.self)
            case .send: try GlobalOneWay.send(.add(1), to: Unknown.self)
            }
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("GlobalOneWayTests.Unknown is not registered"))
        #expect(text.contains("GlobalOneWay.register(Unknown.self, initialState:)"))
    }

    @Test("Unregistering ends the store and its effects, and makes room for another")
    func unregister() throws {
        enum Passing: ViewFeature {
            typealias State = CounterFeature.State
            typealias Action = CounterFeature.Action
            static let updater: Updater = CounterFeature.updater
        }
        let relay = PublishRelay<CounterFeature.Action>()
        let ended = Counter()
        let middleware = Answering<Passing> { action, _ in
            action == .nothing ? .run(relay.asObservable().do(onDispose: { ended.add() })) : .none
        }
        try GlobalOneWay.register(Passing.self, initialState: .init(), middlewares: [middleware])
        try GlobalOneWay.send(.nothing, to: Passing.self)
        let states = Recorder<Int>()
        let subscription = try GlobalOneWay.state(of: Passing.self).map(\.count).drive(onNext: { states($0) })
        relay.accept(.add(1))
        #expect(GlobalOneWay.isRegistered(Passing.self))
        #expect(GlobalOneWay.unregister(Passing.self))
        #expect(!GlobalOneWay.unregister(Passing.self))
        expectEqual(ended.value, 1)
        relay.accept(.add(1))
        expectEqual(states.elements, [0, 1])
        try GlobalOneWay.register(Passing.self, initialState: .init(count: 5))
        #expect(try GlobalOneWay.store(of: Passing.self).state.count == 5)
        GlobalOneWay.unregister(Passing.self)
        subscription.dispose()
    }
}

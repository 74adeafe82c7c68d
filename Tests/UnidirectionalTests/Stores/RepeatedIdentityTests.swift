import Binding
import TestSupport
import Testing

@testable import Unidirectional

/// Of several rows with the same identifier, the first counts: for states, actions and effects.
@Suite("Stores: rows with one identifier")
@MainActor
struct RepeatedIdentityTests {
    private func store(
        _ rows: [RowFeature.State], _ details: PublishSubject<DetailFeature.Action> = PublishSubject()
    ) -> OneWay<ListFeature> {
        let watching = Answering<DetailFeature> { action, _ in action == .watch ? .run(id: 1, details) : .none }
        return OneWay<ListFeature>(
            initialState: .init(rows: rows),
            scopes: [
                ListFeature.header,
                ListFeature.rows.with(scopes: [RowFeature.details.with(middlewares: [watching])]),
            ])
    }

    @Test("The store of a row reads, shows and changes the first row", arguments: [false, true])
    func first(isObserved: Bool) throws {
        let store = store([.init(id: 2), .init(id: 1)])
        let row = try #require(store.scope(ListFeature.rows, id: 1))
        let states = Recorder<Int>()
        let bag = DisposeBag()
        _ = collectingWarnings {
            if isObserved { row.stateDriver.drive(onNext: { states($0.ticks) }).disposed(by: bag) }
            expectEqual(row.state.ticks, 0)
            // The place where it was found before is now that of the second.
            store.send(.setRows([.init(id: 1, ticks: 5), .init(id: 1, ticks: 50)]))
            expectEqual(row.state.ticks, 5)
            row.send(.tick)
            expectEqual(row.state.ticks, 6)
            expectEqual(store.state.rows.map(\.ticks), [6, 50])
            // Only the second changes.
            store.send(.setRows([.init(id: 1, ticks: 6), .init(id: 1, ticks: 60)]))
            expectEqual(row.state.ticks, 6)
            // The first is removed; then the second is the first.
            store.send(.setRows([.init(id: 1, ticks: 60)]))
            expectEqual(row.state.ticks, 60)
        }
        #expect(states.elements == (isObserved ? [0, 5, 6, 60] : []))
    }

    @Test("The second row does not end what runs for the first")
    func effects() {
        let details = PublishSubject<DetailFeature.Action>()
        let store = store([.init(id: 7, details: .init()), .init(id: 7)], details)
        _ = collectingWarnings {
            store.send(.row(7, .details(.watch)))
            store.send(.header(.add(1)))
            store.send(.setRows([.init(id: 7, details: .init()), .init(id: 7, ticks: 1)]))
            details.onNext(.write("hello"))
            expectEqual(store.state.rows[0].details?.text, "hello")
            expectEqual(store.runningEffectCount, 1)
            // One of two leaves: the other is still there.
            store.send(.setRows([.init(id: 7, details: .init())]))
            expectEqual(store.runningEffectCount, 1)
            store.send(.setRows([.init(id: 7), .init(id: 7, details: .init())]))
            #expect(store.hasNoRunningEffects)
        }
    }

    @Test("An identifier that is there twice is reported once", arguments: [false, true])
    func reported(byEffects: Bool) throws {
        let store = store([.init(id: 7, details: .init()), .init(id: 8)])
        let failures = Recorder<StoreFailure>()
        let bag = DisposeBag()
        store.tracer.failures.emit(to: failures).disposed(by: bag)
        let row = try #require(store.scope(ListFeature.rows, id: 7))
        if byEffects { row.send(.details(.watch)) } else { row.stateDriver.drive(onNext: { _ in }).disposed(by: bag) }
        expectEqual(failures.count, 0)
        for ticks in 0..<3 { store.send(.setRows([.init(id: 7, ticks: ticks, details: .init()), .init(id: 7)])) }
        store.send(.setRows([.init(id: 7, details: .init())]))
        store.send(.setRows([.init(id: 7, details: .init()), .init(id: 7)]))
        let texts = failures.elements.map { "\($0)" }
        expectEqual(texts, ["several RowFeatures in ListFeature have the identifier 7: the first of them counts"])
    }
}

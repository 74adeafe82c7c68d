import Binding
import TestSupport
import Testing

/// Records where and how often it is connected and disconnected.
@MainActor
private final class Wire: ReactiveCompatible {
    let log = Shared<[String]>([])
    var whileConnecting: (@MainActor (_ changed: @MainActor () -> Void) -> Void)?
    /// The closure that it was given to call, also after it was disconnected.
    var handlers: [@MainActor () -> Void] = []

    var number: ControlProperty<Int> {
        rx.controlProperty(
            observe: connection, getter: { $0.log.value.count }, setter: { $0.log.value.append("\($1)") })
    }

    var count: Driver<Int> { rx.controlDriver(observe: connection, getter: { $0.log.value.count }) }

    var event: ControlEvent<Int> {
        rx.controlEvent { [connection, log] wire, send in connection(wire) { send(log.value.count) } }
    }

    private var connection: @MainActor (Wire, @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        { [log] wire, changed in
            MainActor.assertIsolated()
            log.update { $0.append("connect") }
            wire.handlers.append(changed)
            wire.whileConnecting?(changed)
            return {
                MainActor.assertIsolated()
                log.update { $0.append("disconnect") }
            }
        }
    }
}

/// The ways to observe a wire.
enum Observed: CaseIterable, Sendable {
    case property, driver, event, changed, signal

    @MainActor
    fileprivate func callAsFunction(_ wire: Wire) -> Observable<Int> {
        switch self {
        case .property: wire.number.asObservable()
        case .driver: wire.count.asObservable()
        case .event: wire.event.asObservable()
        case .changed: wire.number.changed.asObservable()
        case .signal: wire.event.asSignal().asObservable()
        }
    }
}

@Suite("C30 A toolkit's controls are connected and disconnected on the main actor")
@MainActor
struct C30ConnectionTests {
    @Test("C30: connected when somebody subscribes, disconnected once when that ends", arguments: Observed.allCases)
    func once(_ observed: Observed) {
        let wire = Wire()
        let source = observed(wire)
        expectEqual(wire.log.value, [])
        let subscription = source.subscribe(Recorder<Int>())
        expectEqual(wire.log.value, ["connect"])
        subscription.dispose()
        expectEqual(wire.log.value, ["connect", "disconnect"])
        subscription.dispose()
        expectEqual(wire.log.value, ["connect", "disconnect"])
    }

    @Test("C30: by each subscription, and once for the observers of one driver")
    func each() {
        let wire = Wire()
        let number = wire.number
        let bag = DisposeBag()
        bag.insert(number.subscribe(Recorder<Int>()), number.subscribe(Recorder<Int>()))
        expectEqual(wire.log.value, ["connect", "connect"])
        bag.dispose()
        expectEqual(wire.log.value.filter { $0 == "disconnect" }.count, 2)
        let driver = wire.count
        let first = driver.drive(onNext: { _ in })
        let second = driver.drive(onNext: { _ in })
        expectEqual(wire.log.value.count, 5)
        first.dispose()
        expectEqual(wire.log.value.count, 5)
        second.dispose()
        expectEqual(wire.log.value.count, 6)
    }

    @Test("C30: what is called after the end does nothing", arguments: Observed.allCases)
    func calledLate(_ observed: Observed) {
        let wire = Wire()
        let recorder = Recorder<Int>()
        let subscription = observed(wire).subscribe(recorder)
        wire.handlers[0]()
        let count = recorder.count
        #expect(count > 0)
        subscription.dispose()
        wire.handlers[0]()
        expectEqual(recorder.count, count)
    }

    @Test("C30: the getter is not called after the end, nor for a change that waited for it")
    func notReadLate() {
        let entry = ToolkitEntry("a")
        var readings = 0
        var changes: [@MainActor () -> Void] = []
        let property: ControlProperty<String> = entry.rx.controlProperty(
            observe: { _, changed in
                changes.append(changed)
                return {}
            },
            getter: { entry in
                readings += 1
                return entry.text
            },
            setter: { $0.text = $1 })
        let subscription = property.subscribe(Recorder<String>())
        changes[0]()
        expectEqual(readings, 2)
        entry.rx.performEdit {
            changes[0]()
            subscription.dispose()
        }
        changes[0]()
        expectEqual(readings, 2)
    }

    @Test("C30: from another thread, both are done as soon as the main actor is free", arguments: Observed.allCases)
    func elsewhere(_ observed: Observed) async {
        let wire = Wire()
        let source = observed(wire)
        let log = wire.log
        let subscription = Shared<(any Disposable)?>(nil)
        onAnotherThread { subscription.value = source.subscribe(Recorder<Int>()) }
        expectEqual(log.value, [])
        await eventually { log.value == ["connect"] }
        onAnotherThread { subscription.value?.dispose() }
        expectEqual(log.value, ["connect"])
        // It ends immediately.
        wire.handlers[0]()
        await eventually { log.value == ["connect", "disconnect"] }
    }

    @Test("C30: disposed of before the connection was made, it is never made", arguments: Observed.allCases)
    func neverConnected(_ observed: Observed) async {
        let wire = Wire()
        let source = observed(wire)
        onAnotherThread { source.subscribe(Recorder<Int>()).dispose() }
        await mainActorIsFree()
        await mainActorIsFree()
        expectEqual(wire.log.value, [])
    }

    @Test("C30: disposed of while the connection is being made, or by its first value, it is disconnected once")
    func whileConnecting() {
        let wire = Wire()
        let bag = DisposeBag()
        let recorder = Recorder<Int>()
        wire.whileConnecting = { changed in changed() }
        wire.event.asObservable().take(1).subscribe(recorder).disposed(by: bag)
        expectEqual(recorder.elements.count, 1)
        expectEqual(wire.log.value, ["connect", "disconnect"])
        wire.whileConnecting = nil
        wire.number.asObservable().take(1).subscribe(recorder).disposed(by: bag)
        expectEqual(recorder.elements.count, 2)
        expectEqual(wire.log.value, ["connect", "disconnect", "connect", "disconnect"])
    }

    @Test("C30: what the control emits while it is connected is in the first value; what comes after is not missed")
    func first() {
        let entry = ToolkitEntry("a")
        let recorder = Recorder<String>()
        let property: ControlProperty<String> = entry.rx.controlProperty(
            observe: { entry, changed in
                let id = entry.connect("changed", changed)
                entry.retype("at the connection")
                return { [weak entry] in entry?.disconnect(id) }
            },
            getter: { $0.text }, setter: { $0.text = $1 })
        let bag = DisposeBag()
        bag.insert(
            property.subscribe(onNext: { text in
                recorder.onNext(text)
                if recorder.count == 1 { entry.rx.text.onNext("answered") }
            }))
        expectEqual(recorder.elements, ["at the connection", "answered"])
    }

    @Test("C30: threads that dispose while the main actor connects: each connection is closed once", arguments: [0, 1])
    func race(order: Int) async {
        let wire = Wire()
        let property = wire.number
        let event = wire.event
        for _ in 0..<200 {
            let bag = DisposeBag()
            let done = Shared(0)
            // Begun while the main actor is running, so that the two overlap.
            Task.detached {
                bag.insert(property.subscribe(Recorder<Int>()), event.subscribe(Recorder<Int>()))
                done.update { $0 += 1 }
            }
            Task.detached {
                if order == 1 { await Task.yield() }
                bag.dispose()
                done.update { $0 += 1 }
            }
            await eventually { done.value == 2 }
            bag.dispose()
        }
        await mainActorIsFree()
        await mainActorIsFree()
        let log = wire.log.value
        expectEqual(log.filter { $0 == "connect" }.count, log.filter { $0 == "disconnect" }.count)
    }

    @Test(
        "C30: the control is not kept alive; what disconnects is called also where it is gone",
        arguments: Observed.allCases)
    func gone(_ observed: Observed) {
        var wire: Wire? = Wire()
        weak let weakWire = wire
        let log = wire!.log
        let source = observed(wire!)
        let subscription = source.subscribe(Recorder<Int>())
        let handler = wire!.handlers[0]
        wire = nil
        #expect(weakWire == nil)
        handler()
        expectEqual(log.value, ["connect"])
        subscription.dispose()
        expectEqual(log.value, ["connect", "disconnect"])
        source.subscribe(Recorder<Int>()).dispose()
        expectEqual(log.value.count, 2)
    }

    @Test(
        "C30: a subscription that nobody holds goes on; it ends when the toolkit releases the closure that it was to call"
    )
    func dropped() {
        let wire = Wire()
        let recorder = Recorder<Int>()
        _ = wire.number.subscribe(recorder)
        expectEqual(wire.log.value, ["connect"])
        wire.handlers[0]()
        expectEqual(recorder.count, 2)
        wire.handlers = []
        expectEqual(wire.log.value, ["connect", "disconnect"])
    }

    #if DEBUG
        @Test("C30: nothing is left of subscriptions that are disposed of, or dropped with the control")
        func leavesNothing() {
            let objects = LiveObjects()
            let watched = Counter()
            objects.counting {
                let entry = ToolkitEntry("a")
                let bag = DisposeBag()
                for isHeld in [true, false] {
                    let subscriptions = [
                        entry.rx.text.subscribe(onNext: { _ in watched.add() }),
                        entry.rx.length.drive(onNext: { _ in watched.add() }),
                        entry.rx.activated.asSignal().emit(onNext: { _ in watched.add() }),
                        BehaviorRelay(value: "b").bindTwoWay(to: entry.rx.text),
                    ]
                    if isHeld { bag.insert(subscriptions) }
                }
                entry.retype("c")
                entry.activate()
            }
            #expect(watched.value > 4)
            #expect(objects.living.isEmpty)
        }
    #endif
}

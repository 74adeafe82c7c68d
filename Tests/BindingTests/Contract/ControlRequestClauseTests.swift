import Binding
import BindingOperators
import TestSupport
import Testing

@MainActor
private final class Closer {
    var mayClose = false
    var reasons: [String] = []

    func answer(_ reason: String) -> Bool {
        reasons.append(reason)
        return mayClose
    }

    func close() -> Bool { mayClose }
    func note(_ reason: String) { reasons.append(reason) }
}

@Suite("C31 Requests")
@MainActor
struct C31RequestTests {
    @Test("C31: a closure answers a request; after its end the default is answered")
    func answered() {
        let window = ToolkitWindow()
        var reasons: [String] = []
        let answer = window.rx.closeRequest.answer { reason in
            MainActor.assertIsolated()
            reasons.append(reason)
            return false
        }
        let ask = window.askers[0]
        #expect(!window.close())
        #expect(!window.close("menu"))
        expectEqual(reasons, ["user", "menu"])
        answer.dispose()
        expectEqual(window.disconnected, [1])
        // The toolkit may be asking all observers right now.
        #expect(ask("late"))
        expectEqual(reasons, ["user", "menu"])
        #expect(window.close())
    }

    @Test("C31: who only observes answers the default, and does not get in the way of who answers")
    func observed() {
        let window = ToolkitWindow()
        let recorder = Recorder<String>()
        let relay = BehaviorRelay(value: "")
        var signalled: [String] = []
        let bag = DisposeBag()
        bag.insert {
            window.rx.closeRequest.subscribe(recorder)
            window.rx.closeRequest.asSignal().emit(onNext: { signalled.append($0) })
            window.rx.closeRequest => relay
            window.rx.closeRequest => { reason in signalled.append(reason + "!") }
            window.rx.closeRequest.map { $0.count }.subscribe(onNext: { _ in })
        }
        #expect(window.close("a"))
        bag.insert(window.rx.closeRequest.answer { _ in false })
        #expect(!window.close("b"))
        expectEqual(recorder.elements, ["a", "b"])
        expectEqual(signalled.sorted(), ["a", "a!", "b", "b!"])
        expectEqual(relay.value, "b")
        bag.dispose()
        expectEqual(window.handlerCount, 0)
    }

    @Test("C31: an object answers for as long as it lives, and is not kept alive")
    func object() {
        let window = ToolkitWindow()
        var closer: Closer? = Closer()
        weak let weakCloser = closer
        let bag = DisposeBag()
        bag.insert(window.rx.closeRequest.answer(with: closer!) { $0.answer($1) })
        #expect(!window.close())
        closer!.mayClose = true
        #expect(window.close())
        closer = nil
        #expect(weakCloser == nil)
        closer = Closer()
        #expect(window.close())
        expectEqual(closer!.reasons, [])
    }

    @Test("C31: the operator answers where the closure does")
    func answeringOperator() {
        let window = ToolkitWindow()
        let closer = Closer()
        var count = 0
        func expectNo(@BindingDisposables _ bindings: () -> any Disposable) {
            let bindings = bindings()
            #expect(!window.close("x"))
            bindings.dispose()
            #expect(window.close("y"))
        }
        expectNo { window.rx.closeRequest => { [weak closer] _ in closer?.mayClose ?? true } }
        expectNo { window.rx.closeRequest => closer.answer }
        expectNo { window.rx.closeRequest => { $0 != "x" } }
        expectNo {
            window.rx.closeRequest => { reason in
                count += 1
                return reason != "x"
            }
        }
        expectNo {
            window.rx.closeRequest => { reason in
                guard count > 0 else { return true }
                if reason == "x" { return false } else { return true }
            }
        }
        expectNo { window.rx.plainCloseRequest => { [weak closer] in closer?.mayClose ?? true } }
        expectNo { window.rx.plainCloseRequest => closer.close }
        expectNo { window.rx.plainCloseRequest => { _ in false } }
        expectNo { window.rx.plainCloseRequest => { false } }
        expectNo { window.rx.plainCloseRequest.answer { false } }
        expectNo { window.rx.plainCloseRequest.answer { _ in false } }
        expectEqual(closer.reasons, ["x"])
        expectEqual(count, 1)
        expectEqual(window.handlerCount, 0)
    }

    @Test("C31: the operator observes where the closure returns nothing")
    func observingOperator() {
        let window = ToolkitWindow()
        let closer = Closer()
        let recorder = Recorder<String>()
        var reasons: Set<String> = []
        var count = 0
        let bag = DisposeBag()
        bag.insert {
            window.rx.closeRequest => closer.note
            window.rx.closeRequest => { closer.note($0) }
            window.rx.closeRequest => { _ in count += 1 }
            window.rx.closeRequest => { [weak closer] reason in closer?.note(reason) }
            window.rx.closeRequest => { reason in
                reasons.insert(reason)
                count += 1
            }
            window.rx.closeRequest => { reason in
                if reason == "y" { return }
                count += 1
            }
            window.rx.closeRequest => recorder
            window.rx.plainCloseRequest => { count += 1 }
            window.rx.plainCloseRequest => { _ in count += 1 }
        }
        #expect(window.close("x"))
        expectEqual(closer.reasons, ["x", "x", "x"])
        expectEqual(recorder.elements, ["x"])
        expectEqual(reasons, ["x"])
        expectEqual(count, 5)
        expectEqual(window.handlerCount, 9)
    }

    @Test("C31: begun and ended on another thread, it is connected and disconnected when the main actor is free")
    func elsewhere() async {
        let window = ToolkitWindow()
        let request = window.rx.closeRequest
        let subscription = Shared<(any Disposable)?>(nil)
        onAnotherThread { subscription.value = request.answer { _ in false } }
        #expect(window.close())
        await eventually { window.handlerCount == 1 }
        #expect(!window.close())
        onAnotherThread { subscription.value?.dispose() }
        // Not disconnected yet, but ended.
        expectEqual(window.handlerCount, 1)
        #expect(window.close())
        await eventually { window.handlerCount == 0 }
        onAnotherThread { request.answer { _ in false }.dispose() }
        await mainActorIsFree()
        expectEqual(window.connections, 1)
    }

    @Test("C31: an answer that ends its own binding is still given, and the last one")
    func endsItself() {
        let window = ToolkitWindow()
        let bag = DisposeBag()
        var calls = 0
        bag.insert(
            window.rx.closeRequest.answer { _ in
                calls += 1
                bag.dispose()
                return false
            })
        #expect(!window.close())
        #expect(window.close())
        expectEqual(calls, 1)
    }

    @Test("C31: what the closure holds is released when the binding ends, though the toolkit may still call")
    func releases() {
        let window = ToolkitWindow()
        weak var weakCloser: Closer?
        func answering() -> any Disposable {
            let closer = Closer()
            weakCloser = closer
            return window.rx.closeRequest.answer { closer.answer($0) }
        }
        let subscription = answering()
        let ask = window.askers[0]
        #expect(!ask("a"))
        #expect(weakCloser != nil)
        subscription.dispose()
        #expect(weakCloser == nil)
        #expect(ask("b"))
    }

    @Test("C31: nobody has to hold the binding; the window is not kept alive, nor anything by it")
    func dropped() {
        let objects = LiveObjects()
        weak var weakWindow: ToolkitWindow?
        weak var weakCloser: Closer?
        func make() {
            let window = ToolkitWindow()
            let closer = Closer()
            (weakWindow, weakCloser) = (window, closer)
            _ = window.rx.closeRequest.answer { closer.answer($0) }
            _ = window.rx.closeRequest.subscribe(onNext: closer.note)
            #expect(!window.close())
            expectEqual(closer.reasons.count, 2)
        }
        objects.counting(make)
        #expect(weakWindow == nil)
        #expect(weakCloser == nil)
        #expect(objects.living.isEmpty)
    }
}

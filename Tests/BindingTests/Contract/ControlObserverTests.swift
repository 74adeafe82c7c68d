import Binding
import BindingOperators
import TestSupport
import Testing

/// A control whose signal is a list of callbacks, as in a toolkit, and whose changes may end.
@MainActor
private final class Dial: ReactiveCompatible {
    let changes = PublishSubject<Void>()
    private var callbacks: [@MainActor () -> Void] = []
    private(set) var number = 0

    func turn(to number: Int) {
        self.number = number
        for callback in callbacks { callback() }
    }

    var property: ControlProperty<Int> {
        rx.controlProperty(
            observe: { dial, changed in
                dial.callbacks.append(changed)
                return {}
            },
            getter: { $0.number }, setter: { $0.number = $1 })
    }

    var endingProperty: ControlProperty<Int> {
        rx.controlProperty(changes: changes, getter: { $0.number }, setter: { $0.number = $1 })
    }
}

@Suite("C3, C23 An observer of a control is called with one value at a time")
@MainActor
struct C3ControlObserverTests {
    @Test("C3: edits that it makes come when it has handled the one before; of several the last, read by then")
    func oneAtATime() {
        let dial = Dial()
        let calls = Recorder<String>()
        let subscription = dial.property.subscribe(onNext: { number in
            calls("begin \(number)")
            if number == 1 { for next in 2...4 { dial.turn(to: next) } }
            calls("end \(number)")
        })
        dial.turn(to: 1)
        expectEqual(calls.elements, ["begin 0", "end 0", "begin 1", "end 1", "begin 4", "end 4"])
        subscription.dispose()
        dial.turn(to: 5)
        expectEqual(calls.elements.count, 6)
    }

    @Test("C9: disposed of by the observer, it sends no edit that waits")
    func disposedOf() {
        let dial = Dial()
        var seen: [Int] = []
        let subscription = SerialDisposable()
        subscription.disposable = dial.property.subscribe(onNext: { number in
            seen.append(number)
            guard number == 1 else { return }
            dial.turn(to: 2)
            subscription.dispose()
        })
        dial.turn(to: 1)
        expectEqual(seen, [0, 1])
    }

    @Test(
        "C1: the end of its source comes after the edits that wait, also if these were held", arguments: [false, true])
    func end(fails: Bool) {
        let dial = Dial()
        var events: [String] = []
        let subscription = dial.endingProperty.subscribe(
            onNext: { number in
                events.append("\(number)")
                guard number == 1 else { return }
                dial.rx.performEdit {
                    dial.turn(to: 2)
                    dial.changes.onNext(())
                }
                if fails { dial.changes.onError(TestError()) } else { dial.changes.onCompleted() }
                events.append("/")
            }, onError: { _ in events.append("error") }, onCompleted: { events.append("completed") })
        dial.rx.performEdit {
            dial.turn(to: 1)
            dial.changes.onNext(())
        }
        expectEqual(events, ["0", "1", "/", "2", fails ? "error" : "completed"])
        dial.changes.onNext(())
        expectEqual(events.count, 5)
        subscription.dispose()
    }

    @Test("C23: an observer that edits its control for each edit is warned about after 10,000, and goes on")
    func feedback() {
        let dial = Dial()
        var last = 0
        var subscription: (any Disposable)?
        let warnings = collectingWarnings {
            subscription = dial.property.subscribe(onNext: { number in
                last = number
                if 1..<15_000 ~= number { dial.turn(to: number + 1) }
            })
            dial.turn(to: 1)
        }
        expectEqual(last, 15_000)
        guard warnings.count == 1, case .feedback(let source, count: 10_000, at: nil) = warnings[0] else {
            Issue.record("\(warnings)")
            return
        }
        expectEqual("\(source)", "\(Dial.self)")
        subscription?.dispose()
    }

    @Test("C42: what an edit of a control changes is one change, also what its observers answer")
    func oneChange() {
        let dial = Dial()
        let (left, right) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        var seen: [Int] = []
        let bag = DisposeBag()
        bag.insert(
            Driver.combineLatest(left.asDriver(), right.asDriver()) { $0 * 100 + $1 }.drive(onNext: { seen.append($0) }
            ),
            dial.property.subscribe(onNext: {
                left.accept($0)
                if $0 == 1 { dial.turn(to: 2) }
                right.accept($0)
            }))
        // The first change is that it is observed.
        dial.turn(to: 1)
        expectEqual(seen, [0, 0, 202])
    }
}

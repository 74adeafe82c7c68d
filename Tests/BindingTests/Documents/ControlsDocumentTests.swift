import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Controls.md; see DocumentationTests.

// EXAMPLE: a control's rx
/// A knob that reports on two relays what its user does with it.
@MainActor final class VolumeKnob: ReactiveCompatible {
    let turns = PublishRelay<Void>()
    let pushes = PublishRelay<Void>()
    var isEnabled = true
    private var position = 0

    var volume: Int {
        get { position }
        set {
            position = min(max(newValue, 0), 10)
            if position != newValue { turns.accept(()) }
        }
    }

    /// What a user does.
    func turn(to volume: Int) {
        position = volume
        turns.accept(())
    }
}

extension Reactive where Base: VolumeKnob {
    var volume: ControlProperty<Int> {
        controlProperty(changes: base.turns, getter: { $0.volume }, setter: { $0.volume = $1 })
    }

    var push: ControlEvent<Void> { controlEvent(base.pushes) }
}
// END

@MainActor
@Suite("Writing controls")
struct ControlsDocumentTests {
    private let print = Printer()

    @Test("A control's rx")
    func controls() throws {
        // EXAMPLE: a control's rx, use
        let volume = BehaviorRelay(value: 3)
        let isOn = BehaviorRelay(value: true)
        let knob = VolumeKnob()
        let bag = DisposeBag()
        bag.insert {
            volume <=> knob.rx.volume
            isOn => knob.rx.isEnabled  // a Binder<Bool>, made of the property alone
            knob.rx.push => { isOn.accept(!isOn.value) }
        }
        knob.turn(to: 7)
        print(volume.value)  // prints 7
        volume.accept(99)
        print(knob.volume, volume.value)  // prints 10 10
        // END
        #expect(try print.lines == Example.named("a control's rx, use").output)
        knob.pushes.accept(())
        #expect(!knob.isEnabled)
    }

    @Test("A Binder by hand")
    func binder() throws {
        // EXAMPLE: binder
        let label = Label()
        let shout = Binder<String>(label) { label, text in label.text = text.uppercased() + "!" }
        let bag = DisposeBag()
        Driver.just("hello").drive(shout).disposed(by: bag)
        print(label.text)  // prints HELLO!
        // END
        #expect(try print.lines == Example.named("binder").output)
    }
}

import Binding

/// A label that shows a number, and counts what it has shown.
@MainActor
final class NumberLabel: ReactiveCompatible {
    private let tally: Tally

    var number = 0 {
        didSet { tally.add(number) }
    }

    init(_ tally: Tally) {
        self.tally = tally
    }

    func show(_ number: Int) { self.number = number }
}

/// A text field whose user types into it.
@MainActor
final class TextField: ReactiveCompatible {
    /// Tells of edits, as a control does that was written for Binding.
    nonisolated let edits = PublishRelay<Void>()
    /// Tells of edits, as a control does that was written for nothing in particular.
    let handEdits = FloorEvent<Void>()
    /// How often it was written to by code.
    private(set) var writes = 0
    private var content = ""

    var text: String {
        get { content }
        set {
            content = newValue
            writes += 1
        }
    }

    /// What a user does.
    func type(_ text: String) {
        content = text
        edits.accept(())
    }

    /// What a user does, told by hand.
    func typeByHand(_ text: String) {
        content = text
        handEdits.send(())
    }
}

extension Reactive where Base: TextField {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.text }, setter: { $0.text = $1 })
    }
}

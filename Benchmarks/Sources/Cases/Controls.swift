import Binding

/// A label that shows a number, and adds up what it has shown.
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
    /// Emits edits, as a control written for Binding does.
    nonisolated let edits = PublishRelay<Void>()
    /// Calls closures for edits, as a control written without a library does.
    let handEdits = FloorEvent<Void>()
    /// How often code has set it.
    private(set) var writes = 0
    private var content = ""

    var text: String {
        get { content }
        set {
            content = newValue
            writes += 1
        }
    }

    /// Types as a user does.
    func type(_ text: String) {
        content = text
        edits.accept(())
    }

    /// Types as a user does, for the contender written by hand.
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

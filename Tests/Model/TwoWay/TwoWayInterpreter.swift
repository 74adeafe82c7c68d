import Binding

/// How a side changes a text that it receives.
package enum Habit: Int, CaseIterable, Sendable {
    case keeps, cuts, raises, trims, marksRight, marksLeft

    package func callAsFunction(_ text: String) -> String {
        switch self {
        case .keeps: text
        case .cuts: String(text.prefix(4))
        case .raises: text.uppercased()
        case .trims: text.filter { $0 != " " }
        case .marksRight: text.hasSuffix("v") ? text : text + "v"
        case .marksLeft: text.hasSuffix("m") ? text : text + "m"
        }
    }

    /// Whether the order of two habits does not matter: both sides then end with the text that both have changed.
    package func agrees(with other: Habit) -> Bool {
        let pair: Set<Habit> = [self, other]
        if pair.contains(.marksRight) || pair.contains(.marksLeft) { return pair.contains(.keeps) || pair.count == 1 }
        // Cutting first may remove more than trimming first.
        return pair != [.cuts, .trims]
    }
}

/// A text of a type without equality.
package struct Opaque: Sendable {
    package let text: String
}

/// A control with a habit, which emits texts that it has changed, or every text that it receives.
@MainActor
package final class ModelControl: ReactiveCompatible {
    nonisolated let edits = PublishRelay<Void>()
    let habit: Habit
    let echoes: Bool
    private(set) var content: String

    init(_ content: String, _ habit: Habit, echoes: Bool) {
        self.content = content
        self.habit = habit
        self.echoes = echoes
    }

    func edit(_ text: String) {
        content = habit(text)
        edits.accept(())
    }

    func set(_ text: String) {
        content = habit(text)
        if content != text || echoes { edits.accept(()) }
    }
}

extension Reactive where Base: ModelControl {
    var text: ControlProperty<String> {
        controlProperty(changes: base.edits, getter: { $0.content }, setter: { $0.set($1) })
    }

    var opaque: ControlProperty<Opaque> {
        controlProperty(
            changes: base.edits, getter: { Opaque(text: $0.content) }, setter: { $0.set($1.text) })
    }
}

/// The model of a two-way binding: the content of each side. A change and three answers pass through the binding.
package struct TwoWayModel {
    package private(set) var relay: String
    package private(set) var control: String
    /// Whether a change has not settled: one warning for all changes.
    package private(set) var isUnsettled = false

    private let viewModel: Habit
    private let habit: Habit
    private let echoes: Bool
    private let isEquatable: Bool

    private static let limit = 4

    init(relay: String, control: String, viewModel: Habit, habit: Habit, echoes: Bool, isEquatable: Bool) {
        self.relay = relay
        self.control = control
        self.viewModel = viewModel
        self.habit = habit
        self.echoes = echoes
        self.isEquatable = isEquatable
    }

    /// The control's user makes a change.
    mutating func edit(_ text: String) {
        control = habit(text)
        if isEquatable, control == relay { return }
        relay = control
        viewModelAnswers(says: 1)
    }

    /// The view model makes a change that it does not answer itself.
    mutating func change(_ text: String) {
        relay = text
        write(says: 1)
    }

    private mutating func viewModelAnswers(says: Int) {
        let answer = viewModel(relay)
        guard answer != relay else { return }
        relay = answer
        if isEquatable, control == answer { return }
        guard says < Self.limit else { return stop() }
        write(says: says + 1)
    }

    private mutating func stop() { isUnsettled = true }

    private mutating func write(says: Int) {
        if isEquatable, control == relay { return }
        control = habit(relay)
        guard control != relay || echoes else { return }
        if isEquatable, control == relay { return }
        guard says < Self.limit else { return stop() }
        relay = control
        viewModelAnswers(says: says + 1)
    }
}

/// Runs a program of edits on either side of a two-way binding and on its model.
@MainActor
package final class TwoWayInterpreter {
    package private(set) var steps = 0
    package private(set) var failure: String?

    private var program: Program
    private let relay: BehaviorRelay<String>
    private let opaqueRelay: BehaviorRelay<Opaque>
    private let control: ModelControl
    private let viewModel: Habit
    private let isEquatable: Bool
    private var model: TwoWayModel
    private let bag = DisposeBag()
    private var history: [String] = []

    package init(_ program: Program) {
        var program = program
        let viewModel = Habit.allCases[program.next(below: Habit.allCases.count)]
        let habit = Habit.allCases[program.next(below: Habit.allCases.count)]
        isEquatable = program.next(below: 3) != 0
        let echoes = program.next(below: 3) == 0
        // Both sides begin settled.
        let start = habit(viewModel(habit("")))
        relay = BehaviorRelay(value: start)
        opaqueRelay = BehaviorRelay(value: Opaque(text: start))
        control = ModelControl(habit(start), habit, echoes: echoes)
        model = TwoWayModel(
            relay: start, control: control.content, viewModel: viewModel, habit: habit, echoes: echoes,
            isEquatable: isEquatable)
        self.viewModel = viewModel
        self.program = program
        history.append("view model \(viewModel), control \(habit), echoes \(echoes), equatable \(isEquatable)")
        bind(viewModelFirst: self.program.next(below: 2) == 0)
    }

    package static func run(_ program: Program) -> TwoWayInterpreter {
        let interpreter = TwoWayInterpreter(program)
        while !interpreter.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.bag.dispose()
        return interpreter
    }

    private var relayText: String { isEquatable ? relay.value : opaqueRelay.value.text }

    private func set(_ text: String) {
        if isEquatable { relay.accept(text) } else { opaqueRelay.accept(Opaque(text: text)) }
    }

    private func bind(viewModelFirst: Bool) {
        let answer: @MainActor (String) -> Void = { [unowned self] text in
            if viewModel(text) != text { set(viewModel(text)) }
        }
        let observe = { [self] in
            bag.insert(relay.asDriver().skip(1).drive(onNext: answer))
            bag.insert(opaqueRelay.asDriver().skip(1).drive(onNext: { answer($0.text) }))
        }
        if viewModelFirst { observe() }
        bag.insert(
            isEquatable
                ? relay.bindTwoWay(to: control.rx.text) : opaqueRelay.bindTwoWay(to: control.rx.opaque))
        if !viewModelFirst { observe() }
        model = TwoWayModel(
            relay: relayText, control: control.content, viewModel: viewModel, habit: control.habit,
            echoes: control.echoes, isEquatable: isEquatable)
    }

    private func step() {
        steps += 1
        let letters = Array("ab A vm")
        let text = String((0..<program.next(below: 6)).map { _ in letters[program.next(below: letters.count)] })
        switch program.next(below: 4) {
        case 0, 1:
            history.append("edit \"\(text)\"")
            control.edit(text)
            model.edit(text)
            compare()
        case 2:
            let settled = viewModel(text)
            guard viewModel(settled) == settled else { return }
            history.append("change to \"\(settled)\"")
            set(settled)
            model.change(settled)
            compare()
        default:
            // Both sides answer the same change.
            history.append("change to \"\(text)\", and let the view model answer")
            set(text)
            expectRest(after: text)
        }
    }

    private func compare() {
        if relayText != model.relay || control.content != model.control {
            fail("ends at relay \"\(relayText)\", control \"\(control.content)\"")
        }
    }

    /// If the two habits agree, both sides end with the text that both have changed. If they do not, or if each write
    /// is answered and the answer cannot be recognized as unchanged, each side holds a text that it has made itself.
    private func expectRest(after text: String) {
        if viewModel.agrees(with: control.habit), isEquatable || !control.echoes {
            let end = control.habit(viewModel(text))
            // C21: if the view model's answer to the change comes after the control's, the control has answered, and
            // the relay may keep the view model's answer.
            if control.content != end || (relayText != end && relayText != viewModel(text)) {
                fail("C19/C20: relay \"\(relayText)\", control \"\(control.content)\" and not \"\(end)\"")
            }
        } else if control.habit(control.content) != control.content {
            fail("C21: the control holds \"\(control.content)\"")
        }
        // If they do not agree, the next change begins where they ended.
        model = TwoWayModel(
            relay: relayText, control: control.content, viewModel: viewModel, habit: control.habit,
            echoes: control.echoes, isEquatable: isEquatable)
    }

    private func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(history.first ?? ""); \(history.suffix(4).joined(separator: ", ")): \(text); the model: \(model)"
    }
}

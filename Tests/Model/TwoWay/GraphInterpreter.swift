import Binding

/// A value in a graph of bindings: a text in one of several wrappers.
package protocol GraphValue: Sendable {
    init(_ text: String)
    var text: String { get }
    /// The value that a control's getter returns for its content.
    var read: Self { get }
    /// Whether a value that comes back can be recognized, so that each step is one value.
    static var isRecognised: Bool { get }
    @MainActor static func bind(_ left: BehaviorRelay<Self>, _ right: BehaviorRelay<Self>) -> any Disposable
    @MainActor static func bind(_ left: BehaviorRelay<Self>, _ right: ControlProperty<Self>) -> any Disposable
}

extension GraphValue {
    package var read: Self { self }
    package static var isRecognised: Bool { true }
    package static func bind(_ left: BehaviorRelay<Self>, _ right: BehaviorRelay<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
    package static func bind(_ left: BehaviorRelay<Self>, _ right: ControlProperty<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
}

/// Equal if the texts are.
package struct EqualText: GraphValue, Equatable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func bind(_ left: BehaviorRelay<Self>, _ right: BehaviorRelay<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
    package static func bind(_ left: BehaviorRelay<Self>, _ right: ControlProperty<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
}

/// A type without equality.
package struct OpaqueText: GraphValue {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// Never equal to anything, including itself, like NaN.
package struct UnequalText: GraphValue, Equatable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { false }

    package static func bind(_ left: BehaviorRelay<Self>, _ right: BehaviorRelay<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
    package static func bind(_ left: BehaviorRelay<Self>, _ right: ControlProperty<Self>) -> any Disposable {
        left.bindTwoWay(to: right)
    }
}

/// An object that is new each time a control is read.
package final class ObjectText: GraphValue {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var read: ObjectText { ObjectText(text) }
    package static var isRecognised: Bool { false }
}

/// A control of a graph: it emits every value that it gets, or only edits; immediately, or when it is told to.
@MainActor
private final class GraphControl<Value: GraphValue>: ReactiveCompatible {
    nonisolated let edits = PublishRelay<Void>()
    private nonisolated let values = PublishRelay<Value>()
    let echoes: Bool
    let start: Start
    private(set) var content: Value
    private(set) var writes = 0

    /// When it emits its initial content.
    enum Start {
        /// While it is being bound.
        case atOnce
        /// After it has been bound.
        case late
        /// At no time: all that it emits is an edit.
        case never
    }

    init(_ content: Value, echoes: Bool, start: Start) {
        self.content = content
        self.echoes = echoes
        self.start = start
    }

    var property: ControlProperty<Value> {
        start != .atOnce
            ? ControlProperty(
                values: values, valueSink: Binder(self) { $0.set($1) }, sendsInitialValueLater: start == .late)
            : rx.controlProperty(changes: edits, getter: { $0.content.read }, setter: { $0.set($1) })
    }

    /// Emits its initial content.
    func tellFirst(_ value: Value) { if start == .late { values.accept(value) } }

    private func set(_ value: Value) {
        writes += 1
        content = value
        if echoes { tell() }
    }

    func edit(_ value: Value) {
        content = value
        tell()
    }

    private func tell() { if start == .atOnce { edits.accept(()) } else { values.accept(content.read) } }
}

/// Runs a program of edits on relays and controls that are bound to each other in arbitrary ways: rings, double
/// bindings, back and forth, a relay to itself, several controls on a relay and several relays on a control.
///
/// The model: connected members, over however many others, end with the same value, the one that was last set or
/// edited, without spaces if one of the view models removes them. If no view model answers and values can be
/// recognized, one step is one value for each relay, is not written back to the edited control, and causes no warning.
@MainActor
package final class GraphInterpreter<Value: GraphValue> {
    package private(set) var steps = 0
    package private(set) var failure: String?
    /// The steps so far, for examining a failure.
    package private(set) var history: [String] = []

    private var program: Program
    private let relays: [BehaviorRelay<Value>]
    private let controls: [GraphControl<Value>]
    /// For each member, the number of its connected component.
    private var component: [Int]
    private var counts: [Int]
    private let trims: [Bool]
    private var edges: [(left: Int, right: Int)] = []
    /// Whether there is more than one path between two members.
    private var hasCycle = false
    /// Whether there may be warnings: because answers cannot be recognized as what was written, or because a view
    /// model's answer comes back on another path, and is answered again.
    package var mayWarn: Bool { !Value.isRecognised || hasCycle && trims.contains(true) }
    private let trigger = PublishRelay<Int>()
    private var burst: [@MainActor () -> Void] = []
    private let bag = DisposeBag()

    private init(_ program: Program) {
        var program = program
        let relayCount = 1 + program.next(below: 5)
        let controlCount = program.next(below: 4)
        // If equal answers cannot be recognized, only one view model answers.
        var answering = Value.self == EqualText.self ? relayCount : Value.isRecognised ? 1 : 0
        let trims = (0..<relayCount).map { _ in
            let trims = program.next(below: 4) == 0 && answering > 0
            if trims { answering -= 1 }
            return trims
        }
        self.trims = trims
        let relays = (0..<relayCount).map { BehaviorRelay(value: Value("r\($0)")) }
        self.relays = relays
        controls = (0..<controlCount).map {
            let start: GraphControl<Value>.Start = [.late, .never, .atOnce, .atOnce][program.next(below: 4)]
            // It emits its initial content, not what it has been given before that.
            return GraphControl(Value("c\($0)"), echoes: start == .atOnce && program.next(below: 2) == 0, start: start)
        }
        component = Array(0..<(relayCount + controlCount))
        counts = Array(repeating: 0, count: relayCount)
        history.append("\(Value.self), trims \(trims), echoes \(controls.map(\.echoes))")
        self.program = program
        for (index, relay) in relays.enumerated() {
            bag.insert(
                relay.asDriver().skip(1).drive(onNext: { [unowned self] value in
                    counts[index] += 1
                    // Far more than a graph of this size needs.
                    if counts[index] == 20_000 { fail("relay \(index) does not come to rest") }
                    if trims[index], value.text.contains(" "), failure == nil {
                        relay.accept(Value(value.text.filter { $0 != " " }))
                    }
                }))
        }
        bag.insert(
            trigger.asSignal().emit(onNext: { [unowned self] _ in
                for edit in burst { edit() }
            }))
        bind()
        tellFirst()
    }

    /// C17: the initial content of a control is no edit, even if it is emitted late.
    private func tellFirst() {
        counts = counts.map { _ in 0 }
        for control in controls { control.tellFirst(Value("late")) }
        if counts.contains(where: { $0 > 0 }) { fail("C17: what a control held at first is taken for an edit") }
    }

    package static func run(_ program: Program) -> GraphInterpreter {
        let interpreter = GraphInterpreter(program)
        while !interpreter.program.isOver, interpreter.failure == nil { interpreter.step() }
        interpreter.bag.dispose()
        return interpreter
    }

    private func bind() {
        let nodes = relays.count + controls.count
        for _ in 0..<(1 + program.next(below: 8)) {
            let left = program.next(below: relays.count)
            let right = program.next(below: nodes)
            // A control that does not emit when it is written to does not pass a value from one relay to another.
            if right >= relays.count, !controls[right - relays.count].echoes,
                edges.contains(where: { $0.right == right && $0.left != left })
            {
                continue
            }
            history.append("\(left) <=> \(right)")
            edges.append((left, right))
            if right < relays.count {
                bag.insert(Value.bind(relays[left], relays[right]))
            } else {
                bag.insert(Value.bind(relays[left], controls[right - relays.count].property))
            }
            let (from, to) = (component[right], component[left])
            if from == to { hasCycle = true }
            component = component.map { $0 == from ? to : $0 }
        }
    }

    private func step() {
        steps += 1
        var edits: [(node: Int, text: String)] = []
        let isBurst = program.next(below: 3) == 0
        for _ in 0..<(isBurst ? 2 + program.next(below: 3) : 1) {
            let letters = Array("ab c")
            let text = String((0..<(1 + program.next(below: 4))).map { _ in letters[program.next(below: 4)] })
            edits.append((program.next(below: relays.count + controls.count), text + "\(steps).\(edits.count)"))
        }
        history.append(
            edits.map { "\($0.node) = \"\($0.text)\"" }.joined(separator: ", ") + (isBurst ? " in one turn" : ""))
        counts = counts.map { _ in 0 }
        let writes = controls.map(\.writes)
        let actions: [@MainActor () -> Void] = edits.map { edit in
            { [self] in
                if edit.node < relays.count {
                    relays[edit.node].accept(Value(edit.text))
                } else {
                    controls[edit.node - relays.count].edit(Value(edit.text))
                }
            }
        }
        burst = actions
        if isBurst { trigger.accept(1) } else { actions[0]() }
        burst = []
        check(edits, writes)
    }

    private func check(_ edits: [(node: Int, text: String)], _ writes: [Int]) {
        for (node, text) in edits {
            let members = component.indices.filter { component[$0] == component[node] }
            // A component ends with the last edit in it.
            guard edits.last(where: { component[$0.node] == component[node] })?.text == text else { continue }
            let isTrimmed = members.contains { $0 < relays.count && trims[$0] }
            let end = isTrimmed ? text.filter { $0 != " " } : text
            for member in members {
                let held =
                    member < relays.count ? relays[member].value.text : controls[member - relays.count].content.text
                if held != end { fail("C19, C21: \(member) holds \"\(held)\" and not \"\(end)\"") }
            }
            guard !isTrimmed, Value.isRecognised, hasOneBindingEach(members) else { continue }
            let count = edits.filter { component[$0.node] == component[node] }.count
            for member in members where member < relays.count && counts[member] != count {
                fail("C18: relay \(member) has had \(counts[member]) values and not \(count)")
            }
            if count == 1, node >= relays.count, controls[node - relays.count].writes != writes[node - relays.count] {
                fail("C18: the edit is written back")
            }
        }
    }

    /// Whether none of these controls is bound twice: an edit reaches the relays through each of its bindings.
    private func hasOneBindingEach(_ members: [Int]) -> Bool {
        members.allSatisfy { member in member < relays.count || edges.filter { $0.right == member }.count <= 1 }
    }

    package func fail(_ text: String) {
        guard failure == nil else { return }
        failure = "\(history.joined(separator: "; ")): \(text)"
    }
}

/// The result of a program.
package struct GraphRun {
    package let steps: Int
    package let failure: String?
    package let mayWarn: Bool
    package let history: String
}

/// Runs a program with one of the kinds of values, chosen by its first byte.
@MainActor
package func runGraph(_ program: Program) -> GraphRun {
    func run<Value: GraphValue>(_: Value.Type, _ program: Program) -> GraphRun {
        let interpreter = GraphInterpreter<Value>.run(program)
        return GraphRun(
            steps: interpreter.steps, failure: interpreter.failure, mayWarn: interpreter.mayWarn,
            history: interpreter.history.joined(separator: "; "))
    }
    var program = program
    return switch program.next(below: 4) {
    case 0: run(EqualText.self, program)
    case 1: run(OpaqueText.self, program)
    case 2: run(UnequalText.self, program)
    default: run(ObjectText.self, program)
    }
}

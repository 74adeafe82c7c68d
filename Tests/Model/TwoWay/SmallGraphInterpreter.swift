import Binding

/// The result of a small program.
package struct SmallGraphRun {
    /// What went wrong, with the program.
    package var failure: String?
    /// Whether the program may be one that is cut off, so that there is a warning, and nothing is said of its values.
    package var mayWarn = false
    package var comesToRest = true

    package init(failure: String? = nil, mayWarn: Bool = false, comesToRest: Bool = true) {
        self.failure = failure
        self.mayWarn = mayWarn
        self.comesToRest = comesToRest
    }
}

/// Runs a small program on relays and controls, and says which of the wishes it does not grant.
@MainActor
package final class SmallGraphInterpreter<Value: SmallGraphValue> {
    private typealias End = SmallGraph.End

    private let program: SmallGraph
    private var oracle: SmallGraphOracle
    private let relays: [BehaviorRelay<Value>]
    private var controls: [SmallGraphControl<Value>] = []
    private let pair: BehaviorRelay<TextPair>?
    private var bindings: [any Disposable] = []
    /// The relay of each recorder, and what it has been told last.
    private var recorders: [(relay: Int, text: String)] = []
    private var nesting = 0
    private var performed = 0
    private var texts = 0
    private var deliveries = 0
    private let bag = DisposeBag()

    package static func run(_ program: SmallGraph) -> SmallGraphRun {
        let interpreter = SmallGraphInterpreter(program)
        for statement in program.statements where interpreter.oracle.failure == nil {
            interpreter.performed += 1
            interpreter.perform(statement)
        }
        interpreter.bag.dispose()
        for binding in interpreter.bindings { binding.dispose() }
        return interpreter.result
    }

    private init(_ program: SmallGraph) {
        self.program = program
        let texts = program.texts ?? (1...max(1, program.relays)).map { "\($0)" }
        let relays = (0..<program.relays).map { BehaviorRelay(value: Value(texts[$0])) }
        self.relays = relays
        let pair = program.hasParts ? BehaviorRelay(value: TextPair("7", "8", "9")) : nil
        self.pair = pair
        // The controls refer to this object, which refers to the oracle: it is made again below.
        oracle = SmallGraphOracle(SmallGraph()) { _ in "" }
        for (number, kind) in program.controls.enumerated() {
            controls.append(
                SmallGraphControl(kind, "\(number + 5)") { [unowned self] text, former in
                    oracle.write(.control(number), text, over: former)
                })
        }
        oracle = SmallGraphOracle(program, held)
        for relay in relays.indices { record(relay) }
    }

    private var result: SmallGraphRun {
        guard let failure = oracle.failure else { return SmallGraphRun(mayWarn: mayWarn) }
        let ends =
            relays.indices.map(End.relay) + controls.indices.map(End.control)
            + (pair == nil ? [] : SmallGraph.Part.allCases.map(End.part))
        let state = ends.map { "\(program.name($0)) \"\(held($0))\"" }.joined(separator: ", ")
        var run = program
        run.statements = Array(program.statements.prefix(performed))
        let equality = Value.self is any Equatable.Type ? "" : " (not Equatable)"
        return SmallGraphRun(
            failure: "\(run)\(equality): \(failure): \(state)", mayWarn: mayWarn,
            comesToRest: deliveries < Self.limit)
    }

    /// Whether several answer, each of which may undo what another one did.
    private var mayWarn: Bool { !program.reactions.isEmpty && program.cuts }

    // MARK: The ends

    private func held(_ end: SmallGraph.End) -> String {
        switch end {
        case .relay(let number): relays[number].value.text
        case .control(let number): controls[number].content.text
        case .part(let part): pair.map { Lens(part, of: $0).value.text } ?? ""
        }
    }

    private func property(_ end: End) -> SmallGraphEnd<Value> {
        switch end {
        case .relay(let number): return .relay(relays[number])
        case .control(let number): return .control(controls[number].property)
        case .part(let part):
            guard let pair, let lens = Lens(part, of: pair) as? Lens<Value> else {
                preconditionFailure("parts are Equatable")
            }
            return .part(lens)
        }
    }

    private func nextText() -> String {
        defer { texts += 1 }
        return SmallGraphTexts.text(texts, isLong: program.cuts)
    }

    private func change(_ end: End) { change(end, to: nextText()) }

    private func change(_ end: End, to text: String) {
        switch end {
        case .relay(let number):
            oracle.change(end, to: text)
            relays[number].accept(Value(text))
        case .control(let number):
            if controls[number].isTelling {
                oracle.changeAgain(end, to: text)
            } else {
                oracle.change(end, to: text)
            }
            controls[number].edit(text)
        case .part(let part):
            oracle.change(end, to: text)
            if let pair { Lens(part, of: pair).value = EqualText(text) }
        }
    }

    private func changeWhole() {
        let texts = SmallGraph.Part.allCases.map { _ in nextText() }
        oracle.changeWhole(zip(SmallGraph.Part.allCases, texts).map { (.part($0), $1) })
        pair?.accept(TextPair(texts[0], texts[1], texts[2]))
    }

    // MARK: Statements

    /// Acts from within an observer of another source.
    private func within(_ actions: [@MainActor () -> Void]) {
        let trigger = PublishRelay<Void>()
        nesting += 1
        let subscription = trigger.asSignal().emit(onNext: { _ in for action in actions { action() } })
        trigger.accept(())
        nesting -= 1
        subscription.dispose()
    }

    private func perform(_ statement: SmallGraph.Statement) {
        switch statement {
        case .bind(let left, let right): bind(left, right)
        case .rebind(let number, let left, let right, isNested: false): rebind(number, left, right)
        case .rebind(let number, let left, let right, isNested: true):
            within([{ [unowned self] in rebind(number, left, right) }])
        case .dispose(let number): dispose(number)
        case .observe(let relay, let reactions): observe(relay, reactions)
        case .change(let end): change(end)
        case .copy(let from, let to): change(.relay(to), to: held(.relay(from)))
        case .several(let ends): within(ends.map { end in { [unowned self] in change(end) } })
        case .changeWhole: changeWhole()
        }
        oracle.rest(held)
        for (relay, text) in recorders where text != held(.relay(relay)) {
            oracle.fail("an observer has another value")
        }
    }

    private func bind(_ left: End, _ right: End) {
        oracle.bind(left, right, isNested: nesting > 0, text: held(left))
        bindings.append(Value.bind(property(left), property(right)))
    }

    private func rebind(_ binding: Int, _ left: End, _ right: End) {
        dispose(binding)
        bind(left, right)
        bindings.swapAt(binding, bindings.count - 1)
        oracle.swapBindings(binding, bindings.count - 1)
    }

    private func dispose(_ binding: Int) {
        guard binding < bindings.count else { return }
        oracle.dispose(binding, isNested: nesting > 0)
        bindings[binding].dispose()
    }

    // MARK: Observers

    /// Whether an observer may be called once more.
    private func begin() -> Bool {
        deliveries += 1
        if deliveries == Self.limit {
            oracle.fail("it does not come to rest")
            bag.dispose()
            for binding in bindings { binding.dispose() }
        }
        return deliveries < Self.limit
    }

    private static var limit: Int { 2_000 }

    /// Subscribes to a relay, to see what its observers are told. Those made at the start are called first.
    private func record(_ relay: Int) {
        let number = recorders.count
        recorders.append((relay, ""))
        let isFirst = number < relays.count
        var hasBegun = false
        bag.insert(
            relays[relay].asDriver().drive(onNext: { [unowned self] value in
                guard begin() else { return }
                recorders[number].text = value.text
                if isFirst, hasBegun { oracle.tell(relay, value.text) }
                hasBegun = true
            }))
    }

    private func observe(_ relay: Int, _ reactions: [SmallGraph.Reaction]) {
        var hasBegun = false
        var isUsed = Array(repeating: false, count: reactions.count)
        bag.insert(
            relays[relay].asDriver().drive(onNext: { [unowned self] value in
                defer { hasBegun = true }
                guard hasBegun, begin() else { return }
                nesting += 1
                for (index, reaction) in reactions.enumerated() {
                    react(relay, reaction, to: value.text, isFirst: !isUsed[index]) { isUsed[index] = true }
                }
                nesting -= 1
            }))
    }

    private func react(
        _ relay: Int, _ reaction: SmallGraph.Reaction, to text: String, isFirst: Bool, _ use: () -> Void
    ) {
        func answer(_ other: String, to target: Int) { if other != text { change(.relay(target), to: other) } }
        switch reaction {
        case .capitals: return answer(text.uppercased(), to: relay)
        case .cuts: return answer(SmallGraphTexts.cut(text), to: relay)
        case .marks(let other): return answer(SmallGraphTexts.marked(text), to: other)
        default: break
        }
        guard isFirst else { return }
        use()
        switch reaction {
        case .capitals, .cuts, .marks: break
        case .sets(let end, let times): for _ in 0..<times { change(end) }
        case .edits(let control, let times): for _ in 0..<times { change(.control(control)) }
        case .subscribes(let other): record(other)
        case .binds(let left, let right): bind(left, right)
        case .disposes(let binding): dispose(binding)
        }
    }
}

/// Runs a small program with texts that are `Equatable`, or with some that are not.
@MainActor
package func runSmallGraph(_ program: SmallGraph, isEquatable: Bool) -> SmallGraphRun {
    isEquatable ? SmallGraphInterpreter<EqualText>.run(program) : SmallGraphInterpreter<OpaqueText>.run(program)
}

import Binding
import Model
import TestSupport
import Testing

/// Random graphs of derived values beside a plain function of the sources: everything that an observer ever saw is what
/// that function gives for values that the sources had at that moment. C43, C44.
@Suite("Derived values beside a function of the sources")
@MainActor
struct DerivedModelTests {
    @Test("C43, C44: no value that never was; one for each change; at the end all are the latest")
    func programs() async {
        await runPrograms("derived values", length: 20...160, counting: "values") { program in
            let run = DerivedInterpreter(program)
            await run.run()
            return ProgramResult(steps: run.steps, observed: run.observed, failure: run.failure)
        }
    }
}

/// What a node computes of sources and of the nodes before it.
private enum Formula {
    case source(Int)
    /// A part of the relay that has two.
    case part(isFirst: Bool)
    case sum(Int, Int)
    /// One of two nodes, by a third: dependencies change.
    case choice(Int, Int, Int)
    /// A few values only: most changes end here.
    case half(Int)
    case kept(Int)
    /// Two nodes that a combination of drivers puts together.
    case combination(Int, Int)
}

private struct Parts: Equatable, Sendable {
    var (left, right) = (0, 0)
}

/// The values of all sources.
private struct Values: Equatable {
    var numbers = [0, 0, 0, 0]
    var parts = Parts()

    func result(of node: Int, _ formulas: [Formula]) -> Int {
        func result(_ node: Int) -> Int {
            switch formulas[node] {
            case .source(let index): numbers[index]
            case .part(let isFirst): isFirst ? parts.left : parts.right
            case .sum(let one, let other): result(one) &+ result(other)
            case .choice(let condition, let one, let other): result(condition) % 2 == 0 ? result(one) : result(other)
            case .half(let one): result(one) / 2 % 3
            case .kept(let one): result(one)
            case .combination(let one, let other): result(one) &* 1_000 &+ result(other)
            }
        }
        return result(node)
    }
}

@MainActor
private final class DerivedObserver {
    let node: Int
    var last: Int?
    var seen = 0
    var subscription: (any Disposable)?

    init(_ node: Int) {
        self.node = node
    }
}

@MainActor
private final class DerivedInterpreter {
    private var program: Program
    private(set) var steps = 0
    private(set) var observed = 0
    private(set) var failure: String?

    private let relays = (0..<4).map { _ in BehaviorRelay(value: 0) }
    private let parts = BehaviorRelay(value: Parts())
    private let trigger = PublishRelay<Void>()
    private var values = Values()
    /// What the sources had before an observer set them in this change, which those that it comes before may still see.
    private var former: [Values] = []
    /// What sources had before another thread set them in this step, which drivers may show until that arrives.
    private var beforeArrival: [(source: Int, value: Int)] = []
    private var formulas: [Formula] = []
    private var nodes: [DerivedValue<Int>?] = []
    private var drivers: [Driver<Int>] = []
    private var observers: [DerivedObserver] = []
    /// What the next observer of a source, or of a node, that is called does.
    private var armed: [@MainActor (DerivedInterpreter) -> Void] = []
    /// Whether observers may have been called more than once in this change, and with the value that they have.
    private var isLoose = false
    private var isForeign = false
    private var depth = 0
    private let bag = DisposeBag()
    private var log: [String] = []

    init(_ program: Program) {
        self.program = program
    }

    func run() async {
        for index in 0..<4 { addNode(.source(index)) }
        addNode(.part(isFirst: true))
        addNode(.part(isFirst: false))
        trigger.asSignal().emit(onNext: { [unowned self] in several("in an observer") }).disposed(by: bag)
        relays[1].asDriver().drive(onNext: { [unowned self] _ in useArmed() }).disposed(by: bag)
        for _ in 0..<(2 + program.next(below: 10)) { addRandomNode() }
        while !program.isOver, failure == nil {
            for observer in observers { observer.seen = 0 }
            (former, beforeArrival, isLoose, isForeign) = ([], [], false, false)
            step()
            if isForeign { await mainActorIsFree() }
            check()
            steps += 1
        }
        for observer in observers { observer.subscription?.dispose() }
        armed = []
    }

    // MARK: Nodes

    private func addRandomNode() {
        func any() -> Int { program.next(below: formulas.count) }
        switch program.next(below: 8) {
        case 0, 1: addNode(.sum(any(), any()))
        case 2, 3: addNode(.choice(any(), any(), any()))
        case 4: addNode(.half(any()))
        case 5: addNode(.kept(any()))
        default: addNode(.combination(any(), any()))
        }
    }

    private func addNode(_ formula: Formula) {
        let compute: @MainActor () -> Int
        let (relays, parts) = (relays, parts)
        func value(_ node: Int) -> @MainActor () -> Int {
            // A combination is no value that can be read: what it is made of is read instead.
            if let derived = nodes[node] { return { derived.value } }
            guard case .combination(let one, let other) = formulas[node] else { return { 0 } }
            let (left, right) = (value(one), value(other))
            return { left() &* 1_000 &+ right() }
        }
        switch formula {
        case .source(let index): compute = { relays[index].value }
        case .part(let isFirst): compute = { isFirst ? parts.left.value : parts.right.value }
        case .sum(let one, let other):
            let (left, right) = (value(one), value(other))
            compute = { left() &+ right() }
        case .choice(let condition, let one, let other):
            let (condition, left, right) = (value(condition), value(one), value(other))
            compute = { condition() % 2 == 0 ? left() : right() }
        case .half(let one):
            let whole = value(one)
            compute = { whole() / 2 % 3 }
        case .kept(let one): compute = value(one)
        case .combination(let one, let other):
            formulas.append(formula)
            nodes.append(nil)
            drivers.append(Driver.combineLatest(drivers[one], drivers[other]) { $0 &* 1_000 &+ $1 })
            return log.append("n\(formulas.count - 1)=\(formula)")
        }
        let node = DerivedValue(compute)
        formulas.append(formula)
        nodes.append(node)
        drivers.append(node.asDriver())
        log.append("n\(formulas.count - 1)=\(formula)")
    }

    // MARK: Steps

    private func step() {
        switch program.next(below: 12) {
        case 0:
            log.append("trigger")
            trigger.accept(())
        case 1:
            let source = program.next(below: 4)
            let value = program.next(below: 4)
            log.append("arm s\(source)=\(value)")
            armed.append { run in
                run.former.append(run.values)
                run.set(source, value)
            }
        case 2:
            let node = program.next(below: formulas.count)
            log.append("arm observe \(node)")
            armed.append { $0.observe(node) }
        case 3: addRandomNode()
        default: simple()
        }
    }

    /// Something that may be done anywhere.
    private func simple() {
        switch program.next(below: 10) {
        case 0, 1: observe(program.next(below: formulas.count))
        case 2:
            guard !observers.isEmpty else { return }
            let index = program.next(below: observers.count)
            log.append("dispose \(index)")
            observers.remove(at: index).subscription?.dispose()
        case 3, 4:
            let node = program.next(below: formulas.count)
            guard let derived = nodes[node] else { return }
            let value = derived.value
            let expected = values.result(of: node, formulas)
            log.append("read \(node)")
            if value != expected { fail("read \(value) in place of \(expected)", node) }
        case 5:
            log.append("batch {")
            let before = values
            batch { several("batch") }
            log.append("}")
            // Others see what was there before an observer's batch, or after it.
            if depth > 0 { former.append(before) }
        case 6:
            let (source, value) = (program.next(below: 4), program.next(below: 4))
            log.append("elsewhere s\(source)=\(value)")
            beforeArrival.append((source, values.numbers[source]))
            values.numbers[source] = value
            (isForeign, isLoose) = (true, true)
            onAnotherThread { [relays] in relays[source].accept(value) }
        case 7:
            let value = program.next(below: 4)
            let isFirst = program.next(below: 2) == 0
            log.append("part \(isFirst)=\(value)")
            if isFirst {
                values.parts.left = value
                parts.left.value = value
            } else {
                values.parts.right = value
                parts.right.value = value
            }
        default: set(program.next(below: 4), program.next(below: 4))
        }
    }

    private func several(_ place: String) {
        guard depth < 3 else { return }
        depth += 1
        for _ in 0..<(1 + program.next(below: 4)) { simple() }
        depth -= 1
    }

    private func set(_ source: Int, _ value: Int) {
        log.append("s\(source)=\(value)")
        values.numbers[source] = value
        relays[source].accept(value)
    }

    private func useArmed() {
        guard let action = armed.popLast() else { return }
        isLoose = true
        log.append("armed:")
        action(self)
    }

    private func observe(_ node: Int) {
        log.append("observe \(node)")
        // In the middle of a change, what comes at its end may be the value of before.
        if depth > 0 { isLoose = true }
        let observer = DerivedObserver(node)
        observers.append(observer)
        observer.subscription = drivers[node].drive(onNext: { [unowned self, unowned observer] value in
            observed += 1
            note(value, observer)
        })
    }

    private func note(_ value: Int, _ observer: DerivedObserver) {
        let isTrue = shown.contains { $0.result(of: observer.node, formulas) == value }
        // A combination that is subscribed to in the middle of a change begins with what was sent last.
        if !isTrue, !(observer.last == nil && nodes[observer.node] == nil) { fail("shows \(value)", observer.node) }
        // A combination may give the same for other inputs.
        if observer.last == value, nodes[observer.node] != nil, !isLoose { fail("shows \(value) twice", observer.node) }
        log.append("n\(observer.node) is \(value)")
        observer.last = value
        observer.seen += 1
        if observer.seen > 1, !isLoose { fail("is told \(observer.seen) times", observer.node) }
        useArmed()
    }

    /// What the sources may have for an observer.
    private var shown: [Values] {
        beforeArrival.reduce([values] + former) { all, before in
            all
                + all.map {
                    var other = $0
                    other.numbers[before.source] = before.value
                    return other
                }
        }
    }

    private func check() {
        for observer in observers {
            let expected = values.result(of: observer.node, formulas)
            if observer.last != expected { fail("ends with \(observer.last as Int?), not \(expected)", observer.node) }
        }
        for (node, derived) in nodes.enumerated() where steps % 7 == 0 {
            let expected = values.result(of: node, formulas)
            if let derived, derived.value != expected { fail("is \(derived.value), not \(expected)", node) }
        }
    }

    private func fail(_ what: String, _ node: Int) {
        if failure == nil { failure = "n\(node) \(what): \(log.joined(separator: "; "))" }
    }
}

import Binding
import Model
import TestSupport
import Testing

/// Random graphs of drivers, whose values carry what they were made of: a combination of two versions of one source, or
/// of what an observer keeps alike, never existed. C42.
@Suite("Combinations of drivers beside what exists")
@MainActor
struct CombinationModelTests {
    @Test("C42: no combination that never existed; one for each change; at the end all are the latest")
    func programs() async {
        await runPrograms("combinations", length: 20...160, counting: "values") { program in
            let run = CombinationInterpreter(program)
            return ProgramResult(steps: run.steps, observed: run.observed, failure: run.failure)
        }
    }
}

/// What a value was made of: the version of each source that it depends on.
private struct Made: Equatable, Sendable {
    var versions: [Int: Int] = [:]
    /// Whether two versions of one source are in it.
    var isTorn = false

    static func + (left: Made, right: Made) -> Made {
        var both = left
        both.isTorn = left.isTorn || right.isTorn
        for (source, version) in right.versions {
            if let other = both.versions.updateValue(version, forKey: source), other != version { both.isTorn = true }
        }
        return both
    }
}

private struct Node {
    let driver: Driver<Made>
    let sources: Set<Int>
    let text: String
    /// Whether it combines: then it sends once for each change.
    var isCombination = false
    /// Whether it switches, or depends on what does: then only the last value of a change counts.
    var isLoose = false
}

@MainActor
private final class Observer {
    let node: Node
    var seen = 0
    /// How often it may be called in this change: an observer that subscribes during it receives the value from before,
    /// if there is one, as well.
    var mostSeen = 1
    var last: Made?
    var subscription: (any Disposable)?

    init(_ node: Node) {
        self.node = node
    }
}

@MainActor
private final class CombinationInterpreter {
    private var program: Program
    private(set) var steps = 0
    private(set) var observed = 0
    private(set) var failure: String?

    private let relays = (0..<3).map { BehaviorRelay(value: Made(versions: [$0: 0])) }
    /// Set by an observer to whatever the first source has.
    private let copy = BehaviorRelay(value: Made(versions: [0: 0]))
    private let trigger = PublishRelay<[Int]>()
    private var versions = [0, 0, 0]
    private var nodes: [Node] = []
    private var observers: [Observer] = []
    private let bag = DisposeBag()
    /// The node that an observer of the second source subscribes to in the middle of the next change.
    private var joining: Int?
    private var log: [String] = []

    init(_ program: Program) {
        self.program = program
        run()
    }

    private func run() {
        let copiesEarly = program.next(below: 2) == 0
        if copiesEarly { keepCopy() }
        for (index, relay) in relays.enumerated() {
            nodes.append(Node(driver: relay.asDriver(), sources: [index], text: "s\(index)"))
        }
        nodes.append(Node(driver: copy.asDriver(), sources: [0], text: "copy"))
        trigger.asSignal().emit(onNext: { [unowned self] sources in for source in sources { set(source) } })
            .disposed(by: bag)
        relays[1].asDriver().drive(onNext: { [unowned self] _ in
            if let node = joining {
                joining = nil
                observe(node)
                observers.last?.mostSeen = 2
            }
        })
        .disposed(by: bag)
        for _ in 0..<(1 + program.next(below: 9)) { addNode() }
        if !copiesEarly { keepCopy() }
        while !program.isOver, failure == nil {
            step()
            steps += 1
        }
        for observer in observers { observer.subscription?.dispose() }
    }

    private func keepCopy() {
        relays[0].asDriver().drive(onNext: { [copy] in copy.accept($0) }).disposed(by: bag)
    }

    private func addNode() {
        let first = program.next(below: nodes.count)
        let second = program.next(below: nodes.count)
        let (one, other) = (nodes[first], nodes[second])
        let sources = one.sources.union(other.sources)
        let name = "n\(nodes.count)"
        var node: Node
        switch program.next(below: 6) {
        case 0:
            node = Node(driver: one.driver.map { $0 }, sources: one.sources, text: "\(name)=map \(first)")
            node.isLoose = one.isLoose
        case 1:
            node = Node(
                driver: one.driver.distinctUntilChanged(), sources: one.sources, text: "\(name)=distinct \(first)")
            node.isLoose = one.isLoose
        case 2:
            node = Node(
                driver: one.driver.flatMapLatest { made in
                    made.versions.values.reduce(0, +) % 2 == 0 ? other.driver.map { made + $0 } : .just(made)
                }, sources: [], text: "\(name)=switch \(first) \(second)")
            node.isLoose = true
        case 3:
            node = Node(
                driver: Driver.combineLatest([one.driver, other.driver, one.driver]).map { $0[0] + $0[1] + $0[2] },
                sources: sources, text: "\(name)=three \(first) \(second)")
            node.isCombination = true
            node.isLoose = one.isLoose || other.isLoose
        default:
            node = Node(
                driver: Driver.combineLatest(one.driver, other.driver) { $0 + $1 }, sources: sources,
                text: "\(name)=both \(first) \(second)")
            node.isCombination = true
            node.isLoose = one.isLoose || other.isLoose
        }
        nodes.append(node)
        log.append(node.text)
    }

    private func step() {
        for observer in observers {
            observer.seen = 0
            observer.mostSeen = 1
        }
        switch program.next(below: 8) {
        case 0, 1:
            let node = program.next(below: nodes.count)
            log.append("observe \(node)")
            return observe(node)
        case 2:
            guard !observers.isEmpty else { return }
            let index = program.next(below: observers.count)
            log.append("dispose \(index)")
            observers.remove(at: index).subscription?.dispose()
            return
        case 3:
            let sources = (0..<(1 + program.next(below: 4))).map { _ in program.next(below: 3) }
            log.append("set \(sources) in one change")
            trigger.accept(sources)
        case 4:
            joining = program.next(below: nodes.count)
            log.append("observe \(joining ?? 0) in the middle of")
            fallthrough
        default:
            let source = program.next(below: 3)
            log.append("set \(source)")
            set(source)
        }
        for observer in observers {
            let node = observer.node
            if node.isCombination, !node.isLoose, observer.seen > observer.mostSeen {
                fail("sent \(observer.seen) times", node)
            }
            guard let last = observer.last else { return fail("sent nothing", node) }
            for (source, version) in last.versions where version != versions[source] {
                fail("has version \(version) of \(source) at the end", node)
            }
            if !node.isLoose, Set(last.versions.keys) != node.sources { fail("lacks a source", node) }
            if last.isTorn { fail("is torn at the end", node) }
        }
    }

    private func set(_ source: Int) {
        versions[source] += 1
        relays[source].accept(Made(versions: [source: versions[source]]))
    }

    private func observe(_ index: Int) {
        let observer = Observer(nodes[index])
        observers.append(observer)
        observer.subscription = nodes[index].driver.drive(onNext: { [unowned self, unowned observer] made in
            observed += 1
            observer.seen += 1
            observer.last = made
            if made.isTorn, !observer.node.isLoose { fail("is torn", observer.node) }
        })
    }

    private func fail(_ what: String, _ node: Node) {
        if failure == nil { failure = "\(node.text) \(what): \(log.joined(separator: "; "))" }
    }
}

import Binding
import TestSupport
import Testing

/// Random sequences, compared with simple models. A failure contains the seed.
@Suite("Operators against plain models")
struct RandomSequenceTests {
    private enum Step {
        case send(input: Int, Int)
        case complete(input: Int)
    }

    private static func steps(inputs: Int, _ generator: inout SplitMix) -> [Step] {
        var open = Array(0..<inputs)
        var steps: [Step] = []
        for number in 0..<Int.random(in: 0...60, using: &generator) {
            guard let input = open.randomElement(using: &generator) else { break }
            if Int.random(in: 0..<12, using: &generator) == 0 {
                open.removeAll { $0 == input }
                steps.append(.complete(input: input))
            } else {
                steps.append(.send(input: input, number))
            }
        }
        return steps
    }

    @Test("combineLatest is what a table of the latest values says")
    func combineLatest() {
        for _ in 0..<200 {
            let seed = UInt64.random(in: .min ... .max)
            var generator = SplitMix(state: seed)
            let inputs = Int.random(in: 1...5, using: &generator)
            let subjects = (0..<inputs).map { _ in PublishSubject<Int>() }
            let recorder = Recorder<[Int]>()
            let subscription = Observable.combineLatest(subjects).subscribe(recorder)

            var latest = [Int?](repeating: nil, count: inputs)
            var running = inputs
            var expected: [[Int]] = []
            var isOver = false
            for step in Self.steps(inputs: inputs, &generator) {
                switch step {
                case .send(let input, let number):
                    subjects[input].onNext(number)
                    latest[input] = number
                    let row = latest.compactMap { $0 }
                    if !isOver, row.count == inputs { expected.append(row) }
                case .complete(let input):
                    subjects[input].onCompleted()
                    running -= 1
                    if running == 0 || latest[input] == nil { isOver = true }
                }
            }
            expectEqual(recorder.elements, expected, "seed \(seed)")
            expectEqual(recorder.isCompleted, isOver, "seed \(seed)")
            subscription.dispose()
        }
    }

    @Test("share subscribes upstream once, whatever the number of observers that come and go")
    func share() {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            var generator = SplitMix(state: seed)
            let subject = PublishSubject<Int>()
            let connections = Counter()
            let open = Counter()
            let shared = Observable<Int>.create { observer in
                connections.add()
                open.add()
                let subscription = subject.subscribe(observer)
                return Disposables.create {
                    subscription.dispose()
                    open.add(-1)
                }
            }.share(replay: Int.random(in: 0...2, using: &generator))

            var observers: [(subscription: any Disposable, recorder: Recorder<Int>, from: Int)] = []
            var connected = 0
            for number in 0..<80 {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0:
                    if observers.isEmpty { connected += 1 }
                    let recorder = Recorder<Int>()
                    observers.append((shared.subscribe(recorder), recorder, number))
                case 1 where !observers.isEmpty:
                    observers.remove(at: Int.random(in: 0..<observers.count, using: &generator)).subscription.dispose()
                default:
                    subject.onNext(number)
                    for observer in observers {
                        expectEqual(observer.recorder.elements.last, number, "seed \(seed)")
                    }
                }
                expectEqual(connections.value, connected, "seed \(seed)")
                #expect(open.value == (observers.isEmpty ? 0 : 1), "seed \(seed)")
            }
            for observer in observers { observer.subscription.dispose() }
            expectEqual(open.value, 0, "seed \(seed)")
        }
    }

    @Test("merge keeps each source's order and loses nothing")
    func merge() {
        for _ in 0..<100 {
            let seed = UInt64.random(in: .min ... .max)
            var generator = SplitMix(state: seed)
            let inputs = Int.random(in: 1...5, using: &generator)
            let subjects = (0..<inputs).map { _ in PublishSubject<Int>() }
            let recorder = Recorder<Int>()
            let subscription = Observable.merge(subjects).subscribe(recorder)
            var expected: [Int] = []
            var running = inputs
            for step in Self.steps(inputs: inputs, &generator) {
                switch step {
                case .send(let input, let number):
                    subjects[input].onNext(number)
                    expected.append(number)
                case .complete(let input):
                    subjects[input].onCompleted()
                    running -= 1
                }
            }
            expectEqual(recorder.elements, expected, "seed \(seed)")
            #expect(recorder.isCompleted == (running == 0), "seed \(seed)")
            subscription.dispose()
        }
    }
}

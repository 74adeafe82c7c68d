import Binding
import Dispatch
import Foundation
import Model
import Observation
import TestSupport
import Testing

/// Trackings that begin and end on several threads while a scheduler changes what they read. Meanwhile they may emit
/// anything, one value at a time; in the end each remaining one has emitted its expression's value.
@Suite("Trackings, from threads that run as they like")
struct FreeTrackingsTests {
    /// A model that may be read anywhere, and is changed on one scheduler.
    private final class SharedModel: Observation.Observable, Sendable {
        private let registrar = ObservationRegistrar()
        private let stored = Shared((left: 0, right: 0, isRight: false))

        var left: Int {
            get { read(\.left, \.left) }
            set { change(\.left) { $0.left = newValue } }
        }

        var right: Int {
            get { read(\.right, \.right) }
            set { change(\.right) { $0.right = newValue } }
        }

        var isRight: Bool {
            get { read(\.isRight, \.isRight) }
            set { change(\.isRight) { $0.isRight = newValue } }
        }

        typealias Stored = (left: Int, right: Int, isRight: Bool)

        private func read<Value>(_ property: KeyPath<SharedModel, Value>, _ part: (Stored) -> Value) -> Value {
            registrar.access(self, keyPath: property)
            return part(stored.value)
        }

        private func change<Value>(_ property: KeyPath<SharedModel, Value>, _ change: (inout Stored) -> Void) {
            registrar.withMutation(of: self, keyPath: property) { stored.update(change) }
        }
    }

    /// A value that cannot be compared.
    private struct Opaque: Sendable {
        let number: Int
    }

    /// The expressions of the trackings: they read more or less, and take time.
    private static func expression(_ model: SharedModel, _ kind: Int) -> @Sendable () -> Int {
        switch kind {
        case 0: { model.left }
        case 1: { model.isRight ? model.right : model.left }
        default:
            {
                var sum = model.left &* 1_000
                for _ in 0..<kind * 20 { sum &+= 1 }
                return sum &+ model.right
            }
        }
    }

    /// A tracking, and the last value that it emitted.
    private struct Tracking: Sendable {
        let expression: @Sendable () -> Int
        let heard = Recorder<Int>()
        let subscription: any Disposable

        init(_ model: SharedModel, _ kind: Int, isOpaque: Bool, _ scheduler: some Scheduler) {
            let expression = FreeTrackingsTests.expression(model, kind)
            self.expression = expression
            let heard = heard
            if isOpaque {
                subscription = Observable.tracking(scheduler: scheduler) { Opaque(number: expression()) }
                    .subscribe(onNext: { heard($0.number) })
            } else {
                subscription = Observable.tracking(scheduler: scheduler, expression).subscribe(heard)
            }
        }
    }

    @Test("in the end each says what is so, and one that was disposed of says nothing", arguments: [1, 3])
    func trackings(threads: Int) {
        let scheduler = SerialDispatchQueueScheduler()
        var spending = Spending()
        var round: UInt64 = 0
        while !spending.isEnough {
            let result = spending.measure {
                track(from: Effort.seed &+ round &* UInt64(threads + 1), threads: threads, scheduler)
            }
            if let failure = result.failure {
                Issue.record("BINDING_SEED=\(Effort.seed), \(threads) threads, round \(round): \(failure)")
                return
            }
            spending.steps += result.steps
            round += 1
        }
        print("robustness: trackings, \(threads) threads: \(spending.steps) steps, from seed \(Effort.seed)")
    }

    /// A round.
    private func track(from seed: UInt64, threads: Int, _ scheduler: SerialDispatchQueueScheduler) -> ProgramResult {
        let model = SharedModel()
        let kept = Recorder<Tracking>()
        let ended = Recorder<(Tracking, Int)>()
        let changes = DispatchSemaphore(value: 0)
        _ = scheduler.schedule { Self.change(model, by: seed, on: scheduler, left: 12) { changes.signal() } }
        onThreads(threads) { thread in
            var generator = SplitMix(state: seed &+ UInt64(thread + 1))
            for _ in 0..<8 {
                let kind = Int(generator.next() % 5)
                let isOpaque = generator.next() % 4 == 0
                let tracking = Tracking(model, kind, isOpaque: isOpaque, scheduler)
                if generator.next() % 3 == 0 {
                    tracking.subscription.dispose()
                    ended((tracking, tracking.heard.count))
                } else {
                    kept(tracking)
                }
            }
        }
        changes.wait()
        // The actions scheduled by then, and those that they schedule.
        for _ in 0..<3 {
            let isIdle = DispatchSemaphore(value: 0)
            _ = scheduler.schedule { isIdle.signal() }
            isIdle.wait()
        }
        let steps = kept.count + ended.count + 12
        defer { for tracking in kept.elements { tracking.subscription.dispose() } }
        if let wrong = kept.elements.first(where: { $0.heard.elements.last != $0.expression() }) {
            return ProgramResult(
                steps: steps, failure: "\(wrong.heard.elements) ends with something else than \(wrong.expression())")
        }
        // One call may have been in progress on the scheduler.
        let isSilent = ended.elements.allSatisfy { $0.0.heard.count <= $0.1 + 1 }
        return ProgramResult(steps: steps, failure: isSilent ? nil : "a value after the disposal")
    }

    /// Changes a model a number of times, each time in a separate action, and then reports that it is done.
    private static func change(
        _ model: SharedModel, by seed: UInt64, on scheduler: some Scheduler, left: Int,
        _ done: @escaping @Sendable () -> Void
    ) {
        guard left > 0 else { return done() }
        var generator = SplitMix(state: seed &+ UInt64(left) << 32)
        switch generator.next() % 4 {
        case 0: model.isRight.toggle()
        case 1: model.right += 1
        default: model.left += 1
        }
        _ = scheduler.schedule { change(model, by: seed, on: scheduler, left: left - 1, done) }
    }
}

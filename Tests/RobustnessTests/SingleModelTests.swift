import Binding
import BindingRx
import BindingTesting
import Model
import TestSupport
import Testing

/// Random work, as a `Single` in virtual time and as an `async` function that is the model of it.
private indirect enum Work: Sendable, CustomStringConvertible {
    case value(Int)
    case failure(Int)
    /// Fails some times in all, and then succeeds.
    case flaky(id: Int, failures: Int)
    case delay(Work, Int)
    case delaySubscription(Work, Int)
    case map(Work)
    /// Fails if the value is odd.
    case check(Work)
    case flatMap(Work, Work)
    case recover(Work, Work)
    case catchAndReturn(Work)
    case retry(Work, Int)
    case zip(Work, Work)
    case timeout(Work, Int)
    /// The value if it is even, otherwise that of other work.
    case filter(Work, Work)
    case andThen(Work, Work)
    /// Calls a closure with the value.
    case effect(Work)

    /// Times of values are even, those of timers that cut work off are odd.
    init(_ program: inout Program, depth: Int, nextID: inout Int) {
        func inner() -> Work { Work(&program, depth: depth - 1, nextID: &nextID) }
        func time() -> Int { 2 * (1 + program.next(below: 6)) }
        switch program.next(below: depth > 0 ? 18 : 4) {
        case 0, 3: self = .value(program.next(below: 10))
        case 1: self = .failure(program.next(below: 10))
        case 2:
            nextID += 1
            self = .flaky(id: nextID, failures: program.next(below: 4))
        case 4: self = .delay(inner(), time())
        case 5: self = .delaySubscription(inner(), time())
        case 6: self = .map(inner())
        case 7: self = .check(inner())
        case 8, 9: self = .flatMap(inner(), inner())
        case 10: self = .recover(inner(), inner())
        case 11: self = .catchAndReturn(inner())
        case 12: self = .retry(inner(), 1 + program.next(below: 4))
        case 13: self = .zip(inner(), inner())
        case 14: self = .timeout(inner(), time() + 1)
        case 15: self = .filter(inner(), inner())
        case 16: self = .andThen(inner(), inner())
        default: self = .effect(inner())
        }
    }

    var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .failure(let number): "!\(number)"
        case .flaky(let id, let failures): "flaky\(id)(\(failures))"
        case .delay(let work, let time): "(\(work)).delay(\(time))"
        case .delaySubscription(let work, let time): "(\(work)).delaySubscription(\(time))"
        case .map(let work): "(\(work)).map"
        case .check(let work): "(\(work)).check"
        case .flatMap(let work, let next): "(\(work)).flatMap(\(next))"
        case .recover(let work, let next): "(\(work)).catch(\(next))"
        case .catchAndReturn(let work): "(\(work)).catchAndReturn"
        case .retry(let work, let count): "(\(work)).retry(\(count))"
        case .zip(let left, let right): "zip(\(left), \(right))"
        case .timeout(let work, let time): "(\(work)).timeout(\(time))"
        case .filter(let work, let other): "(\(work)).filter.ifEmpty(\(other))"
        case .andThen(let work, let next): "(\(work)).andThen(\(next))"
        case .effect(let work): "(\(work)).do"
        }
    }
}

private struct WorkError: Error, Equatable { let number: Int }

/// What there is to see of a run.
private struct Outcome: Equatable, CustomStringConvertible {
    /// The value or the error, and when it came; `nil` if the run was disposed of before.
    var result: String?
    var time = 0
    /// How often work was begun, and closures were called.
    var attempts: [Int: Int] = [:]
    var effects = 0

    var description: String { "\(result ?? "nothing") at \(time), \(attempts), \(effects) effects" }
}

/// The model: asynchronous functions that run one after the other, with a clock that they set.
private struct WorkModel {
    /// A time at which work is cut off, and by what: the number of a timer.
    struct Cut: Error, Equatable { let timer: Int }
    /// Two things would happen at the same time, in an order that nothing promises.
    struct Ambiguity: Error {}

    var outcome = Outcome()
    private var cuts: [(time: Int, timer: Int)] = []
    private var timers = 0

    /// - Parameter end: When the whole is disposed of.
    init(end: Int?) {
        if let end { cuts = [(end, 0)] }
    }

    mutating func sleep(_ time: Int) async throws {
        let then = outcome.time + time
        if let first = cuts.min(by: { ($0.time, $0.timer) < ($1.time, $1.timer) }), first.time <= then {
            if first.time == then || cuts.contains(where: { $0.time == first.time && $0.timer != first.timer }) {
                throw Ambiguity()
            }
            outcome.time = first.time
            throw Cut(timer: first.timer)
        }
        outcome.time = then
    }

    /// Runs work that is cut off at a time.
    private mutating func run(_ work: Work, until time: Int) async throws -> Result<Int, any Error>? {
        timers += 1
        let timer = timers
        cuts.append((time, timer))
        defer { cuts.removeAll { $0.timer == timer } }
        do {
            return .success(try await run(work))
        } catch let cut as Cut where cut.timer == timer {
            return nil
        } catch let failure as WorkError {
            return .failure(failure)
        } catch let late as TimeoutError {
            return .failure(late)
        }
    }

    private static func isOfWork(_ error: any Error) -> Bool { error is WorkError || error is TimeoutError }

    mutating func run(_ work: Work) async throws -> Int {
        switch work {
        case .value(let value): return value
        case .failure(let number): throw WorkError(number: number)
        case .flaky(let id, let failures):
            outcome.attempts[id, default: 0] += 1
            if outcome.attempts[id, default: 0] <= failures { throw WorkError(number: id) }
            return id
        case .delay(let work, let time):
            let value = try await run(work)
            try await sleep(time)
            return value
        case .delaySubscription(let work, let time):
            try await sleep(time)
            return try await run(work)
        case .map(let work): return try await run(work) &+ 1
        case .check(let work):
            let value = try await run(work)
            if value % 2 != 0 { throw WorkError(number: value) }
            return value
        case .flatMap(let work, let next):
            let value = try await run(work)
            return try await run(next) &+ value
        case .recover(let work, let next):
            do { return try await run(work) } catch  where Self.isOfWork(error) { return try await run(next) }
        case .catchAndReturn(let work):
            do { return try await run(work) } catch  where Self.isOfWork(error) { return 7 }
        case .retry(let work, let count):
            for attempt in 1... {
                do { return try await run(work) } catch  where Self.isOfWork(error) && attempt < count { continue }
            }
            return 0
        case .zip(let left, let right): return try await zip(left, right)
        case .timeout(let work, let time):
            guard let result = try await run(work, until: outcome.time + time) else {
                throw TimeoutError(duration: .milliseconds(time))
            }
            return try result.get()
        case .filter(let work, let other):
            let value = try await run(work)
            return value % 2 == 0 ? value : try await run(other)
        case .andThen(let work, let next):
            _ = try await run(work)
            return try await run(next)
        case .effect(let work):
            let value = try await run(work)
            outcome.effects += 1
            return value
        }
    }

    /// Runs one of two, until it has a result or something cuts both off.
    private mutating func runSide(_ work: Work) async throws -> (result: Result<Int, any Error>, time: Int) {
        do {
            return (.success(try await run(work)), outcome.time)
        } catch  where !(error is Ambiguity) {
            return (.failure(error), outcome.time)
        }
    }

    /// Both at the same time. What fails first cuts the other one off, which then runs again until that time.
    private mutating func zip(_ left: Work, _ right: Work) async throws -> Int {
        let start = self
        let first = try await runSide(left)
        if case .failure(let error) = first.result, first.time == start.outcome.time { throw error }
        let afterLeft = self
        outcome.time = start.outcome.time
        let second = try await runSide(right)
        switch (first.result, second.result) {
        case (.success(let left), .success(let right)):
            outcome.time = max(first.time, second.time)
            return left &+ right
        case (.failure(let leftError), .failure) where first.time == second.time:
            // Whoever waits for both has cut both off.
            guard let cut = leftError as? Cut, case .failure(let rightError) = second.result, cut == rightError as? Cut
            else { throw Ambiguity() }
            throw cut
        case (.failure(let error), let other) where isFailure(other) ? first.time < second.time : true:
            // The right one, once more, until the left one has failed.
            self = afterLeft
            outcome.time = start.outcome.time
            _ = try await run(right, until: first.time)
            outcome.time = first.time
            throw error
        case (_, .failure(let error)):
            // The left one, once more, until the right one has failed, and then the right one.
            self = start
            _ = try await run(left, until: max(second.time, start.outcome.time + 1))
            outcome.time = start.outcome.time
            _ = try await runSide(right)
            outcome.time = second.time
            throw error
        default: throw Ambiguity()
        }
    }

    private func isFailure(_ result: Result<Int, any Error>) -> Bool { (try? result.get()) == nil }
}

/// What is counted while a single runs.
private final class Counts: Sendable {
    let attempts = Shared<[Int: Int]>([:])
    let effects = Counter()
}

extension Work {
    /// The same work as a single.
    fileprivate func single(_ scheduler: TestScheduler, _ counts: Counts) -> Single<Int> {
        func single(_ work: Work) -> Single<Int> { work.single(scheduler, counts) }
        switch self {
        case .value(let value): return .just(value)
        case .failure(let number): return .error(WorkError(number: number))
        case .flaky(let id, let failures):
            return .create { observer in
                var attempt = 0
                counts.attempts.update {
                    $0[id, default: 0] += 1
                    attempt = $0[id, default: 0]
                }
                observer(attempt <= failures ? .failure(WorkError(number: id)) : .success(id))
                return Disposables.create()
            }
        case .delay(let work, let time): return single(work).delay(.milliseconds(time), scheduler: scheduler)
        case .delaySubscription(let work, let time):
            return single(work).delaySubscription(.milliseconds(time), scheduler: scheduler)
        case .map(let work): return single(work).map { $0 &+ 1 }
        case .check(let work):
            return single(work).map { if $0 % 2 != 0 { throw WorkError(number: $0) } else { $0 } }
        case .flatMap(let work, let next):
            let next = single(next)
            return single(work).flatMap { value in next.map { $0 &+ value } }
        case .recover(let work, let next):
            let next = single(next)
            return single(work).catch { _ in next }
        case .catchAndReturn(let work): return single(work).catchAndReturn(7)
        case .retry(let work, let count): return single(work).retry(count)
        case .zip(let left, let right): return Single.zip(single(left), single(right)) { $0 &+ $1 }
        case .timeout(let work, let time): return single(work).timeout(.milliseconds(time), scheduler: scheduler)
        case .filter(let work, let other): return single(work).filter { $0 % 2 == 0 }.ifEmpty(switchTo: single(other))
        case .andThen(let work, let next): return single(work).asCompletable().andThen(single(next))
        case .effect(let work): return single(work).do(onSuccess: { _ in counts.effects.add() })
        }
    }
}

@Suite("Singles beside asynchronous functions", .serialized)
@MainActor
struct SingleModelTests {
    private func model(_ work: Work, end: Int?) async -> Outcome? {
        var model = WorkModel(end: end)
        do {
            model.outcome.result = "\(try await model.run(work))"
        } catch is WorkModel.Ambiguity {
            return nil
        } catch is WorkModel.Cut {
            model.outcome.result = nil
        } catch {
            model.outcome.result = "\(error)"
        }
        return model.outcome
    }

    private func single(_ work: Work, end: Int?) -> (outcome: Outcome, calls: Int, disposals: Int) {
        let (scheduler, counts) = (TestScheduler(), Counts())
        let (result, time) = (Shared<String?>(nil), Shared(0))
        let (calls, disposals) = (Counter(), Counter())
        let note: @Sendable (Any) -> Void = { value in
            calls.add()
            result.value = "\(value)"
            time.value = scheduler.clock
        }
        let subscription = work.single(scheduler, counts).subscribe(
            onSuccess: { note($0) }, onFailure: { note($0) }, onDisposed: { disposals.add() })
        if let end {
            scheduler.advance(to: end)
            if calls.value == 0 { time.value = end }
            subscription.dispose()
        }
        scheduler.start()
        let outcome = Outcome(
            result: result.value, time: time.value, attempts: counts.attempts.value, effects: counts.effects.value)
        return (outcome, calls.value, disposals.value)
    }

    @Test(
        "A single has the result of the function, at the same time, and does what the function does, also if it is cut off"
    )
    func inVirtualTime() async {
        var compared = 0
        await runPrograms("singles", length: 10...60) { program in
            var (program, nextID) = (program, 0)
            let end = program.next(below: 3) == 0 ? 1 + 2 * program.next(below: 20) : nil
            let work = Work(&program, depth: 2 + program.next(below: 4), nextID: &nextID)
            guard let expected = await model(work, end: end) else { return ProgramResult(steps: 1, failure: nil) }
            compared += 1
            let (outcome, calls, disposals) = single(work, end: end)
            let text = "\(work), disposed of at \(end.map { "\($0)" } ?? "no time")"
            if outcome != expected {
                return ProgramResult(steps: 1, failure: "\(text): \(outcome), and the function: \(expected)")
            }
            if calls != (expected.result == nil ? 0 : 1) || disposals != 1 {
                return ProgramResult(steps: 1, failure: "\(text): \(calls) calls, \(disposals) disposals")
            }
            return ProgramResult(steps: 1, failure: nil)
        }
        #expect(compared > 0)
    }

    @Test("The value of a single, awaited, is the result of the function")
    func awaited() async {
        await runPrograms("singles, awaited", length: 10...40) { program in
            var (program, nextID) = (program, 0)
            let work = Work(&program, depth: 2 + program.next(below: 3), nextID: &nextID).withoutTime
            guard let expected = await model(work, end: nil) else { return ProgramResult(steps: 1, failure: nil) }
            var result: String
            do { result = "\(try await work.single(TestScheduler(), Counts()).value)" } catch { result = "\(error)" }
            let failure = result == expected.result ? nil : "\(work): \(result), and the function: \(expected)"
            return ProgramResult(steps: 1, failure: failure)
        }
    }
}

extension Work {
    /// The same work, all of which is done at once.
    fileprivate var withoutTime: Work {
        switch self {
        case .value, .failure, .flaky: self
        case .delay(let work, _), .delaySubscription(let work, _), .timeout(let work, _): work.withoutTime
        case .map(let work): .map(work.withoutTime)
        case .check(let work): .check(work.withoutTime)
        case .flatMap(let work, let next): .flatMap(work.withoutTime, next.withoutTime)
        case .recover(let work, let next): .recover(work.withoutTime, next.withoutTime)
        case .catchAndReturn(let work): .catchAndReturn(work.withoutTime)
        case .retry(let work, let count): .retry(work.withoutTime, count)
        case .zip(let left, let right): .zip(left.withoutTime, right.withoutTime)
        case .filter(let work, let other): .filter(work.withoutTime, other.withoutTime)
        case .andThen(let work, let next): .andThen(work.withoutTime, next.withoutTime)
        case .effect(let work): .effect(work.withoutTime)
        }
    }
}

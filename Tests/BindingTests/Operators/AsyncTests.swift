import Binding
import Glibc
import TestSupport
import Testing

@MainActor
@Suite("async, from(_:) of an asynchronous sequence, values")
struct AsyncTests {
    @Test("async sends the result of its call, and the end; each observer has a call of its own")
    func result() async {
        let calls = Counter()
        let source = Observable<Int>.async {
            await Task.yield()
            return calls.add()
        }
        let first = Recorder<Int>()
        _ = source.subscribe(first)
        await eventually { first.isCompleted }
        let second = Recorder<Int>()
        _ = source.subscribe(second)
        await eventually { second.isCompleted }
        expectEqual(first.log, ["next(1)", "completed"])
        expectEqual(second.log, ["next(2)", "completed"])
    }

    @Test("an error that the call throws is sent")
    func callThrows() async {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.async { throw TestError() }.subscribe(recorder)
        await eventually { recorder.error != nil }
        expectEqual(recorder.log, ["error(TestError(test))"])
    }

    @Test("C9: disposing cancels the call, and its result does not come")
    func disposalCancels() async {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let wasCancelled = Shared<Bool?>(nil)
        let recorder = Recorder<Int>()
        let subscription = Observable<Int>.async {
            begin.finish()
            while !Task.isCancelled { await Task.yield() }
            wasCancelled.value = Task.isCancelled
            return 1
        }
        .subscribe(recorder)
        for await _ in begun {}
        subscription.dispose()
        await eventually { wasCancelled.value == true }
        await mainActorIsFree()
        #expect(recorder.events.isEmpty)
    }

    @Test("sends the elements of an asynchronous sequence, and its end")
    func sequenceElements() async {
        let source = AsyncStream<Int> { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        let recorder = Recorder<Int>()
        _ = Observable.from(source).subscribe(recorder)
        await eventually { recorder.isCompleted }
        expectEqual(recorder.log, ["next(1)", "next(2)", "next(3)", "completed"])
    }

    @Test("sends the error of an asynchronous sequence")
    func sequenceThrows() async {
        let source = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.finish(throwing: TestError())
        }
        let recorder = Recorder<Int>()
        _ = Observable.from(source).subscribe(recorder)
        await eventually { recorder.error != nil }
        expectEqual(recorder.log, ["next(1)", "error(TestError(test))"])
    }

    @Test("C9: disposing cancels the iteration")
    func sequenceCancelled() async {
        let (source, continuation) = AsyncStream<Int>.makeStream()
        let isOver = Shared(false)
        continuation.onTermination = { _ in isOver.value = true }
        let recorder = Recorder<Int>()
        let subscription = Observable.from(source).subscribe(recorder)
        continuation.yield(1)
        await eventually { recorder.count == 1 }
        subscription.dispose()
        await eventually { isOver.value }
        continuation.yield(2)
        expectEqual(recorder.log, ["next(1)"])
    }

    /// Endless numbers that are produced without waiting. ``end()`` sets a limit, in case the sequence is not left.
    private struct Endless: AsyncSequence, Sendable {
        static let farOut = 2_000_000
        let living = Counter()
        let furthest = Shared(0)
        let limit = Shared(Int.max)

        struct AsyncIterator: AsyncIteratorProtocol {
            let witness: Witness
            let sequence: Endless

            mutating func next() async -> Int? {
                let number = sequence.furthest.value + 1
                guard number < sequence.limit.value else { return nil }
                sequence.furthest.value = number
                return number
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(witness: Witness(living), sequence: self) }

        /// Makes it end a fixed number of elements later.
        func end() { limit.value = furthest.value + Endless.farOut }

        var hasEnded: Bool { furthest.value + 1 >= limit.value }
    }

    @Test("an endless sequence that never waits is left when enough has been taken")
    func endlessSequenceTaken() async {
        let sequence = Endless()
        sequence.end()
        let recorder = Recorder<Int>()
        _ = Observable.from(sequence).take(3).subscribe(recorder)
        await eventually { recorder.isCompleted && sequence.living.value == 0 }
        expectEqual(recorder.elements, [1, 2, 3])
        #expect(!sequence.hasEnded)
    }

    @Test("C9: an endless sequence that never waits is left when it is disposed of")
    func endlessSequenceDisposed() async {
        let sequence = Endless()
        sequence.end()
        let (calls, ends) = (Counter(), Counter())
        // From inside, because there may be no other thread available; not before there is something to dispose of.
        let subscription = SerialDisposable()
        let isAssigned = Shared(false)
        subscription.disposable = Observable.from(sequence).subscribe(
            onNext: { _ in
                while !isAssigned.value { sched_yield() }
                if calls.add() == 4 { subscription.dispose() }
            }, onCompleted: { ends.add() })
        isAssigned.value = true
        await eventually { calls.value >= 4 && sequence.living.value == 0 }
        #expect(!sequence.hasEnded)
        expectEqual(calls.value, 4)
        expectEqual(ends.value, 0)
    }

    @Test("values: all of them, in order, and the end; the subscription begins at once")
    func values() async throws {
        let probe = Probe<Int>()
        let values = probe.asObservable().values
        expectEqual(probe.observers, 1)
        probe.send(1, 2, 3)
        probe.subject.onCompleted()
        var read: [Int] = []
        for try await value in values { read.append(value) }
        expectEqual(read, [1, 2, 3])
        expectEqual(probe.observers, 0)
    }

    @Test("values: an error is thrown after the values before it")
    func valuesThrow() async {
        let subject = PublishSubject<Int>()
        let values = subject.values
        subject.onNext(1)
        subject.onError(TestError())
        var read: [Int] = []
        await #expect(throws: TestError()) {
            for try await value in values { read.append(value) }
        }
        expectEqual(read, [1])
    }

    @Test("values: leaving the loop ends the subscription")
    func leavingTheLoop() async throws {
        let probe = Probe<Int>()
        func readOne() async throws -> Int? {
            let values = probe.asObservable().values
            probe.send(1, 2)
            for try await value in values { return value }
            return nil
        }
        #expect(try await readOne() == 1)
        await eventually { probe.observers == 0 }
    }

    @Test("values: cancelling the task that reads ends the subscription")
    func cancellingTheReader() async throws {
        let probe = Probe<Int>()
        let task = Task {
            var count = 0
            for try await _ in probe.asObservable().values { count += 1 }
            return count
        }
        await eventually { probe.observers == 1 }
        task.cancel()
        await eventually { probe.observers == 0 }
        let count = try await task.value
        expectEqual(count, 0)
    }

    @Test("values: of those that come faster than they are read, what the policy says is kept")
    func bufferingPolicy() async throws {
        let newest = PublishSubject<Int>()
        let oldest = PublishRelay<Int>()
        let values = newest.values(bufferingPolicy: .bufferingNewest(2))
        let driven = oldest.asSignal().values(bufferingPolicy: .bufferingOldest(1))
        for number in 1...5 {
            newest.onNext(number)
            oldest.accept(number)
        }
        newest.onCompleted()
        var read: [Int] = []
        for try await value in values { read.append(value) }
        expectEqual(read, [4, 5])
        var iterator = driven.makeAsyncIterator()
        let first = await iterator.next()
        expectEqual(first, 1)
    }

    @Test("values: two tasks may read, and each value goes to one of them", arguments: [false, true])
    func twoReaders(fails: Bool) async throws {
        let probe = Probe<Int>()
        let values = probe.asObservable().values
        let read = Recorder<Int>()
        let ends = Recorder<String>()
        let readers = (0..<2).map { _ in
            Task {
                do {
                    for try await value in values { read(value) }
                    ends("completed")
                } catch {
                    ends("\(error)")
                }
            }
        }
        for number in 1...100 {
            probe.send(number)
            if number % 10 == 0 { await eventually { read.count == number } }
        }
        if fails { probe.subject.onError(TestError()) } else { probe.subject.onCompleted() }
        for reader in readers { await reader.value }
        expectEqual(read.elements.sorted(), Array(1...100))
        #expect(ends.elements.sorted() == (fails ? ["TestError(test)", "completed"] : ["completed", "completed"]))
        expectEqual(probe.observers, 0)
    }

    @Test("values: an error is not lost to a full buffer")
    func errorBehindFullBuffer() async {
        let subject = PublishSubject<Int>()
        let values = subject.values(bufferingPolicy: .bufferingOldest(1))
        subject.onNext(1)
        subject.onNext(2)
        subject.onError(TestError())
        var read: [Int] = []
        await #expect(throws: TestError()) {
            for try await value in values { read.append(value) }
        }
        expectEqual(read, [1])
    }

    @Test("a driver's values begin with the latest, and do not throw")
    func driverValues() async {
        let relay = BehaviorRelay(value: 1)
        let values = relay.asDriver().values
        relay.accept(2)
        var read: [Int] = []
        for await value in values {
            read.append(value)
            if value == 3 { break }
            relay.accept(3)
        }
        expectEqual(read, [1, 2, 3])
    }

    @Test("a signal's values are those from now on, up to the end")
    func signalValues() async {
        let subject = PublishSubject<Int>()
        let signal = subject.asSignal(onErrorJustReturn: -1)
        subject.onNext(0)
        let values = signal.values
        subject.onNext(1)
        subject.onError(TestError())
        var read: [Int] = []
        for await value in values { read.append(value) }
        expectEqual(read, [1, -1])
    }
}

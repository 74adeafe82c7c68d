import Binding
import BindingRx
import OperatorCatalog
import TestSupport
import Testing

/// Sequences that go on with themselves, which what follows ends.
@Suite("C12 Recursion")
struct C12RecursionTests {
    /// The numbers from one on, as a sequence that goes on with itself.
    enum Recursion: String, CaseIterable, Sendable {
        case concat, startWith, flatMap, flatMapFirst, flatMapLatest, concatMap, merge, switchLatest
        case flatMapOfRelay, flatMapLatestOfRelay, `catch`

        func numbers(from number: Int) -> Observable<Int> {
            let next = Observable.deferred { numbers(from: number + 1) }
            let step = Observable.just(number + 1)
            return switch self {
            case .concat: .just(number).concat(next)
            case .startWith: next.startWith(number)
            case .flatMap: Observable.just(number).concat(step.flatMap { numbers(from: $0) })
            case .flatMapFirst: Observable.just(number).concat(step.flatMapFirst { numbers(from: $0) })
            case .flatMapLatest: Observable.just(number).concat(step.flatMapLatest { numbers(from: $0) })
            case .concatMap: Observable.just(number).concat(step.concatMap { numbers(from: $0) })
            case .merge: Observable.from([.just(number), next]).merge()
            case .switchLatest: Observable.just(number).concat(step.map { numbers(from: $0) }.switchLatest())
            case .flatMapOfRelay:
                Observable.just(number).concat(
                    BehaviorRelay(value: number + 1).flatMap { numbers(from: $0) })
            case .flatMapLatestOfRelay:
                Observable.just(number).concat(
                    BehaviorRelay(value: number + 1).flatMapLatest { numbers(from: $0) })
            case .catch: Observable.just(number).concat(.error(TestError())).catch { _ in next }
            }
        }

        /// The same as drivers, whose stages are shared.
        func driver(from number: Int) -> Driver<Int> {
            let next = Driver<Int>.deferred { driver(from: number + 1) }
            let step = Driver.just(number + 1)
            return switch self {
            case .concat, .concatMap, .switchLatest, .flatMapOfRelay, .catch:
                Driver.concat([.just(number), step.concatMap { driver(from: $0) }])
            case .startWith: next.startWith(number)
            case .flatMap, .flatMapFirst, .merge: Driver.merge([.just(number), step.flatMap { driver(from: $0) }])
            case .flatMapLatest, .flatMapLatestOfRelay:
                Driver.merge([.just(number), step.flatMapLatest { driver(from: $0) }])
            }
        }
    }

    private func onAMainThreadsStack(_ body: @escaping @Sendable () -> Void) {
        onThreads(1, stackSize: 8 << 20) { _ in body() }
    }

    @Test("C12: a sequence that goes on with itself is ended by what follows", arguments: Recursion.allCases)
    func isEnded(_ recursion: Recursion) {
        var counts = [1, 2, 31, 32, 33, 34, 65, 250]
        switch recursion {
        // What follows takes the place of what has ended.
        case .concat, .startWith: counts += [500, 20_000]
        case .catch: counts += [500, Sanitizer.chainLength(2_000)]
        // They are two sequences deep for each number.
        default: break
        }
        for count in counts {
            onAMainThreadsStack {
                let recorder = Recorder<Int>()
                weak var weakToken: Counter?
                do {
                    let token = Counter()
                    weakToken = token
                    _ = recursion.numbers(from: 0).map { $0 + token.value }.take(count).subscribe(recorder)
                }
                expectEqual(recorder.elements, Array(0..<count), "\(count)")
                #expect(recorder.isCompleted, "\(count)")
                #expect(weakToken == nil, "\(count)")
            }
        }
    }

    @Test("C12: the values come in the order of plain recursion, and none is left out", arguments: 0..<5)
    func order(_ way: Int) {
        let depth = Sanitizer.chainLength(400)
        @Sendable func palindrome(_ number: Int) -> Observable<Int> {
            if number == depth { return .just(number) }
            let parts = Observable.of(0, 1, 2)
            let part: @Sendable (Int) -> Observable<Int> = {
                $0 == 0 ? .just(number) : $0 == 1 ? palindrome(number + 1) : .just(-number - 1)
            }
            return switch way {
            case 0: parts.flatMap(part)
            case 1: parts.flatMapLatest(part)
            case 2: parts.flatMapFirst(part)
            case 3: parts.concatMap(part)
            default: .concat(.just(number), .deferred { palindrome(number + 1) }, .just(-number - 1))
            }
        }
        for megabytes in [4, 8] {
            onThreads(1, stackSize: megabytes << 20) { _ in
                let recorder = Recorder<Int>()
                _ = palindrome(0).subscribe(recorder)
                expectEqual(recorder.elements, Array(0...depth) + (1...depth).reversed().map { -$0 })
                #expect(recorder.isCompleted)
            }
        }
    }

    @Test("C12: an error of what follows ends it as well", arguments: Recursion.allCases)
    func fails(_ recursion: Recursion) {
        onAMainThreadsStack {
            let recorder = Recorder<Int>()
            _ = recursion.numbers(from: 0).map { if $0 == 240 { throw TestError() } else { $0 } }.subscribe(recorder)
            expectEqual(recorder.elements, Array(0..<240))
            #expect(recorder.error is TestError)
        }
    }

    @Test("C12: so does what follows a driver", arguments: Recursion.allCases)
    @MainActor
    func driverIsEnded(_ recursion: Recursion) {
        // They are five sequences deep for each number.
        for count in [1, 2, 33, 100] {
            var received: [Int] = []
            let subscription = recursion.driver(from: 0).asObservable().take(count)
                .subscribe(onNext: { number in MainActor.assumeIsolated { received.append(number) } })
            expectEqual(received, Array(0..<count), "\(count)")
            subscription.dispose()
        }
    }

    @Test("C12: what subscribes with little stack left is called before `subscribe` returns")
    func littleStack() {
        onThreads(1, stackSize: 1 << 20) { _ in
            func deeper(_ depth: Int) -> [Int] {
                if !Self.isLow(depth) { return deeper(depth + 1) + [] }
                let recorder = Recorder<Int>()
                _ = Observable.from([1, 2, 3]).flatMap { Observable.of($0, 10 * $0).flatMap { .just($0) } }
                    .subscribe(recorder)
                return recorder.elements
            }
            expectEqual(deeper(0), [1, 10, 2, 20, 3, 30])
        }
    }

    /// Some hundred bytes a level, and more with a sanitizer: more than a quarter of a megabyte.
    private static func isLow(_ depth: Int) -> Bool { depth >= Sanitizer.chainLength(2_500) }

    /// Uses an amount of the stack, and then calls a closure.
    private static func deep(_ bytes: Int, _ body: () -> Void) {
        if bytes <= 0 { return body() }
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { memory in
            memory[0] = 1
            deep(bytes - 4_096, body)
            memory[1] = 2
        }
    }

    /// What sequences lead to that are subscribed to from within another one, with what they receive meanwhile.
    enum Composition: String, CaseIterable, Sendable {
        case subject, concat, startWith, groupBy, window, withLatestFrom, amb, takeUntil, skipUntil, combineLatest,
            merge

        func elements() -> [Int] {
            let subject = PublishSubject<Int>()
            let some = Observable.of(1, 2)
            let one = Observable.just(1).flatMap { Observable.just($0) }
            let inner: Observable<Int> =
                switch self {
                case .subject: subject.asObservable()
                case .concat: Observable.just(0).concat(subject)
                case .startWith: subject.startWith(0)
                case .groupBy: some.groupBy { $0 }.flatMap { $0.flatMap { Observable.just($0) } }
                case .window: some.window(.seconds(100), count: 1).merge()
                case .withLatestFrom: some.withLatestFrom(one) { $0 * 10 + $1 }
                case .amb: .amb([one, .just(2)])
                case .takeUntil: some.take(until: one)
                case .skipUntil: some.skip(until: one)
                case .combineLatest: .combineLatest(some.flatMap { Observable.just($0) }, some) { $0 * 10 + $1 }
                case .merge: .merge(some.flatMap { Observable.just($0) }, .just(3))
                }
            let recorder = Recorder<Int>()
            _ = Observable.just(0).flatMap { _ in inner }.subscribe(recorder)
            subject.onNext(1)
            subject.onNext(2)
            return recorder.elements
        }
    }

    @Test("C12: a sequence does the same where half of the stack is used", arguments: Composition.allCases)
    func usesOfTheStack(_ composition: Composition) {
        onAMainThreadsStack {
            let expected = composition.elements()
            Self.deep(4 << 20) { expectEqual(composition.elements(), expected) }
        }
    }

    @Test("C12: groups of groups, 100 to 500 deep", arguments: [100, 300, 500])
    func groups(_ depth: Int) {
        @Sendable func nested(_ depth: Int) -> Observable<Int> {
            if depth == 0 { return .just(0) }
            return Observable.just(depth - 1).groupBy { $0 }.flatMap { $0.flatMap { nested($0) } }
        }
        onAMainThreadsStack {
            let recorder = Recorder<Int>()
            _ = nested(Sanitizer.isOn ? depth / 5 : depth).subscribe(recorder)
            expectEqual(recorder.elements, [0])
        }
    }

    @Test("C12: the first value of a group or a window arrives where there is hardly any stack left")
    func handedOut() {
        let text: @Sendable (Observable<Int>) -> [Int] = { sequence in
            let recorder = Recorder<Int>()
            _ = Observable.just(0).flatMap { _ in sequence }.subscribe(recorder)
            return recorder.elements
        }
        let some = Observable.of(1, 2, 3)
        onAMainThreadsStack {
            for used in [5, 6, 7] where !Sanitizer.isOn || used == 5 {
                Self.deep(used << 20) {
                    expectEqual(text(some.groupBy { $0 }.merge()), [1, 2, 3])
                    expectEqual(text(some.window(.seconds(100), count: 1).merge()), [1, 2, 3])
                }
            }
        }
    }
}

import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

/// Calls through a protocol without deprecations, so that the tests build without warnings.
@MainActor
private protocol SpellingsInUse {
    func ofObservables() -> [String]
    func ofShared<Sharing: SharingStrategy>(_ sharing: Sharing.Type) -> [String]
}

@MainActor
private struct Spellings: SpellingsInUse {
    private func text<Element>(_ sequence: some ObservableConvertibleType<Element>) -> String {
        let recorder = Recorder<Element>()
        _ = sequence.asObservable().subscribe(recorder)
        return recorder.events.map { event in event.element.map { "\($0)" } ?? "|" }.joined(separator: " ")
    }

    @available(*, deprecated)
    func ofObservables() -> [String] {
        let numbers = Observable.of(1, 2, 3)
        let letters = Observable.of("a", "b")
        let scheduler = TestScheduler()
        return [
            text(numbers.withLatestFrom(letters, resultSelector: { "\($0)\($1)" })),
            text(numbers.scan(0, accumulator: { $0 + $1 })), text(numbers.scan(into: 0, accumulator: { $0 += $1 })),
            text(numbers.reduce(0, accumulator: { $0 + $1 })),
            text(numbers.reduce(0, accumulator: { $0 + $1 }, mapResult: { "\($0)!" })),
            text(numbers.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler)),
            text(numbers.window(timeSpan: .seconds(1), count: 2, scheduler: scheduler).flatMap { $0.toArray() }),
            text(numbers.distinctUntilChanged({ $0 / 2 == $1 / 2 })),
            text(numbers.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 })),
            text(Observable.combineLatest(numbers, letters, resultSelector: { "\($0)\($1)" })),
            text(Observable.combineLatest([numbers, numbers], resultSelector: { $0[0] + $0[1] })),
            text(Observable.zip(numbers, letters, numbers, resultSelector: { "\($0)\($1)\($2)" })),
            text(Observable.zip([numbers, numbers], resultSelector: { $0[0] + $0[1] })),
        ]
    }

    @available(*, deprecated)
    func ofShared<Sharing: SharingStrategy>(_ sharing: Sharing.Type) -> [String] {
        typealias Shared<Element: Sendable> = SharedSequence<Sharing, Element>
        let numbers = Shared.of(1, 2, 3)
        let letters = Shared.of("a", "b")
        return [
            text(numbers.withLatestFrom(letters, resultSelector: { "\($0)\($1)" })),
            text(numbers.scan(0, accumulator: { $0 + $1 })), text(numbers.scan(into: 0, accumulator: { $0 += $1 })),
            text(numbers.distinctUntilChanged({ $0 / 2 == $1 / 2 })),
            text(numbers.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 })),
            text(Shared.combineLatest(numbers, letters, resultSelector: { "\($0)\($1)" })),
            text(Shared.combineLatest([numbers, numbers], resultSelector: { $0[0] + $0[1] })),
            text(Shared.zip(numbers, letters, numbers, resultSelector: { "\($0)\($1)\($2)" })),
            text(Shared.zip([numbers, numbers], resultSelector: { $0[0] + $0[1] })),
        ]
    }
}

@MainActor
@Suite("RxSwift's spellings")
struct RxSpellingsTests {
    private let spellings: any SpellingsInUse = Spellings()

    @Test("of observables, mean the same")
    func observables() {
        #expect(
            spellings.ofObservables() == [
                "1b 2b 3b |", "1 3 6 |", "1 3 6 |", "6 |", "6! |", "[1, 2] [3] |", "[1, 2] [3] |", "1 2 |", "1 2 |",
                "3a 3b |", "4 5 6 |", "1a1 2b2 |", "2 4 6 |",
            ])
    }

    @Test("of drivers and signals, mean the same")
    func shared() {
        let expected = [
            "1b 2b 3b |", "1 3 6 |", "1 3 6 |", "1 2 |", "1 2 |", "3a 3b |", "4 5 6 |", "1a1 2b2 |", "2 4 6 |",
        ]
        expectEqual(spellings.ofShared(DriverSharing.self), expected)
        expectEqual(spellings.ofShared(SignalSharing.self), expected)
    }

    // The build has no warnings: each of these is the library's own form, although RxSwift's would also fit.
    @Test("calls with trailing closures are not ambiguous, and mean the library's own forms")
    func trailingClosures() {
        let numbers = Observable.of(1, 2)
        let driver = Driver.of(1, 2)
        let sums: [Observable<Int>] = [
            numbers.withLatestFrom(numbers) { $0 + $1 }, numbers.scan(0) { $0 + $1 },
            numbers.scan(into: 0) { $0 += $1 },
            numbers.reduce(0) { $0 + $1 }, numbers.distinctUntilChanged { $0 == $1 },
            numbers.distinctUntilChanged { $0 },
            Observable.combineLatest(numbers, numbers) { $0 + $1 }, Observable.zip(numbers, numbers) { $0 + $1 },
            Observable.combineLatest([numbers, numbers]) { $0.reduce(0, +) },
            Observable.zip([numbers, numbers]) { $0.reduce(0, +) }, numbers.take { $0 < 2 }, numbers.skip { $0 < 2 },
            driver.withLatestFrom(driver) { $0 + $1 }.asObservable(), driver.scan(0) { $0 + $1 }.asObservable(),
            driver.scan(into: 0) { $0 += $1 }.asObservable(), driver.distinctUntilChanged { $0 == $1 }.asObservable(),
            driver.distinctUntilChanged { $0 }.asObservable(),
            Driver.combineLatest(driver, driver) { $0 + $1 }.asObservable(),
            Driver.zip([driver, driver]) { $0.reduce(0, +) }.asObservable(), driver.take { $0 < 2 }.asObservable(),
        ]
        let last = sums.map { sum in
            let recorder = Recorder<Int>()
            _ = sum.subscribe(recorder)
            return recorder.elements.last ?? 0
        }
        expectEqual(last, [4, 3, 3, 3, 2, 2, 4, 4, 4, 4, 1, 2, 4, 3, 3, 2, 2, 4, 4, 1])
    }
}

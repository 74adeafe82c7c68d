import Binding
import BindingOperators
import TestSupport
import Testing

@Suite("Activity trackers and interactions")
@MainActor
struct ActivityTests {
    @Test("a tracker says whether anything is under way, from the subscription to its end")
    func tracking() {
        let activity = ActivityTracker()
        var seen: [Bool] = []
        let subscription = activity.asSharedSequence().drive(onNext: { seen.append($0) })
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let values = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            first.trackActivity(activity).subscribe(values), second.trackActivity(activity).subscribe(onError: { _ in })
        )
        first.onNext(1)
        expectEqual(seen, [false, true])
        first.onCompleted()
        expectEqual(values.elements, [1])
        #expect(values.isCompleted)
        expectEqual(seen, [false, true])
        second.onError(TestError())
        expectEqual(seen, [false, true, false])
        let third = Observable<Int>.never().trackActivity(activity).subscribe()
        third.dispose()
        third.dispose()
        expectEqual(seen, [false, true, false, true, false])
        subscription.dispose()
    }

    @Test("it is over before the end is delivered")
    func order() {
        let activity = ActivityTracker()
        var isActive = false
        var atTheEnd: Bool?
        let subscription = activity.asSharedSequence().drive(onNext: { isActive = $0 })
        let tracked = Observable.just(1).trackActivity(activity).asDriver(onErrorJustReturn: 0)
            .drive(onCompleted: { atTheEnd = isActive })
        expectEqual(atTheEnd, false)
        tracked.dispose()
        subscription.dispose()
    }

    @Test("an asynchronous call is tracked, also where it throws; a tracker is a driver for =>")
    func calls() async throws {
        let activity = ActivityTracker()
        let seen = BehaviorRelay(value: false)
        var history: [Bool] = []
        let bag = DisposeBag()
        bag.insert(activity => seen)
        bag.insert(seen => { history.append($0) })
        #expect(await activity.track { 1 } == 1)
        await #expect(throws: TestError()) { try await activity.track { throw TestError() } }
        expectEqual(history.last, false)
        #expect(history.contains(true))
        bag.dispose()
    }

    @Test("a question goes to the last who answers, and on to the one before where that returns nil")
    func interactions() async throws {
        let confirm = Interaction<String, Bool>()
        await #expect(throws: UnansweredQuestion.self) { try await confirm.ask("Delete?") }
        let first = confirm.answer { _ in true }
        let second = confirm.answer { $0 == "Delete?" ? false : nil }
        #expect(try await confirm.ask("Delete?") == false)
        #expect(try await confirm.ask("Save?") == true)
        second.dispose()
        #expect(try await confirm.ask("Delete?") == true)
        let third = confirm.answer { _ in throw TestError("no window") }
        await #expect(throws: TestError("no window")) { try await confirm.ask("Delete?") }
        third.dispose()
        first.dispose()
        do {
            _ = try await confirm.ask("Delete?")
            Issue.record("nobody answers")
        } catch let error as UnansweredQuestion {
            #expect("\(error)".contains("Delete?"))
        }
    }
}

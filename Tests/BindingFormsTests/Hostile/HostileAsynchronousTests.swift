import Binding
import BindingForms
import BindingRx
import BindingTesting
import TestSupport
import Testing

@Suite("Rules that take time and are not left alone")
@MainActor
struct HostileAsynchronousTests {
    let scheduler = TestScheduler()

    @Test("no pause at all, or less", arguments: [Duration.zero, .seconds(-1)])
    func noPause(_ pause: Duration) async throws {
        let name = Field("x")
        let form = Form(name).rule(name, after: pause) { text in Observable<String?>.just(text == "x" ? "taken" : nil) }
        expectEqual(name.currentMessages, ["taken"])
        name.value = "y"
        expectEqual(form.state.status, .valid)
        let other = Field("x")
        let second = Form(other).rule(other, after: pause) { text -> String? in "async \(text)" }
        expectEqual(second.state.status, .pending)
        await letTasksRun { !second.state.isPending }
        expectEqual(other.currentMessages, ["async x"])
    }

    @Test("no pause by a scheduler of tests", arguments: [Duration.zero, .seconds(-1)])
    func noPauseInTests(_ pause: Duration) {
        let name = Field("x")
        let form = Form(name).rule(name, after: pause, scheduler: scheduler) { _ in Observable<String?>.just("taken") }
        expectEqual(form.state.status, .pending)
        scheduler.advance(by: 0)
        expectEqual(name.currentMessages, ["taken"])
    }

    @Test("answers at once, by a scheduler that runs at once")
    func atOnce() {
        let name = Field("x")
        let form = Form(name).rule(name, after: .zero, scheduler: CurrentThreadScheduler.instance) { text in
            Observable<String?>.just(text == "x" ? "taken" : nil)
        }
        expectEqual(name.currentMessages, ["taken"])
        name.value = "y"
        #expect(form.state.isValid)
    }

    @Test("the time is moved on by an observer of the pending state")
    func advancedInside() {
        let (name, scheduler) = (Field("x"), scheduler)
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { _ in
            Observable<String?>.just("taken")
        }
        let bag = DisposeBag()
        form.isPending.drive(onNext: { if $0 { scheduler.advance(by: .seconds(5)) } }).disposed(by: bag)
        expectEqual(name.currentMessages, ["taken"])
        name.value = "y"
        expectEqual(form.state.status, .invalid)
    }

    @Test("the time is moved on by a rule")
    func advancedInRule() {
        let (name, scheduler) = (Field("x"), scheduler)
        let form = Form(name).rule(name, after: .seconds(1), scheduler: scheduler) { text in
            Observable<String?>.just("\(text) is taken")
        }
        .rule(name) { _ in
            scheduler.advance(by: .seconds(5))
            return nil
        }
        name.value = "y"
        name.value = "z"
        expectEqual(form.state.status, .pending)
        scheduler.advance(by: .seconds(5))
        expectEqual(name.currentMessages, ["z is taken"])
    }

    @Test("a row goes while its question is under way, and comes back")
    func rowGoes() {
        let row = Field("x")
        let answer = PublishSubject<String?>()
        let part = Form(row).rule(row, after: .zero, scheduler: scheduler) { _ in answer.asObservable() }
        let rows = BehaviorRelay(value: [part])
        let form = Form(of: rows) { $0 }
        scheduler.advance(by: 1)
        expectEqual(form.state.status, .pending)
        rows.accept([])
        expectEqual(form.state.status, .valid)
        answer.onNext("taken")
        expectEqual(form.state.status, .valid)
        rows.accept([part])
        expectEqual(form.state.status, .invalid)
        #expect(form.firstInvalid === row)
    }

    @Test("throws a cancellation of its own")
    func ownCancellation() async {
        let name = Field("x")
        let form = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ -> String? in throw CancellationError()
        }
        let errors = DrivenValues(form.errors.asDriver(onErrorDriveWith: .empty()).map { "\($0)" })
        scheduler.advance(by: 1)
        await letTasksRun { !form.state.isPending }
        expectEqual(form.state.status, .invalid)
        expectEqual(errors.elements.count, 1)
    }

    @Test("a field that another form has a rule of: a submission waits for no pause of that, either")
    func sharedRule() async throws {
        let name = Field("x")
        let other = Form(name).rule(name, after: .seconds(9), scheduler: scheduler) { _ in Observable<String?>.just(nil)
        }
        let form = Form(name)
        let submit = form.command { 1 }
        let run = submit.start()
        await letTasksRun { !submit.isRunning }
        #expect(other.state.isValid)
        #expect(!submit.isRunning)
        scheduler.advance(by: .seconds(9))
        #expect(try await run.value == 1)
    }

    @Test("validate() in the answer's observer asks again, once")
    func validateInObserver() {
        let (name, scheduler) = (Field("x"), scheduler)
        let asked = Counter()
        let form = Form(name).rule(name, after: .zero, scheduler: scheduler) { _ in
            asked.add()
            return Observable<String?>.just("taken \(asked.value)")
        }
        let bag = DisposeBag()
        name.messages.drive(onNext: { [weak form] in if $0 == ["taken 1"] { form?.validate() } }).disposed(by: bag)
        scheduler.advance(by: 5)
        expectEqual(name.currentMessages, ["taken 2"])
        expectEqual(asked.value, 2)
    }
}

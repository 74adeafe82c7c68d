import Binding
import BindingControls
import TestSupport
import Testing

/// Serialized, because there is one handler for the whole program; on the main actor, like the other suites that set
/// it.
@Suite("C23 Feedback", .serialized)
@MainActor
struct C23FeedbackTests {
    @Test("C23: a source that feeds itself is reported once in a run, and goes on")
    func reported() throws {
        let relay = BehaviorRelay(value: 0)
        let calls = Counter()
        let subscription = relay.subscribe(onNext: { number in
            calls.add()
            if number > 0, number < 25_000 { relay.accept(number + 1) }
        })
        let warnings = collectingWarnings { relay.accept(1) }
        expectEqual(calls.value, 25_001)
        try #require(warnings.count == 1)
        guard case .feedback(let source, let count, at: nil) = warnings[0] else {
            Issue.record("another warning: \(warnings[0])")
            return
        }
        expectEqual(ObjectIdentifier(source), ObjectIdentifier(BehaviorRelay<Int>.self))
        expectEqual(count, 10_000)
        #expect("\(warnings[0])".contains("BehaviorRelay<Int>"))
        let again = collectingWarnings { relay.accept(1) }
        expectEqual(again.count, 1)
        subscription.dispose()
    }

    @Test("C23: the warning names where the property stands")
    func place() throws {
        @Mutable var count = 0
        let line = #line - 1
        let relay = $count
        let subscription = relay.subscribe(onNext: { if $0 > 0, $0 < 20_000 { relay.accept($0 + 1) } })
        let warnings = collectingWarnings { relay.accept(1) }
        try #require(warnings.count == 1)
        #expect(
            "\(warnings[0])".contains("BehaviorRelay<Int> (BindingTests/DiagnosticsClauseTests.swift:\(line)) feeds"))
        subscription.dispose()
    }

    @Test("C23: fewer, or sent from outside, is no feedback")
    func notReported() {
        let relay = PublishRelay<Int>()
        let subscription = relay.subscribe(onNext: { number in
            if number > 0, number < 10_000 { relay.accept(number + 1) }
        })
        let warnings = collectingWarnings {
            relay.accept(1)
            for _ in 0..<30_000 { relay.accept(0) }
        }
        #expect(warnings.isEmpty)
        subscription.dispose()
    }

    @Test("C23: an answer to each of many values that other threads send is no feedback")
    func answers() {
        let relay = BehaviorRelay(value: 0)
        let calls = Counter()
        let subscription = relay.subscribe(onNext: { number in
            calls.add()
            if number == 1 { onAnotherThread { for number in 2...20_000 { relay.accept(number) } } }
            if number > 0 { relay.accept(-number) }
        })
        let warnings = collectingWarnings { onAnotherThread { relay.accept(1) } }
        expectEqual(calls.value, 40_001)
        #expect(warnings.isEmpty)
        subscription.dispose()
    }

    @Test("C23: on the main actor, too")
    func onTheMainActor() {
        let relay = PublishRelay<Int>()
        let subscription = relay.asSignal().emit(onNext: { number in
            if number < 10_001 { relay.accept(number + 1) }
        })
        let warnings = collectingWarnings { relay.accept(0) }
        expectEqual(warnings.count, 1)
        subscription.dispose()
    }

    @Test("C23: by default the warning is one line on standard error")
    func standardError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let relay = PublishRelay<[String]>()
            let subscription = relay.subscribe(onNext: { list in
                if list.count < 11_000 { relay.accept(Array(repeating: "", count: list.count + 1)) }
            })
            relay.accept([])
            subscription.dispose()
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        let warnings = lines.filter { $0.contains("Binding: warning:") }
        expectEqual(warnings.count, 1)
        expectEqual(warnings.first?.contains("PublishRelay<Array<String>>"), true)
    }
}

@Suite("Actions that nobody is bound to", .serialized)
@MainActor
struct UnboundActionTests {
    final class ViewModel {
        @ViewAction var alert: (String) -> Void
        @ViewAction.NoParam var dismiss: () -> Void
    }

    @Test("are reported once each, with their places, where that is asked for")
    func reported() throws {
        BindingDiagnostics.warnsOfUnboundActions = true
        let viewModel = ViewModel()
        let bound = ViewModel()
        BindingDiagnostics.warnsOfUnboundActions = false
        let bag = DisposeBag()
        var heard: [String] = []
        bag.insert(bound.$alert.emit(onNext: { heard.append($0) }), bound.$dismiss.emit(onNext: { heard.append("-") }))
        let warnings = collectingWarnings {
            bound.alert("a")
            bound.dismiss()
            for _ in 0..<3 {
                viewModel.alert("b")
                viewModel.dismiss()
            }
        }
        expectEqual(heard, ["a", "-"])
        try #require(warnings.count == 2)
        #expect("\(warnings[0])".contains("an action of String (BindingTests/DiagnosticsClauseTests.swift:"))
        #expect("\(warnings[1])".contains("an action of ()"))
    }

    @Test("are silent unless said")
    func silent() {
        let viewModel = ViewModel()
        #expect(collectingWarnings { viewModel.alert("a") }.isEmpty)
        #expect(!BindingDiagnostics.warnsOfUnboundActions)
    }
}

@Suite("C24 Errors in bindings")
struct C24ErrorTests {
    private static func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    #if DEBUG
        @Test("C24: an error that reaches a binder is an assertion failure with the error in its text")
        func binder() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let label = Label()
                    _ = Observable<String>.error(TestError("no name")).bind(to: label.rx.text)
                }
            }
            let text = Self.text(result)
            #expect(text.contains("TestError(no name)"))
            #expect(text.contains("Binder<String>"))
        }

        @Test("C24: so is one that reaches a two-way binding or a control event")
        func others() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let failing = ControlEvent<String>(events: Observable.error(TestError("broken control")))
                    _ = failing.asSignal().emit(onNext: { _ in })
                }
            }
            #expect(Self.text(result).contains("TestError(broken control)"))
        }

        @Test("C24: so is one that reaches a relay as an observer; a completion does not reach it")
        func relay() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let relay = BehaviorRelay(value: 0)
                Observable.just(1).subscribe(relay.asObserver()).dispose()
                precondition(relay.value == 1)
                Observable.error(TestError("no number")).subscribe(relay.asObserver()).dispose()
            }
            #expect(Self.text(result).contains("TestError(no number)"))
            #expect(Self.text(result).contains("BehaviorRelay<Int>"))
        }
    #else
        @Test("C24: an error that reaches a binder is reported on standard error, and the binding ends")
        func binder() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let label = Label()
                    let subject = PublishSubject<String>()
                    let subscription = subject.bind(to: label.rx.text)
                    subject.onNext("a")
                    subject.onError(TestError("no name"))
                    subject.onNext("b")
                    precondition(label.text == "a")
                    subscription.dispose()
                }
            }
            let text = Self.text(result)
            #expect(text.contains("TestError(no name)"))
            #expect(text.contains("Binder<String>"))
        }
    #endif

    @Test("C24: an error for which `subscribe` has no closure is reported")
    @MainActor
    func unhandled() {
        let warnings = collectingWarnings {
            _ = Observable<Int>.error(TestError("lost")).subscribe(onNext: { _ in })
        }
        expectEqual(warnings.count, 1)
        #expect("\(warnings[0])".contains("TestError(lost)"))
    }
}

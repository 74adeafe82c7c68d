import Binding
import BindingControls
import BindingTesting
import CTestSupport
import Foundation
import Model
import Observation
import TestSupport
import Testing

/// Large numbers of everything. `BINDING_LOAD` multiplies them.
@Suite("Load")
@MainActor
struct LoadTests {
    @Test("8 threads through one relay, with observers that come and go: nothing is lost, and order is kept")
    func threads() {
        let relay = PublishRelay<Int>()
        let count = 10_000 * Effort.load
        let heard = Recorder<Int>()
        let subscription = relay.subscribe(heard)
        let seed = Effort.seed
        onThreads(8) { thread in
            var generator = SplitMix(state: seed &+ UInt64(thread))
            var guests: [any Disposable] = []
            for number in 0..<count {
                relay.accept(thread * count + number)
                if generator.next() % 16 == 0 { guests.append(relay.subscribe(onNext: { _ in })) }
                if generator.next() % 12 == 0 { guests.popLast()?.dispose() }
            }
            for guest in guests { guest.dispose() }
        }
        subscription.dispose()
        var next = (0..<8).map { $0 * count }
        var isInOrder = true
        for value in heard.elements {
            if next[value / count] != value { isInOrder = false }
            next[value / count] = value + 1
        }
        expectEqual(heard.count, 8 * count)
        #expect(isInOrder)
    }

    @Test("100,000 bindings on one source, each of which is called once")
    func bindings() async throws {
        try await withoutLeaks(patience: TimeLimit.remaining) {
            let state = BehaviorRelay(value: 0)
            let bag = DisposeBag()
            var calls = 0
            for number in 0..<100_000 {
                bag.insert(state.asDriver().drive(onNext: { _ in calls += 1 }))
                // Other tests also need the main actor.
                if number.isMultiple(of: 5_000) { await Task.yield() }
            }
            expectEqual(calls, 100_000)
            state.accept(1)
            expectEqual(calls, 200_000)
            bag.dispose()
            state.accept(2)
            expectEqual(calls, 200_000)
        }
    }

    @Test("a background thread floods a driver while the main actor works: all arrives, in order")
    func flood() async {
        let state = BehaviorRelay(value: 0)
        var driven: [Int] = []
        let subscription = state.asDriver().drive(onNext: { driven.append($0) })
        let count = 50_000 * Effort.load
        Thread.detachNewThread {
            for number in 1...count { state.accept(number) }
        }
        // The main actor's own work in between: what has arrived by then is the first values, each once.
        var isInOrder = true
        while driven.count <= count, !TimeLimit.isOver {
            let first = max(0, driven.count - 100)
            if !driven[first...].elementsEqual(first..<driven.count) { isInOrder = false }
            await Task.yield()
        }
        #expect(isInOrder)
        expectEqual(driven, Array(0...count))
        subscription.dispose()
    }

    @Test(
        "view models that are made, bound and dropped leave the memory as it was", .enabled(if: !Sanitizer.isOn))
    func memory() async {
        // In a separate process, so that memory of other tests is not measured.
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                for _ in 0..<5_000 { BoundView.useOnce() }
                let before = allocatedBytes()
                let count = 20_000 * Effort.load
                for _ in 0..<count { BoundView.useOnce() }
                let after = allocatedBytes()
                // The allocator keeps some; one object for each would be 16 bytes or more.
                precondition(after < before + 4 * count, "\(before) bytes became \(after)")
            }
        }
    }

    @Test("trackings that are disposed of leave the memory as it was", .enabled(if: !Sanitizer.isOn))
    func trackings() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let model = TrackedModel()
                func trackOnce() { Driver.tracking { model.number }.drive(onNext: { _ in }).dispose() }
                for _ in 0..<1_000 { trackOnce() }
                let before = allocatedBytes()
                let count = 30_000 * Effort.load
                for _ in 0..<count { trackOnce() }
                let after = allocatedBytes()
                precondition(after < before + 4 * count, "\(before) bytes became \(after)")
            }
        }
    }
}

@Observation.Observable @MainActor
private final class TrackedModel {
    var number = 0
}

/// A view that has its own view model.
@MainActor
private final class BoundView: BindingContext {
    final class ViewModel {
        @Bindable var title = ""
        @Mutable var typed = ""
        @ViewAction var alert: (String) -> Void
    }

    let disposeBag = DisposeBag()
    let label = Label()
    let field = TextField()
    var alerts = 0

    init(_ viewModel: ViewModel) {
        binding {
            viewModel.$title.drive(label.rx.text)
            viewModel.$title.map { $0.count }.drive(onNext: { _ in })
            viewModel.$typed.bindTwoWay(to: field.rx.text)
            viewModel.$alert.emit(with: self, onNext: { view, _ in view.alerts += 1 })
        }
    }

    static func useOnce() {
        let viewModel = ViewModel()
        let view = BoundView(viewModel)
        viewModel.title = "title"
        view.field.type("typed")
        viewModel.alert("alert")
        precondition(view.label.text == "title" && viewModel.typed == "typed" && view.alerts == 1)
    }
}

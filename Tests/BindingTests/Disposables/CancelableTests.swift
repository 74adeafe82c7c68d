import Binding
import BindingControls
import BindingOperators
import BindingTesting
import TestSupport
import Testing

/// Records disposals.
private struct Notes {
    let recorder = Recorder<Int>()
    var numbers: [Int] { recorder.elements }

    func note(_ number: Int) -> any Disposable { Disposables.create(with: { [recorder] in recorder(number) }) }
}

@Suite("SingleAssignmentDisposable, and what disposables are made of")
struct CancelableTests {
    @Test("every kind that can be asked is a Cancelable")
    func cancelable() {
        let all: [any Cancelable] = [
            SingleAssignmentDisposable(), SerialDisposable(), CompositeDisposable(),
        ]
        expectEqual(all.map(\.isDisposed), Array(repeating: false, count: 3))
        for disposable in all { disposable.dispose() }
        expectEqual(all.map(\.isDisposed), Array(repeating: true, count: 3))
    }

    // MARK: SingleAssignmentDisposable

    @Test("SingleAssignmentDisposable disposes of what it was given")
    func singleAssignment() {
        let notes = Notes()
        let single = SingleAssignmentDisposable()
        single.setDisposable(notes.note(1))
        expectEqual(notes.numbers, [])
        single.dispose()
        single.dispose()
        expectEqual(notes.numbers, [1])
        #expect(single.isDisposed)
    }

    @Test("SingleAssignmentDisposable disposes at once of what comes too late")
    func singleAssignmentLate() {
        let notes = Notes()
        let single = SingleAssignmentDisposable()
        single.disposable.dispose()
        single.dispose()
        single.disposable = notes.note(1)
        expectEqual(notes.numbers, [1])
    }

    @Test("SingleAssignmentDisposable gives back what it holds, and releases it")
    func singleAssignmentHolds() {
        let living = Counter()
        let single = SingleAssignmentDisposable()
        func fill() {
            let witness = Witness(living)
            single.disposable = Disposables.create { withExtendedLifetime(witness) {} }
        }
        fill()
        expectEqual(living.value, 1)
        single.disposable.dispose()
        #expect(!single.isDisposed)
        expectEqual(living.value, 0)
    }

    @Test("a second assignment stops the program", arguments: [false, true])
    func secondAssignment(_ isDisposed: Bool) async {
        await #expect(processExitsWith: .failure) { [isDisposed] in
            let single = SingleAssignmentDisposable()
            single.setDisposable(Disposables.create())
            if isDisposed { single.dispose() }
            single.setDisposable(Disposables.create())
        }
    }

    @Test("C9: assigned on one thread and disposed of on another, SingleAssignmentDisposable disposes once")
    func singleAssignmentThreads() {
        let runs = Counter()
        for _ in 0..<200 {
            let single = SingleAssignmentDisposable()
            onThreads(2) { thread in
                if thread == 0 { single.setDisposable(Disposables.create { runs.add() }) } else { single.dispose() }
            }
        }
        expectEqual(runs.value, 200)
    }

    // MARK: Makers

    @Test("Disposables.create takes its closure with and without a label")
    func create() {
        let runs = Counter()
        let action: @Sendable () -> Void = { runs.add() }
        let all = [
            Disposables.create(with: action), Disposables.create(action), Disposables.create { runs.add() },
            Disposables.create(with: { runs.add() }),
        ]
        for disposable in all {
            disposable.dispose()
            disposable.dispose()
        }
        expectEqual(runs.value, 4)
    }

    @Test("C11: a bag is made of disposables, of an array of them, or of a block")
    @MainActor
    func bags() {
        let notes = Notes()
        let title = BehaviorRelay(value: "a")
        let label = Label()
        let isWanted = true
        var bags: [DisposeBag]? = [
            DisposeBag(disposing: notes.note(1), notes.note(2)),
            DisposeBag(disposing: [notes.note(3)]),
            DisposeBag {
                title => label.rx.text
                if isWanted { notes.note(4) }
                for number in 5...6 { notes.note(number) }
            },
        ]
        expectEqual(bags?.count, 3)
        expectEqual(notes.numbers, [])
        title.accept("b")
        bags = nil
        title.accept("c")
        expectEqual(notes.numbers.sorted(), [1, 2, 3, 4, 5, 6])
        expectEqual(label.history, ["a", "b"])
    }
}

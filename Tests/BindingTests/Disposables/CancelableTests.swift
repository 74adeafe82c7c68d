import Binding
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

@Suite("BooleanDisposable, SingleAssignmentDisposable, RefCountDisposable, ScheduledDisposable")
struct CancelableTests {
    @Test("BooleanDisposable remembers")
    func boolean() {
        let disposable: any Cancelable = BooleanDisposable()
        #expect(!disposable.isDisposed)
        disposable.dispose()
        disposable.dispose()
        #expect(disposable.isDisposed)
    }

    @Test("every kind that can be asked is a Cancelable")
    func cancelable() {
        let all: [any Cancelable] = [
            BooleanDisposable(), SingleAssignmentDisposable(), SerialDisposable(), CompositeDisposable(),
            RefCountDisposable(disposable: Disposables.create()),
            ScheduledDisposable(scheduler: ImmediateScheduler(), disposable: Disposables.create()),
        ]
        expectEqual(all.map(\.isDisposed), Array(repeating: false, count: 6))
        for disposable in all { disposable.dispose() }
        expectEqual(all.map(\.isDisposed), Array(repeating: true, count: 6))
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

    // MARK: RefCountDisposable

    @Test("RefCountDisposable waits for itself and for all that it has handed out", arguments: [0, 1, 2])
    func refCount(_ last: Int) {
        let notes = Notes()
        let refCount = RefCountDisposable(disposable: notes.note(0))
        var all = [refCount, refCount.retain(), refCount.retain()]
        let disposedLast = all.remove(at: last)
        for disposable in all {
            disposable.dispose()
            disposable.dispose()
        }
        expectEqual(notes.numbers, [])
        #expect(!refCount.isDisposed)
        disposedLast.dispose()
        disposedLast.dispose()
        expectEqual(notes.numbers, [0])
        #expect(refCount.isDisposed)
    }

    @Test("RefCountDisposable without others is disposed of at once; what is retained after that does nothing")
    func refCountAlone() {
        let notes = Notes()
        let refCount = RefCountDisposable(disposable: notes.note(0))
        refCount.dispose()
        expectEqual(notes.numbers, [0])
        refCount.retain().dispose()
        refCount.dispose()
        expectEqual(notes.numbers, [0])
    }

    @Test("RefCountDisposable may be retained after its own disposal while others hold it")
    func refCountLate() {
        let notes = Notes()
        let refCount = RefCountDisposable(disposable: notes.note(0))
        let first = refCount.retain()
        refCount.dispose()
        let second = refCount.retain()
        first.dispose()
        expectEqual(notes.numbers, [])
        second.dispose()
        expectEqual(notes.numbers, [0])
    }

    @Test("C9: retained and released on 4 threads, RefCountDisposable disposes once, at the end")
    func refCountThreads() {
        let runs = Counter()
        let refCount = RefCountDisposable(disposable: Disposables.create { runs.add() })
        let first = refCount.retain()
        onThreads(4) { thread in
            for number in 0..<500 {
                let retained = refCount.retain()
                if thread == 0, number == 250 { refCount.dispose() }
                retained.dispose()
            }
        }
        expectEqual(runs.value, 0)
        first.dispose()
        expectEqual(runs.value, 1)
    }

    // MARK: ScheduledDisposable

    @Test("ScheduledDisposable disposes where its scheduler says, once")
    func scheduled() {
        let notes = Notes()
        let scheduler = TestScheduler()
        let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: notes.note(1))
        #expect(scheduled.scheduler is TestScheduler)
        scheduled.dispose()
        scheduled.dispose()
        expectEqual(notes.numbers, [])
        #expect(!scheduled.isDisposed)
        scheduler.start()
        expectEqual(notes.numbers, [1])
        #expect(scheduled.isDisposed)
    }

    @Test("ScheduledDisposable ends a binding on the main actor, from another thread")
    @MainActor
    func scheduledOnMain() async {
        let isMain = Shared<Bool?>(nil)
        let scheduled = ScheduledDisposable(
            scheduler: MainScheduler.instance,
            disposable: Disposables.create { isMain.value = MainScheduler.isCurrent })
        onAnotherThread { scheduled.dispose() }
        #expect(isMain.value == nil)
        await eventually { isMain.value == true }
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

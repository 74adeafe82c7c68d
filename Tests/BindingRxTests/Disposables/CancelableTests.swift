import Binding
import BindingRx
import BindingTesting
import TestSupport
import Testing

/// Records disposals.
private struct Notes {
    let recorder = Recorder<Int>()
    var numbers: [Int] { recorder.elements }

    func note(_ number: Int) -> any Disposable { Disposables.create(with: { [recorder] in recorder(number) }) }
}

@Suite("BooleanDisposable, RefCountDisposable, ScheduledDisposable")
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
            BooleanDisposable(), RefCountDisposable(disposable: Disposables.create()),
            ScheduledDisposable(scheduler: ImmediateScheduler(), disposable: Disposables.create()),
        ]
        expectEqual(all.map(\.isDisposed), Array(repeating: false, count: 3))
        for disposable in all { disposable.dispose() }
        expectEqual(all.map(\.isDisposed), Array(repeating: true, count: 3))
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
}

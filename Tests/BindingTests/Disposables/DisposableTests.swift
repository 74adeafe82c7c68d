import Binding
import TestSupport
import Testing

@Suite("Disposables, DisposeBag")
struct DisposableTests {
    @Test("C9: an action runs once, from however many threads it is disposed of, and is released then")
    func action() {
        let living = Counter()
        let runs = Counter()
        func make() -> any Disposable {
            let witness = Witness(living)
            return Disposables.create { withExtendedLifetime(witness) { _ = runs.add() } }
        }
        let disposable = make()
        expectEqual(runs.value, 0)
        expectEqual(living.value, 1)
        onThreads(4) { _ in disposable.dispose() }
        expectEqual(runs.value, 1)
        expectEqual(living.value, 0)
        Disposables.create().dispose()
    }

    @Test("several as one, in order")
    func several() {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        Disposables.create(note(1), note(2), note(3)).dispose()
        Disposables.create([note(4), note(5)]).dispose()
        let several: any Disposable = [note(6), note(7)]
        several.dispose()
        let missing: (any Disposable)? = nil
        for perhaps in [note(8), missing] { (perhaps as any Disposable).dispose() }
        expectEqual(recorder.elements, Array(1...8))
    }

    @Test("a disposable that is dropped is not disposed of")
    func dropped() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.subscribe(recorder)
        subject.onNext(1)
        expectEqual(recorder.elements, [1])
    }

    @Test("C11: dropping a bag disposes of what it holds, in the order of insertion")
    func bag() {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        var bag: DisposeBag? = DisposeBag()
        bag?.insert(note(1), note(2))
        bag?.insert([note(3)])
        if let bag { note(4).disposed(by: bag) }
        #expect(recorder.events.isEmpty)
        bag = nil
        expectEqual(recorder.elements, [1, 2, 3, 4])
    }

    @Test("a bag that has been disposed of is empty and usable")
    func bagAgain() {
        let runs = Counter()
        let bag = DisposeBag()
        bag.insert(Disposables.create { runs.add() })
        bag.dispose()
        bag.dispose()
        expectEqual(runs.value, 1)
        bag.insert(Disposables.create { runs.add() })
        expectEqual(runs.value, 1)
        bag.dispose()
        expectEqual(runs.value, 2)
    }

    @Test("C5: what a bag disposes of may insert into the bag and dispose of it")
    func bagFromInside() {
        let recorder = Recorder<Int>()
        let bag = DisposeBag()
        bag.insert(
            Disposables.create {
                recorder(1)
                bag.insert(Disposables.create { recorder(3) })
                bag.dispose()
            },
            Disposables.create { recorder(2) })
        bag.dispose()
        expectEqual(recorder.elements.sorted(), [1, 2, 3])
    }

    @Test("a bag takes disposables from 4 threads")
    func bagOnThreads() {
        let runs = Counter()
        let bag = DisposeBag()
        onThreads(4) { _ in
            for _ in 0..<1_000 { bag.insert(Disposables.create { runs.add() }) }
        }
        bag.dispose()
        expectEqual(runs.value, 4_000)
    }
}

@Suite("CompositeDisposable")
struct CompositeDisposableTests {
    @Test("disposes of all members, in the order of insertion, once")
    func disposes() {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        let composite = CompositeDisposable(note(0), note(1))
        for number in 2..<20 { composite.insert(note(number)) }
        expectEqual(composite.count, 20)
        #expect(!composite.isDisposed)
        composite.dispose()
        composite.dispose()
        expectEqual(recorder.elements, Array(0..<20))
        #expect(composite.isDisposed)
        expectEqual(composite.count, 0)
    }

    @Test("what comes after the disposal is disposed of at once, and has no key")
    func late() {
        let runs = Counter()
        let composite = CompositeDisposable()
        composite.dispose()
        let key = composite.insert(Disposables.create { runs.add() })
        #expect(key == nil)
        expectEqual(runs.value, 1)
        expectEqual(composite.count, 0)
    }

    @Test("a member that is taken out is disposed of, the others stay")
    func remove() throws {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        let composite = CompositeDisposable([note(0)])
        let key = try #require(composite.insert(note(1)))
        composite.insert(note(2))
        composite.remove(for: key)
        composite.remove(for: key)
        expectEqual(recorder.elements, [1])
        expectEqual(composite.count, 2)
        composite.dispose()
        expectEqual(recorder.elements, [1, 0, 2])
    }

    @Test("dropping it disposes of nothing")
    func dropped() {
        let runs = Counter()
        var composite: CompositeDisposable? = CompositeDisposable(Disposables.create { runs.add() })
        expectEqual(composite?.count, 1)
        composite = nil
        expectEqual(runs.value, 0)
    }

    @Test("C9: inserting on threads while another disposes leaves nothing undisposed")
    func threads() {
        let runs = Counter()
        let composite = CompositeDisposable()
        onThreads(4) { thread in
            for number in 0..<1_000 {
                composite.insert(Disposables.create { runs.add() })
                if thread == 0, number == 500 { composite.dispose() }
            }
        }
        expectEqual(runs.value, 4_000)
        expectEqual(composite.count, 0)
    }
}

@Suite("SerialDisposable")
struct SerialDisposableTests {
    @Test("putting another in disposes of the one before")
    func replaces() {
        let recorder = Recorder<Int>()
        func note(_ number: Int) -> any Disposable { Disposables.create { recorder(number) } }
        let serial = SerialDisposable()
        serial.disposable = note(1)
        #expect(recorder.events.isEmpty)
        serial.disposable = note(2)
        expectEqual(recorder.elements, [1])
        #expect(!serial.isDisposed)
        serial.dispose()
        serial.dispose()
        expectEqual(recorder.elements, [1, 2])
        #expect(serial.isDisposed)
    }

    @Test("once disposed of, it disposes at once of what is put in")
    func late() {
        let runs = Counter()
        let serial = SerialDisposable()
        serial.dispose()
        serial.disposable = Disposables.create { runs.add() }
        expectEqual(runs.value, 1)
    }

    @Test("gives back what it holds")
    func holds() {
        let runs = Counter()
        let serial = SerialDisposable()
        serial.disposable.dispose()
        serial.disposable = Disposables.create { runs.add() }
        serial.disposable.dispose()
        expectEqual(runs.value, 1)
    }

    @Test("C9: replaced on 4 threads, all but the last are disposed of, once")
    func threads() {
        let runs = Counter()
        let serial = SerialDisposable()
        onThreads(4) { _ in
            for _ in 0..<1_000 { serial.disposable = Disposables.create { runs.add() } }
        }
        expectEqual(runs.value, 3_999)
        serial.dispose()
        expectEqual(runs.value, 4_000)
    }
}

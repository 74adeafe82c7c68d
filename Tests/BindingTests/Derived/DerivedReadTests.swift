import TestSupport
import Testing

@testable import Binding

/// C43: what a computation learns of.
@MainActor
@Suite("C43: reads that a derived value follows")
struct DerivedReadTests {
    private struct Address: Equatable, Sendable {
        var city = "Turin"
        var zip = 1
    }

    private struct Account: Equatable, Sendable {
        var name = "Ada"
        var address = Address()
        var nickname: String?
        var initials: String {
            get { String(name.prefix(1)) }
            set { name = newValue + name.dropFirst() }
        }
    }

    @MainActor private final class Model {
        @Bindable var shown = 1
        @Mutable var edited = 2
        @Mutable var account = Account()
        var sum: Int { shown + edited }
        @Derived({ (model: Model) in model.sum * 10 }) var tenfold: Int
        @Derived(\Model.sum) var kept: Int
        @Derived({ (model: Model) in Box(number: model.sum) }) fileprivate var box: Box
    }

    private struct Box: Sendable { let number: Int }

    /// A derived value, and how often it has run.
    private func counted<Value: Equatable & Sendable>(
        _ compute: @escaping @MainActor () -> Value
    ) -> (DerivedValue<Value>, @MainActor () -> Int) {
        nonisolated(unsafe) var runs = 0
        return (
            DerivedValue {
                runs += 1
                return compute()
            }, { runs }
        )
    }

    @Test("wrapped properties, by way of plain computed properties")
    func wrapped() {
        let model = Model()
        let (value, runs) = counted { model.sum }
        expectEqual(value.value, 3)
        model.shown = 5
        expectEqual(value.value, 7)
        model.edited += 1
        expectEqual(value.value, 8)
        expectEqual(runs(), 3)
    }

    @Test("a subject's value, and its error")
    func subject() {
        let subject = BehaviorSubject(value: 1)
        let value = DerivedValue { (try? subject.value()) ?? -1 }
        expectEqual(value.value, 1)
        subject.onNext(2)
        expectEqual(value.value, 2)
        subject.onError(TestError())
        expectEqual(value.value, -1)
    }

    @Test("a lens: the part, and no other")
    func lens() {
        let model = Model()
        let (city, runs) = counted { model.$account.address.city.value }
        expectEqual(city.value, "Turin")
        model.account.name = "Grace"
        model.$account.address.zip.value = 2
        expectEqual(city.value, "Turin")
        expectEqual(runs(), 1)
        model.$account.address.city.value = "Bari"
        expectEqual(city.value, "Bari")
        expectEqual(runs(), 2)
    }

    @Test("a lens that is read again in the next run has the same place in the graph")
    func sameLens() {
        let model = Model()
        let value = DerivedValue {
            [model.$account.name.value, model.$account.address.city.value, model.$account.initials.value]
        }
        for number in 0..<10 {
            model.account.name = "\(number)"
            expectEqual(value.value, ["\(number)", "Turin", "\(number)"])
            expectEqual(value.computation.sourceCount, 3)
        }
        expectEqual(model.$account.broadcaster.lanes.dependency?.readerCount, 3)
    }

    @Test("a computed part, an optional one with a default, and one that is observed")
    func otherLenses() {
        let model = Model()
        let bag = DisposeBag()
        var seen: [String] = []
        let (value, runs) = counted {
            "\(model.$account.initials.value) \(model.$account.nickname.or("none").value)"
        }
        value.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
        model.account.address.zip = 7
        model.account.name = "Anna"
        expectEqual(runs(), 1)
        model.account.nickname = "Countess"
        model.account.name = "Grace"
        expectEqual(seen, ["A none", "A Countess", "G Countess"])
    }

    @Test("@Derived: kept, by closure and by key path, with a driver that keeps the object alive")
    func derivedProperties() {
        let bag = DisposeBag()
        weak var weakModel: Model?
        var seen: [Int] = []
        do {
            let model = Model()
            weakModel = model
            expectEqual([model.tenfold, model.kept, model.box.number], [30, 3, 3])
            model.$tenfold.drive(onNext: { seen.append($0) }).disposed(by: bag)
            batch {
                model.shown = 2
                model.edited = 3
            }
            expectEqual([model.tenfold, model.kept, model.box.number], [50, 5, 5])
        }
        #expect(weakModel != nil)
        weakModel?.shown = 7
        expectEqual(seen, [30, 50, 100])
        bag.dispose()
        #expect(weakModel == nil)
    }

    @Test("a command's state: whether it is enabled, runs, and how far it has come")
    func command() async {
        let isOpen = BehaviorRelay(value: false)
        let gate = AsyncStream<Void>.makeStream()
        let command = Command<Void, Void> { _, progress in
            progress(0.5)
            for await _ in gate.stream { break }
        }.enabled(by: isOpen.asDriver())
        let bag = DisposeBag()
        var seen: [CommandState] = []
        Driver.derived { command.state }.drive(onNext: { seen.append($0) }).disposed(by: bag)
        expectEqual(seen.removeFirst(), CommandState(isEnabled: false, isExecuting: false, progress: 0))
        isOpen.accept(true)
        expectEqual(seen.removeFirst(), CommandState(isEnabled: true, isExecuting: false, progress: 0))
        command.start()
        expectEqual(seen.removeFirst(), CommandState(isEnabled: false, isExecuting: true, progress: 0))
        await eventually { seen.last?.progress == 0.5 }
        gate.continuation.yield()
        await command.finished()
        expectEqual(command.state, CommandState(isEnabled: true, isExecuting: false, progress: 0.5))
        expectEqual(seen.last, command.state)
        expectEqual(seen.count, 2)
    }

    @Test("a command's state agrees with what would happen, also in observers of a part of it")
    func commandInObservers() async {
        let command = Command<Void, Void> { await Task.yield() }
        var seen: [[Bool]] = []
        let subscription = command.isExecuting.drive(onNext: { _ in
            seen.append([command.state.isEnabled, command.state.isExecuting])
        })
        command.start(())
        await command.finished()
        expectEqual(seen, [[true, false], [false, true], [true, false]])
        subscription.dispose()
    }

    @Test("an object with derived properties that were read is released")
    func released() {
        weak var weakModel: Model?
        do {
            let model = Model()
            weakModel = model
            _ = model.tenfold + model.kept
        }
        #expect(weakModel == nil)
    }

    @Test("a derived property that was read off the main actor stops the program")
    func offMainActor() async {
        await #expect(processExitsWith: .failure) {
            final class Careless: @unchecked Sendable {
                let source = BehaviorRelay(value: 1)
                @Derived({ (owner: Careless) in owner.source.value }) var copy: Int
                func read() -> Int { copy }
            }
            let careless = Careless()
            await MainActor.run { precondition(careless.read() == 1) }
            onAnotherThread { print(careless.read()) }
        }
    }
}

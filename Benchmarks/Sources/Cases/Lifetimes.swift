import Binding
import BindingOperators
import OpenCombine

/// The cost of creating and ending subscriptions and bindings.
enum Lifetimes {
    static let all = [
        subscribe, subscribe(beside: 10_000), subscribe(beside: 100_000), subscribeBesideAlone, property, viewModel,
        unbound, chain,
    ]

    /// What a stage is by hand: its source and its closure.
    private final class Stage {
        private let source: Floor<Int>
        private let transform: (Int) -> Int

        @inline(never)
        init(_ source: Floor<Int>, _ transform: @escaping (Int) -> Int) {
            (self.source, self.transform) = (source, transform)
        }
    }

    private static let unbound = Case(
        "map on a Driver, made, kept and not bound", expected: { $0 },
        [
            .floor { tally in
                let source = Floor(0)
                var kept: Stage?
                return { times in
                    for _ in 0..<times {
                        kept = Stage(source) { $0 + 1 }
                        tally.add(1)
                    }
                    withExtendedLifetime(kept) {}
                }
            },
            .binding { tally in
                let driver = BehaviorRelay(value: 1).asDriver()
                var kept: Driver<Int>?
                return { times in
                    for _ in 0..<times {
                        kept = driver.map { $0 + 1 }
                        tally.add(1)
                    }
                    withExtendedLifetime(kept) {}
                }
            },
        ])

    private static let chain = Case(
        "map, filter, map on a Driver, bound and disposed of", expected: { $0 * 4 },
        [
            .binding { tally in
                let driver = BehaviorRelay(value: 1).asDriver()
                return { times in
                    for _ in 0..<times {
                        driver.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.drive(onNext: { tally.add($0) })
                            .dispose()
                    }
                }
            },
            .openCombine { tally in
                let source = CurrentValueSubject<Int, Never>(1)
                return { times in
                    for _ in 0..<times {
                        source.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.sink { tally.add($0) }.cancel()
                    }
                }
            },
        ])

    static let subscribe = Case(
        "subscribe and dispose", expected: { $0 }, [driveAndDispose(beside: 0), sinkAndCancel(beside: 0)])

    static func subscribe(beside count: Int) -> Case {
        Case(
            "subscribe and dispose beside \(grouped(count))", expected: { $0 },
            [driveAndDispose(beside: count), sinkAndCancel(beside: count)])
    }

    /// Compared with the same without other observers.
    private static let subscribeBesideAlone = Case(
        "subscribe and dispose beside 100,000, against alone", expected: { $0 },
        [
            Contender(side: .floor, prepare: driveAndDispose(beside: 0).prepare),
            driveAndDispose(beside: 100_000),
        ])

    private static func driveAndDispose(beside count: Int) -> Contender {
        .binding { tally in
            let relay = BehaviorRelay(value: 1)
            for _ in 0..<count { _ = relay.asDriver().drive(onNext: { tally.add($0) }) }
            return { times in
                for _ in 0..<times { relay.asDriver().drive(onNext: { tally.add($0) }).dispose() }
            }
        }
    }

    private static func sinkAndCancel(beside count: Int) -> Contender {
        .openCombine { tally in
            let source = CurrentValueSubject<Int, Never>(1)
            let others = (0..<count).map { _ in source.sink { tally.add($0) } }
            return { times in
                for _ in 0..<times { source.sink { tally.add($0) }.cancel() }
                withExtendedLifetime(others) {}
            }
        }
    }

    private static let property = Case(
        "create a property, bind, set, dispose", expected: { sumBelow($0) + $0 },
        [
            .floor { tally in
                { times in
                    for number in 0..<times {
                        let source = Floor(1)
                        source.observe { tally.add($0) }
                        source.value = number
                    }
                }
            },
            .binding { tally in
                { times in
                    for number in 0..<times {
                        let property = Bindable(wrappedValue: 1)
                        let binding = property.projectedValue.drive(onNext: { tally.add($0) })
                        property.wrappedValue = number
                        binding.dispose()
                    }
                }
            },
            .openCombine { tally in
                { times in
                    for number in 0..<times {
                        let source = CurrentValueSubject<Int, Never>(1)
                        let observer = source.sink { tally.add($0) }
                        source.send(number)
                        observer.cancel()
                    }
                }
            },
        ])

    private static let viewModel = Case(
        "a view model of 10 properties: create, bind to 10 controls, set each, drop both",
        expected: { 10 * sumBelow($0) },
        [
            .floor { tally in
                { times in
                    for number in 0..<times {
                        let viewModel = HandWrittenViewModel()
                        let view = (0..<10).map { _ in NumberLabel(tally) }
                        for (property, label) in zip(viewModel.properties, view) {
                            property.observe { [weak label] in label?.show($0) }
                        }
                        for property in viewModel.properties { property.value = number }
                        withExtendedLifetime(view) {}
                    }
                }
            },
            .binding { tally in
                { times in
                    for number in 0..<times {
                        let viewModel = ViewModel()
                        let view = View(viewModel, tally)
                        viewModel.setAll(number)
                        withExtendedLifetime(view) {}
                    }
                }
            },
            .openCombine { tally in
                { times in
                    for number in 0..<times {
                        let viewModel = OpenCombineViewModel()
                        let view = OpenCombineView(viewModel, tally)
                        viewModel.setAll(number)
                        withExtendedLifetime(view) {}
                    }
                }
            },
        ])
}

@MainActor
private final class HandWrittenViewModel {
    let properties = (0..<10).map { _ in Floor(0) }
}

@MainActor
private final class ViewModel {
    @Bindable var a = 0
    @Bindable var b = 0
    @Bindable var c = 0
    @Bindable var d = 0
    @Bindable var e = 0
    @Bindable var f = 0
    @Bindable var g = 0
    @Bindable var h = 0
    @Bindable var i = 0
    @Bindable var j = 0

    func setAll(_ number: Int) {
        a = number
        b = number
        c = number
        d = number
        e = number
        f = number
        g = number
        h = number
        i = number
        j = number
    }
}

@MainActor
private final class View: BindingContext {
    let disposeBag = DisposeBag()
    let labels: [NumberLabel]

    init(_ viewModel: ViewModel, _ tally: Tally) {
        labels = (0..<10).map { _ in NumberLabel(tally) }
        binding {
            viewModel.$a => labels[0].rx.number
            viewModel.$b => labels[1].rx.number
            viewModel.$c => labels[2].rx.number
            viewModel.$d => labels[3].rx.number
            viewModel.$e => labels[4].rx.number
            viewModel.$f => labels[5].rx.number
            viewModel.$g => labels[6].rx.number
            viewModel.$h => labels[7].rx.number
            viewModel.$i => labels[8].rx.number
            viewModel.$j => labels[9].rx.number
        }
    }
}

@MainActor
private final class OpenCombineViewModel {
    @Published var a = 0
    @Published var b = 0
    @Published var c = 0
    @Published var d = 0
    @Published var e = 0
    @Published var f = 0
    @Published var g = 0
    @Published var h = 0
    @Published var i = 0
    @Published var j = 0

    func setAll(_ number: Int) {
        a = number
        b = number
        c = number
        d = number
        e = number
        f = number
        g = number
        h = number
        i = number
        j = number
    }
}

@MainActor
private final class OpenCombineView {
    private var cancellables: Set<AnyCancellable> = []
    let labels: [NumberLabel]

    init(_ viewModel: OpenCombineViewModel, _ tally: Tally) {
        labels = (0..<10).map { _ in NumberLabel(tally) }
        bind(viewModel.$a, labels[0])
        bind(viewModel.$b, labels[1])
        bind(viewModel.$c, labels[2])
        bind(viewModel.$d, labels[3])
        bind(viewModel.$e, labels[4])
        bind(viewModel.$f, labels[5])
        bind(viewModel.$g, labels[6])
        bind(viewModel.$h, labels[7])
        bind(viewModel.$i, labels[8])
        bind(viewModel.$j, labels[9])
    }

    private func bind(_ property: OpenCombine.Published<Int>.Publisher, _ label: NumberLabel) {
        property.sink { [weak label] in label?.show($0) }.store(in: &cancellables)
    }
}

import Binding
import BindingOperators
import OpenCombine

/// A value to observers, in each way that a view model can publish it.
enum Values {
    static let all = [1, 10, 1_000, 100_000].flatMap(numbers) + controls + elements

    /// A number sent to a number of observers.
    static func numbers(to count: Int) -> [Case] {
        let floor = Contender.floor { tally in
            let source = Floor(0)
            for _ in 0..<count { source.observe { tally.add($0) } }
            return { times in for number in 0..<times { source.value = number } }
        }
        let openCombine = Contender.openCombine { tally in
            let source = CurrentValueSubject<Int, Never>(0)
            let observers = (0..<count).map { _ in source.sink { tally.add($0) } }
            return { times in
                for number in 0..<times { source.send(number) }
                withExtendedLifetime(observers) {}
            }
        }
        let observation = Contender.observation { tally in
            let source = Observed(0)
            let pending = Watcher<Int>.Pending()
            let observers = (0..<count).map { _ in Watcher(source, pending) { tally.add($0) } }
            return { times in
                for number in 0..<times {
                    source.value = number
                    pending.lookAgain()
                }
                withExtendedLifetime(observers) {}
            }
        }
        // At 100,000 Observation needs most of a second for each value, and shows no more than at 1,000.
        let floorAndPeers = [floor, openCombine] + (count <= 1_000 ? [observation] : [])
        let bindable = Contender.binding { tally in
            let property = Bindable(wrappedValue: 0)
            for _ in 0..<count { _ = property.projectedValue.drive(onNext: { tally.add($0) }) }
            return { times in for number in 0..<times { property.wrappedValue = number } }
        }
        let mutable = Contender.binding { tally in
            let property = Mutable(wrappedValue: 0)
            for _ in 0..<count { _ = property.projectedValue.bind(onNext: { tally.add($0) }) }
            return { times in for number in 0..<times { property.wrappedValue = number } }
        }
        let expected: @Sendable (Int) -> Int = { sumBelow($0) * count }
        return [
            Case(
                "@Bindable → drive, to \(grouped(count))", parts: count, expected: expected,
                [bindable] + floorAndPeers),
            Case(
                "@Mutable → bind, to \(grouped(count))", parts: count, expected: expected,
                [mutable] + floorAndPeers),
            action(to: count),
        ]
    }

    private struct Actions {
        @ViewAction var send: (Int) -> Void
    }

    /// A call of an action with a number of observers.
    private static func action(to count: Int) -> Case {
        Case(
            "@ViewAction → emit, to \(grouped(count))", parts: count, expected: { sumBelow($0) * count },
            [
                .floor { tally in
                    let source = FloorEvent<Int>()
                    for _ in 0..<count { source.observe { tally.add($0) } }
                    return { times in for number in 0..<times { source.send(number) } }
                },
                .binding { tally in
                    let actions = Actions()
                    for _ in 0..<count { _ = actions.$send.emit(onNext: { tally.add($0) }) }
                    return { times in for number in 0..<times { actions.send(number) } }
                },
                .openCombine { tally in
                    let source = PassthroughSubject<Int, Never>()
                    let observers = (0..<count).map { _ in source.sink { tally.add($0) } }
                    return { times in
                        for number in 0..<times { source.send(number) }
                        withExtendedLifetime(observers) {}
                    }
                },
            ])
    }

    /// A number sent to controls, which are held weakly.
    private static let controls = [1, 10, 1_000].map(controls)

    static func controls(to count: Int) -> Case {
        Case(
            "=> to a control's property, to \(grouped(count))", parts: count, expected: { sumBelow($0) * count },
            [
                .floor { tally in
                    let source = Floor(0)
                    let labels = (0..<count).map { _ in NumberLabel(tally) }
                    for label in labels { source.observe { [weak label] in label?.show($0) } }
                    return { times in
                        for number in 0..<times { source.value = number }
                        withExtendedLifetime(labels) {}
                    }
                },
                .binding { tally in
                    let property = Bindable(wrappedValue: 0)
                    let labels = (0..<count).map { _ in NumberLabel(tally) }
                    for label in labels { _ = (property.projectedValue => label.rx.number) }
                    return { times in
                        for number in 0..<times { property.wrappedValue = number }
                        withExtendedLifetime(labels) {}
                    }
                },
                .openCombine { tally in
                    let source = CurrentValueSubject<Int, Never>(0)
                    let labels = (0..<count).map { _ in NumberLabel(tally) }
                    let observers = labels.map { label in source.sink { [weak label] in label?.show($0) } }
                    return { times in
                        for number in 0..<times { source.send(number) }
                        withExtendedLifetime((labels, observers)) {}
                    }
                },
            ])
    }

    /// Values of types other than numbers, two of them in turn.
    private static let elements = [
        element(
            "a String of 1,000 characters",
            String(repeating: "a", count: 1_000), String(repeating: "b", count: 1_000), size: \.utf8.count),
        element(
            "an Array of 1,000", Array(repeating: 1, count: 1_000), Array(repeating: 2, count: 1_000), size: \.count),
    ]

    @inline(__always)
    private static func element<Element: Sendable>(
        _ what: String, _ first: Element, _ second: Element, size: @escaping @Sendable (Element) -> Int
    ) -> Case {
        Case(
            "@Bindable → drive, \(what)", expected: { $0 * 1_000 },
            [
                .floor { tally in
                    let source = Floor(first)
                    source.observe { tally.add(size($0)) }
                    return { times in for number in 0..<times { source.value = number & 1 == 0 ? first : second } }
                },
                .binding { tally in
                    let property = Bindable(wrappedValue: first)
                    _ = property.projectedValue.drive(onNext: { tally.add(size($0)) })
                    return { times in
                        for number in 0..<times { property.wrappedValue = number & 1 == 0 ? first : second }
                    }
                },
                .openCombine { tally in
                    let source = CurrentValueSubject<Element, Never>(first)
                    let observer = source.sink { tally.add(size($0)) }
                    return { times in
                        for number in 0..<times { source.send(number & 1 == 0 ? first : second) }
                        withExtendedLifetime(observer) {}
                    }
                },
            ])
    }
}

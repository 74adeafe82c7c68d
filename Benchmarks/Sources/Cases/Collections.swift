import Binding
import OpenCombine

/// Changing a collection in place while it is observed.
enum Collections {
    static let all = [appends]

    static let appends = append(100_000)

    static func append(_ count: Int) -> Case {
        Case(
            "appending \(grouped(count)) elements one by one to an observed array", parts: count,
            expected: { $0 * sumBelow(count + 1) },
            [
                .floor { tally in
                    let source = Floor<[Int]>([])
                    source.observe { tally.add($0.count) }
                    return { times in
                        for _ in 0..<times {
                            source.value = []
                            for number in 0..<count { source.value.append(number) }
                        }
                    }
                },
                .binding { tally in
                    let property = Bindable<[Int]>(wrappedValue: [])
                    _ = property.projectedValue.drive(onNext: { tally.add($0.count) })
                    return { times in
                        for _ in 0..<times {
                            property.wrappedValue = []
                            for number in 0..<count { property.wrappedValue.append(number) }
                        }
                    }
                },
            ])
    }
}

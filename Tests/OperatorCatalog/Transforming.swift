import Binding
import TestSupport

extension Operators {
    mutating func addTransforming() {
        entry("map")
        sends("2 4 6 |", { $0.map { $0 * 2 } }, shared: { $0.map { onMain($0) * 2 } })
        use({ $0.map { $0 } }, shared: { $0.map { onMain($0) } })

        entry("compactMap")
        sends(
            "1 3 |", { $0.compactMap { $0 == 2 ? nil : $0 } }, shared: { $0.compactMap { onMain($0) == 2 ? nil : $0 } })
        use({ $0.compactMap { $0 } }, shared: { $0.compactMap { onMain($0) } })

        entry("scan(_:_:), scan(into:_:)")
        sends("1 3 6 |", { $0.scan(0) { $0 + $1 } }, shared: { $0.scan(0) { $0 + onMain($1) } })
        sends("1 3 6 |", { $0.scan(into: 0) { $0 += $1 } }, shared: { $0.scan(into: 0) { $0 += onMain($1) } })
        use(of: "scan(_:_:)", { $0.scan(0) { $1 } }, shared: { $0.scan(0) { onMain($1) } })
        use(of: "scan(into:_:)", { $0.scan(into: 0) { $0 = $1 } }, shared: { $0.scan(into: 0) { $0 = onMain($1) } })

        entry("reduce(_:_:), reduce(into:_:), toArray")
        sends("6 |", { $0.reduce(0) { $0 + $1 } }, shared: { $0.reduce(0) { $0 + onMain($1) } })
        sends("6 |", { $0.reduce(into: 0) { $0 += $1 } }, shared: { $0.reduce(into: 0) { $0 += onMain($1) } })
        sends("[1, 2, 3] |", { $0.toArray() }, shared: { $0.toArray() })
        use(of: "reduce(_:_:)", passing: .last, { $0.reduce(0) { $1 } }, shared: { $0.reduce(0) { onMain($1) } })
        use(
            of: "reduce(into:_:)", passing: .last, { $0.reduce(into: 0) { $0 = $1 } },
            shared: { $0.reduce(into: 0) { $0 = onMain($1) } })
        use(
            of: "toArray", passing: .last, { $0.toArray().map { $0.last ?? 0 } },
            shared: { $0.toArray().map { $0.last ?? 0 } })

        entry("enumerated")
        sends(
            "01 12 23 |", { $0.enumerated().map { "\($0.index)\($0.element)" } },
            shared: { $0.enumerated().map { "\($0.index)\($0.element)" } })
        use({ $0.enumerated().map(\.element) }, shared: { $0.enumerated().map(\.element) })

        let object = Counter()
        entry("withUnretained")
        sends("10 20 30 |") { $0.withUnretained(object) { $0.value + $1 * 10 } }
        use(
            { $0.withUnretained(object) { $1 } },
            shared: { Sharing.shared($0.asSignal().withUnretained(object) { onMain($1) }) })
        // The leak sanitizer finds the side table that an object has for weak references by one of them alone.
        use(of: "withUnretained, in pairs") { [weak reference = object] source in
            _ = reference
            return source.withUnretained(object).map(\.1)
        }

        entry("pairwise")
        sends(
            "12 23 |", { $0.pairwise().map { "\($0.previous)\($0.current)" } },
            shared: { $0.pairwise().map { "\($0.previous)\($0.current)" } })
        use({ $0.startWith(0).pairwise().map(\.current) }, shared: { $0.startWith(0).pairwise().map(\.current) })
        use(of: "pairwise, all but the first", passing: .some) { $0.pairwise().map(\.current) }
    }
}

import Binding

extension Operators {
    mutating func addFiltering() {
        entry("filter")
        sends("2 3 |", { $0.filter { $0 > 1 } }, shared: { $0.filter { onMain($0) > 1 } })
        use({ $0.filter { _ in true } }, shared: { $0.filter { _ in onMain(true) } })

        entry("startWith")
        sends("8 9 1 2 3 |", { $0.startWith(8, 9) }, shared: { $0.startWith(8, 9) })
        use({ $0.startWith() }, shared: { $0.startWith() })
        // A value that no test sends, which an operator after it could take for the same.
        use(of: "startWith, a value", traits: [.sendsMore], { $0.startWith(-1) }, shared: { $0.startWith(-1) })

        entry("distinctUntilChanged(), (_ key), (at:), (by:)")
        sends(
            "1 2 |", { _ in Observable.of(1, 1, 2).distinctUntilChanged() },
            shared: { _ in Shared.of(1, 1, 2).distinctUntilChanged() })
        sends("1 2 |", { $0.distinctUntilChanged { $0 / 2 } }, shared: { $0.distinctUntilChanged { onMain($0) / 2 } })
        sends(
            "1 2 |", { $0.distinctUntilChanged(at: \.leadingZeroBitCount) },
            shared: { $0.distinctUntilChanged(at: \.leadingZeroBitCount) })
        sends(
            "1 2 |", { $0.distinctUntilChanged { $0 / 2 == $1 / 2 } },
            shared: { $0.distinctUntilChanged { onMain($0) / 2 == $1 / 2 } })
        sends(
            "1 2 |", { $0.distinctUntilChanged(by: { $0 / 2 == $1 / 2 }) },
            shared: { $0.distinctUntilChanged(by: { onMain($0) / 2 == $1 / 2 }) })
        use(of: "distinctUntilChanged()", { $0.distinctUntilChanged() }, shared: { $0.distinctUntilChanged() })
        use(of: "(_ key)", { $0.distinctUntilChanged { $0 } }, shared: { $0.distinctUntilChanged { onMain($0) } })
        use(of: "(at:)", { $0.distinctUntilChanged(at: \.self) }, shared: { $0.distinctUntilChanged(at: \.self) })
        use(
            of: "(by:)", { $0.distinctUntilChanged { _, _ in false } },
            shared: { $0.distinctUntilChanged { _, _ in onMain(false) } })
        use(of: "(by:), ==", passing: .some) { $0.distinctUntilChanged { $0 == $1 } }

        entry("ifEmpty(default:), ifEmpty(switchTo:)")
        sends("7 |") { _ in
            Observable.empty().ifEmpty(default: 7)
        } shared: { _ in
            Shared.empty().ifEmpty(default: 7)
        }
        sends("7 8 |", { $0.skip(3).ifEmpty(switchTo: .of(7, 8)) }, shared: { $0.skip(3).ifEmpty(switchTo: .of(7, 8)) })
        use(of: "ifEmpty(default:)", { $0.ifEmpty(default: 0) }, shared: { $0.ifEmpty(default: 0) })
        use(of: "ifEmpty(switchTo:)", { $0.ifEmpty(switchTo: .just(0)) }, shared: { $0.ifEmpty(switchTo: .just(0)) })

        entry("first")
        sends("1 |", { $0.first().map { $0 ?? 0 } }, shared: { $0.first().map { $0 ?? 0 } })
        use(passing: .first, { $0.first().map { $0 ?? 0 } }, shared: { $0.first().map { $0 ?? 0 } })

        entry("single(), single(_:)")
        sends("1 #") { $0.single() }
        sends("1 |") { _ in Observable.just(1).single() }
        sends("2 |") { $0.single { $0 == 2 } }
        use(of: "single()", passing: .first) { $0.single() }
        use(of: "single(_:)", passing: .first) { $0.single { _ in true } }

        entry("element(at:)")
        sends("2 |", { $0.element(at: 1) }, shared: { $0.element(at: 1) })
        sends("#") { $0.element(at: 3) }
        givesShared("|") { text($0.element(at: 3)) }
        use(passing: .first, { $0.element(at: 0) }, shared: { $0.element(at: 0) })

        entry("ignoreElements")
        sends("|", { $0.ignoreElements() }, shared: { $0.ignoreElements() })
        use(passing: .nothing, { $0.ignoreElements() }, shared: { $0.ignoreElements() })
    }
}

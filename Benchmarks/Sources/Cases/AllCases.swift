/// All ratio cases, in the order of the table.
public let allCases: [Case] = {
    let cases =
        Values.all + Operators.all + Lifetimes.all + TwoWay.all + Inputs.all + Collections.all + Sending.all
        + StreamsAndStores.all
        + [Forms.reset] + Rows.all + TreeArrays.all + Lists.all
    #if RXSWIFT
        let names = Set(cases.map(\.name))
        for name in RxSwiftSides.all.keys where !names.contains(name) {
            preconditionFailure("RxSwiftSides: there is no case named '\(name)'")
        }
        return cases.map { work in RxSwiftSides.all[work.name].map(work.adding) ?? work }
    #else
        return cases
    #endif
}()

/// Whether RxSwift is measured, too: whether the package was built with its sources.
public let hasRxSwift: Bool = {
    #if RXSWIFT
        true
    #else
        false
    #endif
}()

/// A number with grouping separators: 100,000.
public func grouped(_ number: Int) -> String {
    number < 1_000
        ? "\(number)" : grouped(number / 1_000) + "," + String(String(number % 1_000 + 1_000).dropFirst())
}

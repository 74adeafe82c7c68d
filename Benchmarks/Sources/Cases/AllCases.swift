/// All ratio cases, in the order of the table.
public let allCases: [Case] =
    Values.all + Operators.all + Lifetimes.all + TwoWay.all + Inputs.all + Collections.all + Sending.all
    + StreamsAndStores.all
    + Rows.all + TreeArrays.all + Lists.all

/// A number with grouping separators: 100,000.
public func grouped(_ number: Int) -> String {
    number < 1_000
        ? "\(number)" : grouped(number / 1_000) + "," + String(String(number % 1_000 + 1_000).dropFirst())
}

import Binding
import OperatorCatalog
import TestSupport
import Testing

/// Runs each operator of the catalog, a row of the table in Documentation/Operators.md, in each form that the table
/// claims: on an observable, a driver, a signal.
@MainActor
@Suite("The table of operators")
struct OperatorFormsTests {
    @Test("each operator sends what its entry says, in each form")
    func examples() {
        check(Operators<DriverSharing>(), "Driver")
        check(Operators<SignalSharing>(), "Signal")
    }

    private func check<Sharing>(_ operators: Operators<Sharing>, _ shared: String) {
        for entry in operators.all {
            for example in entry.examples {
                let form = example.isShared ? shared : "Observable"
                expectEqual(
                    example.actual(), example.expected, "\(entry.name), \(form), line \(example.line) of its file")
            }
        }
    }

    @Test("each row of the table has an entry, in each form that it claims, and each entry a row")
    func rows() throws {
        let lines = try Example.text(of: "Documentation/Operators.md").split(separator: "\n")
        let head = try #require(lines.firstIndex { $0.hasPrefix("| operator | |") })
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|", omittingEmptySubsequences: false) }
            .map { (name: $0[1].filter { $0 != "`" }.trimmingSpaces(), mark: $0[2].trimmingSpaces()) }
        #expect(rows.count >= 49)
        let entries = Operators<DriverSharing>().all.filter { !$0.makesSequences }
        expectEqual(entries.map(\.name).sorted(), rows.map(\.name).sorted())
        let observed = entries.filter { $0.examples.contains { !$0.isShared } }.map(\.name)
        expectEqual(Set(observed), Set(rows.map(\.name)).subtracting(["conflate"]))
        let shared = entries.filter { $0.examples.contains(where: \.isShared) }.map(\.name)
        expectEqual(Set(shared), Set(rows.filter { $0.mark != "" }.map(\.name)))
    }

    @Test("each way to make a sequence that the document names below the table has an entry, and each entry a name")
    func ways() throws {
        let text = try Example.text(of: "Documentation/Operators.md")
        let section = try #require(text.split(separator: "## Making sequences\n").last)
        let paragraph = section.split(separator: "\n\n")[0]
        let names = paragraph.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { $0.element.trimmingSpaces() }
        let entries = Operators<DriverSharing>().all.filter(\.makesSequences).map(\.name)
        expectEqual(entries.count, Set(entries).count)
        expectEqual(Set(entries), Set(names).subtracting(["@Observable"]))
    }

    @Test("each operator that a row names has a use, which the tests of chains and leaks take")
    func uses() {
        let operators = Operators<DriverSharing>()
        for entry in operators.all where !entry.makesSequences && entry.name != "values" {
            let names = Set(entry.uses.map(\.name))
            let missing = Set(entry.name.split(separator: ", ").map(String.init)).subtracting(names)
            #expect(missing.isEmpty || names.contains(entry.name), "\(entry.name)")
            #expect(entry.uses.contains { $0.passing != .some }, "\(entry.name) is in no chain")
        }
        let names = operators.uses.map(\.name)
        expectEqual(names.count, Set(names).count)
    }
}

extension StringProtocol {
    fileprivate func trimmingSpaces() -> String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

extension Array {
    /// The elements of each key in their order, the keys in the order of their first elements.
    func sections<Key: Hashable & Sendable>(by key: (Element) -> Key) -> [ListSection<Key, Element>]
    where Element: Sendable {
        var sections: [ListSection<Key, Element>] = []
        for element in self {
            if let place = sections.firstIndex(where: { $0.key == key(element) }) {
                sections[place].rows.append(element)
            } else {
                sections.append(ListSection(key: key(element), rows: [element]))
            }
        }
        return sections
    }
}

@Suite("sections of lists")
@MainActor
struct GroupedTests {
    private let bag = DisposeBag()

    @Test("a section for each key, in the order of the first rows")
    func sections() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["bee", "ant", "bat"])
        var seen: [[String]] = []
        words.asDriver().updates().grouped { $0.prefix(1) }.drive { update in
            seen = update.rows.map { Array($0.rows) }
        }.disposed(by: bag)
        expectEqual(seen, [["bee", "bat"], ["ant"]])
        words.modify { $0.insert("ape", at: 0) }
        expectEqual(seen, [["ape", "ant"], ["bee", "bat"]])
        words.modify { $0[0] = "cat" }
        expectEqual(seen, [["cat"], ["bee", "bat"], ["ant"]])
        words.modify { $0.removeSubrange(1..<3) }
        expectEqual(seen, [["cat"], ["bat"]])
        words.accept([])
        expectEqual(seen, [])
        words.accept(["x"])
        expectEqual(seen, [["x"]])
    }

    @Test("many rows that change, once and again, with the same keys and with others")
    func manyRows() {
        let rows = BehaviorRelay(value: TreeArray((0..<200).map { TestRow(id: $0, key: $0 % 3, number: 0) }))
        var seen: [ListSection<Int, TestRow>] = []
        rows.asDriver().updates().grouped(by: \.key).drive { seen = Array($0.rows) }.disposed(by: bag)
        for step in 1...6 {
            rows.modify { rows in
                for index in stride(from: step, to: 200, by: 4) {
                    rows[index].number = step
                    if step == 4 { rows[index].key = index % 4 }
                }
            }
            expectEqual(seen, Array(rows.value).sections(by: \.key))
        }
    }

    @Test("sections are distinguished by their keys")
    func identity() {
        let words = BehaviorRelay<TreeArray<String>>(value: ["bee", "ant"])
        #expect(words.asDriver().updates().grouped(by: \.count).identity != nil)
        expectEqual(ListSection(key: 1, rows: ["a"]).id, 1)
    }

    @Test("C40: random edits: what grouping the array makes", arguments: 0..<8 as Range<UInt64>)
    func random(seed: UInt64) {
        var program = ListProgram(random: SplitMix(state: seed))
        let rows = BehaviorRelay<TreeArray<TestRow>>(value: [])
        var seen: [ListSection<Int, TestRow>] = []
        var parities: [ListSection<Bool, TestRow>] = []
        rows.asDriver().updates().grouped(by: \.key).drive { seen = Array($0.rows) }.disposed(by: bag)
        rows.asDriver().updates().grouped { $0.number % 2 == 0 }.drive { parities = Array($0.rows) }.disposed(by: bag)
        for _ in 0..<Effort.steps(600) {
            rows.modify { program.edits(of: &$0) }
            expectEqual(seen, Array(rows.value).sections(by: \.key))
            expectEqual(parities, Array(rows.value).sections { $0.number % 2 == 0 })
        }
    }
}

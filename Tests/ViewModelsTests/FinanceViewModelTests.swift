import Binding
import BindingCollections
import BindingControls
import BindingForms
import BindingOperators
import TestSupport
import Testing
import ViewModels

/// A window that writes down everything that each of its labels ever shows, beside what would be true at that moment.
@MainActor
private final class FinanceWindow: BindingContext {
    struct Shown: Equatable {
        let label: String
        let text: String
        let truth: String
    }

    let disposeBag = DisposeBag()
    private(set) var log: [Shown] = []
    let (textField, centsField) = (TextField(), TextField())
    private let finance: FinanceViewModel

    init(_ finance: FinanceViewModel) {
        self.finance = finance
        binding {
            finance.$text <=> textField.rx.text
            finance.$cents <=> centsField.rx.text
            Driver.derived { "\(finance.total)" } => label("total") { "\(self.totalOfAll)" }
            Driver.derived { "\(finance.balance)" } => label("balance") { "\(self.balance(of: finance.selected))" }
            Driver.derived { finance.summary } => label("summary") { "\(self.count) of \(finance.entries.count)" }
            Driver.derived { finance.account?.name ?? "none" } => label("account") { self.name }
            Driver.derived { finance.overdrawn.map(\.name).joined(separator: " ") }
                => label("overdrawn") {
                    finance.accounts.filter { self.balance(of: $0.id) < -$0.limit }.map(\.name).joined(separator: " ")
                }
            // Three ways to say the same: a combination, a derived value of derived ones, and one that reads all.
            Driver.combineLatest(finance.$balances, finance.$selected.asDriver()) { "\($0[$1] ?? 0)" }
                => label("combined") { "\(self.balance(of: finance.selected))" }
            Driver.derived { "\(finance.balance) of \(finance.total) in \(finance.entries.count)" }
                => label("share") {
                    "\(self.balance(of: finance.selected)) of \(self.totalOfAll) in \(finance.entries.count)"
                }
            Driver.derived { "\(finance.preview)" }
                => label("preview") {
                    "\(self.balance(of: finance.selected) + (finance.form.state.isValid ? finance.cents : 0))"
                }
            finance.$entries.updates().rows.map { "\($0.count)" } => label("rows") { "\(finance.entries.count)" }
            Driver.derived { "\(finance.history.undoCount > 0)" }
                => label("undo") {
                    "\(finance.history.undoCount > 0)"
                }
        }
    }

    private var totalOfAll: Int { finance.entries.map(\.cents).reduce(0, +) }
    private var count: Int { finance.entries.filter { $0.account == finance.selected }.count }
    private var name: String { finance.accounts.first { $0.id == finance.selected }?.name ?? "none" }

    private func balance(of account: Int) -> Int {
        finance.entries.filter { $0.account == account }.map(\.cents).reduce(0, +)
    }

    private func label(_ name: String, _ truth: @escaping @MainActor () -> String) -> Binder<String> {
        Binder(self) { window, text in window.log.append(Shown(label: name, text: text, truth: truth())) }
    }

    /// What has been shown since the last call.
    func take(_ label: String) -> [String] { log.filter { $0.label == label }.map(\.text) }

    func clear() { log = [] }
}

@Suite("Finance view model: everything that a label ever shows is true")
@MainActor
struct FinanceViewModelTests {
    private let finance = FinanceViewModel([
        FinanceAccount(id: 1, name: "Cash", limit: 0), FinanceAccount(id: 2, name: "Bank", limit: 10_000),
    ])

    private func expectTruth(_ window: FinanceWindow, _ location: SourceLocation = #_sourceLocation) {
        let lies = window.log.filter { $0.text != $0.truth }
        #expect(lies.isEmpty, "\(lies)", sourceLocation: location)
    }

    @Test("a form, a transfer, an import, undo and redo: each changes each label once at most")
    func once() throws {
        let window = FinanceWindow(finance)
        window.textField.type("Bread")
        window.centsField.type("-350")
        expectEqual(window.take("preview"), ["0", "-350"])
        window.clear()
        finance.add()
        expectEqual(window.take("total"), ["-350"])
        expectEqual(window.take("share"), ["-350 of -350 in 1"])
        expectEqual(window.take("overdrawn"), ["Cash"])
        expectEqual(window.take("preview"), [])
        expectEqual([window.textField.text, window.centsField.text], ["", "0"])
        window.clear()
        finance.selected = 2
        expectEqual(window.take("balance"), ["0"])
        window.clear()
        finance.transfer(500, to: 1)
        expectEqual(window.take("total"), [])
        expectEqual(window.take("share"), ["-500 of -350 in 3"])
        expectEqual(window.take("overdrawn"), [""])
        expectEqual(window.take("rows"), ["3"])
        window.clear()
        try finance.load("Rent;-90000\nSalary;250000\nBonus;1000")
        expectEqual(window.take("share"), ["160500 of 160650 in 6"])
        expectEqual(window.take("rows"), ["6"])
        window.clear()
        finance.history.undo()
        expectEqual(window.take("share"), ["-500 of -350 in 3"])
        finance.history.undo()
        expectEqual(window.take("share").last, "0 of -350 in 1")
        finance.history.redo()
        finance.history.redo()
        expectEqual(window.take("share").last, "160500 of 160650 in 6")
        window.clear()
        finance.remove(2)
        expectEqual(window.take("account"), ["Cash"])
        expectEqual(window.take("share"), ["150 of 150 in 2"])
        expectTruth(window)
    }

    @Test("an import that fails leaves all as it was, and shows nothing of it")
    func failingImport() {
        let window = FinanceWindow(finance)
        window.clear()
        #expect(throws: FinanceImportError(line: 2, text: "Salary;much")) {
            try finance.load("Rent;-90000\nSalary;much")
        }
        #expect(finance.entries.isEmpty)
        expectEqual(window.take("total") + window.take("share") + window.take("overdrawn"), [])
        expectTruth(window)
    }

    @Test("random use", arguments: 0..<20)
    func random(seed: Int) {
        var generator = SplitMix(state: UInt64(seed))
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        let window = FinanceWindow(finance)
        let bag = DisposeBag()
        // Whoever overdraws the cash gets money from the bank: an observer that changes what it follows from.
        Driver.derived { [finance] in finance.overdrawn.contains { $0.id == 1 } }.drive(onNext: { [finance] in
            guard $0, finance.accounts.count > 1 else { return }
            batch {
                let selected = finance.selected
                finance.selected = 2
                finance.transfer(50, to: 1)
                finance.selected = selected
            }
        }).disposed(by: bag)
        for _ in 0..<150 {
            switch number(0..<9) {
            case 0:
                window.textField.type("entry \(number(0..<100))")
                window.centsField.type(["-200", "300", "x", ""][number(0..<4)])
            case 1: finance.add()
            case 2: finance.transfer(number(-300..<300), to: number(1..<3))
            case 3: try? finance.load("a;\(number(-300..<300))\nb;\(number(0..<3) == 0 ? "?" : "70")\nc;5")
            case 4: finance.selected = number(1..<4)
            case 5: finance.history.undo()
            case 6: finance.history.redo()
            case 7:
                guard let id = finance.entries.randomElement(using: &generator)?.id else { break }
                finance.$entries.element(id: id)?.cents.value = number(-300..<300)
            default:
                batch {
                    finance.selected = 1
                    if let index = finance.accounts.firstIndex(where: { $0.id == 1 }) {
                        finance.accounts[index].limit = number(0..<500)
                    }
                    finance.transfer(number(0..<200), to: 2)
                }
            }
        }
        #expect(window.log.count > 200)
        expectTruth(window)
    }
}

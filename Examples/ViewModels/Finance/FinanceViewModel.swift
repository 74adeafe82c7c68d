import Binding
import BindingCollections
import BindingForms

/// An account.
package struct FinanceAccount: Identifiable, Equatable, Sendable {
    package let id: Int
    package let name: String
    /// How far it may be overdrawn, in cents.
    package var limit: Int

    package init(id: Int, name: String, limit: Int) {
        (self.id, self.name, self.limit) = (id, name, limit)
    }
}

/// Money that came to an account, or went.
package struct FinanceEntry: Identifiable, Equatable, Sendable {
    package let id: Int
    package var account: FinanceAccount.ID
    package var text: String
    package var cents: Int
}

/// A line of a file that cannot be imported.
package struct FinanceImportError: Error, Equatable {
    package let line: Int
    package let text: String

    package init(line: Int, text: String) {
        (self.line, self.text) = (line, text)
    }
}

/// The view model of a household's accounts: entries, a form for a new one, transfers, import and undo.
///
/// What follows from others is a computed property. What changes several of them at once is a batch, so that no label
/// shows a total of an entry that has come and a balance from before.
@MainActor
package final class FinanceViewModel {
    @Mutable package var accounts: [FinanceAccount]
    @Mutable package var entries: TreeArray<FinanceEntry> = []
    @Mutable package var selected: FinanceAccount.ID

    @Validated(as: .trimmed, .notEmpty) package var text = ""
    @Validated(as: .integer, .where("no amount") { $0 != 0 }) package var cents = 0
    package let form = Form()
    package let history = UndoHistory()

    /// What all accounts have together.
    package var total: Int { entries.reduce(0) { $0 + $1.cents } }
    /// What each account has. It is kept, as several others read it.
    @Derived({ (finance: FinanceViewModel) in
        finance.entries.reduce(into: [:]) { $0[$1.account, default: 0] += $1.cents }
    }) package var balances: [FinanceAccount.ID: Int]
    /// What the selected account has.
    package var balance: Int { balances[selected] ?? 0 }
    package var account: FinanceAccount? { accounts.first { $0.id == selected } }
    /// The accounts that are overdrawn by more than they may be.
    package var overdrawn: [FinanceAccount] { accounts.filter { (balances[$0.id] ?? 0) < -$0.limit } }
    /// The number of entries of the selected account, and of all.
    package var summary: String {
        "\(entries.count { $0.account == selected }) of \(entries.count)"
    }
    /// What the selected account has once what is being typed has been added.
    package var preview: Int { balance + (form.state.isValid ? cents : 0) }

    private var lastID = 0

    package init(_ accounts: [FinanceAccount]) {
        self.accounts = accounts
        selected = accounts.first?.id ?? 0
        form.add($text, $cents)
        history.add($entries, $accounts)
    }

    /// Adds what has been typed to the selected account, and empties the form.
    package func add() {
        form.commit()
        form.touchAll()
        guard form.state.isValid else { return }
        batch {
            append(selected, text, cents)
            form.reset()
        }
    }

    /// Moves money from the selected account to another one.
    package func transfer(_ cents: Int, to other: FinanceAccount.ID) {
        batch {
            append(selected, "to \(other)", -cents)
            append(other, "from \(selected)", cents)
        }
    }

    /// Adds the entries of a file to the selected account, each in a line "text;cents", or none if a line is wrong.
    package func load(_ file: String) throws(FinanceImportError) {
        let before = entries
        try batch { () throws(FinanceImportError) in
            for (index, line) in file.split(separator: "\n").enumerated() {
                let parts = line.split(separator: ";")
                guard parts.count == 2, let cents = Int(parts[1]) else {
                    // A batch undoes nothing by itself.
                    entries = before
                    throw FinanceImportError(line: index + 1, text: String(line))
                }
                append(selected, String(parts[0]), cents)
            }
        }
    }

    /// Removes an account with its entries; the first one is selected in its place.
    package func remove(_ id: FinanceAccount.ID) {
        batch {
            accounts.removeAll { $0.id == id }
            entries.removeAll { $0.account == id }
            if selected == id { selected = accounts.first?.id ?? 0 }
        }
    }

    private func append(_ account: FinanceAccount.ID, _ text: String, _ cents: Int) {
        lastID += 1
        entries.append(FinanceEntry(id: lastID, account: account, text: text, cents: cents))
    }
}

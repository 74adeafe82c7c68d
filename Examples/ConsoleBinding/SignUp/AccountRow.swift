import ViewModels

extension ListRow {
    /// Makes the row of an account.
    init(_ account: Account) {
        self.init(id: account.userName, text: account.description)
    }
}

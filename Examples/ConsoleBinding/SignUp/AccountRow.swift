import ViewModels

extension ListRow {
    /// The row of an account.
    init(_ account: Account) {
        self.init(id: account.userName, text: account.description)
    }
}

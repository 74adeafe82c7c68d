import Binding
import BindingForms
import BindingFoundation
import Foundation

@MainActor final class LineViewModel {
    let form: ValueForm<Order.Line>
    let article: Field<String, String>
    let count: Field<String, Int>
    let price: Field<String, Decimal>

    init(_ form: ValueForm<Order.Line>) {
        self.form = form
        article = form.field(\.article, name: "Article", .notBlank)
        count = form.field(\.count, as: .integer, name: "Count", .in(1...999))
        price = form.field(\.price, as: .euros, name: "Price", .in(0...))
    }
}

// EXAMPLE: saving, view model
@MainActor final class OrderViewModel {
    let form: ValueForm<Order>
    let customer: Field<String, String>
    let due: Field<String, Date>
    let lines: FormRows<[Order.Line], LineViewModel>
    let history: UndoHistory
    let total: Driver<Decimal>
    private let database: Database
    private(set) lazy var save = form.command(of: self) { me in
        let saved = me.form.snapshot()  // what is typed from now on is not saved
        try await me.database.save(me.form.value, id: 1)  // on the database's thread
        me.form.markPristine(saved)
    }
    private(set) lazy var load = Command<Void, Void>(of: self) { me in
        guard let order = try await me.database.order(id: 1) else { return }
        me.form.reset(to: order)
        me.history.clear()  // nobody undoes what was loaded
    }

    init(_ database: Database) {
        self.database = database
        let form = ValueForm(Order())
        self.form = form
        customer = form.field(\.customer, name: "Customer", .notBlank)
        due = form.field(\.due, as: .day, name: "Due")
        lines = form.rows(\.lines) { LineViewModel($0) }
        _ = form.field(\.lines, name: "Lines", .count(1...))
        history = UndoHistory(form.content)
        total = .derived { form.content.lines.value.reduce(0) { $0 + Decimal($1.count) * $1.price } }
    }
}
// END

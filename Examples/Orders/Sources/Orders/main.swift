import Binding
import BindingForms
import BindingOperators
import Foundation

// An order form that is kept in SQLite. It types by itself, and prints what a user would see: .ci compares that.

guard CommandLine.arguments.count == 2 else {
    print("usage: Orders FILE\n\n  FILE   the database, which is made if it is not there")
    exit(2)
}
let path = CommandLine.arguments[1]
let viewModel = try OrderViewModel(Database(path: path))
let bag = DisposeBag()

@MainActor
func show(_ title: String) {
    let state = viewModel.form.state
    print("\(title): \(state.status)\(state.isDirty ? ", not saved" : "")")
}

bag.insert {
    viewModel.total => { print("total \($0)") }
    viewModel.save.errors => { print("error: \($0)") }
    viewModel.load.errors => { print("error: \($0)") }
}

try await viewModel.load.execute()
show("empty")

_ = try? await viewModel.save.execute()
for problem in viewModel.form.currentProblems { print("  \(problem)") }

viewModel.customer.raw = "Ada Lovelace"
viewModel.due.raw = "2027-02-28"
viewModel.form.value.lines.append(Order.Line(id: 1))
let line = viewModel.lines.rows[0]
line.article.raw = "Tea"
line.count.raw = "3"
line.price.raw = "4.5x"
for problem in viewModel.form.currentProblems { print("  \(problem)") }
line.price.raw = "4.5"
show("filled in")

// While another program has the database locked, nothing is saved, and nothing is lost.
let unlock = try Database.lock(path: path)
_ = try? await viewModel.save.execute()
show("locked")
try unlock()
try await viewModel.save.execute()
show("saved")

line.count.raw = "4"
try await viewModel.save.execute()
show("saved again")
line.count.raw = "5"
show("typed")

viewModel.history.undo()
print("undone: \(line.count.raw)")
show("undone")

// Another view model, as after a restart.
let restarted = try OrderViewModel(Database(path: path))
try await restarted.load.execute()
let order = restarted.form.value
print("loaded: \(order.customer), \(restarted.due.raw), \(order.lines.map { "\($0.count) × \($0.article)" })")
print("dirty: \(restarted.form.state.isDirty), steps to undo: \(restarted.history.undoCount)")

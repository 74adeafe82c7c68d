// expect: operator '=>' cannot be applied to operands of type 'ListUpdates<Person>' and '[(]TreeArray<Person>[)] -> [(][)]'
// The elements are updates; the rows alone are those of 'rows'.

import Binding
import BindingCollections
import BindingOperators

struct Person: Identifiable, Sendable {
    let id: Int
}

@MainActor
func bind(_ people: BehaviorRelay<TreeArray<Person>>, in bag: DisposeBag) {
    let list = people.asDriver().updates()
    bag.insert(list => { (update: ListUpdate<Person>) in print(update.rows.count) })
    bag.insert(list.rows => { (rows: TreeArray<Person>) in print(rows.count) })
    bag.insert(list => { (rows: TreeArray<Person>) in print(rows.count) })  // refused
}

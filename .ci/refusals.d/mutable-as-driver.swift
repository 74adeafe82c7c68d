// expect: cannot convert (value|return expression) of type '(BehaviorRelay|Observable)<.*>' to (return|specified|expected argument) type '(Driver|SharedSequence)<.*>'
// The projection of a @Mutable is a relay; what is made of it is a driver only after 'asDriver()'. Combined with drivers, and
// as what a list is filtered by, it stands for one.

import Binding
import BindingCollections

struct Person: Identifiable, Sendable {
    let id: Int
}

@MainActor final class ViewModel {
    @Mutable var count = 0
    @Mutable var query = ""
    @Bindable var people: TreeArray<Person> = []

    private(set) lazy var next: Driver<Int> = $count.asDriver().map { $0 + 1 }
    private(set) lazy var previous: Driver<Int> = $count.map { $0 - 1 }  // refused
    var current: Driver<Int> { $count }  // refused
    private(set) lazy var found = $people.updates().filter(by: $query) { _, query in query.isEmpty }
    private(set) lazy var both = Driver.combineLatest($count, $query, $people)
}

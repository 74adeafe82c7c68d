// expect: cannot convert (value|return expression) of type 'BehaviorRelay<.*>' to (return|specified|expected argument) type '(Driver|SharedSequence)<.*>'
// The projection of a @Mutable is a relay; where a driver is wanted, it is converted, unless it is mapped or combined.

import Binding

@MainActor final class ViewModel {
    @Mutable var count = 0

    private(set) lazy var next: Driver<Int> = $count.map { $0 + 1 }
    var current: Driver<Int> { $count }  // refused
    var own: Driver<Int> { $count.asDriver() }
}

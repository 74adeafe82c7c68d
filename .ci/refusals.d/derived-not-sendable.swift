// expect: type 'Pen' does not conform to the 'Sendable' protocol
// A value may reach other threads by the driver, so its type is Sendable.

import Binding

final class Pen {
    var width = 1
}

@MainActor func use(_ width: BehaviorRelay<Int>) {
    _ = DerivedValue { width.value * 2 }
    _ = DerivedValue { Pen() }  // refused
}

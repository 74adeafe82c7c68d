// expect: type 'Draft' does not conform to the 'Sendable' protocol
// The value of a property may be read and set on any thread.

import Binding

final class Draft {
    var text = ""
}

@MainActor final class ViewModel {
    @Bindable private(set) var text = ""
    @Bindable private(set) var draft = Draft()  // refused
}

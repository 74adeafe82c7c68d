// expect: type 'Draft' does not conform to the 'Sendable' protocol
// What a property holds may be read and set on any thread.

import Binding

final class Draft {
    var text = ""
}

@MainActor final class ViewModel {
    @Bindable private(set) var text = ""
    @Bindable private(set) var draft = Draft()  // refused
}

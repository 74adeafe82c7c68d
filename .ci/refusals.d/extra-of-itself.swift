// expect: circular reference
// An extra that mentions itself has to be declared Sendable; otherwise the compiler infers that from its properties.

import Binding
import Unidirectional

struct Input: InputType {
    let tap = PublishRelay<Void>()
}

struct Extra: ExtraType, Sendable {
    let seen = PublishRelay<Dependency<Input, NoState, Extra>>()
}

struct OtherExtra: ExtraType {
    let seen = PublishRelay<Dependency<Input, NoState, OtherExtra>>()  // refused
}

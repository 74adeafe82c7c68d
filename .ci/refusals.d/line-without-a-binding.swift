// expect: argument type '\(\)' does not conform to expected type 'Disposable'
// Each line of a block is a binding; a line that makes none is refused.

import Binding

@MainActor
func bind(_ name: Driver<String>, in bag: DisposeBag) {
    bag.insert {
        name.drive(onNext: { print($0) })
        print("bound")  // refused
    }
}

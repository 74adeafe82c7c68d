// expect: main actor-isolated (property 'rx'|subscript) .*can not be referenced from a nonisolated context|cannot form key path to main actor-isolated property 'text'
// Binders belong to the main actor and are made on it.

import Binding

@MainActor final class Label: ReactiveCompatible {
    var text = ""
}

func bind(_ driver: Driver<String>, to label: Label, in bag: DisposeBag) {
    bag.insert(driver.drive(label.rx.text))  // refused
    Task { @MainActor in bag.insert(driver.drive(label.rx.text)) }
}

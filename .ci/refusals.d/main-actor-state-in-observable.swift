// expect: main actor-isolated property 'text' can not be mutated from a (Sendable closure|nonisolated context)
// An observable may call its closures on any thread, so they may not use main actor state.

import Binding

@MainActor final class Label {
    var text = ""
}

@MainActor
func show(_ source: Observable<String>, in label: Label) -> any Disposable {
    source.subscribe(onNext: { value in
        label.text = value  // refused
        print(value)
    })
}

@MainActor
func show(_ driver: Driver<String>, in label: Label) -> any Disposable {
    driver.drive(onNext: { value in label.text = value })
}

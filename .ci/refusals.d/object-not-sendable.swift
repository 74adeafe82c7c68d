// expect: does not conform to the 'Sendable' protocol
// An observable may call its closures on any thread, so an object that is not `Sendable` cannot be passed to them.

import Binding

final class Plain {
    var text = ""
}

@MainActor
func show(_ source: Observable<String>, on driver: Driver<String>, in plain: Plain) -> [any Disposable] {
    [
        source.subscribe(with: plain, onNext: { $0.text = $1 }),  // refused
        driver.drive(with: plain, onNext: { $0.text = $1 }),
    ]
}

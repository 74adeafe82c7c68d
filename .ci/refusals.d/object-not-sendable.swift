// expect: does not conform to the 'Sendable' protocol
// What an observable calls may run on any thread: it may not be given an object that belongs to one.

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

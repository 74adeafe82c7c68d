// expect: invalid conversion from throwing function of type .* to non-throwing function type '@MainActor
// A driver cannot fail, so neither can its closures.

import Binding

struct Malformed: Error {}

@Sendable func number(in text: String) throws -> Int {
    guard let number = Int(text) else { throw Malformed() }
    return number
}

func numbers(_ source: Observable<String>, _ driver: Driver<String>, in bag: DisposeBag) {
    bag.insert(source.map { try number(in: $0) }.subscribe(onNext: { print($0) }))
    bag.insert(driver.map { try number(in: $0) }.drive(onNext: { print($0) }))  // refused
}

// expect: main actor-isolated property 'suffix' can not be referenced from a (Sendable closure|nonisolated context)
// The closure of an observable's operator may not use main actor state, while a driver's may.

import Binding

@MainActor final class Label {
    var suffix = ""
}

@MainActor
func decorate(_ source: Observable<String>, for label: Label) -> Observable<String> {
    source.map { value in
        if value.isEmpty { return label.suffix }  // refused
        return value
    }
}

@MainActor
func decorate(_ driver: Driver<String>, for label: Label) -> Driver<String> {
    driver.map { value in
        if value.isEmpty { return label.suffix }
        return value
    }
}

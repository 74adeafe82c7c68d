// expect: invalid conversion from throwing function|invalid conversion from 'async' function|cannot pass function of type
// A driver cannot fail, and shows a value at once: a computation neither throws nor waits.

import Binding

@MainActor func use(parse: @escaping (String) throws -> Int, load: @escaping () async -> Int) {
    let text = BehaviorRelay(value: "1")
    _ = Driver.derived { (try? parse(text.value)) ?? 0 }
    _ = Driver<Int>.derived { try parse(text.value) }  // refused
    _ = DerivedValue<Int> { await load() }  // refused
}

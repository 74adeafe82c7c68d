// expect: cannot pass function of type .* async .*to parameter expecting synchronous function type|async.* call in a function that does not support concurrency
// Observers wait for the end of a batch, and so would everything else.

import Binding

@MainActor func load(_ names: BehaviorRelay<[String]>, from fetch: () async -> [String]) async {
    let fetched = await fetch()
    batch { names.accept(fetched) }
    batch { names.accept(await fetch()) }  // refused
}

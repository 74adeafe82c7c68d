// expect: missing argument for parameter 'onErrorJustReturn'
// A source that may fail becomes a driver only if it is said what follows an error.

import Binding

func drivers(_ source: Observable<String>) -> [Driver<String>] {
    [
        source.asDriver(onErrorJustReturn: ""),
        source.asDriver(),  // refused
    ]
}

// expect: missing argument for parameter 'onErrorJustReturn'
// What may fail becomes a driver only with a word about what follows an error.

import Binding

func drivers(_ source: Observable<String>) -> [Driver<String>] {
    [
        source.asDriver(onErrorJustReturn: ""),
        source.asDriver(),  // refused
    ]
}

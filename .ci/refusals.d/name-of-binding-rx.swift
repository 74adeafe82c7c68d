// expect: is unavailable: import BindingRx
// Names of RxSwift that are in BindingRx, without its import.

import Binding

func names(_ numbers: Observable<Int>) {
    let _: Single<Int>? = nil  // refused
    let _: Completable? = nil  // refused
    let _: Infallible<Int>? = nil  // refused
    _ = numbers.publish()  // refused
    _ = numbers.groupBy(keySelector: { $0 % 2 })  // refused
    _ = numbers.asSingle()  // refused
    _ = BooleanDisposable()  // refused
}

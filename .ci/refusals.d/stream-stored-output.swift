// expect: ambiguous use of
// If a stream's output is its state, its values can be read and observed, but not sent to.

import Binding
import Unidirectional

struct Output: StoredOutputType {
    let items = BehaviorRelay(value: [""])
    let alerts = PublishRelay<String>()
    let progress = PublishSubject<Int>()
    @Bindable var count = 0
    @Mutable var query = ""
}

func use(_ output: OutputWrapper<Output>) {
    _ = output.query + "\(output.count)"
    _ = output.$query.value
    output.$query.accept("")  // refused
    output.items.accept([])  // refused
    output.alerts.accept("")  // refused
    output.progress.onNext(1)  // refused
    let items: BehaviorRelay<[String]> = output.items  // refused
    output.count = 1  // refused: cannot assign through dynamic lookup property
    output.query = ""  // refused: cannot assign through dynamic lookup property
}

// expect: has no member
// From outside, a stream's output can only be observed and read.

import Binding
import Unidirectional

struct Output: OutputType {
    let items: BehaviorRelay<[String]>
    let isEnabled: BehaviorSubject<Bool>
    let alerts: PublishRelay<String>
    let progress: PublishSubject<Int>
    @Bindable var count = 0
    @Mutable var query = ""
}

func use(_ output: OutputWrapper<Output>) {
    _ = output.items.value
    output.items.accept([])  // refused: member 'accept' cannot be resolved
    output.isEnabled.onNext(true)  // refused: member 'onNext' cannot be resolved
    output.alerts.accept("")  // refused
    output.progress.onNext(1)  // refused
    output.$query.accept("")  // refused: member 'accept' cannot be resolved
    let items: BehaviorRelay<[String]> = output.items  // refused: no 'items' candidates produce the expected
    let alerts: PublishRelay<String> = output.alerts  // refused: cannot convert value .*\(aka 'Observable<String>'\)
    output.query = ""  // refused: cannot assign value|requires that 'String' conform
    _ = output.count  // refused: requires that 'Int' conform to 'ObservableConvertibleType'
    _ = output.parts  // refused: has no dynamic member 'parts'
}

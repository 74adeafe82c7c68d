// expect: has no member
// From outside, a stream's input can only be sent to.

import Binding
import Unidirectional

struct Input: InputType {
    let search = PublishRelay<String>()
    let text = BehaviorRelay(value: "")
    let tap = PublishSubject<Void>()
}

func use(_ input: InputWrapper<Input>) {
    input.search("query")
    _ = input.search.subscribe(onNext: { _ in })  // refused
    _ = input.search.map { $0 }  // refused
    _ = input.tap.subscribe(onNext: { _ in })  // refused
    _ = input.text.value  // refused
    _ = input.text.asDriver()  // refused
    let search: Observable<String> = input.search  // refused: cannot convert value of type 'AnyObserver<String>'
    let text: Property<String> = input.text  // refused: cannot convert value .*\(aka 'AnyObserver<String>'\)
    let relay: PublishRelay<String> = input.search  // refused: cannot convert value of type 'AnyObserver<String>'
    _ = input.input  // refused: has no dynamic member 'input'
}

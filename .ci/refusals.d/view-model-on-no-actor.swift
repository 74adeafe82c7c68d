// expect: sending 'self' risks causing data races
// A view model that binds to itself has to be `Sendable`, for example by belonging to the main actor.

import Binding

final class Free: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var query = ""
    var count = 0

    func begin() {
        $query.asDriver().drive(onNext: { print($0) }).disposed(by: disposeBag)
        $query.asDriver().drive(onNext: { [weak self] in self?.count = $0.count }).disposed(by: disposeBag)  // refused
    }
}

@MainActor final class Isolated: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var query = ""
    var count = 0

    func begin() {
        $query.asDriver().drive(onNext: { [weak self] in self?.count = $0.count }).disposed(by: disposeBag)
    }
}

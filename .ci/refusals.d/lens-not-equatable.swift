// expect: the part is not 'Equatable', so that edits of other parts would be written over it
// A part that is bound both ways must be comparable.

import Binding
import BindingOperators

struct Picture: Sendable {}

struct Account {
    var picture = Picture()
    var name = ""
}

@MainActor final class ViewModel {
    @Mutable var account = Account()
}

@MainActor
func bind(
    _ viewModel: ViewModel, to picture: ControlProperty<Picture>, _ text: ControlProperty<String>, in bag: DisposeBag
) {
    bag.insert(viewModel.$account.picture => picture)
    bag.insert(viewModel.$account.name <=> text)
    bag.insert(viewModel.$account.picture <=> picture)  // refused
}

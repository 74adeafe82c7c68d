// EXAMPLE: getting started, view model
import Binding
import BindingOperators

@MainActor final class GreetingViewModel: BindingContext {
    let disposeBag = DisposeBag()
    @Mutable var name = ""
    @Bindable private(set) var greeting = ""

    init() {
        binding {
            $name => { [weak self] name in
                self?.greeting = name.isEmpty ? "Who are you?" : "Hello, \(name)!"
            }
        }
    }
}
// END

// EXAMPLE: getting started, view model
import Binding

@MainActor final class GreetingViewModel {
    @Mutable var name = ""

    var greeting: String {
        name.isEmpty ? "Who are you?" : "Hello, \(name)!"
    }
}
// END

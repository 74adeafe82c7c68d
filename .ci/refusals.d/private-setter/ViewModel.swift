import Binding

@MainActor final class ViewModel {
    @Bindable private(set) var name = ""

    func rename() { name = "Ada" }
}
